"""The reproducible random games of the specification (8.9), played through the public face."""

from __future__ import annotations

import zlib

import pytest

import zashiki

GAMES = [
    # options, players, seed, steps, turns, Koku, empty squares, scores, CRC
    ("", 1, 20, 79, 34, [107], [12], [62], "dd4b7624"),
    ("specials=on", 1, 1, 101, 39, [0], [5], [-25], "78aa2215"),
    ("specials=on", 1, 22, 84, 35, [68], [11], [13], "ff17e27e"),
    ("specials=on solo_offer=choose", 1, 4, 86, 36, [25], [7], [-10], "f6a4eb98"),
    ("specials=on", 2, 6, 149, 49, [74, 62], [5, 0], [49, 62], "b72d683d"),
    ("specials=on start_player=seat0", 2, 14, 151, 50, [71, 40], [0, 1], [71, 35], "2809ae2e"),
    ("end_check=after_build", 2, 29, 145, 59, [50, 100], [3, 8], [35, 60], "64057f86"),
    ("specials=on daimyo_round=circle", 2, 2, 144, 45, [1, 59], [0, 6], [1, 29], "0234c515"),
    ("specials=on short_payment=partial", 2, 9, 162, 60, [68, 102], [2, 2], [58, 92], "62cf4e4e"),
    ("extra_builds_ban=subject", 2, 1, 136, 45, [53, 12], [7, 0], [18, 12], "2d77a5e5"),
    ("machiya_squares=2", 2, 4, 137, 49, [100, 30], [6, 5], [70, 5], "b0e6da3a"),
    ("", 3, 1, 217, 64, [81, 60, 87], [0, 0, 0], [81, 60, 87], "8639de4c"),
    ("type_ban=all", 3, 1, 175, 48, [4, 64, 101], [6, 1, 4], [-26, 59, 81], "6cae6bc1"),
    (
        "specials=on special_category=one type_ban=all",
        *(3, 1, 176, 55, [43, 101, 58], [7, 5, 7], [14, 76, 23], "59d12596"),
    ),
    ("specials=on daimyo_round=circle", 3, 2, 195, 48, [16, 2, 27], [5, 0, 7], [-9, 2, -8], "a585caf9"),
    ("specials=on", 4, 2, 218, 44, [25, 20, 103, 46], [5, 6, 5, 5], [0, -5, 78, 21], "7e1d869a"),
    (
        "specials=on type_ban=all extra_builds_ban=subject special_category=one",
        *(4, 3, 185, 42, [2, 41, 106, 27], [6, 11, 9, 7], [-22, -14, 61, -2], "d2c2e5c7"),
    ),
    (
        "specials=on machiya_squares=2 end_check=after_build daimyo_round=circle short_payment=partial",
        *(4, 4, 211, 39, [33, 13, 34, 54], [4, 10, 0, 4], [13, -37, 34, 34], "ee751daa"),
    ),
    ("turn_cap=12", 4, 5, 63, 12, [33, 27, 6, 41], [24, 23, 23, 25], [-87, -88, -109, -84], "d8f3ef6e"),
]


@pytest.mark.parametrize(
    ("options", "players", "seed", "steps", "turns", "koku", "empty", "scores", "crc"),
    GAMES,
    ids=[f"{players} players, seed {seed}, {options or 'defaults'}" for options, players, seed, *_ in GAMES],
)
def test_a_reproducible_random_game(options, players, seed, steps, turns, koku, empty, scores, crc) -> None:
    given = dict(option.split("=") for option in options.split())
    position = zashiki.new(
        "toshi", players=players, **{k: int(v) if v.isdigit() else v for k, v in given.items()}
    )
    x, lines = seed, []
    while position.mover is not None:
        moves = sorted(str(move) for move in position.legal_moves)
        x = (1103515245 * x + 12345) % 2**31
        move = moves[x // 65536 % len(moves)]
        lines.append(f"{position.mover} {move}\n")
        position.play(move)
    state = position.state
    assert len(lines) == steps
    assert state.turn == turns
    assert [state.seats[s].koku for s in range(players)] == koku
    assert [int(state.seats[s].empty).bit_count() for s in range(players)] == empty
    assert [standing.score for standing in position.standings] == scores
    assert f"{zlib.crc32(''.join(lines).encode()):08x}" == crc
