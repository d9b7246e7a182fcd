"""Records: what is refused, with which words, and that files are written whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import zashiki
from zashiki.core import record as records
from zashiki.core.errors import RecordError, ZashikiError

GOOD = {
    "format": "zashiki.record/1",
    "game": "toshi",
    "options": {"players": 2, "turn_cap": 1},
    "log": [
        ["*", "start 3C"],
        ["*", "start 5A"],
        ["*", "first 0"],
        ["*", "roll 6F"],
        [0, "pass"],
        [1, "pass"],
    ],
    "result": {"scores": [-160, -160], "ranks": [1, 1]},
}


def altered(**changes: object) -> str:
    return json.dumps({**GOOD, **changes})


def with_entry(index: int, entry: list) -> str:
    log = [list(e) for e in GOOD["log"]]
    log[index] = entry
    return altered(log=log)


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        zashiki.load(text)
    return caught.value


def test_a_good_record_loads_with_defaults_left_out() -> None:
    position = zashiki.load(json.dumps(GOOD))
    assert position.is_over
    assert position.edition.name == "standard"
    assert position.options["specials"] == "off"


def test_an_illegal_entry_is_named_with_what_was_legal_there() -> None:
    error = refused(with_entry(1, ["*", "start 3C"]))
    assert error.entry == 1
    assert "log entry 1 (* start 3C) is illegal" in str(error)
    assert len(error.legal) == 35
    error = refused(with_entry(4, [0, "build bell-tower 6F"]))
    assert error.entry == 4
    assert "pass" in error.legal


def test_the_wrong_mover_an_unreadable_move_and_moves_after_the_end_are_named() -> None:
    assert "wrong mover: it is for 0 to move" in str(refused(with_entry(4, [1, "pass"])))
    assert "no verb 'dance'" in str(refused(with_entry(4, [0, "dance"])))
    assert "after the end of the game" in str(refused(altered(log=[*GOOD["log"], [0, "pass"]])))


def test_a_result_that_is_not_the_games_is_refused() -> None:
    assert "is not the game's" in str(refused(altered(result={"scores": [1, 2], "ranks": [2, 1]})))
    assert "not over" in str(refused(altered(log=GOOD["log"][:-1])))


def test_lists_of_legal_moves_are_checked_where_given() -> None:
    position, legal = zashiki.load(json.dumps(GOOD)), []
    for count in range(len(position)):
        legal.append(records.legal_list(position.at(count)))
    assert legal[0][0] == ("start 1A", 1)
    assert zashiki.load(altered(legal=legal)) == position
    legal[4] = legal[4][:-1]
    error = refused(altered(legal=legal))
    assert error.entry == 4
    assert "'legal' has 5 lists" in str(refused(altered(legal=legal[:5])))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{}", "missing required field"),
        (altered(format="zashiki.record/2"), "is not a valid record"),
        (json.dumps({k: v for k, v in GOOD.items() if k != "format"}), "'format' must be"),
        (altered(log=[["*"]]), "is not a valid record"),
        (altered(log=[["x", "start 3C"]]), "is not a valid record"),
        (altered(log=[[7, "pass"]]), "is not a valid record"),
        (altered(options=[]), "is not a valid record"),
        (altered(rules=99), "version 99 of the rules"),
        (altered(edition="deluxe"), "give that edition's file"),
        (altered(seats=["Ann"]), "1 seat names for 2 players"),
        (altered(log=[["*", "x" * 500]]), "is not a valid record"),
    ],
)
def test_foreign_and_damaged_records_are_refused_in_one_sentence(text: str, message: str) -> None:
    error = refused(text)
    assert message in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"options": {}},
        {"options": {"players": 5}},
        {"options": {"players": True}},
        {"options": {"players": 2, "colour": "red"}},
        {"options": {"players": 2, "turn_cap": 0}},
        {"options": {"players": 2, "specials": 1}},
    ],
)
def test_a_wrong_head_is_refused(changes: dict) -> None:
    with pytest.raises(ZashikiError):
        zashiki.load(altered(**changes))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda x: st.lists(x) | st.dictionaries(st.text(max_size=8), x),
        max_leaves=8,
    )
)
def test_what_the_schema_refuses_the_reader_refuses_too(value: object) -> None:
    """The published schema and the reader must not disagree on damaged records."""
    schema = Draft202012Validator(json.loads(records.SCHEMA_FILE.read_text()))
    for key in ("format", "game", "options", "log", "result", "seats"):
        document = {**GOOD, key: value}
        try:
            records.parse(json.dumps(document))
            accepted = True
        except RecordError:
            accepted = False
        assert accepted == schema.is_valid(document)


def test_the_schema_in_the_package_is_the_readers_own() -> None:
    assert json.loads(records.SCHEMA_FILE.read_text()) == json.loads(json.dumps(records.schema()))


def test_files_with_one_record_or_many(tmp_path: Path) -> None:
    one, many, indented = tmp_path / "one.json", tmp_path / "many.jsonl", tmp_path / "indented.json"
    zashiki.load(json.dumps(GOOD)).save(one)
    assert not list(tmp_path.glob("*.part"))
    assert zashiki.load(one).is_over
    indented.write_text(json.dumps(GOOD, indent=2))
    assert zashiki.load(indented).is_over
    many.write_text(json.dumps(GOOD) + "\n\n" + json.dumps(GOOD) + "\n")
    assert len(list(zashiki.load_all(many))) == 2
    with pytest.raises(RecordError, match="holds 2 records"):
        zashiki.load(many)
    many.write_text(json.dumps(GOOD) + "\n" + with_entry(4, [0, "dance"]) + "\n")
    with pytest.raises(RecordError, match="line 2: log entry 4"):
        list(zashiki.load_all(many))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        zashiki.load(tmp_path / "absent.json")
    empty = tmp_path / "empty.json"
    empty.write_text("\n")
    with pytest.raises(RecordError, match="is empty"):
        zashiki.load(empty)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\x89PNG\xff")
    with pytest.raises(RecordError, match="not a text file"):
        zashiki.load(binary)


def test_a_file_may_begin_with_a_byte_order_mark_or_be_a_list_of_records(tmp_path: Path) -> None:
    marked, listed = tmp_path / "marked.json", tmp_path / "listed.json"
    marked.write_text(json.dumps(GOOD), "utf-8-sig")
    assert zashiki.load(marked).is_over
    listed.write_text(json.dumps([GOOD, GOOD, 5]))
    records_of = zashiki.load_all(listed)
    assert next(records_of).is_over
    assert next(records_of).is_over
    with pytest.raises(RecordError, match="record 3: is not a valid record"):
        next(records_of)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "is not JSON"),
        ("[]", "Expected object, got array"),
        (b"\xff", "is not JSON"),
        (None, "give the path of a file or its JSON text"),
        (5, "give the path of a file or its JSON text"),
        ({}, "give the path of a file or its JSON text"),
    ],
)
def test_what_is_no_record_at_all_is_told_so(source: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        zashiki.load(source)  # type: ignore[arg-type]


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    position = zashiki.load(json.dumps(GOOD).encode())
    for path in (tmp_path, tmp_path / "nowhere" / "game.json"):
        with pytest.raises(RecordError, match=f"{path}: cannot be written"):
            position.save(path)
    assert list(tmp_path.parent.glob("*.part")) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("seed", "edition"), [("x", None), (1.5, None), (True, None), (1, 5)])
def test_a_seed_is_an_integer_and_an_edition_a_name_or_a_file(seed: object, edition: object) -> None:
    with pytest.raises(zashiki.ZashikiError, match=r"must be an integer|is no edition"):
        zashiki.new("toshi", players=1, seed=seed, edition=edition)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("share", "error"), [(None, TypeError), (1.5, ValueError), (float("nan"), ValueError)]
)
def test_a_generator_must_give_shares_of_one(share: float | None, error: type[Exception]) -> None:
    class Generator:
        def random(self) -> float | None:
            return share

    position = zashiki.new("toshi", players=1)
    with pytest.raises(error):
        position.roll(5 if share is None else Generator())
    assert len(position) == 0


def test_an_oversized_text_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(RecordError, match="too large"):
        zashiki.load("{" + " " * (records.MAX_BYTES + 1))
