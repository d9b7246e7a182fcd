"""Records people upload to look at: checked once, kept under a hash of their text, shown like a finished table."""

from __future__ import annotations

import base64
import hashlib
import re
import time
from typing import Any

from sqlalchemy import delete, select

from zashiki.core.errors import RecordError, ZashikiError
from zashiki.core.i18n import _
from zashiki.core.position import Position
from zashiki.core.record import Record, parse
from zashiki.games import get
from zashiki.table.courses import Course, Courses
from zashiki.table.models import Seat, Table, Upload
from zashiki.table.refusals import Refused, refusal_of
from zashiki.table.tables import Seen, clean_name

MAX_BYTES = 4 * 1024 * 1024
MAX_STEPS = 5000
KEPT = 5000
"""Uploads the database holds; the oldest go first."""

_ID = re.compile(r"[a-z2-7]{20}")


class Uploads:
    """All uploaded records.

    Args:
        store: the database.
        courses: games held in memory; uploads are held there as well.
    """

    def __init__(self, store: Any, courses: Courses) -> None:
        self.store, self.courses = store, courses

    def add(self, content: bytes) -> str:
        """Check and keep a record.

        Returns:
            Its id; the same for the same record.

        Raises:
            Refused: too large, not a record, or it does not replay; says which entry and why.
        """
        if len(content) > MAX_BYTES:
            raise Refused(413, "too-large", _("A record may have up to 4 MB."), field="record")
        try:
            record = parse(content)
            if len(record.log) > MAX_STEPS:
                raise RecordError(f"has {len(record.log)} log entries; the table shows up to {MAX_STEPS}")
            record.seats = [clean_name(name) or f"Player {i + 1}" for i, name in enumerate(record.seats)]
            record.legal = None
            position = self._replay(record)
        except ZashikiError as error:
            refused = refusal_of(error)
            refused.status, refused.field = 422, "record"
            raise refused from None
        text = record.to_json()
        upload_id = base64.b32encode(hashlib.sha256(text.encode()).digest())[:20].decode().lower()
        with self.store.writing() as session:
            session.merge(Upload(id=upload_id, game=record.game, record=text, created=time.time()))
            session.flush()
            newest = select(Upload.id).order_by(Upload.created.desc()).limit(KEPT)
            session.execute(delete(Upload).where(Upload.id.not_in(newest)))
        self.courses.keep(f"record {upload_id}", Course(position))
        return upload_id

    def see(self, upload_id: str) -> Seen:
        """An uploaded record in the form of a table seen by a spectator."""
        row = self._row(upload_id)
        course = self.courses.held(f"record {upload_id}")
        if course is None:
            try:
                course = Course(self._replay(parse(row.record)))
            except ZashikiError as error:
                raise refusal_of(error) from None
            self.courses.keep(f"record {upload_id}", course)
        return as_table(row.id, row.created, course)

    def text(self, upload_id: str) -> str:
        """The JSON of an uploaded record."""
        return self._row(upload_id).record

    def _row(self, upload_id: str) -> Upload:
        with self.store.reading() as session:
            row = session.get(Upload, upload_id) if _ID.fullmatch(upload_id) else None
        if row is None:
            raise Refused(404, "unknown-record", _("There is no such record here."))
        return row

    def _replay(self, record: Record) -> Position:
        game = get(record.game)
        self.courses.check_ready(game)
        own = self.courses.editions.own(game, record.edition)
        return record.replay(own)


def as_table(key: str, created: float, course: Course) -> Seen:
    """A game that is no table in the form of one, seen by a spectator."""
    position = course.position
    table = Table(
        id=key,
        game=position.game.name,
        name="",
        options=position.options,
        edition=position.edition.name,
        edition_digest=position.edition.digest,
        rules_version=position.game.rules_version,
        listed=False,
        real_dice=False,
        auto_roll=False,
        help_allowed=True,
        created=created,
        touched=created,
        version=len(position),
        log_version=len(position),
        steps=len(position),
        mover="",
        awaited=None,
        snapshot=position.key,
        again=None,
    )
    seats = [
        Seat(table_id=key, seat=i, name=name, kind="link", bot=None) for i, name in enumerate(position.seats)
    ]
    return Seen(table, seats, [], None, course)
