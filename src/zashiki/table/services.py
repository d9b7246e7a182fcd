"""What a running server is made of, put together once and handed to every route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from zashiki.core import i18n
from zashiki.table.courses import Courses, Editions
from zashiki.table.live import Hub
from zashiki.table.pages import PageData, page_data
from zashiki.table.runner import PACE_SECONDS, Runner
from zashiki.table.security import Forms
from zashiki.table.store import Store
from zashiki.table.tables import Seen, Tables
from zashiki.table.thinkers import Thinkers
from zashiki.table.uploads import Uploads


@dataclass(frozen=True)
class Services:
    """The parts of a server."""

    store: Store
    tables: Tables
    uploads: Uploads
    editions: Editions
    hub: Hub
    runner: Runner
    thinkers: Thinkers
    forms: Forms

    @classmethod
    def open(
        cls,
        db: str | Path,
        editions: Sequence[str | Path] = (),
        workers: int = 2,
        pace: float = PACE_SECONDS,
    ) -> Services:
        """Open the database and put the parts together.

        Args:
            db: URL of the database, or path of a SQLite file.
            editions: edition files offered besides those of the package.
            workers: threads that move bots.
            pace: seconds between two moves of the server at one table.

        Raises:
            StoreError, EditionError: say what cannot be opened, and why.
        """
        offered = Editions(editions)
        store = Store(db)
        courses, hub = Courses(offered), Hub()
        tables = Tables(store, courses, changed=hub.changed)
        runner = Runner(tables, workers, pace)
        tables.wake = runner.wake
        uploads = Uploads(store, courses)
        forms = Forms(store.setting("forms"))
        return cls(store, tables, uploads, offered, hub, runner, Thinkers(), forms)

    def page(self, table_id: str, token: str, at: int | None, language: str) -> tuple[Seen, PageData]:
        """The page of a table for the holder of a token."""
        with i18n.language(language):
            seen = self.tables.see(table_id, token)
            lines = self.tables.open_lines(seen, language)
            return seen, page_data(seen, lines, at, self.tables.path_again(seen))

    def record_page(self, upload_id: str, at: int | None, language: str) -> tuple[Seen, PageData]:
        """The page of an uploaded record."""
        with i18n.language(language):
            seen = self.uploads.see(upload_id)
            return seen, page_data(seen, seen.course.lines(language, seen.names), at)


def language_of(accepted: str | None) -> str:
    """The best of the languages there are for an `Accept-Language` header; English if none is.

    >>> language_of("tlh, en;q=0.5")
    'en'
    """
    available = {"en", *(folder.name for folder in i18n.LOCALE_FOLDER.glob("*") if folder.is_dir())}
    wanted = []
    for part in (accepted or "")[:200].split(","):
        tag, _sep, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((tag for _quality, tag in sorted(wanted) if tag in available), "en")
