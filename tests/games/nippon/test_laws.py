"""The laws of section 8.7 of the specification: kept in every state of random games, and noticed when broken."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.nippon.helpers import new, table
from zashiki.core.kernel import compiler_is_on
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.games.nippon import GAME, laws
from zashiki.games.nippon.state import REGIONS, SECTIONS, Task

any_options = st.fixed_dictionaries(
    {"players": st.sampled_from(GAME.players)},
    optional={option.name: st.sampled_from(option.values) for option in GAME.options},
)

GROWING = ("vp", "built", "fulfilled", "favor", "upgraded", "finance_reached", "ship_at")
"""What never falls for any player; of the tracks only Finance may."""


@given(any_options, st.integers(0, 10**6))
def test_no_state_of_any_game_breaks_a_law(options: dict[str, Any], seed: int) -> None:
    position, rng = new(**options), new_rng(seed)
    turns = 0
    while not position.is_over:
        before = position.state.players.copy()
        if position.phase == "turn":
            final = position.state.current_round > position.rules.rounds
            turns += final and position.steps[-1].move.text != "silk"
        position.play(position.random_move(rng))
        assert GAME.broken_laws(position.state, position.rules) == []
        assert position.is_over or position.legal_moves
        after = position.state.players
        for name in GROWING:
            assert (after[name] >= before[name]).all(), name
        assert (after["track"][:, :2] >= before["track"][:, :2]).all()
        assert (after["finance_reached"] >= after["track"][:, 2]).all()
    assert turns == 3 * position.players
    assert len(position) <= GAME.step_bound(position.rules)


@given(st.sampled_from(GAME.players), st.integers(0, 10**6))
def test_a_region_never_pays_more_than_its_places_are_worth(players: int, seed: int) -> None:
    from zashiki.games.nippon.figures import regions_now

    position, rng = new(players), new_rng(seed)
    while not position.is_over:
        position.play(position.random_move(rng))
        if len(position) % 25 == 0:
            for period in range(3):
                for region in regions_now(position.state, position.rules, period):
                    assert sum(region.points) <= position.rules.places[period].sum()


def set_field(name: str, value: Any) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        setattr(position.state, name, value)

    return change


def set_player(name: str, value: Any, seat: int = 0) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        setattr(position.state.players[seat], name, value)

    return change


def add(name: str, *where: int, amount: int = 1, seat: int | None = None) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        owner = position.state if seat is None else position.state.players[seat]
        owner[name][where] += amount

    return change


def waiting_task(position: Position) -> None:
    position.state.stack[0].kind = Task.GAIN


def untidy_stack(position: Position) -> None:
    position.state.stack[7].a = 1


def own_nothing_but_goods(position: Position) -> None:
    position.state.players[0].factories[3].goods = 1


def too_many_goods(position: Position) -> None:
    position.state.players[0].factories[0].goods = 5


def machine_lost(position: Position) -> None:
    position.state.players[0].factories[0].machines = 0


def factory_lost(position: Position) -> None:
    position.state.display[1, 0] = -1


def token_on_unused_space(position: Position) -> None:
    position.state.token_seat[0, 3], position.state.token_value[0, 3] = 0, 1
    position.state.players[0].supply[1] -= 1


BREAKS: dict[str, tuple[Callable[[Position], None], str]] = {
    "worker": (add("bag", 0), "black Workers"),
    "expert": (set_field("expert", 0), "Expert"),
    "hiring-space": (add("hiring", 0, 3, amount=3), "s1 holds"),
    "row": (add("owed", 5), "row 6"),
    "display": (factory_lost, "Factories"),
    "tile": (add("tile", 0), "demand tile"),
    "token-space": (token_on_unused_space, "not in use"),
    "half-token": (add("token_value", 0, 0), "half a token"),
    "supply": (add("supply", 4, seat=0), "tokens of value 4"),
    "unlocked": (add("locked", 5, amount=-1, seat=0), "value 5"),
    "money": (set_player("money", -1), "-1 money"),
    "track": (add("track", 0, amount=-1, seat=0), "rnd"),
    "finance": (add("track", 2, seat=0), "Finance"),
    "ships": (add("built", 0, seat=0), "Ships out"),
    "upgrade": (add("upgraded", 0, seat=0), "upgrades"),
    "machines": (machine_lost, "Machines placed"),
    "trains": (add("built", 2, seat=0), "Trains on the map"),
    "goods": (too_many_goods, "5 goods"),
    "no-factory": (own_nothing_but_goods, "does not own"),
    "area": (add("area", 3, seat=0), "gap"),
    "favor": (add("favor", 2, amount=4, seat=0), "no such level"),
    "task": (waiting_task, "nobody decides"),
    "stack": (untidy_stack, "untidy"),
    "seat": (set_field("seat", 2), "turn it is"),
    "unused-seat": (set_player("money", 3, seat=3), "nobody sits"),
    "round": (set_field("current_round", 9), "no such round"),
    "first": (set_field("first", 1), "first player"),
    "pairs": (add("pair_a", 0), "pair is left"),
    "turns": (set_field("turns_left", 3), "final rounds"),
    "idle": (set_field("idle", 4), "should have ended"),
    "action": (set_field("action", 0), "not going on"),
    "worker-taken": (set_field("worker", 0), "Worker taken"),
    "used": (set_field("used", 1), "finished action"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_law_is_named(name: str) -> None:
    change, words = BREAKS[name]
    position = table(factories="cotton/1m/1g", ships="paris", trains="kanto-1", area="red")
    assert GAME.broken_laws(position.state, position.rules) == []
    change(position)
    broken = GAME.broken_laws(position.state, position.rules)
    assert any(words in sentence for sentence in broken), broken


def test_an_empty_hiring_space_at_the_beginning_of_a_turn_is_noticed() -> None:
    position = table()
    counts = position.state.hiring[SECTIONS.index("s4")]
    position.state.bag += counts
    counts[:] = 0
    assert any("Hiring space" in broken for broken in GAME.broken_laws(position.state, position.rules))


def test_equal_positions_have_equal_bytes_however_they_were_reached() -> None:
    """Two orders of the same two steps by effects of a white bonus lead to the same record."""
    keys = set()
    for order in ("step rnd, step mining", "step mining, step rnd"):
        position = table(area="white", ships="new-york")
        for move in ["consolidate", *order.split(", ")]:
            position.play(move)
        keys.add(position.key)
    assert len(keys) == 1
    assert len(REGIONS) == 4


def test_a_refill_beyond_the_bag_and_a_debt_beside_a_full_one_are_noticed() -> None:
    position = table()
    position.state.owed[0] = 2
    position.state.queue[0] = 0
    assert any("2 Workers are owed" in broken for broken in GAME.broken_laws(position.state, position.rules))
    position = new()
    while position.phase != "hire":
        position.play(position.random_move(new_rng(1)))
    assert GAME.broken_laws(position.state, position.rules) == []
    position.state.bag[:] = 1
    found = GAME.broken_laws(position.state, position.rules)
    assert "the bag holds 6 Workers, the Hiring spaces are still to get 15" in found


def test_every_law_has_a_sentence_and_every_sentence_its_numbers() -> None:
    assert set(laws.SENTENCES) == set(laws.Law)
    for law in laws.Law:
        assert "{" not in laws.law_words(law, 0, 0, 0, 0)


def test_with_the_least_workers_an_edition_may_have_no_refill_falls_short(tmp_path: Path) -> None:
    """The bound of `workers.per-colour` is wide enough: whole games, every step checked."""
    file = tmp_path / "few.toml"
    file.write_text(
        'extends = "zaibatsu"\nname = "few"\n[workers]\nper-colour = [5, 6, 7]\nhiring-space = 2\n'
    )
    edition, rng, checker = GAME.load_edition(file), new_rng(5), Checker()
    for players in GAME.players:
        rules = GAME.make_rules(edition, GAME.complete_options(players, {}))
        for _game in range(200 if compiler_is_on() else 1):
            checker.play(rules, rng)


class Checker:
    """Plays random games in a kernel that checks every law after every step."""

    def __init__(self) -> None:
        self.states = np.zeros(2, GAME.state_dtype).view(np.recarray)
        self.ids, self.chances = (np.zeros(GAME.max_legal, np.int32) for _ in range(2))
        self.out = np.zeros((laws.MOST_BROKEN, 5), np.int64)

    def play(self, rules: Any, rng: Any) -> int:
        """One game; its number of steps."""
        self.states[:] = np.zeros(1, GAME.state_dtype)[0]
        GAME.kernels.setup(self.states[0], rules)
        limit = GAME.step_bound(rules) + 1
        steps, found = laws.checked_playout(self.states, rules, self.ids, self.chances, rng, limit, self.out)
        assert found != -1, "a dead end"
        assert not found, [laws.law_words(*map(int, law)) for law in self.out[:found]]
        assert steps < limit
        return steps


def test_the_checked_playout_stops_where_a_law_is_broken() -> None:
    """A Worker too many from the beginning is found after the first step."""
    checker, position = Checker(), new()
    GAME.kernels.setup(checker.states[0], position.rules)
    checker.states[0]["bag"][2] += 1
    steps, found = laws.checked_playout(
        checker.states, position.rules, checker.ids, checker.chances, new_rng(1), 10, checker.out
    )
    assert (steps, found) == (1, 1)
    assert laws.law_words(*map(int, checker.out[0])) == "there are 7 grey Workers instead of 6"


@pytest.mark.slow
@pytest.mark.skipif(not compiler_is_on(), reason="twenty thousand games, for compiled rules only")
def test_twenty_thousand_random_games_reach_no_dead_end_and_break_no_law() -> None:
    """Whole games in a kernel, every law checked after every step; figures are printed."""
    rng, checker, steps = new_rng(11), Checker(), 0
    edition = GAME.load_edition()
    names = [option.name for option in GAME.options]
    combinations = [
        GAME.make_rules(edition, GAME.complete_options(players, dict(zip(names, values, strict=True))))
        for players in GAME.players
        for values in itertools.product(*(option.values for option in GAME.options))
    ]
    checker.play(combinations[0], rng)
    start = time.perf_counter()
    for game in range(20_000):
        steps += checker.play(combinations[game % len(combinations)], rng)
    seconds = time.perf_counter() - start
    print(
        f"20000 games, {steps} steps, all checked, {len(combinations)} combinations of options, {seconds:.0f} s"
    )
