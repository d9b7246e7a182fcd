"""OpenSpiel's MCTS against its random bot: `python examples/openspiel_mcts.py toshi --simulations 50`.

The second part is how an AlphaZero-style evaluator is plugged in: its value and prior come from the observation
tensor, here without a network.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import zashiki.envs.spiel  # registers the games


class TensorEvaluator(mcts.Evaluator):
    """Values and priors as a network would give them, from what a player sees."""

    def __init__(self, seed: int) -> None:
        self.weights = np.random.RandomState(seed)

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        """A value for each player, from -1 to 1: here the mean of what each of them sees, compared."""
        seen = [np.mean(state.observation_tensor(player)) for player in range(state.num_players())]
        return np.tanh(np.array(seen) - np.mean(seen))

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """A probability for each legal action: here drawn at random."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        drawn = self.weights.dirichlet(np.ones(len(actions)))
        return list(zip(actions, drawn.tolist(), strict=True))


def play(game: pyspiel.Game, bots: Sequence[pyspiel.Bot], rng: np.random.RandomState) -> list[float]:
    """One game between bots; the returns."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(actions, p=chances)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    return state.returns()


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches and print the mean returns of the first player."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="toshi", choices=zashiki.games.NAMES)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)

    game = pyspiel.load_game(f"zashiki_{chosen.game}(players=2)")
    rng = np.random.RandomState(chosen.seed)
    for name, evaluator in (
        ("random rollouts", mcts.RandomRolloutEvaluator(1, rng)),
        ("an evaluator of its own", TensorEvaluator(chosen.seed)),
    ):
        searcher = mcts.MCTSBot(game, 2.0, chosen.simulations, evaluator, random_state=rng)
        bots = [searcher, uniform_random.UniformRandomBot(1, rng)]
        returns = [play(game, bots, rng)[0] for _ in range(chosen.games)]
        print(f"MCTS with {name} against random: mean return {np.mean(returns):+.2f} in {len(returns)} games")


if __name__ == "__main__":
    main()
