"""Bots that sit at tables: what may be asked for there, so that no table takes the time of all others.

The library and the shell know none of these limits.
"""

from __future__ import annotations

from dataclasses import replace

from zashiki.bots import Bot, make_bot, names
from zashiki.bots.thinking import SearchBot, best_settings
from zashiki.core.contract import Game
from zashiki.core.i18n import _
from zashiki.table.refusals import Refused

USUAL_BOT = "normal"
"""Who sits down where only "a bot" is asked for."""

MOST_SECONDS = 10.0
"""Longest time a bot may think about one decision; where only iterations are asked for, they end after it."""

MOST_MEGABYTES = 16
"""Most memory of a thinking bot, per seat."""


def checked_spelling(game: Game, spelling: str | None) -> str:
    """How a bot that may sit at a table is written; the usual one if nothing is asked for.

    Raises:
        UnknownBotError: there is no such bot.
        Refused: it asks for more time or memory than there is at a table.
    """
    known = names(game)
    spelling = spelling or (USUAL_BOT if USUAL_BOT in known else known[-1])
    bot = make_bot(spelling, game, 0)
    if isinstance(bot, SearchBot):
        seconds, megabytes = bot.plan.budget.seconds, bot.plan.settings.megabytes
        if seconds is not None and seconds > MOST_SECONDS:
            raise Refused(
                422,
                "bot-limit",
                _(
                    "{seconds:g} s per decision is too long: at a table a bot thinks for at most {most:g} s."
                ).format(seconds=seconds, most=MOST_SECONDS),
            )
        asked_for = megabytes != best_settings(game).megabytes
        if asked_for and megabytes > MOST_MEGABYTES:
            raise Refused(
                422,
                "bot-limit",
                _("{megabytes} MB is too much: at a table a bot has at most {most} MB for each seat.").format(
                    megabytes=megabytes, most=MOST_MEGABYTES
                ),
            )
    return spelling


def seated_bot(spelling: str, game: Game) -> Bot:
    """A bot as it plays at a table: within the limits of time and memory, whatever its spelling asks for."""
    bot = make_bot(spelling, game)
    bot.most_megabytes = MOST_MEGABYTES
    if isinstance(bot, SearchBot):
        budget = bot.plan.budget
        seconds = MOST_SECONDS if budget.seconds is None else min(budget.seconds, MOST_SECONDS)
        bot.plan = replace(bot.plan, budget=replace(budget, seconds=seconds))
    return bot
