"""The moves of Nippon: Zaibatsu: verbs in their fixed order, and where each verb's action ids begin.

Kernels build ids from the constants: `MARKET + (city * 4 + space) * 3 + count - 1`.
"""

from __future__ import annotations

from zashiki.core.moves import Codec, Verb
from zashiki.games.nippon.state import (
    ACTIONS,
    CITIES,
    CITY_SPACES,
    COLOURS,
    DESTINATIONS,
    FACTORIES,
    GOODS,
    LINES,
    REGIONS,
    SECTIONS,
    SIDES,
    TILES,
    TOKENS,
    TOKENS_A,
    TOKENS_B,
    TRACKS,
)

HOW = ("iron", "money", "free", "extra")
"""How a Ship or Train is paid for."""

BY_IRON, BY_MONEY, FREE, EXTRA = range(4)

MOST_KEPT = 9
"""No edition lets more be kept in a Consolidation."""

_DIGITS = "1234567"
_KEPT = tuple(str(n) for n in range(MOST_KEPT + 1))

CODEC = Codec(
    [
        Verb("pick", {"slot": "12345"}),
        Verb("side", {"good": GOODS[:2]}),
        Verb("worker", {"colour": COLOURS}),
        Verb("take", {"section": SECTIONS, "colour": COLOURS, "action": ACTIONS}),
        Verb("consolidate", {}),
        Verb("silk", {}),
        Verb("research", {}),
        Verb("mine", {}),
        Verb("build", {"token": TOKENS}),
        Verb("machine", {"factory": FACTORIES}),
        Verb("produce", {"factory": FACTORIES}),
        Verb("ship", {"destination": DESTINATIONS, "how": HOW}),
        Verb("train", {"region": REGIONS, "space": _DIGITS, "how": HOW}),
        Verb("market", {"city": CITIES, "space": CITY_SPACES, "count": "123"}),
        Verb("reward", {"kind": ("vp", "region")}),
        Verb("invest", {}),
        Verb("contract", {"contract": "12345678"}),
        Verb("spend", {"good": GOODS}),
        Verb("stop", {}),
        Verb("dept", {"colour": COLOURS}),
        Verb("step", {"track": TRACKS}),
        Verb("good", {"factory": FACTORIES}),
        Verb("accept", {}),
        Verb("skip", {}),
        Verb("region", {"region": REGIONS}),
        Verb("favor", {"objective": LINES}),
        Verb("keep", {"coal": _KEPT, "money": _KEPT}),
        Verb("first", {"seat": "0123"}),
        Verb("tile", {"city": CITIES, "tile": TILES}),
        Verb("rotate", {"city": CITIES, "turns": "0123"}),
        Verb("face", {"token": TOKENS, "side": SIDES}),
        Verb("late", {"type": GOODS}),
        Verb("hire", {"section": SECTIONS, "colour": COLOURS}),
        Verb("queue", {"row": "123456", "colour": COLOURS}),
        Verb("token-a", {"token": TOKENS_A}),
        Verb("token-b", {"token": TOKENS_B}),
    ]
)

PICK = CODEC.start("pick")
SIDE = CODEC.start("side")
WORKER = CODEC.start("worker")
TAKE = CODEC.start("take")
CONSOLIDATE = CODEC.start("consolidate")
SILK = CODEC.start("silk")
RESEARCH = CODEC.start("research")
MINE = CODEC.start("mine")
BUILD = CODEC.start("build")
MACHINE = CODEC.start("machine")
PRODUCE = CODEC.start("produce")
SHIP = CODEC.start("ship")
TRAIN = CODEC.start("train")
MARKET = CODEC.start("market")
REWARD = CODEC.start("reward")
INVEST = CODEC.start("invest")
CONTRACT = CODEC.start("contract")
SPEND = CODEC.start("spend")
STOP = CODEC.start("stop")
DEPT = CODEC.start("dept")
STEP = CODEC.start("step")
GOOD = CODEC.start("good")
ACCEPT = CODEC.start("accept")
SKIP = CODEC.start("skip")
REGION = CODEC.start("region")
FAVOR = CODEC.start("favor")
KEEP = CODEC.start("keep")
FIRST = CODEC.start("first")
TILE = CODEC.start("tile")
ROTATE = CODEC.start("rotate")
FACE = CODEC.start("face")
LATE = CODEC.start("late")
HIRE = CODEC.start("hire")
QUEUE = CODEC.start("queue")
TOKEN_A = CODEC.start("token-a")
TOKEN_B = CODEC.start("token-b")

MAX_LEGAL = 160
"""More than any state offers; at most a turn could (30 Workers in nine actions, and two more moves)."""
