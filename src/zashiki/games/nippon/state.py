"""What a game of Nippon: Zaibatsu consists of: its pieces, the tasks that make up a turn, the two records.

Everything that is still to be done lies as *tasks* on one small stack in the state: the turn's own sequence at the
bottom, effects and what they bring on top. The topmost task is the phase. It is either a decision or a draw that is
awaited, or it is carried out at once (`tasks.py`, `rounds.py`).

The state record is canonical: two states are the same position exactly if their bytes are equal. What is not needed
is reset (to 0, or to NONE where 0 means something). The rules record holds edition and options, ready for use.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

NONE = -1
"""No seat, no face, no tile, no action; an empty place."""

SEATS = 4


class Good(IntEnum):
    """The goods, in goods order."""

    COTTON = 0
    PAPER = 1
    BENTO = 2
    LENSES = 3
    BULBS = 4
    CLOCKS = 5


class Colour(IntEnum):
    """The colours of Workers and Departments, in colour order."""

    BLACK = 0
    RED = 1
    GREY = 2
    BLUE = 3
    WHITE = 4
    YELLOW = 5


class Action(IntEnum):
    """The nine actions."""

    RND = 0
    PRODUCTION = 1
    FACTORY = 2
    CONTRACTS = 3
    MINING = 4
    SHIPS = 5
    MACHINES = 6
    TRAINS = 7
    MARKET = 8


class Track(IntEnum):
    """The three tracks."""

    RND = 0
    MINING = 1
    FINANCE = 2


class Piece(IntEnum):
    """What is taken from the area of Ships, Machines and Trains."""

    SHIP = 0
    MACHINE = 1
    TRAIN = 2


class Line(IntEnum):
    """The Personal Objectives, in objective order: three rows of pieces, three tracks, the contracts."""

    SHIPS = 0
    MACHINES = 1
    TRAINS = 2
    RND = 3
    MINING = 4
    FINANCE = 5
    CONTRACTS = 6


class Stock(IntEnum):
    """What a player can gain an amount of."""

    MONEY = 0
    COAL = 1
    STORED = 2
    SILK = 3
    IRON = 4
    VP = 5


GOODS = tuple(good.name.lower() for good in Good)
COLOURS = tuple(colour.name.lower() for colour in Colour)
ACTIONS = tuple(action.name.lower() for action in Action)
TRACKS = tuple(track.name.lower() for track in Track)
LINES = tuple(line.name.lower() for line in Line)
STOCKS = tuple(stock.name.lower() for stock in Stock)
FACTORIES = (*GOODS, "old")
SECTIONS = ("s1", "s2", "s3", "s4", "s5")
DESTINATIONS = ("new-york", "san-francisco", "washington", "paris", "london", "berlin")
REGIONS = ("kyushu", "chugoku", "kansai", "kanto")
CITIES = ("nagasaki", "fukuoka", "hiroshima", "okayama", "osaka", "nagoya", "tokyo", "sendai")
CITY_SPACES = ("4", "3", "2", "1")
"""The Influence spaces of a city clockwise from the top, by the number printed there."""

TILES = tuple(f"d{n}" for n in range(1, 10))
TOKENS_A = ("a6", "a8", "a10", "a12", "a14")
TOKENS_B = ("b1", "b2", "b3", "b4", "b5")
SIDES = ("a", "b")
TYPES = len(GOODS)
OLD = TYPES
"""The Old Factory's place behind the six types, in Factory order."""

NUMBERS = 5
"""Tokens of each Factory type; the last one belongs to the option late_factories."""

TOKENS = tuple(f"{good}-{n}" for good in GOODS for n in range(1, NUMBERS + 1))
PLACES = len(FACTORIES)
LAST_SPACE = 20
"""The longest track an edition may have."""

TRAIN_SPACES = 7
PIECES = 6
"""Ships, Machines or Trains of a player."""

AREA = 6
CONTRACTS = 8
ROWS = 6
"""Queue rows at most in use."""

SLOTS = 5
"""Pairs of starting tokens at most on offer."""

TOP_TOKEN = 7
LEVELS = 3
"""The highest level of a Favor."""

MOST_ACTIVATIONS = 3
HELP = 3
"""By how much Silk can raise the R&D level at most."""

EXPERT = len(COLOURS)
"""In the Workers area: the Expert of destination d is EXPERT + d, a Worker is its Colour."""

ANY_REGION, SAME_REGION, DIFFERENT_REGION = 0, 1, 2
"""Values of the option market_region."""


class Task(IntEnum):
    """What can lie on the stack; in brackets what a, b, c of the task hold.

    Up to LAST_DRAW chance is to move, from there up to LAST_DECISION a seat; the others are carried out at once.
    """

    NOTHING = 0
    # draws
    FIRST = 1
    TILE = 2  # (city)
    ROTATE = 3  # (city)
    FACE = 4  # (type, number): which side is up
    LATE = 5  # (how many to come)
    HIRE = 6  # (section, how many to come)
    QUEUE = 7  # (row, how many to come)
    TOKEN_A = 8  # (slot)
    TOKEN_B = 9  # (slot)
    # decisions
    PICK = 10  # (how many have picked)
    SIDE = 11
    WORKER = 12
    TURN = 13
    ACT = 14
    REWARD = 15  # (region)
    SPEND = 16  # (how many to come, last good, least Level one of them must have)
    DEPT = 17  # (set of colours)
    STEP = 18  # (how many to come)
    FREE = 19  # (set of pieces, what follows, face for an offer that follows or set of Factories left out)
    EXTRA = 20  # (type, face, set of regions left out): the offer of a face
    GOOD = 21  # (how many to come, last Factory)
    REGION = 22
    FAVOR = 23  # (level)
    KEEP = 24
    OVER = 25
    # effects
    GAIN = 26  # (stock, amount)
    ADVANCE = 27  # (track, steps)
    BONUSES = 28  # (track, from space, to space)
    DEPARTMENT = 29  # (colour)
    WORKER_COLOUR = 30
    UNLOCK = 31  # (value)
    SHIP = 32  # (destination)
    MACHINE = 33  # (factory)
    TRAIN = 34  # (region, space, whether its reward is gained twice)
    PRODUCE = 35  # (factory, whether it belongs to a Production action)
    TRIGGER = 36  # (when, factory or NONE for all)
    WAITING_MACHINE = 37
    GOODS_HERE = 38  # (amount, factory)
    BY_FAVOR = 39  # (colour, line)
    AGAIN = 40  # (track, from space)
    VP_PER_GOOD = 41  # (points)
    VP_PER_LOWER = 42  # (points)
    VP_PER_COLUMN = 43  # (points, set of lines)
    MONEY_PER_MACHINE = 44  # (amount, at most)
    # standing rules of Factories; never on the stack
    MORE_GOODS = 45  # (amount)
    LESS_COAL = 46  # (amount)
    KEEPING = 47  # (amount)
    TRAINS_COUNT = 48  # (influence)
    # the course of a turn
    INVESTED = 49
    FULFIL = 50  # (contract)
    END_ACTION = 51
    SPACES = 52  # (from space of the Workers area)
    INCOME = 53
    OWED = 54
    END_TURN = 55  # (whether it was an idle Consolidation)
    NEXT_TURN = 56
    START = 57


LAST_DRAW = int(Task.TOKEN_B)
LAST_DECISION = int(Task.KEEP)
MODIFIERS = (Task.MORE_GOODS, Task.LESS_COAL, Task.KEEPING, Task.TRAINS_COUNT)


class Follow(IntEnum):
    """What a free build brings besides the piece."""

    NOTHING = 0
    TWICE = 1  # the Train's reward again
    OFFER = 2  # the offer of another one
    ELSEWHERE = 3  # a Machine on another Factory
    PRODUCE = 4  # one production where the Machine stands
    DEPARTMENT = 5  # the bonus of the Department of the Ship's destination


class When(IntEnum):
    """When the effects of a Factory face apply; FIRST and EACH count up with the Action."""

    NEVER = 0
    NOW = 1
    ALWAYS = 2
    HERE_MACHINE = 3
    HERE_PRODUCTION = 4
    EACH_CONTRACT = 5
    CONTRACT = 6  # CONTRACT + n: after the nth of an action
    FIRST = 10
    EACH = 20
    AFTER = 30


TASK_DTYPE = np.dtype([("kind", np.int16), ("a", np.int16), ("b", np.int16), ("c", np.int16)], align=True)

STACK = 48
"""Places on the stack; `edition.problems` keeps chains of bonuses short enough."""

FACTORY_DTYPE = np.dtype(
    [
        ("face", np.int16),  # 2 * (number - 1) + side; of the Old Factory the Good; NONE if not owned
        ("machines", np.int16),
        ("goods", np.int16),
    ],
    align=True,
)

PLAYER_DTYPE = np.dtype(
    [
        ("vp", np.int16),
        ("money", np.int16),
        ("coal", np.int16),
        ("stored", np.int16),
        ("silk", np.int16),
        ("iron", np.int16),
        ("track", np.int16, (len(Track),)),  # space of each marker, from 1
        ("finance_reached", np.int16),  # the highest Finance space ever reached
        ("built", np.int16, (len(Piece),)),
        ("ship_at", np.int16, (len(DESTINATIONS),)),
        ("upgraded", np.int16, (len(COLOURS),)),
        ("area", np.int16, (AREA,)),  # Colour, EXPERT + destination, or NONE
        ("supply", np.int16, (TOP_TOKEN + 1,)),  # Influence tokens of each value
        ("locked", np.int16, (TOP_TOKEN + 1,)),
        ("fulfilled", np.int16, (CONTRACTS,)),
        ("favor", np.int16, (len(Line),)),
        ("factories", FACTORY_DTYPE, (PLACES,)),
        ("waiting", np.int16),  # whether a Machine waits for the first Factory
    ],
    align=True,
)

STATE_DTYPE = np.dtype(
    [
        ("players", PLAYER_DTYPE, (SEATS,)),
        ("depth", np.int16),  # tasks on the stack
        ("seat", np.int16),  # whose turn or setup pick it is; 0 while there is none
        ("first", np.int16),  # the first player; 0 once the first turn has begun
        ("current_round", np.int16),  # 0 in setup, then 1 ... 5, then 6, 7, 8 for the final rounds
        ("turns_left", np.int16),  # in the final rounds
        ("idle", np.int16),  # idle Consolidations in a row
        ("action", np.int16),  # the Action going on, or NONE
        ("made", np.int16),  # its activations so far
        ("used", np.int16),  # set of the Factories or Regions it has used
        ("worker", np.int16),  # the Colour of the Worker taken for it, or NONE
        ("contracts", np.int16),  # contracts it has fulfilled
        ("stack", TASK_DTYPE, (STACK,)),
        ("bag", np.int16, (len(COLOURS),)),
        ("hiring", np.int16, (len(SECTIONS), len(COLOURS))),
        ("queue", np.int16, (ROWS, len(COLOURS))),
        ("owed", np.int16, (ROWS,)),
        ("display", np.int16, (TYPES, NUMBERS)),  # the side that is up, or NONE
        ("tile", np.int16, (len(CITIES),)),
        ("rotation", np.int16, (len(CITIES),)),
        ("token_seat", np.int16, (len(CITIES), len(CITY_SPACES))),
        ("token_value", np.int16, (len(CITIES), len(CITY_SPACES))),
        ("train", np.int16, (len(REGIONS), TRAIN_SPACES)),  # seat, or NONE
        ("expert", np.int16, (len(DESTINATIONS),)),  # whether the Expert is there
        ("pair_a", np.int16, (SLOTS,)),  # A token of each pair still to be picked, or NONE
        ("pair_b", np.int16, (SLOTS,)),
    ],
    align=True,
)

EFFECTS = 3
"""Effects a face or token can have at most."""

OFFER_DTYPE = np.dtype(
    [
        ("piece", np.int16),  # the Piece offered, or NONE
        ("track", np.int16),  # the Track to advance on, or NONE
        ("steps", np.int16),
        ("money", np.int16),
        ("iron", np.int16),
        ("finance", np.int16),  # steps back
    ],
    align=True,
)

FACE_DTYPE = np.dtype(
    [("when", np.int16), ("effects", TASK_DTYPE, (EFFECTS,)), ("offer", OFFER_DTYPE)], align=True
)

RULES_DTYPE = np.dtype(
    [
        ("players", np.int16),
        ("late", np.int16),  # number-5 tokens drawn in setup
        ("displace", np.int16),  # option contest
        ("market_region", np.int16),
        ("rows", np.int16),  # queue rows in use
        ("money", np.int16),
        ("coal", np.int16),
        ("silk", np.int16),
        ("iron", np.int16),
        ("start", np.int16, (len(Track),)),
        ("level", np.int16, (TYPES,)),
        ("research", np.int16, (TYPES,)),
        ("burns", np.int16, (PLACES,)),  # Coal of one production
        ("storage", np.int16, (PLACES,)),
        ("machines", np.int16, (PLACES,)),
        ("influence", np.int16, (TYPES, 4)),  # by number of goods
        ("factory_price", np.int16),
        ("silk_help", np.int16, (HELP + 1,)),
        ("output", np.int16),
        ("research_price", np.int16, (MOST_ACTIVATIONS,)),
        ("mining_price", np.int16, (MOST_ACTIVATIONS,)),
        ("machine_price", np.int16),
        ("piece_iron", np.int16),
        ("piece_money", np.int16),
        ("piece_money_iron", np.int16),
        ("activations", np.int16, (len(Action),)),
        ("section", np.int16, (len(SECTIONS),)),  # set of actions
        ("department", TASK_DTYPE, (len(COLOURS), 2)),
        ("last", np.int16),  # last space of the tracks
        ("mining_coal", np.int16, (LAST_SPACE + 1,)),
        ("finance_money", np.int16, (LAST_SPACE + 1,)),
        ("track_bonus", TASK_DTYPE, (len(Track), LAST_SPACE + 1)),
        ("row_bonus", TASK_DTYPE, (2, PIECES + 1)),  # Ships and Machines; Machines and Trains
        ("lower", np.int16, (len(Line),)),
        ("higher", np.int16, (len(Line),)),
        ("colour", np.int16, (len(DESTINATIONS),)),
        ("region_reward", TASK_DTYPE, (len(REGIONS),)),
        ("overseas", np.int16, (len(CITY_SPACES),)),
        ("city_spaces", np.int16),
        ("market_vp", np.int16),
        ("train_influence", np.int16),
        ("tile_goods", np.int16, (len(TILES), 4)),
        ("train_spaces", np.int16),
        ("train_reward", TASK_DTYPE, (TRAIN_SPACES,)),
        ("supply", np.int16, (TOP_TOKEN + 1,)),
        ("locked", np.int16, (TOP_TOKEN + 1,)),
        ("contract_reward", TASK_DTYPE, (CONTRACTS,)),
        ("contract_level", np.int16, (CONTRACTS,)),
        ("invest_steps", np.int16),
        ("favor_level", np.int16, (AREA + 1,)),
        ("line_points", np.int16, (LEVELS + 1, 2)),
        ("contract_points", np.int16, (LEVELS + 1, CONTRACTS + 1)),
        ("token_vp", np.int16, (len(TOKENS_A),)),
        ("token_a", TASK_DTYPE, (len(TOKENS_A), EFFECTS)),
        ("token_b", TASK_DTYPE, (len(TOKENS_B), EFFECTS)),
        ("workers", np.int16),  # of each colour
        ("hiring_space", np.int16),
        ("queue_row", np.int16),
        ("bonus_space", np.int16, (AREA,)),
        ("salary", np.int16),
        ("spared", np.int16),
        ("rounds", np.int16),
        ("scored", np.int16, (2,)),
        ("final_turns", np.int16),  # of each player
        ("places", np.int16, (3, SEATS + 1)),  # points by period and place
        ("idle", np.int16),  # idle Consolidations in a row that end a round
        ("goods_per_vp", np.int16),
        ("money_per_vp", np.int16),
        ("faces", FACE_DTYPE, (TYPES, 2 * NUMBERS)),
    ],
    align=True,
)


def new_state() -> np.record:
    """A state record, all zero."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
