"""The one place that opens the database: engine, transactions, migrations.

SQLite (write-ahead log, immediate write transactions, every commit on disk before it is answered) needs nothing
else; PostgreSQL serves the same models. Everybody else asks for `reading()` or `writing()`.
"""

from __future__ import annotations

import errno
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from zashiki.core.errors import ZashikiError
from zashiki.table.models import Setting

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_MILLISECONDS = 15_000
_POSTGRES_LOCK = 0x7A617368


class StoreError(ZashikiError):
    """The database cannot be opened or is not of this version."""


def database_url(db: str | Path) -> str:
    """The SQLAlchemy URL of a database given as a URL or as the path of a SQLite file.

    >>> database_url("games.sqlite3")
    'sqlite:///games.sqlite3'
    >>> database_url("postgresql://me@localhost/games")
    'postgresql+psycopg://me@localhost/games'
    """
    text_form = str(db)
    if "://" not in text_form:
        return f"sqlite:///{Path(text_form).expanduser()}"
    scheme, rest = text_form.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else text_form


def database_file(db: str | Path) -> Path | None:
    """The file of an SQLite database given as a URL or a path; None for another database, or no address at all."""
    try:
        address = make_url(database_url(db))
    except ArgumentError:
        return None
    return Path(address.database) if address.get_backend_name() == "sqlite" and address.database else None


class Store:
    """An open database, brought to the newest form of its tables.

    Args:
        db: URL, or path of a SQLite file, which is made if it is not there.

    Raises:
        StoreError: it cannot be opened, or a newer version of the program made it.
    """

    def __init__(self, db: str | Path) -> None:
        try:
            self.engine = _engine(database_url(db))
            _migrate(self.engine)
        except ArgumentError:
            raise StoreError(
                f"{_shown(db)}: is neither the path of a file nor the address of a database"
            ) from None
        except ModuleNotFoundError as error:
            raise StoreError(
                f"{_shown(db)}: needs the package {error.name}; the databases known to work are SQLite and, "
                "with zashiki[postgres] installed, PostgreSQL"
            ) from None
        except OSError as error:
            raise StoreError(f"{_shown(db)}: cannot be made ({error.strerror})") from None
        except DBAPIError as error:
            reason = str(error.orig).strip().splitlines()
            raise StoreError(
                f"{_shown(db)}: cannot be opened ({reason[0] if reason else 'no reason given'})"
            ) from None
        self._writer = self.engine.execution_options(zashiki_immediate=True)
        # SQLite has one writer at a time; waiting here is fair and quick, waiting inside SQLite polls.
        self._turn: Any = threading.Lock() if self.engine.dialect.name == "sqlite" else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database and changes nothing."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all on disk when the block ends, or, after an exception, none."""
        with self._turn, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def setting(self, key: str) -> str:
        """A secret value of this server, made when it is first asked for."""
        with self.writing() as session:
            found = session.get(Setting, key)
            if found is None:
                found = Setting(key=key, value=secrets.token_hex(32))
                session.add(found)
            return found.value

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True, pool_size=10, max_overflow=30)
    file = address.database
    if not file or file == ":memory:":
        raise ArgumentError("a table needs a database file")
    if not Path(file).parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {Path(file).parent}")
    engine = create_engine(
        address, pool_size=10, max_overflow=50, connect_args={"timeout": BUSY_MILLISECONDS / 1000}
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # The driver's own transaction handling would begin too late and commit before schema changes.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        immediate = connection.get_execution_options().get("zashiki_immediate")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def alembic_config() -> Config:
    """The configuration of the migrations in the package."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _migrate(engine: Engine) -> None:
    config = alembic_config()
    with engine.execution_options(zashiki_immediate=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRES_LOCK})
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            known = ScriptDirectory.from_config(config).get_current_head()
            raise StoreError(
                f"the database was made by a newer version of Zashiki (this one knows it up to {known})"
            ) from None


def _shown(db: str | Path) -> str:
    try:
        return make_url(str(db)).render_as_string(hide_password=True) if "://" in str(db) else str(db)
    except ArgumentError:
        return "the database"
