"""`mcts` and the levels `easy`, `normal`, `hard`, `master`: bots that search.

What a level is in each game stands in `levels.toml`; how strong it is, in docs/research/search.md.
"""

from __future__ import annotations

import functools
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from zashiki.bots.registry import Bot, Entry, register
from zashiki.core.contract import Game
from zashiki.core.errors import BudgetError, SettingsError, UnknownBotError
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.core.prepare import ensure_prepared
from zashiki.core.rng import next_word
from zashiki.search import Analysis, Budget, Candidate, Searcher, Settings

DEFAULT_BUDGET = "1s"
FORM = "mcts:<iterations or time>"

NUMBER = re.compile(r"[+-]?\d{1,20}(?P<part>\.\d{1,20})?(?P<power>e[+-]?\d{1,2})?", re.ASCII)
"""How a setting's number is written after the bot's name."""

QUICK_SECONDS = 0.25
"""Bots that never think longer than this feel as if they answered at once."""

LEVELS = {
    "easy": "Sees what lies close at hand, and misjudges it now and then.",
    "normal": "Thinks a little and seldom errs badly.",
    "hard": "Thinks for a moment and plays well.",
    "master": "Thinks for some seconds and forgives nothing.",
}


@dataclass(frozen=True)
class Plan:
    """How a searching bot decides.

    Attributes:
        budget: what it may spend on one decision.
        settings: how it searches.
        slack: how much it lets itself be led astray: a move that seems worse by so much utility (0 to 1) than the
            best is played about a third as often as the best; 0: always the best.
    """

    budget: Budget
    settings: Settings
    slack: float = 0.0

    def __post_init__(self) -> None:
        number = isinstance(self.slack, int | float) and not isinstance(self.slack, bool)
        if not (number and 0 <= self.slack <= 1):
            raise SettingsError(f"slack is {self.slack!r}: it must be 0 to 1")


class SearchBot(Bot):
    """A bot that searches before it moves. It keeps its trees from move to move within a game."""

    def __init__(self, spec: str, game: Game, seed: int | None, plan: Plan, threads: int = 1) -> None:
        super().__init__(spec, game, seed)
        ensure_prepared(game, "search")
        self.plan = plan
        self.threads = threads
        self._searchers: dict[int, tuple[bytes, Searcher]] = {}

    @property
    def is_slow(self) -> bool:
        seconds = self.plan.budget.seconds
        return seconds is None or seconds > QUICK_SECONDS

    def choose(self, position: Position) -> Move:
        moves = position.legal_moves
        if len(moves) == 1 and isinstance(position.mover, int):
            return moves[0]
        return self._pick(self.analyse(position))

    def analyse(self, position: Position) -> Analysis:
        """What the bot thinks of a position before it moves."""
        seat = self.seat_to_decide(position)
        return self._searcher(position, seat).search(position, self.plan.budget)

    def _searcher(self, position: Position, seat: int) -> Searcher:
        rules = position.rules.tobytes()
        if seat not in self._searchers or self._searchers[seat][0] != rules:
            seed = (next_word(self.rng(seat)) << 32) | next_word(self.rng(seat))
            settings = self.plan.settings
            if self.most_megabytes is not None:
                settings = settings.changed(megabytes=min(settings.megabytes, self.most_megabytes))
            searcher = Searcher(position, settings, int(seed), self.threads)
            self._searchers[seat] = rules, searcher
        return self._searchers[seat][1]

    def _pick(self, found: Analysis) -> Move:
        if not self.plan.slack:
            return found.best
        assert found.seat is not None
        looked_at = [candidate for candidate in found.candidates if candidate.visits]
        best = max(candidate.value for candidate in looked_at)
        weights = [math.exp((candidate.value - best) / self.plan.slack) for candidate in looked_at]
        return _drawn(looked_at, weights, next_word(self.rng(found.seat)) / 2**32).move


def _drawn(candidates: list[Candidate], weights: list[float], mark: float) -> Candidate:
    """The candidate at a mark between 0 and 1 when each takes room in proportion to its weight."""
    left = mark * sum(weights)
    for candidate, weight in zip(candidates, weights, strict=True):
        left -= weight
        if left < 0:
            return candidate
    return candidates[-1]


@functools.cache
def _levels() -> Mapping[str, Any]:
    return tomllib.loads(resources.files("zashiki.bots").joinpath("levels.toml").read_text("utf-8"))


def plan_of(level: str, game: Game) -> Plan:
    """What a level is in a game: its own entry in `levels.toml`, or the one for any game."""
    table = _levels()
    entry = dict(table.get(game.name, table["default"])[level])
    budget, slack = Budget.parse(entry.pop("budget")), float(entry.pop("slack", 0.0))
    return Plan(budget, Settings().changed(**entry), slack)


def best_settings(game: Game) -> Settings:
    """How the strongest level searches a game."""
    return plan_of("master", game).settings


def advising_settings(game: Game) -> Settings:
    """How hints and analyses search: as the strongest level does, but so that their figures mean something to people.

    Moves share the visits as they deserve them, and playouts go to the end: chances and scores are those of games.
    """
    return best_settings(game).changed(root="tree", deep=True, cut=None, decide=False)


def read_plan(argument: str | None, game: Game) -> Plan:
    """The plan written after `mcts:`: a budget, then settings that differ from those of the strongest level.

    >>> import zashiki
    >>> plan = read_plan("4000:exploration=0.5:policy=random", zashiki.get("toshi"))
    >>> plan.budget, plan.settings.exploration, plan.settings.policy
    (Budget(iterations=4000, seconds=None), 0.5, 'random')

    Raises:
        BudgetError, SettingsError: a part of it cannot be read or is out of bounds.
    """
    budget, *parts = (argument or DEFAULT_BUDGET).split(":")
    changes: dict[str, Any] = {}
    known = (*Settings.__dataclass_fields__, "slack")
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals:
            raise SettingsError(f"{part[:40]!r} is not a setting: write name=value")
        if name not in known:
            raise SettingsError(f"a search has no setting {name[:40]!r} (settings: {', '.join(known)})")
        if name in changes:
            raise SettingsError(f"{name} is given twice")
        changes[name] = _value(name, text)
    slack = changes.pop("slack", 0.0)
    return Plan(Budget.parse(budget), best_settings(game).changed(**changes), slack)


def _value(name: str, text: str) -> object:
    words = {"on": True, "off": False, "none": None}
    if text in words:
        return words[text]
    if number := NUMBER.fullmatch(text):
        return float(text) if number["part"] or number["power"] else int(text)
    if name in ("root", "policy"):
        return text
    raise SettingsError(f"{name}={text[:40]!r} cannot be read: it takes a number, on, off or none")


def _make_mcts(spec: str, game: Game, seed: int | None, argument: str | None) -> Bot:
    try:
        return SearchBot(spec, game, seed, read_plan(argument, game))
    except (BudgetError, SettingsError) as error:
        raise UnknownBotError(f"the bot {spec[:60]}: {error} (its form: {FORM})") from None


def _register_level(name: str, summary: str) -> None:
    def make(spec: str, game: Game, seed: int | None, argument: str | None) -> Bot:
        return SearchBot(spec, game, seed, plan_of(name, game))

    register(Entry(name, summary, make, name))


for _name, _summary in LEVELS.items():
    _register_level(_name, _summary)
register(
    Entry(
        "mcts",
        "Searches as long as it is told to: iterations (4000) or a time (2s).",
        _make_mcts,
        FORM,
        takes_argument=True,
    )
)
