"""The data of a table's page: one plain structure for templates, bots and screen readers alike.

What a viewer may see and do is decided here and nowhere else: the moves listed are all there are for this viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from zashiki.core.contract import Game, Line
from zashiki.core.i18n import _
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.drawing import SEAT_COLOURS
from zashiki.table.refusals import Refused
from zashiki.table.tables import ROLL, Seen, awaited, path_of


class SeatData(TypedDict):
    """A seat: `kind` is person (at the host's page), link or bot; `yours` whether the viewer plays it."""

    seat: int
    name: str
    kind: str
    bot: str | None
    yours: bool
    colour: str


class LinkData(TypedDict):
    """Paths of the links a viewer may know: all for the host, the spectators' for others."""

    host: str | None
    spectator: str | None
    seats: dict[str, str]


class TableData(TypedDict):
    """The table itself: game, options, settings, seats, links."""

    id: str
    name: str
    game: str
    title: str
    players: int
    options: dict[str, str | int]
    option_words: list[str]
    edition: str
    version: int
    status: Literal["running", "over"]
    record: bool
    listed: bool
    real_dice: bool
    auto_roll: bool
    help_allowed: bool
    seats: list[SeatData]
    links: LinkData
    again: str | None


class CanData(TypedDict):
    """What the viewer may do beside composing moves."""

    roll: bool
    manage: bool
    again: bool
    help: bool


class YouData(TypedDict):
    """The viewer: seats played, the seat looked from (None: a spectator), role."""

    seats: list[int]
    seat: int | None
    role: str
    can: CanData


class AtData(TypedDict):
    """Which step of the log is shown, of how many; live is the end of the log."""

    step: int
    steps: int
    live: bool


class PromptData(TypedDict):
    """What is asked, and what the others are told; `kind` is decide, confirm, roll, wait, over or past."""

    question: str
    detail: str
    waiting: str
    yours: bool
    seat: int | None
    kind: str


class DraftData(TypedDict):
    """The turn unit being composed: moves, the same in words, and whether nothing is left to decide."""

    moves: list[str]
    words: list[str]
    complete: bool


class MoveData(TypedDict):
    """A move: its text to post, its words, the targets that lead to it, and what it would change."""

    text: str
    words: str
    targets: list[str]
    preview: dict[str, Any]


class AlternativeData(MoveData):
    """A move that may take the place of the last `back` moves of the draft."""

    back: int


class StandingData(TypedDict):
    """Score and rank of a seat, as if the game ended here."""

    seat: int
    score: int
    rank: int
    breakdown: dict[str, int]


class LineData(TypedDict):
    """A line of the log; `step` is the number of steps after which the board shows what it tells."""

    step: int
    seat: int | None
    text: str
    depth: int
    kind: str


class PageData(TypedDict):
    """Everything a viewer sees of a table and may do there.

    `moves` are the legal next steps for the viewer, `alternatives` those legal before each step of the draft, latest
    first (posted with `replace`: how many moves they take the place of), `blocked` says for other targets why they lead nowhere.
    """

    table: TableData
    you: YouData
    at: AtData
    mover: int | Literal["*"] | None
    phase: str
    prompt: PromptData
    draft: DraftData
    moves: list[MoveData]
    alternatives: list[AlternativeData]
    blocked: dict[str, str]
    view: dict[str, Any]
    standings: list[StandingData]
    log: list[LineData]
    recap: int | None
    result: list[LineData] | None


def page_data(
    seen: Seen, lines: Sequence[Sequence[Line]], at: int | None, again: str | None = None
) -> PageData:
    """The page of a table for one viewer.

    Args:
        seen: the table and its viewer.
        lines: the whole log in words, a list for each step.
        at: how many steps of the log to show; None is all, with the viewer's draft.
        again: path of the next table with the same seats.

    Raises:
        Refused: there are not so many steps.
    """
    steps = seen.course.steps
    if at is not None and not 0 <= at <= steps:
        raise Refused(
            404, "no-step", _("This game has no step {at}; it has {steps}.").format(at=at, steps=steps)
        )
    live = at is None or at == steps
    committed = seen.course.position
    stages: list[Position] = []
    if live:
        position = seen.position()
        for text in seen.draft:
            stages.append(position.copy())
            position.play(text)
    else:
        position = seen.position(at)
    before = stages[-1] if stages else None
    who = awaited(committed) if live else None
    yours = who is not None and who in seen.yours
    complete = before is not None and position.mover != committed.mover
    eye = _eye(seen, who)
    prompt = _prompt(seen, position, before if complete else None, live, yours)
    acting = before if complete and before is not None else position
    return {
        "table": _table(seen, again),
        "you": {
            "seats": seen.yours,
            "seat": eye,
            "role": seen.role,
            "can": {
                "roll": live and seen.may_roll(),
                "manage": seen.role == "host",
                "again": committed.is_over and seen.role in ("host", "seat"),
                "help": seen.may_have_help,
            },
        },
        "at": {"step": len(committed) if live else len(position), "steps": steps, "live": live},
        "mover": committed.mover if live else position.mover,
        "phase": acting.phase,
        "prompt": prompt,
        "draft": _draft(seen, complete) if live else {"moves": [], "words": [], "complete": False},
        "moves": _moves(seen, position, complete) if live else [],
        "alternatives": [
            {**_move(stage, move), "back": back}
            for back, stage in enumerate(reversed(stages), 1)
            for move in stage.legal_moves
        ],
        "blocked": seen.game.blocked(acting) if live and yours and committed.mover != "*" else {},
        "view": seen.game.view(position, eye, len(seen.draft) if live else 0),
        "standings": [
            {"seat": s.seat, "score": s.score, "rank": s.rank, "breakdown": dict(s.breakdown)}
            for s in position.standings
        ],
        "log": [line for step, told in enumerate(lines, 1) for line in _lines(told, step)],
        "recap": _recap(seen),
        "result": _lines(seen.game.result_lines(seen.position()), steps) if committed.is_over else None,
    }


def _table(seen: Seen, again: str | None) -> TableData:
    row, game = seen.row, seen.game
    links: LinkData = {"host": None, "spectator": None, "seats": {}}
    for link in seen.links:
        if link.role == "spectator":
            links["spectator"] = path_of(link)
        elif seen.role == "host" and link.role == "host":
            links["host"] = path_of(link)
        elif seen.role == "host" or (seen.link is not None and link.id == seen.link.id):
            links["seats"][str(link.seat)] = path_of(link)
    return {
        "id": row.id,
        "name": row.name,
        "game": game.name,
        "title": game.title,
        "players": len(seen.seats),
        "options": dict(row.options),
        "option_words": option_words(game, row.options),
        "edition": row.edition,
        "version": row.version,
        "status": "over" if seen.course.position.is_over else "running",
        "record": seen.link is None,
        "listed": row.listed,
        "real_dice": row.real_dice,
        "auto_roll": row.auto_roll,
        "help_allowed": row.help_allowed,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "yours": seat.seat in seen.yours,
                "colour": SEAT_COLOURS[seat.seat],
            }
            for seat in seen.seats
        ],
        "links": links,
        "again": again,
    }


def option_words(game: Game, options: dict[str, Any]) -> list[str]:
    """The options that are not at their default, in words."""
    words = []
    for option in game.options:
        value = options.get(option.name, option.default)
        if value != option.default:
            words.append(option.labels.get(value) or f"{option.name.replace('_', ' ')}: {value}")
    return words


def _eye(seen: Seen, who: int | None) -> int | None:
    """The seat a viewer looks from: the awaited one if it is theirs, else the one of theirs that moved last."""
    yours = seen.yours
    if not yours or who in yours:
        return who if yours else None
    return next((s.mover for s in reversed(seen.course.position.steps) if s.mover in yours), yours[0])  # type: ignore[return-value]


def _prompt(seen: Seen, position: Position, before: Position | None, live: bool, yours: bool) -> PromptData:
    game, committed = seen.game, seen.course.position
    if position.is_over and before is None:
        told = [line.text for line in game.result_lines(position)]
        text = _("The game is over.")
        return {
            "question": text,
            "detail": told[-1] if told else "",
            "waiting": text,
            "yours": False,
            "seat": None,
            "kind": "over" if live else "past",
        }
    asked = game.prompt(before or position)
    who = awaited(committed) if live else awaited(position)
    kind = "past"
    if live:
        if committed.mover == "*":
            yours = seen.may_roll()
            kind = "roll" if yours else "wait"
        else:
            kind = "wait" if not yours else "confirm" if before is not None else "decide"
    return {
        "question": asked.question,
        "detail": asked.detail,
        "waiting": asked.waiting,
        "yours": yours,
        "seat": who,
        "kind": kind,
    }


def _draft(seen: Seen, complete: bool) -> DraftData:
    words, position = [], seen.position()
    for text in seen.draft:
        words.append(seen.game.say(position, position.game.codec.action(text)))
        position.play(text)
    return {"moves": list(seen.draft), "words": words, "complete": complete}


def _moves(seen: Seen, position: Position, complete: bool) -> list[MoveData]:
    mover = seen.course.position.mover
    if mover == "*":
        if not seen.may_roll():
            return []
        if not seen.row.real_dice:
            return [{"text": ROLL, "words": _("Roll"), "targets": ["dice"], "preview": {}}]
    elif complete or mover is None or mover not in seen.yours:
        return []
    return [_move(position, move) for move in position.legal_moves]


def _move(position: Position, move: Move) -> MoveData:
    game = position.game
    return {
        "text": move.text,
        "words": game.say(position, move.id),
        "targets": list(game.targets(position, move.id)),
        "preview": game.preview(position, move.id) if position.mover != "*" else {},
    }


def _lines(lines: Sequence[Line], step: int) -> list[LineData]:
    return [
        {"step": step, "seat": line.seat, "text": line.text, "depth": line.depth, "kind": line.kind}
        for line in lines
    ]


def _recap(seen: Seen) -> int | None:
    """The step after the viewer's last own decision, where others have moved since."""
    yours, steps = seen.yours, seen.course.position.steps
    if not yours or len(yours) == len(seen.seats):
        return None
    last = next((i for i in range(len(steps), 0, -1) if steps[i - 1].mover in yours), 0)
    return last if any(step.mover not in (*yours, "*") for step in steps[last:]) else None
