"""The printed numbers of Sapporo 1876 as a checked structure. What they do is in `rules.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from zashiki.core import edition
from zashiki.core.edition import Edition

EDITIONS = ("standard",)
"""The editions in the package."""

WORKERS = 9
"""Wooden workers per seat."""

MAX_SPACES = 8
"""Most spaces a pioneering column may have."""

MAX_COUNCIL_SPACES = 6
"""Most spaces a council column may have."""

LAST_ICON = 60
"""The farthest space of an event track that may show an icon."""

MAX_RESOURCE = 41
"""No seat may ever be able to hold more tokens of one resource: action ids number the parts of a payment."""

MAX_YEN = 299
"""No seat may ever be able to hold more yen: action ids number the parts of a payment."""

Amount = Annotated[int, Meta(ge=0, le=99)]
Worth = Annotated[int, Meta(ge=1, le=9)]
Resource = Literal["wheat", "rice", "sheep", "cattle"]
CouncilColumn = Literal["left", "middle", "right"]
Spaces = Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=MAX_SPACES)]
CouncilSpaces = Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=MAX_COUNCIL_SPACES)]
Icons = tuple[Annotated[int, Meta(ge=1, le=LAST_ICON)], ...]
Action = Literal["educate", "pioneer", "invest", "appoint"]
Count = Literal[
    "leftovers",
    "yen",
    "resources",
    "column-steps",
    "columns-started",
    "columns-topped",
    "workers-educated",
    "workers-in-area",
    "workers-on-buildings",
    "workers-in-council",
    "buildings-owned",
    "persons-owned",
    "tiles-owned",
]

COUNTS_OF = {
    "resources": ("wheat", "rice", "sheep", "cattle"),
    "column-steps": ("wheat", "rice", "sheep", "cattle"),
    "columns-started": ("wheat", "rice", "sheep", "cattle"),
    "columns-topped": ("wheat", "rice", "sheep", "cattle"),
    "workers-in-council": ("left", "middle", "right"),
}
"""The counts that may be narrowed by `of`, and what to."""


class _Numbers(Struct, forbid_unknown_fields=True):
    pass


class _Names(Struct, forbid_unknown_fields=True, rename="kebab"):
    pass


class FamePurchase(_Numbers):
    ap: Annotated[int, Meta(ge=1, le=99)]
    fame: Amount


class Start(_Numbers):
    yen: Amount
    wheat: Amount
    rice: Amount
    sheep: Amount
    cattle: Amount
    area: Annotated[int, Meta(ge=1, le=WORKERS)]


class Deal(_Numbers):
    persons: Annotated[int, Meta(ge=0, le=10)]
    buildings: Annotated[int, Meta(ge=0, le=11)]
    offers: Annotated[int, Meta(ge=2, le=13)]


class Rates(_Numbers):
    """AP of one token of each resource; 0 is not accepted."""

    wheat: Annotated[int, Meta(ge=0, le=3)] = 0
    rice: Annotated[int, Meta(ge=0, le=3)] = 0
    sheep: Annotated[int, Meta(ge=0, le=3)] = 0
    cattle: Annotated[int, Meta(ge=0, le=3)] = 0


class Spot(_Numbers):
    row: Annotated[int, Meta(ge=0, le=1)]
    col: Annotated[int, Meta(ge=0, le=1)]
    action: Action
    track: Literal["harvest", "settlement"]
    ap: Rates


class Spots(_Names):
    college: Spot
    city_hall: Spot
    village: Spot
    foreign_residence: Spot


class Reward(_Numbers):
    yen: Amount = 0
    wheat: Amount = 0
    rice: Amount = 0
    sheep: Amount = 0
    cattle: Amount = 0
    fame: Amount = 0


class Tier(_Numbers):
    workers: Annotated[int, Meta(ge=1, le=WORKERS)]
    ap: Amount
    now: Reward
    end: Amount


class Academy(_Numbers):
    bottom: Tier
    middle: Tier
    top: Tier


class Column(_Numbers):
    ap: Spaces
    res: Spaces
    yen: Spaces
    end: Spaces


class Columns(_Numbers):
    wheat: Column
    rice: Column
    sheep: Column
    cattle: Column


class Bench(_Numbers):
    ap: CouncilSpaces
    high: Amount
    low: Amount
    end: Amount


class Council(_Numbers):
    left: Bench
    middle: Bench
    right: Bench


class Tracks(_Numbers):
    harvest: Icons
    settlement: Icons


class Pay(_Numbers):
    yen: Amount = 0
    any: Amount = 0


class Gain(_Numbers):
    yen: Amount = 0
    wheat: Amount = 0
    rice: Amount = 0
    sheep: Amount = 0
    cattle: Amount = 0
    fame: Amount = 0
    any: Amount = 0


class Building(_Numbers):
    price: Amount
    pay: Pay = msgspec.field(default_factory=Pay)
    gain: Gain = msgspec.field(default_factory=Gain)
    action: Action | None = None
    columns: tuple[Resource, ...] = ()


class Buildings(_Numbers):
    b1: Building
    b2: Building
    b3: Building
    b4: Building
    b5: Building
    b6: Building
    b7: Building
    b8: Building
    b9: Building
    b10: Building
    b11: Building
    b12: Building
    b13: Building


class Person(_Numbers):
    price: Amount
    per: Amount
    count: Count
    of: tuple[Resource | CouncilColumn, ...] | None = None
    every: Annotated[int, Meta(ge=1, le=99)] = 1
    cap: Annotated[int, Meta(ge=0, le=999)] | None = None


class Persons(_Numbers):
    boehmer: Person
    brooks: Person
    capron: Person
    clark: Person
    dunn: Person
    kuroda: Person
    penhallow: Person
    ryan: Person
    shima: Person
    wheeler: Person


class Numbers(_Numbers):
    """All printed numbers of Sapporo 1876; `edition.toml` says what each one means and where it is known from."""

    events_to_end: Annotated[int, Meta(ge=1, le=LAST_ICON)]
    spot_yen: Amount
    yen_ap: Worth
    any_ap: Worth
    removal_yen: Amount
    leftovers_per_fame: Annotated[int, Meta(ge=1, le=99)]
    fame_purchase: FamePurchase
    start: Start
    deal: Deal
    spots: Spots
    academy: Academy
    columns: Columns
    council: Council
    tracks: Tracks
    buildings: Buildings
    persons: Persons


def problems(numbers: Numbers) -> list[str]:
    """What the rules ask of the numbers beyond the bounds of each one."""
    found = _setup_problems(numbers) + _board_problems(numbers) + _tile_problems(numbers)
    return found or _holding_problems(numbers)


def _setup_problems(numbers: Numbers) -> list[str]:
    found = []
    in_academy = sum(tier.workers for tier in msgspec.structs.astuple(numbers.academy))
    if numbers.start.area + in_academy != WORKERS:
        found.append(
            f"start.area ({numbers.start.area}) and the workers of the academy ({in_academy}) must be {WORKERS} together"
        )
    deal = numbers.deal
    if deal.buildings + deal.offers > len(_items(numbers.buildings)):
        found.append(
            f"deal.buildings + deal.offers: there are only {len(_items(numbers.buildings))} buildings"
        )
    dear = [name for name, tile in _items(numbers.buildings) if tile.price > numbers.start.yen]
    if len(dear) > deal.offers - 2:
        found.append(
            f"buildings: at most {deal.offers - 2} may cost more than the {numbers.start.yen} yen a seat starts with, "
            f"or a purchase at the set-up could be impossible ({', '.join(dear)} cost more)"
        )
    return found


def _board_problems(numbers: Numbers) -> list[str]:
    found = []
    for name, icons in _items(numbers.tracks):
        if len(icons) < numbers.events_to_end:
            found.append(
                f"tracks.{name}: needs at least {numbers.events_to_end} icons (events_to_end), has {len(icons)}"
            )
        if list(icons) != sorted(set(icons)):
            found.append(f"tracks.{name}: the icons must ascend")
    if len({(spot.row, spot.col) for _, spot in _items(numbers.spots)}) != len(_items(numbers.spots)):
        found.append("spots: two lie on the same place (row and col)")
    for name, spot in _items(numbers.spots):
        if sorted(worth for worth in msgspec.structs.astuple(spot.ap) if worth) != [2, 3]:
            found.append(f"spots.{name.replace('_', '-')}.ap: exactly one resource must be worth 3 and one 2")
    for name, column in _items(numbers.columns):
        if len({len(spaces) for spaces in msgspec.structs.astuple(column)}) != 1:
            found.append(f"columns.{name}: ap, res, yen and end must have equally many spaces")
    return found


def _tile_problems(numbers: Numbers) -> list[str]:
    found = []
    for name, tile in _items(numbers.buildings):
        if tile.pay.any and tile.gain.any:
            found.append(f"buildings.{name}: any cannot be both paid and gained")
        if tile.columns and tile.action != "pioneer":
            found.append(f"buildings.{name}: columns belong to the action pioneer")
    for name, person in _items(numbers.persons):
        allowed = COUNTS_OF.get(person.count, ())
        wrong = [word for word in person.of or () if word not in allowed]
        if person.of is not None and (wrong or not person.of):
            found.append(
                f"persons.{name}.of: {person.count} can be narrowed to "
                + (f"some of {', '.join(allowed)}" if allowed else "nothing")
            )
    return found


def _holding_problems(numbers: Numbers) -> list[str]:
    found = []
    for name, held in largest_holdings(numbers).items():
        limit = MAX_YEN if name == "yen" else MAX_RESOURCE
        if held > limit:
            found.append(
                f"a seat might come to hold {held} {name}, more than the {limit} a payment can be written with: "
                "lower the yields, the gains of buildings or the number of events"
            )
    return found


def most_turns(numbers: Numbers) -> int:
    """The length of the longest game in turns.

    Each turn moves one marker by one step, and the turn that reaches the last event is the last one. Before it,
    h harvests and s settlements with h + s = events_to_end - 1 have happened, so neither marker has passed the step
    before its next icon.
    """
    before = numbers.events_to_end - 1
    tracks = numbers.tracks
    return max(tracks.harvest[h] - 1 + tracks.settlement[before - h] - 1 for h in range(before + 1)) + 1


def largest_holdings(numbers: Numbers) -> dict[str, int]:
    """For yen and each resource a number that no seat's holding can exceed.

    The sum of everything a seat could ever receive: its start; the full yield of its columns at every event, as if
    all were harvests; each building once before the first and once after every harvest, since a worker leaves a
    building only then; the rewards of the academy; and all yen ever laid on the spots.
    """
    events, uses = numbers.events_to_end, numbers.events_to_end + 1
    tiles = [tile.gain for _, tile in _items(numbers.buildings)]
    rewards = [tier.now for _, tier in _items(numbers.academy)]
    columns = [column for _, column in _items(numbers.columns)]
    spots = len(_items(numbers.spots))
    largest = {
        "yen": numbers.start.yen
        + events * sum(sum(column.yen) for column in columns)
        + uses * sum(gain.yen for gain in tiles)
        + sum(reward.yen for reward in rewards)
        + numbers.spot_yen * (spots + 2 * most_turns(numbers))
    }
    for name, column in _items(numbers.columns):
        largest[name] = (
            getattr(numbers.start, name)
            + events * sum(column.res)
            + uses * sum(getattr(gain, name) + gain.any for gain in tiles)
            + sum(getattr(reward, name) for reward in rewards)
        )
    return largest


def _items(structure: Struct) -> list[tuple[str, Any]]:
    return list(msgspec.structs.asdict(structure).items())


def load_edition(source: str | Path | None = None) -> Edition:
    """The edition of a name in the package, or of a TOML file; None is the standard edition.

    Raises:
        EditionError: says which file, which value, which bound.
    """
    return edition.load("sapporo", __package__ or "", EDITIONS, Numbers, source, problems)
