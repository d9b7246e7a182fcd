"""The moves of Sapporo 1876: verbs in the order of their ids, and the firsts of each verb for kernels.

Ids mean the same at every state, so the two verbs of payment own one id for every combination of parts that could
ever be paid. Each part is at most what a seat can hold, and `edition.largest_holdings` proves for every edition that
is accepted that a seat never holds more than MAX_RESOURCE tokens of a kind or MAX_YEN yen. They are the last verbs:
everything else has the ids below `PAY`.
"""

from __future__ import annotations

from zashiki.core.moves import Codec, Verb
from zashiki.games.sapporo.edition import MAX_COUNCIL_SPACES, MAX_RESOURCE, MAX_YEN
from zashiki.games.sapporo.state import BENCHES, BUILDINGS, PERSONS, RESOURCES, SEATS, SPOTS

TILES = PERSONS + BUILDINGS
"""What can be invested in: persons, then buildings."""

SPACES = tuple(f"{bench}-{space + 1}" for bench in BENCHES for space in range(MAX_COUNCIL_SPACES))
"""Spaces of the city council, `-1` at the bottom. An edition may have fewer."""

PIECES = tuple(str(n) for n in range(MAX_RESOURCE + 1))
YEN = tuple(str(n) for n in range(MAX_YEN + 1))

MAX_PAYMENTS = 256
"""With more legal payments than this the parts are fixed one by one."""

MAX_LEGAL = 256
"""No decision offers more: payments are capped, and taking and using come to at most 76."""

CODEC = Codec(
    [
        Verb("person", {"person": PERSONS}),
        Verb("board-building", {"building": BUILDINGS}),
        Verb("offer", {"building": BUILDINGS}),
        Verb("first", {"seat": tuple(str(seat) for seat in range(SEATS))}),
        Verb("buy", {"building": BUILDINGS}),
        Verb("settle", {"column": RESOURCES}),
        Verb("move", {"spot": SPOTS}),
        Verb("educate", {}),
        Verb("fame", {}),
        Verb("pioneer", {"column": RESOURCES}),
        Verb("invest", {"tile": TILES}),
        Verb("appoint", {"space": SPACES}),
        Verb("use", {"building": BUILDINGS}),
        Verb("use", {"building": BUILDINGS, "resource": RESOURCES}),
        Verb("free", {"building": BUILDINGS}),
        Verb("done", {}),
        Verb("continue", {}),
        Verb("end", {}),
        Verb("keep", {}),
        Verb("pay-part", {"resource": RESOURCES, "pieces": PIECES}),
        Verb("pay", {"high": PIECES, "low": PIECES, "yen": YEN}),
        Verb("pay-any", {**dict.fromkeys(RESOURCES, PIECES), "yen": YEN}),
    ]
)

PERSON = CODEC.start("person")
BOARD_BUILDING = CODEC.start("board-building")
OFFER = CODEC.start("offer")
FIRST = CODEC.start("first")
BUY = CODEC.start("buy")
SETTLE = CODEC.start("settle")
MOVE = CODEC.start("move")
EDUCATE = CODEC.start("educate")
FAME = CODEC.start("fame")
PIONEER = CODEC.start("pioneer")
INVEST = CODEC.start("invest")
APPOINT = CODEC.start("appoint")
USE = CODEC.start("use")
USE_WITH = USE + len(BUILDINGS)
"""The first id of a use that names a resource."""
FREE = CODEC.start("free")
DONE = CODEC.start("done")
CONTINUE = CODEC.start("continue")
END = CODEC.start("end")
KEEP = CODEC.start("keep")
PAY_PART = CODEC.start("pay-part")
PAY = CODEC.start("pay")
PAY_ANY = CODEC.start("pay-any")

PIECE_WORDS = len(PIECES)
YEN_WORDS = len(YEN)
INVEST_BUILDING = INVEST + len(PERSONS)
"""The first id of an investment in a building."""

assert CODEC.size < 2**31, "action ids are 32-bit"
