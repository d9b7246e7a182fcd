"""Our search against OpenSpiel's `MCTSBot`, both thinking equally long: `python benchmarks/search_openspiel.py sapporo`.

OpenSpiel (`pip install "zashiki[research]"`) plays the game in the form of `zashiki.envs.spiel`, with its own Python
search: UCT with random rollouts. Its number of simulations is set before each move so that it takes the given time.
Every pair of games has the same chance seeds, with seats swapped. Results go to a JSONL file; started again, it
continues.
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
import zashiki.envs.spiel
from zashiki.arena.games import game_seed
from zashiki.arena.ratings import share_estimate
from zashiki.bots import make_bot

FIRST_SIMULATIONS = 20
UCT_C = 2.0


class TheirBot:
    """`MCTSBot` with UCT and random rollouts, given so many simulations that it takes the time it has."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.seconds = seconds
        random = np.random.RandomState(seed % 2**32)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        self.bot = mcts.MCTSBot(game, UCT_C, FIRST_SIMULATIONS, evaluator, random_state=random)
        self.simulations = 0
        self.moves = 0
        self.spent = 0.0

    def choose(self, state: Any) -> int:
        """An action of OpenSpiel's numbering."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        start = time.perf_counter()
        root = self.bot.mcts_search(state)
        took = time.perf_counter() - start
        self.moves += 1
        self.spent += took
        self.simulations += root.explore_count
        # A search that ended early, its root solved, says nothing about the speed.
        if root.explore_count >= self.bot.max_simulations:
            self.bot.max_simulations = max(2, int(self.bot.max_simulations * min(4.0, self.seconds / took)))
        return root.best_child().action


def play(name: str, seconds: float, number: int, ours: int) -> dict[str, Any]:
    """One game; `ours` is the seat of our bot."""
    seed = game_seed(1, number)
    position = zashiki.new(name, players=2, seed=seed)
    bot = make_bot(f"mcts:{seconds:g}s", position.game, seed)
    game = pyspiel.load_game(f"zashiki_{name}", {"players": 2, "reward": "rank"})
    state = game.new_initial_state()
    their = TheirBot(game, seconds, seed)
    moves, spent = 0, 0.0
    while not position.is_over:
        if position.mover == "*":
            move = position.roll()
        elif position.mover == ours:
            start = time.perf_counter()
            thinks = len(position.legal_moves) > 1
            move = bot.choose(position)
            position.play(move)
            if thinks:
                moves, spent = moves + 1, spent + time.perf_counter() - start
        else:
            move = position.game.codec.move(state.course.id_of(their.choose(state)))
            position.play(move)
        state.apply_action(next(a for a in state.legal_actions() if state.course.id_of(a) == move.id))
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
