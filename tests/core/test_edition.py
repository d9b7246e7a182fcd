"""Edition files: provenance, bounds, overlays, and clear words for every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

import zashiki
from zashiki.core.errors import EditionError

TOSHI = zashiki.get("toshi")


def refused(tmp_path: Path, text: str) -> str:
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(EditionError) as caught:
        TOSHI.load_edition(file)
    assert str(caught.value).startswith(str(file))
    return str(caught.value)


def a_number() -> tuple[str, int]:
    """Some numeric entry of the standard edition, as a dotted path and its value."""
    return next(
        (path, value) for path, value, _ in TOSHI.load_edition().rows() if path.endswith("koba.price")
    )


def nested(path: str, value: str) -> str:
    *tables, key = path.split(".")
    return f"[{'.'.join(tables)}]\n{key} = {value}\n" if tables else f"{key} = {value}\n"


def test_every_number_of_the_standard_edition_says_where_it_is_known_from() -> None:
    edition = TOSHI.load_edition()
    assert edition.packaged
    rows = list(edition.rows())
    assert len(rows) > 30
    assert {p.source for _, _, p in rows} <= {"R", "I", "P", "A"}
    assert all(path in edition.provenance for path, _, _ in rows)


def test_an_overlay_changes_only_what_it_names(tmp_path: Path) -> None:
    path, value = a_number()
    file = tmp_path / "dear.toml"
    file.write_text('extends = "standard"\n' + nested(path, str(value + 1)))
    dear, standard = TOSHI.load_edition(file), TOSHI.load_edition()
    assert dear.name == "dear"
    assert not dear.packaged
    assert standard.differences(dear) == [(path, value, value + 1)]
    assert dear.provenance[path].source == "O"
    assert dear.digest != standard.digest


def test_a_record_of_an_own_edition_loads_only_with_that_file(tmp_path: Path) -> None:
    path, value = a_number()
    mine, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    mine.write_text('extends = "standard"\n' + nested(path, str(value + 1)))
    other.write_text('name = "mine"\nextends = "standard"\n' + nested(path, str(value + 2)))
    position = zashiki.new("toshi", players=1, edition=mine, seed=1)
    position.roll()
    text = position.record().to_json()
    assert zashiki.load(text, edition=mine) == position
    with pytest.raises(zashiki.RecordError, match="give that edition's file"):
        zashiki.load(text)
    with pytest.raises(zashiki.RecordError, match="other numbers"):
        zashiki.load(text, edition=other)
    with pytest.raises(zashiki.RecordError, match="not 'standard'"):
        zashiki.load(text, edition="standard")


def test_faults_are_named_with_file_value_and_bound(tmp_path: Path) -> None:
    path, _ = a_number()
    base = 'extends = "standard"\n'
    assert path in refused(tmp_path, base + nested(path, '"six"'))
    assert path in refused(tmp_path, base + nested(path, "6.5"))
    assert path in refused(tmp_path, base + nested(path, "100000"))
    assert path in refused(tmp_path, base + nested(path, '{ value = 6, source = "X" }'))
    assert path in refused(tmp_path, base + nested(path, "{ value = 6, sauce = 1 }"))
    assert "unknown field" in refused(tmp_path, base + nested("buildings.pagoda.price", "3"))
    assert "missing required field" in refused(tmp_path, nested(path, "6"))
    assert "not valid TOML" in refused(tmp_path, "price = = 3")
    assert "is for the game 'sapporo'" in refused(tmp_path, 'game = "sapporo"\n')
    assert "belongs to an edition of the package" in refused(tmp_path, 'name = "standard"\n' + base)
    assert "not in the package" in refused(tmp_path, 'extends = "deluxe"\n')
    assert "must be a text" in refused(tmp_path, "name = 3\n")


def test_files_that_are_no_editions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="neither in the package"):
        TOSHI.load_edition(tmp_path / "absent.toml")
    with pytest.raises(EditionError, match="cannot be read"):
        TOSHI.load_edition(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EditionError, match="not a text file"):
        TOSHI.load_edition(binary)
    huge = tmp_path / "huge.toml"
    huge.write_text("#" * 300_000)
    with pytest.raises(EditionError, match="too large"):
        TOSHI.load_edition(huge)


def test_an_edition_of_another_game_is_not_taken(tmp_path: Path) -> None:
    edition = TOSHI.load_edition()
    foreign = type(edition)(**{**edition.__dict__, "game": "chess"})
    with pytest.raises(EditionError, match="not 'toshi'"):
        zashiki.new("toshi", players=2, edition=foreign)
