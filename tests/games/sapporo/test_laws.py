"""The invariants of section 8.2 of the specification: they hold in every game, and a broken one is noticed."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from zashiki.core.kernel import compiler_is_on
from zashiki.core.rng import below, new_rng
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.state import (
    COLUMNS,
    JOB_DTYPE,
    NONE,
    SEAT_DTYPE,
    SEATS,
    STATE_DTYPE,
    Phase,
)

from .helpers import arrange, d0, legal, new, play

NULL_MOVES = ("done", "continue", "end", "keep")
OPTIONS = [
    {},
    {"farm_buildings": "both"},
    {"start_player": "seat0", "ryan_cap": "none", "farm_buildings": "both"},
]


def test_the_record_is_small_and_has_no_gaps_that_could_hold_anything():
    """States are compared byte by byte, so every byte must belong to a field."""
    assert STATE_DTYPE.itemsize <= 512
    for dtype in (STATE_DTYPE, SEAT_DTYPE, JOB_DTYPE):
        assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_every_law_and_never_ask_a_needless_question(options, seed):
    position, rng = new(**options), new_rng(seed)
    bound = GAME.step_bound(position.rules)
    while not position.is_over:
        assert GAME.broken_laws(position.state, position.rules) == []
        moves = legal(position)
        assert moves
        assert moves not in [[null] for null in NULL_MOVES]
        position.play(position.random_move(rng))
    assert GAME.broken_laws(position.state, position.rules) == []
    assert 10 <= position.state.turn <= 16
    assert len(position) <= bound


def test_the_bound_on_steps_allows_for_the_longest_games():
    assert GAME.step_bound(new().rules) > 300


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (lambda s: s.seats[0].__setattr__("area", 5), "seat 0 has 12 workers instead of 9"),
        (lambda s: s.seats[1].__setattr__("yen", -1), "seat 1 has -1 yen"),
        (lambda s: s.seats[1].__setattr__("occupied", 1), "seat 1 occupies what it does not own"),
        (lambda s: s.__setattr__("persons", 3), "there are 2 person tiles instead of 6"),
        (lambda s: s.seats[0].__setattr__("buildings", 1), "a building is in two places"),
        (lambda s: s.__setattr__("turn", 4), "0 moves in turn 4"),
        (lambda s: s.__setattr__("events", 1), "1 events at 0 icons passed"),
        (lambda s: s.__setattr__("mover", 1), "the active seat is to decide, yet it is not awaited"),
        (lambda s: s.job.__setattr__("cost", 3), "a finished action is remembered"),
        (lambda s: s.__setattr__("offer", 64), "buildings are still on offer after the set-up"),
        (lambda s: s.__setattr__("pending", 0), "an event is due without an icon reached"),
    ],
)
def test_a_broken_law_is_noticed(change, law):
    position = d0()
    assert GAME.broken_laws(position.state, position.rules) == []
    change(position.state)
    assert law in GAME.broken_laws(position.state, position.rules)


def test_a_cost_beyond_what_can_be_raised_is_noticed():
    position = play(arrange(d0(), {"goods": "3/0,0,0,0"}, spots="0,1,1,1"), "move college", "educate")
    assert GAME.broken_laws(position.state, position.rules) == []
    position.state.job.cost = 4
    assert GAME.broken_laws(position.state, position.rules) == ["4 AP are owed, 3 can be raised"]


@pytest.mark.slow
@pytest.mark.skipif(not compiler_is_on(), reason="a hundred thousand games, for compiled rules only")
def test_a_hundred_thousand_random_games_keep_the_invariants(capsys):
    """Numbers of workers, tiles, events and turns, and no dead end, after every step of 100,000 games."""
    kernels = GAME.kernels
    setup, mover, legal_actions, apply = kernels.setup, kernels.mover, kernels.legal, kernels.apply
    null_moves = np.array([GAME.codec.start(verb) for verb in NULL_MOVES])

    @numba.njit
    def size(tiles):
        total = 0
        for bit in range(16):
            total += (tiles >> bit) & 1
        return total

    @numba.njit
    def sound(state, rules):
        for number in range(SEATS):
            seat = state.seats[number]
            workers = seat.academy + seat.area + size(seat.occupied)
            for k in range(COLUMNS):
                workers += seat.levels[k] > 0
                if seat.goods[k] < 0 or seat.levels[k] > rules.columns[k].spaces:
                    return False
            for bench in range(state.council.shape[0]):
                for space in range(state.council.shape[1]):
                    workers += state.council[bench, space] == 1 + number
            if workers != 9 or seat.yen < 0 or seat.area < 0 or seat.occupied & ~seat.buildings:
                return False
        if state.turn > 0:
            one, two = state.seats[0], state.seats[1]
            if size(state.persons) + size(one.persons) + size(two.persons) != 6:
                return False
            if size(state.buildings) + size(one.buildings) + size(two.buildings) != 8:
                return False
            done = state.tracks[0] // 2 + state.tracks[1] // 3 - (state.pending != NONE)
            if done != state.events:
                return False
        return True

    @numba.njit
    def games(count, state, blank, rules, ids, rng, nulls):
        shortest, longest, widest, steps = 1000, 0, 0, 0
        for _ in range(count):
            state[0] = blank[0]
            setup(state[0], rules)
            while mover(state[0]) != -2:
                n = legal_actions(state[0], rules, ids)
                if n == 0 or (n == 1 and np.any(nulls == ids[0])) or not sound(state[0], rules):
                    return -1, 0, 0, 0
                if mover(state[0]) >= 0:
                    widest = max(widest, n)
                apply(state[0], rules, ids[below(rng, n)])
                steps += 1
            if state[0].phase != Phase.OVER or not sound(state[0], rules):
                return -2, 0, 0, 0
            shortest, longest = min(shortest, state[0].turn), max(longest, state[0].turn)
        return shortest, longest, widest, steps

    rules = GAME.make_rules(GAME.load_edition(), GAME.complete_options(2, {}))
    state, blank = (np.zeros(1, STATE_DTYPE).view(np.recarray) for _ in range(2))
    ids = np.zeros(GAME.max_legal, np.int32)
    found = games(100_000, state, blank, rules, ids, new_rng(1), null_moves)
    with capsys.disabled():
        print("\nturns {} to {}, widest decision {}, {} steps".format(*found))
    assert 10 <= found[0] <= found[1] <= 16
    assert found[2] <= GAME.max_legal
