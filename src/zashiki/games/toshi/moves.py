"""The moves of Toshi: verbs in their fixed order, and where each verb's action ids begin.

Kernels build ids from the constants: `BUILD_AT + ON_BOARD_INDEX[building] * AREA + square`.
"""

from __future__ import annotations

import numpy as np

from zashiki.core.moves import Codec, Verb
from zashiki.games.toshi.state import (
    AREA,
    BUILDINGS,
    OFF_BOARD,
    ON_BOARD,
    REGULAR,
    SPECIALS,
    SQUARES,
    TYPES,
)

CODEC = Codec(
    [
        Verb("start", {"square": SQUARES}),
        Verb("roll", {"square": SQUARES}),
        Verb("first", {"seat": "0123"}),
        Verb("offer", {"special": SPECIALS}),
        Verb("extra", {"type": BUILDINGS}),
        Verb("build", {"type": [BUILDINGS[b] for b in ON_BOARD], "square": SQUARES}),
        Verb("build", {"type": [BUILDINGS[b] for b in OFF_BOARD]}),
        Verb("at", {"square": SQUARES}),
        Verb("stop", {}),
        Verb("umaya", {"square": SQUARES}),
        Verb("remove", {"type": BUILDINGS[:REGULAR]}),
        Verb("pass", {}),
    ]
)

START = CODEC.start("start")
ROLL = CODEC.start("roll")
FIRST = CODEC.start("first")
OFFER = CODEC.start("offer")
EXTRA = CODEC.start("extra")
BUILD = CODEC.start("build")
BUILD_OFF_BOARD = BUILD + len(ON_BOARD) * AREA
AT = CODEC.start("at")
STOP = CODEC.start("stop")
UMAYA = CODEC.start("umaya")
REMOVE = CODEC.start("remove")
PASS = CODEC.start("pass")

MAX_LEGAL = AREA + 1
"""Every square, and `stop` or `pass`: no state offers more moves."""

_BUILD_BASE = [0] * TYPES
for _place, _building in enumerate(ON_BOARD):
    _BUILD_BASE[_building] = BUILD + _place * AREA
for _place, _building in enumerate(OFF_BOARD):
    _BUILD_BASE[_building] = BUILD_OFF_BOARD + _place

BUILD_BASE = np.array(_BUILD_BASE, np.int64)
"""For each type the id of `build <type> 1A`, or of `build <type>` for the off-board ones."""

ON_BOARD_BY_PLACE = np.array(ON_BOARD, np.int64)
BY_BUILD_ID = np.array([*ON_BOARD, *OFF_BOARD], np.int64)
"""All types in the order of the ids of their `build` moves; the regular ones come first."""

OFF_BOARD_BY_PLACE = np.array(OFF_BOARD, np.int64)
