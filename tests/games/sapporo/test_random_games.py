"""The reproducible random games of the specification (section 8.5), through the public Python face."""

from __future__ import annotations

import zlib

import pytest

from .helpers import comparison_line, new

GAMES = {
    "seed-1": ({}, 1, 72, 12, (3, 2), [38, 42], [2, 1], "5d309a7a", "84972be8"),
    "seed-18": ({}, 18, 98, 13, (2, 3), [28, 28], [2, 1], "c1d9f108", "f00915c7"),
    "seed-176": ({}, 176, 103, 11, (5, 0), [27, 38], [2, 1], "f919ca0d", "7a8f6a10"),
    "seed-305": ({}, 305, 70, 16, (1, 4), [30, 47], [2, 1], "9f27b706", "029519a4"),
    "seed-1899": ({}, 1899, 119, 13, (3, 2), [14, 30], [2, 1], "e7fed4a2", "e3f906ff"),
    "seed-3682-wide": ({}, 3682, 137, 12, (4, 1), [42, 39], [1, 2], "c0f9f57b", "b9f9edc6"),
    "seed-24920-wide": ({}, 24920, 134, 13, (4, 1), [29, 60], [2, 1], "f0f752f9", "0790a1df"),
    "ryan": ({"ryan_cap": "none"}, 1, 72, 12, (3, 2), [38, 62], [2, 1], "5d309a7a", "84972be8"),
    "farms": ({"farm_buildings": "both"}, 26, 123, 12, (4, 1), [39, 52], [2, 1], "35717cea", "4c903330"),
    "seat0": ({"start_player": "seat0"}, 6, 104, 12, (3, 2), [21, 29], [2, 1], "232cf38c", "1db5fc38"),
    "all-options": (
        {"start_player": "seat0", "farm_buildings": "both", "ryan_cap": "none"},
        8,
        100,
        13,
        (3, 2),
        [34, 26],
        [1, 2],
        "31d92353",
        "36bc1863",
    ),
}


@pytest.mark.parametrize(
    ("options", "seed", "steps", "turns", "events", "scores", "ranks", "crc_steps", "crc_states"),
    GAMES.values(),
    ids=GAMES.keys(),
)
def test_a_random_game_goes_as_the_specification_says(
    options, seed, steps, turns, events, scores, ranks, crc_steps, crc_states
):
    position, x = new(**options), seed
    step_lines, state_lines = [], []
    held = [0, 0]
    while not position.is_over:
        moves = sorted(str(move) for move in position.legal_moves)
        x = (1103515245 * x + 12345) % 2**31
        choice = moves[x // 65536 % len(moves)]
        step_lines.append(f"{position.mover} {choice}\n")
        position.play(choice)
        state_lines.append(comparison_line(position) + "\n")
    state = position.state
    icons = position.rules.icons
    held = tuple(int(sum(icons[track, : state.tracks[track] + 1])) for track in range(2))
    assert len(position) == steps
    assert state.turn == turns
    assert held == events
    assert [s.score for s in position.standings] == scores
    assert [s.rank for s in position.standings] == ranks
    assert f"{zlib.crc32(''.join(step_lines).encode()):08x}" == crc_steps
    assert f"{zlib.crc32(''.join(state_lines).encode()):08x}" == crc_states
