"""Records as Parquet: every decision a row that replays, one file whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import Result
from typer.testing import CliRunner

import zashiki
from zashiki.arena.games import Series, play_series
from zashiki.cli.app import app
from zashiki.core.errors import OptionError, RecordError, ZashikiError
from zashiki.core.record import Record, parse, read_file
from zashiki.envs import Task
from zashiki.envs.data import write_parquet


def games(name: str, players: int, count: int = 3, **options: str | int) -> list[Record]:
    found = zashiki.get(name)
    series = Series(
        name,
        found.complete_options(players, options),
        found.load_edition(),
        ("random",) * players,
        5,
        records=True,
    )
    return [parse(line) for batch in play_series(series, count) for line in batch.records]


def named(records: list[Record]) -> list[tuple[str, Record]]:
    return [(f"game {i}", record) for i, record in enumerate(records)]


@pytest.mark.parametrize(("name", "players"), [("toshi", 3), ("toshi", 1), ("sapporo", 2), ("nippon", 2)])
def test_rows_are_the_decisions_of_the_games(name: str, players: int, tmp_path: Path) -> None:
    records = games(name, players)
    path = tmp_path / "games.parquet"
    written = write_parquet(named(records), path)
    table = pq.read_table(path)
    assert (written.games, written.decisions, written.unfinished) == (3, len(table), 0)
    task = Task(name, players)
    rows = iter(table.to_pylist())
    for number, record in enumerate(records):
        position = record.start()
        end = record.replay()
        rewards = task.rewards(end)
        for step, (mover, text) in enumerate(record.log):
            if isinstance(mover, int):
                row = next(rows)
                assert (row["record"], row["step"], row["seat"]) == (number, step, mover)
                assert (row["move"], row["phase"]) == (text, position.phase)
                assert task.move_of(position, row["action"]).text == text
                if step % 20 == 0:
                    assert np.array_equal(row["observation"], task.observation(position, mover))
                    assert np.array_equal(row["mask"], task.mask(position))
                assert row["outcome"] == pytest.approx(rewards[mover])
                assert row["scores"] == [standing.score for standing in end.standings]
                assert row["ranks"] == [standing.rank for standing in end.standings]
            position.play(text)
    assert next(rows, None) is None


def test_the_metadata_tells_what_the_columns_mean(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    write_parquet(named(games("toshi", 2)), path, reward="margin")
    table = pq.read_table(path)
    told = json.loads(table.schema.metadata[b"zashiki"])
    assert (told["game"], told["players"], told["reward"]) == ("toshi", 2, "margin")
    last = told["features"][-1]
    assert last["start"] + int(np.prod(last["shape"])) == table.schema.field("observation").type.list_size
    row = table.to_pylist()[0]
    assert row["outcome"] == row["scores"][row["seat"]] - row["scores"][1 - row["seat"]]


def test_a_game_without_an_end_has_no_outcome(tmp_path: Path) -> None:
    record = games("toshi", 2, 1)[0]
    record.log, record.result = record.log[:20], None
    path = tmp_path / "games.parquet"
    written = write_parquet([("game", record)], path)
    rows = pq.read_table(path).to_pylist()
    assert written.unfinished == 1
    assert {(row["outcome"], row["scores"], row["ranks"]) for row in rows} == {(None, None, None)}


def test_games_of_several_options_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    records = games("toshi", 2, 2) + games("toshi", 2, 2, specials="on")
    assert write_parquet(named(records), path).games == 4


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: games("toshi", 2, 1) + games("toshi", 3, 1),
            OptionError,
            "game 1: toshi with 3 seats after",
        ),
        (list, ZashikiError, "no records"),
    ],
)
def test_files_that_cannot_be_are_not_begun(
    make, error: type[Exception], message: str, tmp_path: Path
) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=message):
        write_parquet(named(make()), tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_does_not_replay_is_named(tmp_path: Path) -> None:
    good, bad = games("toshi", 2, 2)
    bad.log[6] = (bad.log[6][0], "remove nagaya")
    path = tmp_path / "games.parquet"
    path.write_bytes(b"kept")
    with pytest.raises(RecordError, match="game 1: log entry 6") as caught:
        write_parquet(named([good, bad]), path)
    assert caught.value.entry == 6
    assert path.read_bytes() == b"kept"
    good.result.scores[0] += 1  # type: ignore[union-attr]
    with pytest.raises(RecordError, match="game 0: its result"):
        write_parquet(named([good]), path)
    with pytest.raises(ZashikiError, match="is a folder"):
        write_parquet(named([good]), tmp_path)


def test_many_rows_come_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zashiki.envs.data.ROWS", 50)
    records = games("toshi", 2)
    path = tmp_path / "games.parquet"
    written = write_parquet(named(records), path)
    file = pq.ParquetFile(path)
    assert file.num_row_groups == -(-written.decisions // 50)
    assert [row["step"] for row in file.read().to_pylist()] == [
        step for record in records for step, (mover, _) in enumerate(record.log) if mover != "*"
    ]


def test_the_command(tmp_path: Path) -> None:
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(app, ["export", *map(str, arguments)])

    records = tmp_path / "games.jsonl"
    records.write_text("".join(record.to_json() + "\n" for record in games("toshi", 2)))
    done = run(records, "--to", "parquet")
    assert done.exit_code == 0, done.stderr
    assert f"{tmp_path / 'games.parquet'}: 3 games, " in done.stdout
    assert len(pq.read_table(tmp_path / "games.parquet")) == sum(
        mover != "*" for _, record in read_file(records) for mover, _ in record.log
    )
    for arguments, text in (
        ([records, "--reward", "fame"], "rank or margin or score"),
        ([tmp_path / "none.jsonl"], "none.jsonl: cannot be read"),
        ([records, "--out", tmp_path / "no" / "such.parquet"], "cannot be written"),
        ([records, "--to", "csv"], "parquet"),
        ([records, "--out", records], "holds the records that are read"),
        ([tmp_path], "is a folder"),
        (["."], "is a folder"),
    ):
        done = run(*arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert text in done.stderr
