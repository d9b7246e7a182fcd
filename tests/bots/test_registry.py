"""Bots are found by one spelling, and whoever joins the list is found the same way."""

from __future__ import annotations

import pytest

import zashiki
from zashiki.bots import Entry, RandomBot, entries, make_bot, names, register, registry
from zashiki.core.errors import UnknownBotError

GAME = zashiki.all_games()[0]


@pytest.fixture
def own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the list of bots that the test may add to."""
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def echo(name: str, **more: object) -> Entry:
    """A bot that keeps the argument it was asked for."""

    def make(spec: str, game: zashiki.Game, seed: int | None, argument: str | None) -> RandomBot:
        bot = RandomBot(spec, game, seed)
        bot.argument = argument  # type: ignore[attr-defined]
        return bot

    return Entry(name, "For tests.", make, f"{name}:<n>", **more)  # type: ignore[arg-type]


def test_every_game_has_the_simple_bots_weakest_first() -> None:
    for game in zashiki.all_games():
        assert names(game)[:2] == ["random", "greedy"]
        assert all(entry.summary.endswith(".") for entry in entries(game))


@pytest.mark.parametrize("spec", ["clever", "", "Random", "random ", "clever:3", "gre\nedy", "x" * 500])
def test_an_unknown_bot_is_refused_with_the_list(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="random, greedy") as caught:
        make_bot(spec, GAME)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("spec", ["greedy:", "greedy:2s", "random:1"])
def test_a_bot_without_argument_takes_none(spec: str) -> None:
    with pytest.raises(UnknownBotError, match="no argument"):
        make_bot(spec, GAME)


@pytest.mark.usefixtures("own_list")
def test_a_new_bot_joins_by_registering() -> None:
    register(echo("searcher", takes_argument=True))
    assert names(GAME)[-1] == "searcher"
    assert make_bot("searcher:2s", GAME).argument == "2s"  # type: ignore[attr-defined]
    assert make_bot("searcher", GAME).argument is None  # type: ignore[attr-defined]
    assert make_bot("searcher:2s", GAME).spec == "searcher:2s"
    with pytest.raises(UnknownBotError, match="searcher:<n>"):
        make_bot("clever", GAME)


@pytest.mark.usefixtures("own_list")
def test_a_bot_is_listed_only_for_the_games_it_plays() -> None:
    register(echo("specialist", plays=lambda game: False))
    assert "specialist" not in names(GAME)
    with pytest.raises(UnknownBotError):
        make_bot("specialist", GAME)


@pytest.mark.usefixtures("own_list")
@pytest.mark.parametrize("name", ["random", "two words", "a:b", "", "a,b"])
def test_a_name_that_is_taken_or_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no bot can be called"):
        register(echo(name))
