"""Random play on the batch path, and how fast it is: `python examples/batch_random.py toshi --games 1024`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import zashiki
from zashiki.envs import Batch


def main(arguments: Sequence[str] | None = None) -> None:
    """Step a batch with random legal actions and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="toshi", choices=zashiki.games.NAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)

    batch = Batch(chosen.game, chosen.games, chosen.players, threads=chosen.threads, seed=chosen.seed)
    ended, wins = 0, 0.0
    start = time.perf_counter()
    for _ in range(chosen.steps):
        actions = batch.sample()  # here a policy would choose, from batch.observations and batch.masks
        batch.step(actions)
        ended += int(batch.terminated.sum())
        wins += float((batch.rewards[:, 0] > 0).sum())
    took = time.perf_counter() - start
    print(
        f"{chosen.steps * chosen.games / took:,.0f} decisions/s, {ended} games, {wins / max(ended, 1):.1%} won by seat 0"
    )
    print(
        f"observations {batch.observations.shape}, masks {batch.masks.shape}, {batch.nbytes / 2**20:.1f} MiB"
    )


if __name__ == "__main__":
    main()
