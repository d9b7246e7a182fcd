"""`zashiki tables`: what is kept is listed, and deleted only when asked for twice."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from typer.testing import CliRunner, Result

import zashiki.table
from zashiki.cli.app import app
from zashiki.table.app import create_app
from zashiki.table.models import Base, Entry, Setting, Table
from zashiki.table.refusals import Refused
from zashiki.table.services import Services
from zashiki.table.tables import NewSeat, NewTable

DAY = 86400


def command(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tables", *arguments])


def run(*arguments: str) -> str:
    result = command(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite3")


@pytest.fixture
def services(db: str) -> Services:
    return create_app(db, workers=0).state.services


def new(services: Services, name: str, days: float, over: bool = False) -> str:
    """A table that was touched so many days ago; its id."""
    wanted = NewTable(game="toshi", seats=[NewSeat(name="Ann"), NewSeat(name="Ben")], name=name)
    table = services.tables.create(wanted).split("/")[2]
    with services.store.writing() as session:
        session.execute(
            update(Table)
            .where(Table.id == table)
            .values(touched=time.time() - days * DAY, **({"mover": ""} if over else {}))
        )
    return table


def ids(services: Services) -> set[str]:
    with services.store.reading() as session:
        return set(session.scalars(select(Table.id)))


def test_the_list_tells_who_sits_where_and_how_far_the_game_is(services: Services, db: str) -> None:
    running, over = new(services, "Sunday [b]round[/b]", 1), new(services, "", 100, over=True)
    text = run("list", "--db", db)
    assert "2 tables kept" in text
    assert text.index(running) < text.index(over)
    assert "Ann, Ben" in text
    assert "Sunday [b]round[/b]" in text
    assert "finished" not in run("list", "--db", db, "--running")
    assert running not in run("list", "--db", db, "--finished")
    assert running not in run("list", "--db", db, "--older-than", "12w")


def test_old_finished_tables_are_deleted_only_with_yes(services: Services, db: str) -> None:
    old, fresh = new(services, "", 91, over=True), new(services, "", 89, over=True)
    running = new(services, "", 500)
    text = run("prune", "--older-than", "90d", "--db", db)
    assert "1 table to be deleted" in text
    assert old in text
    assert "add --yes" in text
    assert ids(services) == {old, fresh, running}
    assert "1 table deleted" in run("prune", "--older-than", "90d", "--finished", "--db", db, "--yes")
    assert ids(services) == {fresh, running}
    assert "0 tables deleted" in run("prune", "--older-than", "90d", "--db", db, "--yes")
    assert "1 table deleted" in run("prune", "--older-than", "90d", "--any", "--db", db, "--yes")
    assert ids(services) == {fresh}


def test_a_table_goes_with_all_that_belongs_to_it_and_nothing_else(services: Services, db: str) -> None:
    gone, kept = new(services, "", 1), new(services, "", 1)

    def rows() -> dict[str, int]:
        with services.store.reading() as session:
            return {
                name: session.scalar(select(func.count()).select_from(table)) or 0
                for name, table in Base.metadata.tables.items()
            }

    both = rows()
    assert "1 table to be deleted" in run("delete", gone, "--db", db)
    assert rows() == both
    assert "1 table deleted" in run("delete", gone, "--db", db, "--yes")
    after = rows()
    for name in ("tables", "seats", "links", "log"):
        assert 2 * after[name] == both[name] > 0, name
    assert after["settings"] == both["settings"]
    with services.store.reading() as session:
        assert set(session.scalars(select(Entry.table_id))) == {kept}
        assert session.scalar(select(func.count()).select_from(Setting))


def test_a_running_server_no_longer_knows_a_deleted_table(services: Services, db: str) -> None:
    path = services.tables.create(NewTable(game="toshi", seats=[NewSeat(name="Ann")]))
    table, token = path.split("/")[2:]
    with services.store.writing() as session:
        session.execute(update(Table).values(mover=""))
    again = services.tables.again(table, token).split("/")[2]
    run("delete", again, "--db", db, "--yes")
    assert services.tables.path_again(services.tables.see(table, token)) is None
    assert services.tables.again(table, token).split("/")[2] != again
    run("delete", table, "--db", db, "--yes")
    with pytest.raises(Refused, match="no such table"):
        services.tables.see(table, token)


def test_a_table_touched_meanwhile_is_spared(services: Services) -> None:
    from zashiki.table.keeping import delete_tables

    old, fresh = new(services, "", 91, over=True), new(services, "", 1, over=True)
    running = new(services, "", 91)
    before = time.time() - 90 * DAY
    assert delete_tables(services.store, [old, fresh, running], before, over=True) == 1
    assert ids(services) == {fresh, running}


def test_without_an_address_it_is_the_file_the_server_uses(
    services: Services, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zashiki.table, "default_database", lambda: Path(db))
    assert new(services, "", 1) in run("list")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "--db", "no-such.sqlite3"], "no such file"),
        (["list", "--db", "sqlite:///no-such.sqlite3"], "no such file"),
        (["list", "--db", "mysql://me@localhost/games"], "PostgreSQL"),
        (["list", "--db", "broken.sqlite3"], "cannot be opened"),
        (["list", "--db", ".", "--older-than", "soon"], "'soon' is no age"),
        (["prune", "--db", "."], "--older-than"),
        (["prune", "--older-than", "-3d"], "'-3d' is no age"),
        (["prune", "--older-than", "90"], "'90' is no age"),
        (["delete", "--db", "."], "ID"),
        (["delete", "abcdef", "k7'; --", "--db", "DB", "--yes"], "there is no table abcdef, k7'; --"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    services: Services,
    db: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.sqlite3").write_text("this is no database" * 100)
    kept = {path.name for path in tmp_path.iterdir()}
    result = command(*(db if word == "DB" else word for word in arguments))
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert {path.name for path in tmp_path.iterdir()} <= kept | {"broken.sqlite3"}


def test_every_command_has_help_with_an_example() -> None:
    for name in ("list", "delete", "prune"):
        text = run(name, "--help")
        assert f"zashiki tables {name}" in text.split("Example:")[1]
    assert "prune" in run()
