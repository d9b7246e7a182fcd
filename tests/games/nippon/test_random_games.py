"""The reproducible random games of section 8.8 of the specification, played through the public Python face."""

from __future__ import annotations

import zlib

import pytest

from tests.games.nippon.helpers import new

GAMES = """
2 1 357 83 109,73 1,2 0470f6ea
2 2 332 74 66,102 2,1 addeb37f
3 1 476 116 117,82,101 1,3,2 5bc764c9
3 5 519 118 170,103,67 1,2,3 6ca2e923
4 1 623 151 138,101,75,102 1,3,4,2 f10a8fb7
4 3 645 156 66,109,80,79 4,1,2,3 2ba04ad5
2 4 351 77 85,87 2,1 8131995b late_factories=on
4 6 695 162 118,89,125,121 3,4,1,2 ab113185 late_factories=on
3 7 486 114 73,155,94 3,1,2 ab5b1797 contest=off
2 8 326 75 62,100 2,1 24aee51a market_region=same
4 9 656 154 88,79,93,111 3,4,2,1 77386198 market_region=different
2 10 278 61 25,70 2,1 a8b602c4 queue_rows=1
3 11 357 79 88,38,106 2,3,1 8af89fb2 queue_rows=1 late_factories=on
4 12 426 108 60,127,28,28 2,1,4,3 668a3cf6 late_factories=on contest=off market_region=same queue_rows=1
"""


def numbers(words):
    return [int(word) for word in words.split(",")]


@pytest.mark.parametrize("line", GAMES.strip().splitlines())
def test_reproducible_random_game(line):
    players, seed, steps, turns, scores, ranks, crc, *given = line.split()
    options = dict(entry.split("=") for entry in given)
    if "queue_rows" in options:
        options["queue_rows"] = int(options["queue_rows"])
    position = new(int(players), **options)
    x = int(seed)
    while not position.is_over:
        texts = sorted(move.text for move in position.legal_moves)
        x = (1103515245 * x + 12345) % 2**31
        position.play(texts[x // 65536 % len(texts)])
    text = "".join(f"{step}\n" for step in position.steps)
    verbs = [step.move.text.split(" ")[0] for step in position.steps]
    assert len(position) == int(steps)
    assert verbs.count("take") + verbs.count("consolidate") == int(turns)
    assert [s.score for s in position.standings] == numbers(scores)
    assert [s.rank for s in position.standings] == numbers(ranks)
    assert f"{zlib.crc32(text.encode()):08x}" == crc
