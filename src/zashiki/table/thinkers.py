"""Thinking for people: what a position is worth, and where a finished game was won and lost.

Thoughts are shared: whoever asks about the same position gets the same one. All that are awaited take turns in short
slices on one thread, so that many who ask share fairly, nobody waits long for a first answer, and answers grow surer
while one looks. A thought nobody has asked about for a moment rests; the oldest ones are forgotten.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import threading
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import TypeVar

import msgspec

from zashiki.bots.thinking import advising_settings
from zashiki.core.i18n import _
from zashiki.core.position import Position
from zashiki.search import Analysis, Budget, Judged, Searcher, Settings, analyse_record
from zashiki.search.review import decisions
from zashiki.table.refusals import Refused

log = logging.getLogger("zashiki.table")

T = TypeVar("T", bound="Thought")

SLICE = Budget(seconds=0.1)
ADVICE_SECONDS = 4.0
JUDGEMENT = Budget(seconds=0.12)
"""What a review spends on each decision of a game."""

MEGABYTES = 24
PATIENCE_SECONDS = 3.0
"""A thought that has not been asked about for so long rests."""

MOST_AWAITED = 24
MOST_PER_ASKER = 2
MOST_KEPT = 96
NICENESS = 10


def give_way(niceness: int) -> None:
    """Let the thread this is called in wait for others where processors are scarce, if the system can do that."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


class Thought(ABC):
    """Something to be thought about, in slices.

    Attributes:
        askers: who waits for it, and when each asked last.
        turn: when it was thought about last, in turns of the thread.
        begun: whether there is an answer, or will be none.
        done: whether nothing will be added any more.
        failed: whether it cannot be finished.
    """

    def __init__(self) -> None:
        self.askers: dict[str, float] = {}
        self.turn = 0
        self.begun = self.done = self.failed = False

    @abstractmethod
    def work(self) -> None:
        """Think on for a moment."""

    def is_awaited(self, now: float) -> bool:
        """Whether somebody has asked lately and there is more to find out."""
        return not self.done and any(now - asked < PATIENCE_SECONDS for asked in self.askers.values())


class Advice(Thought):
    """What a position is worth.

    Args:
        position: where a seat or chance is to move; it is not played on.

    Attributes:
        found: what was found so far.
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.found: Analysis | None = None
        self._searcher: Searcher | None = None

    def work(self) -> None:
        if self._searcher is None:
            self._searcher = Searcher(self.position, helping_settings(self.position))
            self.found = self._searcher.search(self.position, SLICE)
        else:
            self.found = self._searcher.resume(SLICE)
        if self.found.full or self.found.seconds >= ADVICE_SECONDS:
            self.done = True
            self._searcher = None


class Review(Thought):
    """A finished game, its decisions judged one after the other.

    Attributes:
        position: the game.
        steps: the steps at which a seat had a choice.
        judged: those judged so far, in their order.
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.steps = decisions(position)
        self.judged: list[Judged] = []
        settings = helping_settings(position)
        self._stream = analyse_record(position, JUDGEMENT, settings=settings, steps=self.steps)
        self.begun = self.done = not self.steps

    def work(self) -> None:
        self.judged.append(next(self._stream))
        if len(self.judged) == len(self.steps):
            self.done = True
            # The tree would only take room.
            self._stream = iter(())


def helping_settings(position: Position) -> Settings:
    """How advice is found at a table: with little memory."""
    return advising_settings(position.game).changed(megabytes=MEGABYTES)


class Thinkers:
    """The thread that thinks for people, and what it has found out lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[type[Thought], str], Thought] = OrderedDict()
        self._turns = 0
        self._news = threading.Condition()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def advice(self, asker: str, position: Position) -> Advice:
        """What a position is worth, as far as it is known; thinking goes on as long as it is asked for.

        Args:
            asker: who asks; each is given a few thoughts at a time.
            position: where a seat or chance is to move; it must not be played on.

        Raises:
            Refused: too much is being thought about.
        """
        return self._ask(asker, position, Advice)

    def review(self, asker: str, position: Position) -> Review:
        """Where a finished game was won and lost, as far as it has been looked at.

        Raises:
            Refused: too much is being thought about.
        """
        return self._ask(asker, position, Review)

    def stop(self) -> None:
        """Stop after the slice now being thought."""
        with self._news:
            self._stopped = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _ask(self, asker: str, position: Position, kind: type[T]) -> T:
        now, key = time.monotonic(), (kind, _digest(position))
        with self._news:
            thought = self._kept.get(key)
            if thought is None:
                if sum(known.is_awaited(now) for known in self._kept.values()) >= MOST_AWAITED:
                    raise Refused(
                        503, "busy", _("Many people ask for advice just now; try again in a moment.")
                    )
                thought = self._kept[key] = kind(position)  # type: ignore[call-arg]
            self._kept.move_to_end(key)
            thought.askers[asker] = now
            self._let_rest(asker)
            self._forget(now)
            if self._thread is None and not self._stopped:
                self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
                self._thread.start()
            self._news.notify()
        assert isinstance(thought, kind)
        return thought

    def _let_rest(self, asker: str) -> None:
        """One asker has so many thoughts at most, the ones asked about last."""
        theirs = [thought for thought in self._kept.values() if asker in thought.askers and not thought.done]
        for thought in theirs[:-MOST_PER_ASKER]:
            del thought.askers[asker]

    def _forget(self, now: float) -> None:
        """Forget the oldest answers, and the oldest trees of what nobody waits for any more."""
        resting = [key for key, known in self._kept.items() if not known.done and not known.is_awaited(now)]
        oldest = [*resting[:-MOST_AWAITED], *list(self._kept)[:-MOST_KEPT]]
        for key in oldest:
            self._kept.pop(key, None)

    def _next(self) -> Thought | None:
        """The awaited thought that has waited longest for its turn; None at the end."""
        with self._news:
            while not self._stopped:
                now = time.monotonic()
                awaited = [thought for thought in self._kept.values() if thought.is_awaited(now)]
                if awaited:
                    thought = min(awaited, key=lambda known: known.turn)
                    self._turns += 1
                    thought.turn = self._turns
                    return thought
                self._news.wait()
        return None

    def _work(self) -> None:
        give_way(NICENESS)
        while (thought := self._next()) is not None:
            try:
                thought.work()
            except Exception:
                log.exception("advice could not be found")
                thought.done = thought.failed = True
            thought.begun = True


def _digest(position: Position) -> str:
    """What tells the thoughts about two positions apart: rules and state, and the way to the end of a game."""
    digest = hashlib.sha256(position.game.name.encode())
    digest.update(position.rules.tobytes())
    digest.update(position.key)
    if position.is_over:
        digest.update(msgspec.json.encode([step.move.id for step in position.steps]))
    return digest.hexdigest()
