"""A PettingZoo loop of random players: `python examples/pettingzoo_random.py toshi --players 3`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import pettingzoo

import zashiki.envs.zoo  # registers the environments


def main(arguments: Sequence[str] | None = None) -> None:
    """Play one game and print what each agent got."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="toshi", choices=zashiki.games.NAMES)
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)

    env = pettingzoo.make("aec", f"zashiki/{chosen.game}_v0", players=chosen.players, render_mode="ansi")
    env.reset(seed=chosen.seed)
    for seat, agent in enumerate(env.agents):
        env.action_space(agent).seed(chosen.seed + seat)
    got = dict.fromkeys(env.agents, 0.0)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
    print(env.render())
    print(
        f"\n{steps} decisions; rewards: {', '.join(f'{agent} {value:+.2f}' for agent, value in got.items())}"
    )


if __name__ == "__main__":
    main()
