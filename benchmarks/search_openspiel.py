"""Our search against OpenSpiel's `MCTSBot`, both thinking equally long: `python benchmarks/search_openspiel.py sapporo`.

OpenSpiel (`python -m pip install open_spiel`) sees the game through the small adapter below: its Python search with
random rollouts drives our compiled rules. Its number of simulations is set before each move so that it takes the
given time. Every pair of games has the same chance seeds, with seats swapped. Results go to a JSONL file; started
again, it continues.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import zashiki
from zashiki.arena.games import game_seed
from zashiki.arena.ratings import share_estimate
from zashiki.bots import make_bot
from zashiki.core.contract import CHANCE, OVER

FIRST_SIMULATIONS = 100


class Game:
    """What `MCTSBot` asks of a game: won 1, lost -1, or shared 0."""

    def get_type(self) -> Any:
        return self

    reward_model = pyspiel.GameType.RewardModel.TERMINAL
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL

    def max_utility(self) -> float:
        return 1.0


class State:
    """What `MCTSBot` asks of a state, straight over the kernels."""

    def __init__(self, position: zashiki.Position) -> None:
        self.position = position
        self.kernels = position.game.kernels
        self.rules = position.rules
        self._buffer = np.frombuffer(bytearray(position.key), position.game.state_dtype).view(np.recarray)
        self._ids = np.zeros(position.game.max_legal, np.int32)

    def clone(self) -> State:
        other = State.__new__(State)
        other.__dict__.update(self.__dict__)
        other._buffer = self._buffer.copy()
        return other

    def current_player(self) -> int:
        return int(self.kernels.mover(self._buffer[0]))

    def is_terminal(self) -> bool:
        return self.current_player() == OVER

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        n = self.kernels.legal(self._buffer[0], self.rules, self._ids)
        return self._ids[:n].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        actions = self.legal_actions()
        self.kernels.weights(self._buffer[0], self.rules, self._ids)
        weights = self._ids[: len(actions)] / self._ids[: len(actions)].sum()
        return list(zip(actions, weights.tolist(), strict=True))

    def apply_action(self, action: int) -> None:
        self.kernels.apply(self._buffer[0], self.rules, action)

    def returns(self) -> list[float]:
        table = np.zeros((self.position.players, 2 + len(self.position.game.breakdown)), np.int32)
        self.kernels.standings(self._buffer[0], self.rules, table)
        best = table[:, 1] == 1
        if best.all():
            return [0.0] * len(table)
        return np.where(best, 1.0, -1.0).tolist()


class TheirBot:
    """`MCTSBot` with UCT and random rollouts, given so many simulations that it takes the time it has."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.seconds = seconds
        state = np.random.RandomState(seed % 2**32)
        evaluator = mcts.RandomRolloutEvaluator(1, state)
        self.bot = mcts.MCTSBot(Game(), 2.0, FIRST_SIMULATIONS, evaluator, random_state=state)
        self.simulations = 0
        self.moves = 0
        self.spent = 0.0

    def choose(self, position: zashiki.Position) -> zashiki.Move:
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        start = time.perf_counter()
        action = self.bot.step(State(position))
        took = time.perf_counter() - start
        self.moves += 1
        self.spent += took
        self.simulations += self.bot.max_simulations
        self.bot.max_simulations = max(2, int(self.bot.max_simulations * min(4.0, self.seconds / took)))
        return position.game.codec.move(action)


def play(name: str, seconds: float, number: int, ours: int) -> dict[str, Any]:
    """One game; `ours` is the seat of our bot."""
    seed = game_seed(1, number)
    position = zashiki.new(name, players=2, seed=seed)
    bot = make_bot(f"mcts:{seconds:g}s", position.game, seed)
    their = TheirBot(seconds, seed)
    moves, spent = 0, 0.0
    while not position.is_over:
        if position.mover == "*":
            position.roll()
        elif position.mover == ours:
            start = time.perf_counter()
            thinks = len(position.legal_moves) > 1
            position.play(bot.choose(position))
            if thinks:
                moves, spent = moves + 1, spent + time.perf_counter() - start
        else:
            position.play(their.choose(position))
    ranks = [standing.rank for standing in position.standings]
    scores = [standing.score for standing in position.standings]
    return {
        "game": name,
        "seconds": seconds,
        "round": number,
        "ours": ours,
        "won": 0.5 if ranks.count(1) > 1 else float(ranks[ours] == 1),
        "scores": [scores[ours], scores[1 - ours]],
        "per_move": [spent / max(1, moves), their.spent / max(1, their.moves)],
        "their_simulations": their.simulations / max(1, their.moves),
    }


def main() -> None:
    """Play what is missing, then print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--results", type=Path, default=Path("search_openspiel.jsonl"))
    chosen = parser.parse_args()
    lines = chosen.results.read_text().splitlines() if chosen.results.exists() else []
    known = [json.loads(line) for line in lines]
    games = [game for game in known if (game["game"], game["seconds"]) == (chosen.game, chosen.seconds)]
    done = {(game["round"], game["ours"]) for game in games}
    for number in range(chosen.games // 2):
        for ours in (0, 1):
            if (number, ours) not in done:
                games.append(play(chosen.game, chosen.seconds, number, ours))
                with chosen.results.open("a") as file:
                    file.write(json.dumps(games[-1]) + "\n")
    rounds: dict[int, list[float]] = {}
    for game in games:
        rounds.setdefault(game["round"], []).append(game["won"])
    share = share_estimate(np.array([np.mean(group) for group in rounds.values()]))
    ours, theirs = np.mean([game["per_move"] for game in games], axis=0)
    simulations = np.mean([game["their_simulations"] for game in games])
    print(
        f"{chosen.game}, {len(games)} games: we win {share.value:.1%} (95 %: {share.low:.1%} to {share.high:.1%}); "
        f"{ours:.2f} s and {theirs:.2f} s per move; their simulations per move: {simulations:.0f}"
    )


if __name__ == "__main__":
    main()
