"""Looking back at a game: each seat's winning chances from decision to decision, and what each move gave away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.search.engine import Analysis, Candidate, Searcher
from zashiki.search.settings import Budget, Settings

SURE = 0.25
"""Visits, in parts of those of the most visited move, from which on a move's figures are sure enough to rank it."""


def by_worth(found: Analysis) -> Analysis:
    """An analysis in the order in which people read it: by what the moves are worth, not by how often they were visited.

    First come the moves with at least a quarter of the visits of the most visited one: by winning chance (in whole
    percents), then by score margin; solo by score. The others, whose figures are less sure, follow by visits. The
    outlook is that of the first move.
    """
    seat, candidates = found.seat, found.candidates
    if seat is None:
        return found
    most = max(candidate.visits for candidate in candidates)

    def worth(candidate: Candidate) -> tuple[float, ...]:
        margin = candidate.margin(seat)
        if candidate.wins is None or margin is None or candidate.visits < SURE * most:
            return (1, -candidate.visits, -candidate.value)
        return (0, -round(candidate.wins[seat], 2) if len(found.wins) > 1 else 0, -margin)

    ordered = tuple(sorted(candidates, key=worth))
    best = ordered[0]
    if best.wins is None or best.scores is None:
        return replace(found, candidates=ordered)
    return replace(found, candidates=ordered, wins=best.wins, scores=best.scores)


@dataclass(frozen=True)
class Judged:
    """One decision of a game, judged.

    Attributes:
        step: number of steps before it: `position.at(step)` is where it was made.
        seat: who decided.
        move: what was played.
        analysis: what the search found out about the position, by worth; its wins are those after the best move.
    """

    step: int
    seat: int
    move: Move
    analysis: Analysis

    @property
    def best(self) -> Candidate:
        """The best move and what it was worth."""
        return self.analysis.candidates[0]

    @property
    def played(self) -> Candidate:
        """The move that was played and what it was worth."""
        return self.analysis.of(self.move)

    @property
    def loss(self) -> float:
        """How much win share (0 to 1) the move gave away against the best one; never negative."""
        if self.best.wins is None or self.played.wins is None:
            return 0.0
        return max(0.0, self.best.wins[self.seat] - self.played.wins[self.seat])

    @property
    def points(self) -> float:
        """How much expected score margin (solo: score) the move gave away against the best one; never negative."""
        best, played = self.best.margin(self.seat), self.played.margin(self.seat)
        return 0.0 if best is None or played is None else max(0.0, best - played)


def decisions(position: Position) -> list[int]:
    """The steps of a game at which a seat had a choice: numbers of steps before each."""
    walker = Position(position.game, position.options, position.edition, seats=position.seats)
    found = []
    for number, step in enumerate(position.steps):
        if step.mover != "*" and len(walker.legal_moves) > 1:
            found.append(number)
        walker.play_unchecked(step.move)
    return found


def analyse_record(
    position: Position,
    budget: Budget | str | int,
    seed: int | None = None,
    threads: int = 1,
    settings: Settings | None = None,
    steps: Iterable[int] | None = None,
) -> Iterator[Judged]:
    """Judge the decisions of a game, one after the other as they are asked for.

    The move that was played is looked at as often as it takes to compare it with the best one fairly: a quarter of
    the search is spent on that where the two differ.

    Args:
        position: the game, as far as it was played (`zashiki.load`, or a position at a table).
        budget: for each decision.
        seed: makes the same analysis again, given a budget of iterations.
        threads: number of trees grown side by side.
        settings: how to search.
        steps: which decisions, as numbers of steps before them; by default all at which there was a choice.

    Raises:
        BudgetError, SettingsError: one of the arguments is nonsense; says what would be right.
    """
    allowance = Budget.of(budget)
    wanted = decisions(position) if steps is None else list(steps)
    searcher = Searcher(position, settings, seed, threads)
    for number in wanted:
        step = position.steps[number]
        before = position.at(number)
        found = searcher.search(before, allowance, compare=step.move)
        assert found.seat is not None
        yield Judged(number, found.seat, step.move, by_worth(found))


def largest_losses(judged: Sequence[Judged], count: int, seat: int | None = None) -> list[Judged]:
    """The moves that gave away most, the worst first; of one seat or of all.

    They are ordered by the winning chance given away (in whole percents), then by the points; solo by the points. What
    gave away less than half a percent and less than 0.05 points is left out.
    """

    def lost(entry: Judged) -> tuple[float, float]:
        return round(entry.loss, 2), round(entry.points, 1)

    of_seat = [entry for entry in judged if any(lost(entry)) and seat in (None, entry.seat)]
    return sorted(of_seat, key=lambda entry: (*(-part for part in lost(entry)), entry.step))[:count]


def line_in_words(position: Position, line: Sequence[Move]) -> list[tuple[int, str]]:
    """The moves of a main line from a position on, each with its seat and as the game says it."""
    walker = position.copy()
    words = []
    for move in line:
        seat = walker.mover
        assert isinstance(seat, int)
        words.append((seat, position.game.say(walker, move.id)))
        walker.play(move)
    return words


def continuation(position: Position, candidate: Candidate, most: int) -> str:
    """What follows a move in the main line, in words, with a seat's name wherever another one goes on.

    Args:
        position: where the move would be played.
        candidate: the move.
        most: moves told; where there are more, the text ends in "...".
    """
    parts = []
    last = position.mover
    for seat, words in line_in_words(position, candidate.line[: most + 1])[1:]:
        parts.append(words if seat == last or position.players == 1 else f"{position.seats[seat]}: {words}")
        last = seat
    return "; ".join(parts) + (" ..." if len(candidate.line) > most + 1 else "")


def as_data(found: Analysis, position: Position) -> dict[str, Any]:
    """An analysis as plain data that JSON can hold: what `zashiki analyse --json` prints and a page can draw.

    Shares are parts of 1; `line` is in move texts.
    """
    return {
        "seat": found.seat,
        "wins": [round(value, 4) for value in found.wins],
        "scores": [round(value, 2) for value in found.scores],
        "iterations": found.iterations,
        "kept": found.kept,
        "seconds": round(found.seconds, 3),
        "ended": found.ended,
        "full": found.full,
        "moves": [_candidate_data(candidate, position) for candidate in found.candidates],
    }


def _candidate_data(candidate: Candidate, position: Position) -> dict[str, Any]:
    return {
        "move": candidate.move.text,
        "words": position.game.say(position, candidate.move.id),
        "visits": candidate.visits,
        "share": round(candidate.share, 4),
        "value": round(candidate.value, 4),
        "wins": None if candidate.wins is None else [round(value, 4) for value in candidate.wins],
        "scores": None if candidate.scores is None else [round(value, 2) for value in candidate.scores],
        "line": [move.text for move in candidate.line],
    }
