"""Help for people: hints and analyses of positions, and the review of a finished game; who may have them, and how.

A viewer gets advice about what the viewer may see: the log, and the moves of a draft of one's own. What is thought
about is shared by all who ask about the same (`zashiki.table.thinkers`); words and places are each viewer's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

from litestar import MediaType, Request, Response, Router, get
from litestar.di import Provide
from litestar.params import FromPath

from zashiki.core import i18n
from zashiki.core.i18n import _
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.search import Candidate, Judged, by_worth, continuation, largest_losses
from zashiki.table.api import At, Served, Token, bearer, spoken, wants_html
from zashiki.table.refusals import Refused
from zashiki.table.rendering import render
from zashiki.table.services import Services
from zashiki.table.tables import Seen
from zashiki.table.thinkers import Advice, Review, Thought

MOVES_TOLD = 4
LOSSES_TOLD = 5
LINE_TOLD = 4
SMALLEST_LOSS = 0.01
SMALLEST_POINTS = 0.5
FIRST_ANSWER_SECONDS = 0.6
LOOK_SECONDS = 0.04

T = TypeVar("T", bound=Thought)


class AdvisedMove(TypedDict):
    """A move and what was found out about it.

    Attributes:
        text, words, targets: the move, as everywhere.
        share: its part of all lines looked at, 0 to 1.
        win: the mover's expected win share, 0 to 1; None if it was not looked at.
        margin: expected score less that of the best other seat (solo: the score); None likewise.
        effect: what it does at once, in words.
        line: what follows it in the main line, in words.
    """

    text: str
    words: str
    targets: list[str]
    share: float
    win: float | None
    margin: float | None
    effect: str
    line: str


class AdviceData(TypedDict):
    """What a position is worth.

    Attributes:
        step: number of steps of the log before it, moves of the draft included.
        seat: who decides; None at chance.
        hint: whether the decision is the viewer's own.
        done: whether thinking about it has ended.
        lines: how many lines of play were looked at.
        seconds: how long.
        wins, scores: expected win share and final score of each seat if the best move is played; empty at first.
        moves: the best moves, the best first: see `zashiki.search.by_worth`.
    """

    step: int
    seat: int | None
    hint: bool
    done: bool
    lines: int
    seconds: float
    wins: list[float]
    scores: list[float]
    moves: list[AdvisedMove]


class LossData(TypedDict):
    """A decision that gave something away: what was played, what was better, and by how much.

    Attributes:
        step: number of steps before it.
        loss: win share given away, 0 to 1; points: score margin (solo: score) given away.
        line: what would have followed the better move.
    """

    step: int
    seat: int
    played: str
    played_targets: list[str]
    better: str
    better_targets: list[str]
    loss: float
    points: float
    line: str


class ReviewData(TypedDict):
    """A finished game looked at again.

    Attributes:
        judged, decisions: how many decisions have been judged, of how many.
        steps: length of the log.
        curve: before each decision and at the end: (step, each seat's win share; solo: its expected score).
        losses: the largest losses, the worst first.
    """

    judged: int
    decisions: int
    done: bool
    steps: int
    curve: list[tuple[int, list[float]]]
    losses: list[LossData]


# -- what may be asked


def position_asked_about(seen: Seen, at: int | None) -> Position:
    """Where the viewer looks: after `at` steps of the log, or now with the moves composed.

    Where the viewer's turn is complete, it is the position before its last move.

    Raises:
        Refused: advice is not allowed here, there are not so many steps, or the game is over there.
    """
    if not seen.may_have_help:
        raise Refused(403, "no-help", _("Advice is switched off at this table until the game is over."))
    steps = seen.course.steps
    if at is not None and not 0 <= at <= steps:
        raise Refused(
            404, "no-step", _("This game has no step {at}; it has {steps}.").format(at=at, steps=steps)
        )
    position = seen.position(at)
    if at is None or at == steps:
        mover = position.mover
        for text in seen.draft:
            before = position.copy()
            position.play(text)
            if position.mover != mover:
                position = before
                break
    if position.is_over:
        raise Refused(409, "over", _("The game is over here: go back to a decision."))
    return position


# -- what is answered


def advice_data(thought: Advice, position: Position, seen: Seen) -> AdviceData:
    """What was found out about a position, in the words of its game."""
    found = by_worth(thought.found) if thought.found else None
    return {
        "step": len(position),
        "seat": position.mover if isinstance(position.mover, int) else None,
        "hint": position.mover in seen.yours and len(position) >= len(seen.course.position),
        "done": thought.done,
        "lines": found.iterations if found else 0,
        "seconds": round(found.seconds, 2) if found else 0.0,
        "wins": [round(value, 4) for value in found.wins] if found else [],
        "scores": [round(value, 2) for value in found.scores] if found else [],
        "moves": [_advised(position, candidate) for candidate in found.candidates[:MOVES_TOLD]]
        if found
        else [],
    }


def _advised(position: Position, candidate: Candidate) -> AdvisedMove:
    seat = position.mover
    assert isinstance(seat, int)
    margin = candidate.margin(seat)
    return {
        "text": candidate.move.text,
        "words": position.game.say(position, candidate.move.id),
        "targets": _targets(position, candidate.move),
        "share": round(candidate.share, 4),
        "win": None if candidate.wins is None else round(candidate.wins[seat], 4),
        "margin": None if margin is None else round(margin, 2),
        "effect": position.game.preview(position, candidate.move.id).get("words", ""),
        "line": continuation(position, candidate, LINE_TOLD),
    }


def _targets(position: Position, move: Move) -> list[str]:
    return list(position.game.targets(position, move.id))


def review_data(thought: Review, seen: Seen) -> ReviewData:
    """What has been found out about a finished game so far."""
    judged, position = list(thought.judged), thought.position
    several = position.players > 1
    curve = [
        (entry.step, [round(v, 4) for v in (entry.analysis.wins if several else entry.analysis.scores)])
        for entry in judged
    ]
    if thought.done:
        curve.append((len(position), _outcome(position)))
    worst = [
        entry
        for entry in largest_losses(judged, LOSSES_TOLD)
        if (entry.loss >= SMALLEST_LOSS if several else entry.points >= SMALLEST_POINTS)
    ]
    return {
        "judged": len(judged),
        "decisions": len(thought.steps),
        "done": thought.done,
        "steps": len(position),
        "curve": curve,
        "losses": [_loss(entry, seen) for entry in worst],
    }


def _outcome(position: Position) -> list[float]:
    """Each seat's share of the victory; solo: the score."""
    standings = sorted(position.standings, key=lambda standing: standing.seat)
    if len(standings) == 1:
        return [float(standings[0].score)]
    winners = sum(standing.rank == 1 for standing in standings)
    return [round(1 / winners, 4) if standing.rank == 1 else 0.0 for standing in standings]


def _loss(entry: Judged, seen: Seen) -> LossData:
    before = seen.position(entry.step)
    say = before.game.say
    return {
        "step": entry.step,
        "seat": entry.seat,
        "played": say(before, entry.move.id),
        "played_targets": _targets(before, entry.move),
        "better": say(before, entry.best.move.id),
        "better_targets": _targets(before, entry.best.move),
        "loss": round(entry.loss, 4),
        "points": round(entry.points, 2),
        "line": continuation(before, entry.best, LINE_TOLD),
    }


# -- routes


async def _answered(thought: T) -> T:
    """Give a new thought a moment, so that the first answer says something."""
    for _look in range(round(FIRST_ANSWER_SECONDS / LOOK_SECONDS)):
        if thought.begun:
            break
        await asyncio.sleep(LOOK_SECONDS)
    if thought.failed:
        raise Refused(500, "failed", _("Advice could not be found here."))
    return thought


def _shown(request: Request[Any, Any, Any], data: Any, seen: Seen, template: str) -> Response[Any]:
    if not wants_html(request):
        return Response(data, headers={"Vary": "Accept"})
    with i18n.language(spoken(request)):
        body = render(template, help=data, seats=seen.seats, game=seen.game, several=len(seen.seats) > 1)
    return Response(body, media_type=MediaType.HTML, headers={"Vary": "Accept"})


async def _advise(
    request: Request[Any, Any, Any], services: Services, see: Callable[[], Seen], asker: str, at: int | None
) -> Response[AdviceData]:
    language = spoken(request)

    def ask() -> tuple[Seen, Position, Advice]:
        with i18n.language(language):
            seen = see()
            position = position_asked_about(seen, at)
            return seen, position, services.thinkers.advice(asker, position)

    seen, position, thought = await asyncio.to_thread(ask)
    await _answered(thought)

    def tell() -> Response[AdviceData]:
        with i18n.language(language):
            return _shown(request, advice_data(thought, position, seen), seen, "advice.html")

    return await asyncio.to_thread(tell)


async def _look_back(
    request: Request[Any, Any, Any], services: Services, see: Callable[[], Seen], asker: str
) -> Response[ReviewData]:
    language = spoken(request)

    def ask() -> tuple[Seen, Review]:
        with i18n.language(language):
            seen = see()
            if not seen.course.position.is_over:
                raise Refused(409, "running", _("This game is not over yet."))
            return seen, services.thinkers.review(asker, seen.position())

    seen, thought = await asyncio.to_thread(ask)
    await _answered(thought)

    def tell() -> Response[ReviewData]:
        with i18n.language(language):
            return _shown(request, review_data(thought, seen), seen, "review.html")

    return await asyncio.to_thread(tell)


@get("/tables/{table_id:str}/advice", summary="Hint or analysis")
async def advise(
    request: Request[Any, Any, Any], services: Served, table_id: FromPath[str], token: Token, at: At = None
) -> Response[AdviceData]:
    """What the position shown is worth and which moves are best; ask again until `done`: it gets surer."""
    return await _advise(request, services, lambda: services.tables.see(table_id, token), token, at)


@get("/tables/{table_id:str}/review", summary="Review of a finished game")
async def review(
    request: Request[Any, Any, Any], services: Served, table_id: FromPath[str], token: Token
) -> Response[ReviewData]:
    """Each seat's winning chances over the game and the largest losses; ask again until `done`."""
    return await _look_back(request, services, lambda: services.tables.see(table_id, token), token)


@get("/records/{upload_id:str}/advice", security=[], summary="Analysis of an uploaded record")
async def advise_record(
    request: Request[Any, Any, Any], services: Served, upload_id: FromPath[str], at: At = None
) -> Response[AdviceData]:
    """What a position of the record is worth; ask again until `done`: it gets surer."""
    return await _advise(request, services, lambda: services.uploads.see(upload_id), upload_id, at)


@get("/records/{upload_id:str}/review", security=[], summary="Review of an uploaded record")
async def review_record(
    request: Request[Any, Any, Any], services: Served, upload_id: FromPath[str]
) -> Response[ReviewData]:
    """Each seat's winning chances over the game and the largest losses; ask again until `done`."""
    return await _look_back(request, services, lambda: services.uploads.see(upload_id), upload_id)


def router() -> Router:
    """The routes of help, below `/api`."""
    return Router(
        "/api",
        route_handlers=[advise, review, advise_record, review_record],
        dependencies={"token": Provide(bearer, sync_to_thread=False)},
        security=[{"link": []}],
        tags=["help"],
    )
