"""The database: its form, its migrations, its transactions."""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text

from zashiki.table.models import Base, Setting
from zashiki.table.store import Store, StoreError, alembic_config


@pytest.fixture
def database(tmp_path: Any) -> str:
    return str(tmp_path / "tables.sqlite3")


def test_migrations_lead_to_the_models(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    store.close()


def test_migrations_can_be_undone_and_done_again(database: str) -> None:
    store = Store(database)
    config = alembic_config()
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    with sqlite3.connect(database) as plain:
        assert plain.execute("SELECT name FROM sqlite_master WHERE name = 'log'").fetchall() == []
    store.close()
    assert len(Store(database).setting("forms")) == 64


def test_opening_again_keeps_what_is_there(database: str) -> None:
    first = Store(database)
    secret = first.setting("forms")
    first.close()
    assert Store(database).setting("forms") == secret


def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    store = Store(database)
    with store.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(StoreError, match="newer version"):
        Store(database)


@pytest.mark.parametrize("address", ["/proc/nowhere/tables.sqlite3", "nosuchdb://somewhere/x", "sqlite://"])
def test_what_cannot_be_opened_is_said_in_one_line(address: str) -> None:
    with pytest.raises(StoreError) as error:
        Store(address)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("nothing of the kind " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(file)
    assert file.read_text().startswith("nothing of the kind")


def test_commits_are_on_disk_before_they_are_answered(database: str) -> None:
    store = Store(database)
    with store.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA synchronous")) == 2
        assert session.scalar(text("PRAGMA foreign_keys")) == 1


def test_an_exception_undoes_the_whole_transaction(database: str) -> None:
    store = Store(database)

    def fail() -> None:
        with store.writing() as session:
            session.add(Setting(key="half", value="done"))
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with store.reading() as session:
        assert session.get(Setting, "half") is None


def test_writers_of_two_servers_wait_for_each_other(database: str) -> None:
    """Read, then write: with transactions that begin late, one of two such writers would fail or be lost."""
    stores = [Store(database), Store(database)]
    with stores[0].writing() as session:
        session.add(Setting(key="count", value="0"))

    def count(store: Store) -> None:
        for _ in range(40):
            with store.writing() as session:
                found = session.scalars(select(Setting).where(Setting.key == "count")).one()
                found.value = str(int(found.value) + 1)

    threads = [threading.Thread(target=count, args=(store,)) for store in stores for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stores[1].reading() as session:
        assert session.get(Setting, "count").value == "160"
