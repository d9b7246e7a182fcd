"""The printed numbers of Toshi as a checked structure. What they do is in `rules.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from zashiki.core import edition
from zashiki.core.edition import Edition

EDITIONS = ("standard",)
"""The editions in the package."""

Price = Annotated[int, Meta(ge=-100, le=100)]
Amount = Annotated[int, Meta(ge=0, le=50)]
Copies = Annotated[int, Meta(ge=0, le=36)]
Count = Annotated[int, Meta(ge=0)]
ExtraBuilds = Annotated[int, Meta(ge=0, le=5)]
Discountable = Literal["nagaya", "machiya", "noka", "koba", "mise"]


class _Numbers(Struct, forbid_unknown_fields=True, frozen=True, rename="kebab"):
    pass


class _Plain(Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Start(_Plain, frozen=True):
    koku: Annotated[int, Meta(ge=0, le=1000)]
    noka: Annotated[int, Meta(ge=0, le=6)]


class End(_Plain, frozen=True):
    koku: Annotated[int, Meta(ge=1, le=5000)]


class Coins(_Plain, frozen=True, rename=lambda field: field.removeprefix("of_")):
    of_50: Count
    of_20: Count
    of_10: Count
    of_5: Count
    of_1: Count


class Scoring(_Plain, frozen=True):
    empty_square: Amount
    solo_supply_tile: Amount


class Titles(_Numbers, frozen=True):
    growing_town: int
    flourishing_city: int
    renowned_city: int
    golden_age: int


class Solo(_Plain, frozen=True):
    offers: Annotated[int, Meta(ge=1, le=10)]
    titles: Titles


class House(_Plain, frozen=True):
    price: Price
    copies: Copies
    income_per_mise: Amount


class Noka(_Plain, frozen=True):
    price: Price
    copies: Copies
    income_in_line: Amount
    extra_builds: ExtraBuilds


class Koba(_Plain, frozen=True):
    price: Price
    copies: Copies
    income_per_house: Amount


class Teien(_Plain, frozen=True):
    price: Price
    copies: Copies
    per_turn: Annotated[int, Meta(ge=1, le=36)]


class Kura(_Plain, frozen=True):
    price: Price
    copies: Copies
    interest: Amount


class Mise(_Plain, frozen=True):
    price: Price
    copies: Copies
    upkeep: Amount


class Umaya(_Plain, frozen=True):
    price: Price
    copies: Copies
    extra_builds: ExtraBuilds


class BellTower(_Plain, frozen=True):
    price: Price
    towers: Annotated[int, Meta(ge=1, le=3)]
    income_per_teien: Amount


class Kabuki(_Plain, frozen=True):
    price: Price
    income_per_house: Amount
    score_per_house: Amount


class Honjin(_Plain, frozen=True):
    price: Price
    income_per_mise: Amount
    upkeep_per_mise: Amount


class Gakumonjo(_Plain, frozen=True):
    price: Price
    income_per_house: Amount


class Magistrate(_Plain, frozen=True):
    price: Price
    discount: Amount
    discounted: tuple[Discountable, ...]


class Kawaramono(_Plain, frozen=True):
    price: Price
    extra_builds: ExtraBuilds


class Shiro(_Plain, frozen=True):
    price: Price
    income: Amount
    empty_square: Amount


class SilkwormFarm(_Plain, frozen=True):
    price: Price
    income_in_line: Amount
    extra_builds: ExtraBuilds


class ExchangeOffice(_Plain, frozen=True):
    price: Price
    interest: Amount


class DaimyoResidence(_Plain, frozen=True):
    price: Price
    umaya: Copies


class Buildings(_Numbers, frozen=True):
    nagaya: House
    machiya: House
    noka: Noka
    koba: Koba
    teien: Teien
    kura: Kura
    mise: Mise
    umaya: Umaya
    bell_tower: BellTower
    kabuki: Kabuki
    honjin: Honjin
    gakumonjo: Gakumonjo
    magistrate: Magistrate
    kawaramono: Kawaramono
    shiro: Shiro
    silkworm_farm: SilkwormFarm
    exchange_office: ExchangeOffice
    daimyo_residence: DaimyoResidence


class Numbers(_Plain, frozen=True):
    """All printed numbers of Toshi; `edition.toml` says what each one means and where it is known from."""

    start: Start
    end: End
    coins: Coins
    scoring: Scoring
    solo: Solo
    buildings: Buildings


def problems(numbers: Numbers) -> list[str]:
    """What the rules ask of the numbers beyond the bounds of each one."""
    found = []
    if numbers.start.koku >= numbers.end.koku:
        found.append(f"start.koku must be below end.koku ({numbers.end.koku})")
    if numbers.start.noka > numbers.buildings.noka.copies:
        found.append(f"start.noka cannot exceed buildings.noka.copies ({numbers.buildings.noka.copies})")
    regular = [b for b in msgspec.structs.astuple(numbers.buildings) if hasattr(b, "copies")]
    if sum(b.copies for b in regular) <= numbers.start.noka:
        found.append("buildings: at least one regular tile must be left in the supply after setup")
    limits = msgspec.structs.astuple(numbers.solo.titles)
    if list(limits) != sorted(set(limits)):
        found.append("solo.titles must rise from growing-town to golden-age")
    return found


def load_edition(source: str | Path | None = None) -> Edition:
    """The edition of a name in the package, or of a TOML file; None is the standard edition.

    Raises:
        EditionError: says which file, which value, which bound.
    """
    return edition.load("toshi", __package__ or "", EDITIONS, Numbers, source, problems)


def title(score: int, numbers: Numbers | None = None) -> str:
    """The id of the title a solo score earns, by the limits of the given numbers or of the standard edition.

    >>> title(100)
    'renowned-city'
    """
    limits = (numbers or load_edition().values).solo.titles
    earned = "apprentice"
    for name, limit in (
        ("growing-town", limits.growing_town),
        ("flourishing-city", limits.flourishing_city),
        ("renowned-city", limits.renowned_city),
        ("golden-age", limits.golden_age),
    ):
        if score >= limit:
            earned = name
    return earned
