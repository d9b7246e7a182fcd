"""`random` and `greedy`: kernel bots with the face of a bot."""

from __future__ import annotations

import numpy as np

from zashiki.bots import machine
from zashiki.bots.machine import Workspace
from zashiki.bots.registry import Bot, Entry, register
from zashiki.core.contract import Game
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm


class KernelBot(Bot):
    """A bot whose choice is a kernel; `choose` and `advance_game` make the same choices from the same seed."""

    def __init__(self, spec: str, game: Game, seed: int | None = None) -> None:
        super().__init__(spec, game, seed)
        self._spaces: dict[int, Workspace] = {}

    def choose(self, position: Position) -> Move:
        space, n, seat = self._look(position)
        choose_action = algorithm(self.game, "choose_action")
        place = choose_action(
            space.states,
            position.rules,
            self.kind,
            space.ids,
            n,
            seat,
            self.rng(seat),
            space.values,
            space.worth,
        )
        return self.game.codec.move(int(space.ids[place]))

    def _look(self, position: Position) -> tuple[Workspace, int, int]:
        """The workspace with the position's state and legal actions in it, their number, and whose decision it is."""
        seat = self.seat_to_decide(position)
        space = self._spaces.setdefault(position.players, Workspace(self.game, position.players))
        space.states.view(np.uint8)[: self.game.state_dtype.itemsize] = np.frombuffer(position.key, np.uint8)
        n = self.game.kernels.legal(space.states[0], position.rules, space.ids)
        return space, int(n), seat


class RandomBot(KernelBot):
    """Plays any legal move, all equally likely."""

    kind = machine.RANDOM


class GreedyBot(KernelBot):
    """Plays the move after which the game's own quick judgement likes its seat best."""

    kind = machine.GREEDY

    def judge(self, position: Position) -> list[tuple[Move, float]]:
        """Every legal move with what it is worth to the seat to move, the best first.

        Worth is in score points by the game's `evaluate`, one step ahead: the seat's own prospects less those of
        the best other seat.
        """
        space, n, seat = self._look(position)
        judge_moves = algorithm(self.game, "judge_moves")
        judge_moves(space.states, position.rules, space.ids, n, seat, space.values, space.worth)
        moves = [self.game.codec.move(action) for action in space.ids[:n].tolist()]
        judged = zip(moves, space.worth[:n].tolist(), strict=True)
        return sorted(judged, key=lambda pair: -pair[1])


register(
    Entry(
        "random",
        "Plays any legal move, all equally likely.",
        lambda spec, game, seed, argument: RandomBot(spec, game, seed),
        "random",
    )
)
register(
    Entry(
        "greedy",
        "Looks one step ahead and takes what seems best at once.",
        lambda spec, game, seed, argument: GreedyBot(spec, game, seed),
        "greedy",
    )
)
