"""The printed numbers of Nippon: Zaibatsu as a checked structure, and the rules record made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta, Struct

from zashiki.core import edition
from zashiki.core.edition import Edition
from zashiki.games.nippon import effects
from zashiki.games.nippon.effects import Effect, EffectError, Face
from zashiki.games.nippon.moves import MOST_KEPT
from zashiki.games.nippon.state import (
    ACTIONS,
    AREA,
    COLOURS,
    CONTRACTS,
    GOODS,
    LAST_SPACE,
    LEVELS,
    MOST_ACTIVATIONS,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    RULES_DTYPE,
    SIDES,
    TILES,
    TOKENS,
    TOKENS_A,
    TOKENS_B,
    TRAIN_SPACES,
    Follow,
    Line,
    Task,
    Track,
)

EDITIONS = ("zaibatsu",)
"""The editions in the package."""

MARKET_REGION = ("any", "same", "different")

Amount = Annotated[int, Meta(ge=0, le=50)]
Some = Annotated[int, Meta(ge=1, le=50)]
Points = Annotated[int, Meta(ge=0, le=100)]
Space = Annotated[int, Meta(ge=1, le=LAST_SPACE)]
Words = Annotated[str, Meta(max_length=100)]
GoodName = Literal["cotton", "paper", "bento", "lenses", "bulbs", "clocks"]
ColourName = Literal["black", "red", "grey", "blue", "white", "yellow"]
ActionName = Literal[
    "rnd", "production", "factory", "contracts", "mining", "ships", "machines", "trains", "market"
]
ByPlayers = tuple[Some, Some, Some]
"""A number for 2, 3, 4 players."""

StepPrices = tuple[Amount, Amount, Amount]
ContractPoints = Annotated[list[Points], Meta(min_length=CONTRACTS, max_length=CONTRACTS)]
RowBonuses = Annotated[list[Words], Meta(min_length=PIECES, max_length=PIECES)]
SpaceWords = Annotated[list[Words], Meta(min_length=2, max_length=LAST_SPACE)]
SpaceAmounts = Annotated[list[Amount], Meta(min_length=2, max_length=LAST_SPACE)]
PlaceValues = tuple[Points, Points, Points, Points]


class _Part(Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    pass


class Start(_Part, frozen=True):
    money: Amount
    coal: Amount
    silk: Amount
    iron: Amount
    research: Space
    mining: Space
    finance: Space


class GoodsType(_Part, frozen=True):
    level: Annotated[int, Meta(ge=1, le=3)]
    research: Space
    coal: Amount
    influence: tuple[Annotated[int, Meta(ge=1, le=7)], ...]


class Goods(_Part, frozen=True):
    cotton: GoodsType
    paper: GoodsType
    bento: GoodsType
    lenses: GoodsType
    bulbs: GoodsType
    clocks: GoodsType


class Factory(_Part, frozen=True):
    price: Amount
    storage: Some
    machines: Some
    output: Some
    silk_help: tuple[Some, Some, Some]


class OldFactory(_Part, frozen=True):
    coal: Amount
    storage: Some
    machines: Some


class Prices(_Part, frozen=True):
    research: StepPrices
    mining: StepPrices
    machine: Amount
    piece_iron: Amount
    piece_money: Amount
    piece_money_iron: Amount


Times = Annotated[int, Meta(ge=1, le=MOST_ACTIVATIONS)]


class Activations(_Part, frozen=True):
    rnd: Times
    production: Times
    factory: Annotated[int, Meta(ge=1, le=1)]
    contracts: Times
    mining: Times
    ships: Times
    machines: Times
    trains: Times
    market: Times


class Sections(_Part, frozen=True):
    s1: list[ActionName]
    s2: list[ActionName]
    s3: list[ActionName]
    s4: list[ActionName]
    s5: list[ActionName]


class Department(_Part, frozen=True):
    basic: Words
    upgraded: Words


class Departments(_Part, frozen=True):
    black: Department
    red: Department
    grey: Department
    blue: Department
    white: Department
    yellow: Department


class Tracks(_Part, frozen=True):
    research_bonus: SpaceWords
    mining_coal: SpaceAmounts
    mining_bonus: SpaceWords
    finance_money: SpaceAmounts
    finance_bonus: SpaceWords
    lower: Space
    higher: Space


class Pieces(_Part, frozen=True):
    ships_machines: RowBonuses
    machines_trains: RowBonuses
    lower: Annotated[int, Meta(ge=1, le=PIECES)]
    higher: Annotated[int, Meta(ge=1, le=PIECES)]


class Destinations(_Part, frozen=True):
    new_york: ColourName
    san_francisco: ColourName
    washington: ColourName
    paris: ColourName
    london: ColourName
    berlin: ColourName


class Regions(_Part, frozen=True):
    kyushu: Words
    chugoku: Words
    kansai: Words
    kanto: Words


class Cities(_Part, frozen=True):
    overseas: tuple[Amount, Amount, Amount, Amount]
    spaces: tuple[Times4, Times4, Times4]
    market_vp: Amount
    train_influence: Amount


Times4 = Annotated[int, Meta(ge=1, le=4)]
DemandTile = tuple[GoodName, GoodName, GoodName, GoodName]


class Tiles(_Part, frozen=True):
    d1: DemandTile
    d2: DemandTile
    d3: DemandTile
    d4: DemandTile
    d5: DemandTile
    d6: DemandTile
    d7: DemandTile
    d8: DemandTile
    d9: DemandTile


TrainCount = Annotated[int, Meta(ge=1, le=TRAIN_SPACES)]


class Trains(_Part, frozen=True):
    spaces: tuple[TrainCount, TrainCount, TrainCount]
    rewards: Annotated[list[Words], Meta(min_length=TRAIN_SPACES, max_length=TRAIN_SPACES)]


TokenValues = Annotated[list[Annotated[int, Meta(ge=1, le=7)]], Meta(max_length=20)]


class Tokens(_Part, frozen=True):
    supply: TokenValues
    locked: TokenValues


class Contracts(_Part, frozen=True):
    rewards: Annotated[list[Words], Meta(min_length=CONTRACTS, max_length=CONTRACTS)]
    levels: Annotated[
        list[Annotated[int, Meta(ge=1, le=3)]], Meta(min_length=CONTRACTS, max_length=CONTRACTS)
    ]
    invest_steps: Some


class Favors(_Part, frozen=True):
    levels: Annotated[
        list[Annotated[int, Meta(ge=0, le=LEVELS)]], Meta(min_length=AREA + 1, max_length=AREA + 1)
    ]
    lower: tuple[Points, Points, Points]
    higher: tuple[Points, Points, Points]
    contracts_1: ContractPoints
    contracts_2: ContractPoints
    contracts_3: ContractPoints


class StartToken(_Part, frozen=True):
    vp: Points
    effect: Words


class TokensA(_Part, frozen=True):
    a6: StartToken
    a8: StartToken
    a10: StartToken
    a12: StartToken
    a14: StartToken


class TokensB(_Part, frozen=True):
    b1: Words
    b2: Words
    b3: Words
    b4: Words
    b5: Words


class Workers(_Part, frozen=True):
    per_colour: ByPlayers
    hiring_space: Annotated[int, Meta(ge=1, le=6)]
    queue_row: Annotated[int, Meta(ge=1, le=6)]
    bonus_spaces: list[Annotated[int, Meta(ge=1, le=AREA)]]
    salary: Amount
    spared: Amount


Round = Annotated[int, Meta(ge=1, le=20)]


class Rounds(_Part, frozen=True):
    count: Round
    scored: tuple[Round, Round]
    final_turns: Round
    period_1: PlaceValues
    period_2: PlaceValues
    period_3: PlaceValues
    two_player_places: tuple[Times4, Times4, Times4]
    idle: Annotated[int, Meta(ge=1, le=10)]


class Leftovers(_Part, frozen=True):
    goods_per_vp: Some
    money_per_vp: Some


class Sides(_Part, frozen=True):
    a: Words
    b: Words


class Numbers(_Part, frozen=True):
    """All printed numbers of Nippon: Zaibatsu; `edition.toml` says what each means and where it is known from."""

    start: Start
    goods: Goods
    factory: Factory
    old_factory: OldFactory
    prices: Prices
    activations: Activations
    sections: Sections
    departments: Departments
    tracks: Tracks
    pieces: Pieces
    destinations: Destinations
    regions: Regions
    cities: Cities
    tiles: Tiles
    trains: Trains
    tokens: Tokens
    contracts: Contracts
    favors: Favors
    tokens_a: TokensA
    tokens_b: TokensB
    workers: Workers
    rounds: Rounds
    leftovers: Leftovers
    faces: dict[str, Sides]


TOKEN_A = effects.STARTING | effects.ONLY_A

STEP_BONUSES = 16
"""Track spaces that may lead to free track steps; each can put one more unfinished task on the stack."""

Law = Callable[[object, str], None]


def problems(numbers: Numbers) -> list[str]:
    """What the rules ask of the numbers beyond the bounds of each one."""
    found: list[str] = []

    def law(holds: object, sentence: str) -> None:
        if not holds:
            found.append(sentence)

    law(set(numbers.faces) == set(TOKENS), f"faces must be exactly {', '.join(TOKENS)}")
    if found:
        return found
    _goods_problems(numbers, law)
    _board_problems(numbers, law)
    _round_problems(numbers, law)
    _words_problems(numbers, law)
    return found


def _goods_problems(numbers: Numbers, law: Law) -> None:
    types = [getattr(numbers.goods, good) for good in GOODS]
    for good, entry in zip(GOODS, types, strict=True):
        values = list(entry.influence)
        law(
            len(values) == 3 and values == sorted(set(values)),
            f"goods.{good}.influence must be three rising values",
        )
    levels = [entry.level for entry in types]
    law(levels == sorted(levels), "goods: the Level must not fall in goods order")
    top = max(levels)
    law(max(numbers.contracts.levels) <= top, f"contracts.levels: no good has a Level above {top}")
    helps = list(numbers.factory.silk_help)
    law(helps == sorted(set(helps)), "factory.silk-help must rise")
    for action in ("research", "mining"):
        prices = getattr(numbers.prices, action)
        law(list(prices) == sorted(prices), f"prices.{action} must not fall")


def _board_problems(numbers: Numbers, law: Law) -> None:
    tracks = numbers.tracks
    lengths = {
        len(spaces)
        for spaces in (
            tracks.research_bonus,
            tracks.mining_coal,
            tracks.mining_bonus,
            tracks.finance_money,
            tracks.finance_bonus,
        )
    }
    law(len(lengths) == 1, "tracks: all lists must be equally long, one entry per space")
    last = min(lengths)
    law(tracks.lower < tracks.higher <= last, "tracks: lower must be below higher, and higher on the track")
    for name in ("research", "mining", "finance"):
        law(getattr(numbers.start, name) <= last, f"start.{name} is not on the track")
    law(numbers.pieces.lower < numbers.pieces.higher, "pieces.lower must be below pieces.higher")
    law(
        sorted(msgspec.structs.astuple(numbers.destinations)) == sorted(COLOURS),
        "destinations must have six different colours",
    )
    actions = sorted(action for section in msgspec.structs.astuple(numbers.sections) for action in section)
    law(actions == sorted(ACTIONS), "sections: every action must lie in exactly one section")
    law(all(msgspec.structs.astuple(numbers.sections)), "sections: no section can be without an action")
    for tile in TILES:
        goods = getattr(numbers.tiles, tile)
        law(len(set(goods)) == len(goods), f"tiles.{tile} must want four different goods")
    for name, spaces in (("cities", numbers.cities.spaces), ("trains", numbers.trains.spaces)):
        law(list(spaces) == sorted(spaces), f"{name}.spaces must not fall with more players")


def _round_problems(numbers: Numbers, law: Law) -> None:
    rounds = numbers.rounds
    law(
        rounds.scored[0] < rounds.scored[1] < rounds.count,
        "rounds.scored must be two rising rounds before the last one",
    )
    for period in ("period_1", "period_2", "period_3"):
        values = list(getattr(rounds, period))
        law(values == sorted(values, reverse=True), f"rounds.{period.replace('_', '-')} must not rise")
    law(
        list(rounds.two_player_places) == sorted(set(rounds.two_player_places)),
        "rounds.two-player-places must rise",
    )
    workers = numbers.workers
    law(
        len(set(workers.bonus_spaces)) == len(workers.bonus_spaces),
        "workers.bonus-spaces must differ from each other",
    )
    for players, each in zip((2, 3, 4), workers.per_colour, strict=True):
        needed = most_workers_out(workers, players)
        law(
            each * len(COLOURS) >= needed,
            f"workers.per-colour: {players} players need at least {needed} Workers",
        )
    law(
        list(numbers.favors.levels) == sorted(numbers.favors.levels) and numbers.favors.levels[0] == 0,
        "favors.levels must not fall, and start with 0",
    )


def most_workers_out(workers: Workers, players: int) -> int:
    """How many Workers a game can ask for at once, those drawn for the Hiring spaces included.

    In setup: all Hiring spaces and queue rows (two per opponent), and one for each starting token that takes one from
    the bag. At the end of a round that an empty Hiring space brings about, the queue is empty: at most all areas and
    the other four spaces are full, and the empty one is to get a Worker. A round that idle turns end leaves all areas
    empty, but may leave the queue and four spaces full.
    """
    rows = 2 * (players - 1) * workers.queue_row
    space = max(workers.hiring_space, workers.queue_row)
    setup = 5 * workers.hiring_space + rows + players
    empty_space = AREA * players + 4 * space + 1
    idle = rows + 4 * space + workers.hiring_space
    return max(setup, empty_space, idle)


def _words_problems(numbers: Numbers, law: Law) -> None:
    """What is wrong with the bonuses and effects, which are written in words."""

    def check(path: str, read: Callable[[], object]) -> Any:
        try:
            return read()
        except EffectError as error:
            law(False, f"{path}: {error}")
            return ()

    for colour in COLOURS:
        department = getattr(numbers.departments, colour)
        for state in ("basic", "upgraded"):
            words = getattr(department, state)
            path = f"departments.{colour}.{state}"
            law(words != "-", f"{path} must pay something")
            check(path, lambda words=words: effects.effects(words, effects.PAYMENTS, 1))
    spaces = {
        "tracks.research-bonus": numbers.tracks.research_bonus,
        "tracks.mining-bonus": numbers.tracks.mining_bonus,
        "tracks.finance-bonus": numbers.tracks.finance_bonus,
        "pieces.ships-machines": numbers.pieces.ships_machines,
        "pieces.machines-trains": numbers.pieces.machines_trains,
        "trains.rewards": numbers.trains.rewards,
        "contracts.rewards": numbers.contracts.rewards,
        "regions": list(msgspec.structs.astuple(numbers.regions)),
    }
    unlocks: Counter[int] = Counter()
    steps = 0
    for path, words in spaces.items():
        for one in words:
            for found in check(path, lambda one=one: effects.effects(one, effects.GAINS, 1)):
                if found.task[0] == Task.UNLOCK:
                    unlocks[found.task[1]] += 1
                    law(
                        path.startswith(("tracks.", "pieces.")),
                        f"{path}: only a bonus of a track or between two pieces, which comes once, can unlock a token",
                    )
                if path.startswith("tracks."):
                    steps += found.task[0] in (Task.STEP, Task.DEPARTMENT, Task.DEPT, Task.ADVANCE)
    law(
        unlocks == Counter(numbers.tokens.locked),
        "tokens.locked: every locked token needs exactly one bonus that unlocks it",
    )
    law(steps <= STEP_BONUSES, f"tracks: more than {STEP_BONUSES} spaces lead to further steps")
    for token in TOKENS_A:
        entry = getattr(numbers.tokens_a, token)
        check(f"tokens-a.{token}.effect", lambda e=entry: effects.effects(e.effect, TOKEN_A))
    for token in TOKENS_B:
        words = getattr(numbers.tokens_b, token)
        check(f"tokens-b.{token}", lambda w=words: effects.effects(w, effects.STARTING))
    kept = dict.fromkeys(TOKENS, 0)
    for token, sides in numbers.faces.items():
        for side in SIDES:
            face = check(f"faces.{token}.{side}", lambda s=sides, side=side: effects.face(getattr(s, side)))
            for one in face.effects if face else ():
                if one.task[0] == Task.KEEPING:
                    kept[token] = max(kept[token], one.task[1])
    law(
        sum(kept.values()) <= MOST_KEPT,
        f"faces: all Factories together can keep {sum(kept.values())} resources, more than {MOST_KEPT}",
    )


def load_edition(source: str | Path | None = None) -> Edition:
    """The edition of a name in the package, or of a TOML file; None is the standard edition.

    Raises:
        EditionError: says which file, which value, which bound.
    """
    return edition.load("nippon", __package__ or "", EDITIONS, Numbers, source, problems)


def face_words(numbers: Numbers, type_: int, face: int) -> str:
    """How the edition writes a face of a type; faces count 1a, 1b, 2a, ..."""
    sides = numbers.faces[f"{GOODS[type_]}-{face // 2 + 1}"]
    return getattr(sides, SIDES[face % 2])


def _put(place: Any, found: tuple[Effect, ...]) -> None:
    """Write effects into task records (one, or an array of them)."""
    for i, one in enumerate(found):
        place[i] = one.task


def _put_one(place: Any, words: str) -> None:
    for one in effects.effects(words, most=1):
        for name, value in zip(("kind", "a", "b", "c"), one.task, strict=True):
            place[name] = value


def _put_face(place: Any, face: Face, type_: int, number: int) -> None:
    place["when"] = face.when
    offer = face.offer
    place["offer"] = (
        (offer.piece, offer.track, offer.steps, offer.money, offer.iron, offer.finance)
        if offer
        else (NONE, NONE, 0, 0, 0, 0)
    )
    for i, one in enumerate(face.effects):
        kind, a, b, c = one.task
        if kind == Task.GOODS_HERE:
            b = type_
        elif kind == Task.EXTRA:
            a, b = type_, number
        elif kind == Task.FREE and b == Follow.OFFER:
            c = type_ * 2 * NUMBERS + number
        place["effects"][i] = (kind, a, b, c)


def make_rules(numbers: Numbers, options: Mapping[str, str | int]) -> Any:
    """The rules record of an edition's numbers and complete options."""
    rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
    players = int(options["players"])
    which = players - 2
    rules.players = players
    rules.late = players + 1 if options["late_factories"] == "on" else 0
    rules.displace = options["contest"] == "lower"
    rules.market_region = MARKET_REGION.index(str(options["market_region"]))
    rules.rows = (players - 1) * int(options["queue_rows"])
    _start_and_goods(rules, numbers)
    _boards(rules, numbers, which)
    _tokens(rules, numbers)
    _workers_and_rounds(rules, numbers, which)
    for type_ in range(len(GOODS)):
        for number in range(2 * NUMBERS):
            face = effects.face(face_words(numbers, type_, number))
            _put_face(rules["faces"][type_, number], face, type_, number)
    return rules


def _start_and_goods(rules: Any, numbers: Numbers) -> None:
    start, factory, old, prices = numbers.start, numbers.factory, numbers.old_factory, numbers.prices
    rules.money, rules.coal, rules.silk, rules.iron = start.money, start.coal, start.silk, start.iron
    rules.start[:] = (start.research, start.mining, start.finance)
    for type_, good in enumerate(GOODS):
        entry = getattr(numbers.goods, good)
        rules.level[type_] = entry.level
        rules.research[type_] = entry.research
        rules.burns[type_] = entry.coal
        rules.storage[type_] = factory.storage
        rules.machines[type_] = factory.machines
        rules.influence[type_, 1:] = entry.influence
    rules.burns[OLD], rules.storage[OLD], rules.machines[OLD] = old.coal, old.storage, old.machines
    rules.factory_price = factory.price
    rules.silk_help[1:] = factory.silk_help
    rules.output = factory.output
    rules.research_price[:] = prices.research
    rules.mining_price[:] = prices.mining
    rules.machine_price = prices.machine
    rules.piece_iron = prices.piece_iron
    rules.piece_money = prices.piece_money
    rules.piece_money_iron = prices.piece_money_iron
    rules.activations[:] = [getattr(numbers.activations, action) for action in ACTIONS]
    for section, actions in enumerate(msgspec.structs.astuple(numbers.sections)):
        rules.section[section] = sum(1 << ACTIONS.index(action) for action in actions)


def _boards(rules: Any, numbers: Numbers, which: int) -> None:
    for colour, name in enumerate(COLOURS):
        department = getattr(numbers.departments, name)
        _put_one(rules["department"][colour, 0], department.basic)
        _put_one(rules["department"][colour, 1], department.upgraded)
    tracks, pieces = numbers.tracks, numbers.pieces
    rules.last = len(tracks.research_bonus)
    rules.mining_coal[1 : rules.last + 1] = tracks.mining_coal
    rules.finance_money[1 : rules.last + 1] = tracks.finance_money
    for track, bonuses in (
        (Track.RND, tracks.research_bonus),
        (Track.MINING, tracks.mining_bonus),
        (Track.FINANCE, tracks.finance_bonus),
    ):
        for space, words in enumerate(bonuses, 1):
            _put_one(rules["track_bonus"][track, space], words)
    for row, bonuses in enumerate((pieces.ships_machines, pieces.machines_trains)):
        for column, words in enumerate(bonuses, 1):
            _put_one(rules["row_bonus"][row, column], words)
    rules.lower[: Line.RND], rules.higher[: Line.RND] = pieces.lower, pieces.higher
    rules.lower[Line.RND : Line.CONTRACTS] = tracks.lower
    rules.higher[Line.RND : Line.CONTRACTS] = tracks.higher
    for destination, colour in enumerate(msgspec.structs.astuple(numbers.destinations)):
        rules.colour[destination] = COLOURS.index(colour)
    for region, words in enumerate(msgspec.structs.astuple(numbers.regions)):
        _put_one(rules["region_reward"][region], words)
    rules.overseas[:] = numbers.cities.overseas
    rules.city_spaces = numbers.cities.spaces[which]
    rules.market_vp = numbers.cities.market_vp
    rules.train_influence = numbers.cities.train_influence
    for tile, name in enumerate(TILES):
        rules.tile_goods[tile] = [GOODS.index(good) for good in getattr(numbers.tiles, name)]
    rules.train_spaces = numbers.trains.spaces[which]
    for space, words in enumerate(numbers.trains.rewards):
        _put_one(rules["train_reward"][space], words)


def _tokens(rules: Any, numbers: Numbers) -> None:
    for value in numbers.tokens.supply:
        rules.supply[value] += 1
    for value in numbers.tokens.locked:
        rules.locked[value] += 1
    for contract, words in enumerate(numbers.contracts.rewards):
        _put_one(rules["contract_reward"][contract], words)
    rules.contract_level[:] = numbers.contracts.levels
    rules.invest_steps = numbers.contracts.invest_steps
    favors = numbers.favors
    rules.favor_level[:] = favors.levels
    for level in range(1, LEVELS + 1):
        rules.line_points[level] = favors.lower[level - 1], favors.higher[level - 1]
        rules.contract_points[level, 1:] = getattr(favors, f"contracts_{level}")
    for token, name in enumerate(TOKENS_A):
        rules.token_vp[token] = getattr(numbers.tokens_a, name).vp
        _put(rules["token_a"][token], effects.effects(getattr(numbers.tokens_a, name).effect, TOKEN_A))
    for token, name in enumerate(TOKENS_B):
        _put(rules["token_b"][token], effects.effects(getattr(numbers.tokens_b, name), effects.STARTING))


def _workers_and_rounds(rules: Any, numbers: Numbers, which: int) -> None:
    workers, rounds = numbers.workers, numbers.rounds
    rules.workers = workers.per_colour[which]
    rules.hiring_space = workers.hiring_space
    rules.queue_row = workers.queue_row
    for space in workers.bonus_spaces:
        rules.bonus_space[space - 1] = 1
    rules.salary, rules.spared = workers.salary, workers.spared
    rules.rounds = rounds.count
    rules.scored[:] = rounds.scored
    rules.final_turns = rounds.final_turns
    for period, values in enumerate((rounds.period_1, rounds.period_2, rounds.period_3)):
        if which == 0:
            rules.places[period, :3] = [values[place - 1] for place in rounds.two_player_places]
        else:
            rules.places[period, :4] = values
    rules.idle = rounds.idle * rules.players
    rules.goods_per_vp = numbers.leftovers.goods_per_vp
    rules.money_per_vp = numbers.leftovers.money_per_vp
