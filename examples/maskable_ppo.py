"""MaskablePPO of SB3-contrib learns solo Toshi on the batch path, and is compared with `greedy`.

    make example-ppo                                       # sets up an environment of its own with PyTorch, and trains
    python examples/maskable_ppo.py --minutes 10 --plot curve.svg

One core is enough. What is learnt is the final score, undiscounted; it is paid as it arises, as changes of the score so
far, which the observation shows. The network sees the observation as it is. What is built after a roll stands on the rolled
square in any case, so the network chooses just the type: what it learns on one square helps on all. The curve is the
mean score of fresh games in which the policy takes what it likes best.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import zashiki
from zashiki.arena.games import Series, play_series
from zashiki.cli.plots import curve_plot
from zashiki.core.moves import Codec
from zashiki.envs import Batch

SCALE = 50.0
"""Rewards are divided by it, so that the value network deals with numbers of about 1."""


def choices(codec: Codec) -> NDArray[np.int64]:
    """int64[codec.size]; the number of the choice each action id belongs to."""
    numbers: dict[tuple[str, ...], int] = {}
    found = []
    for action in range(codec.size):
        fields = codec.fields(action)
        if fields["verb"] == "build":
            fields.pop("square", None)
        found.append(numbers.setdefault(tuple(fields.values()), len(numbers)))
    return np.array(found)


class BatchVecEnv(VecEnv):
    """A batch of solo games as Stable-Baselines3 wants it, without loops over the games.

    Rewards are the changes of the score so far, so that those of a game add up to the final score less that of the start.

    Attributes:
        batch: the games.
        masks: bool[num_envs, choices]; what may be chosen. In games that are over anything may, and nothing happens.
    """

    def __init__(self, batch: Batch) -> None:
        task = batch.task
        self._choices = choices(task.game.codec)
        count = int(self._choices.max()) + 1
        self.render_mode = None
        observation = spaces.Box(-1000.0, 1000.0, (task.observation_size,), np.float32)
        super().__init__(batch.count, observation, spaces.Discrete(count))
        self.batch = batch
        self.masks = np.zeros((batch.count, count), np.bool_)
        self._actions = np.zeros((batch.count, count), np.int64)
        (self._score,) = (start for start, _, feature in task.layout() if feature.name == "score")
        self._look()

    def _look(self) -> None:
        """Note what may be chosen, which action each choice is, and the score so far, which is shown in hundreds."""
        batch = self.batch
        game, place = np.nonzero(np.arange(batch.legal_ids.shape[1]) < batch.legal_counts[:, None])
        ids = batch.legal_ids[game, place]
        self.masks[:] = (batch.movers < 0)[:, None]
        self.masks[game, self._choices[ids]] = True
        self._actions[game, self._choices[ids]] = ids
        self._before = 100.0 * batch.observations[:, self._score]

    def reset(self) -> np.ndarray:
        self.batch.reset()
        self._look()
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self.batch.step(self._actions[np.arange(self.num_envs), actions])

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        batch, before = self.batch, self._before
        self._look()
        now = np.where(batch.terminated, batch.rewards[:, 0], self._before)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return batch.observations.copy(), (now - before) / SCALE, batch.terminated.copy(), infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.batch, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


def play(model: MaskablePPO, games: int, seed: int) -> np.ndarray:
    """Final scores of so many fresh games in which the policy always takes what it likes best."""
    env = BatchVecEnv(Batch("toshi", games, players=1, autoreset="disabled", seed=seed))
    batch = env.batch
    while (batch.movers >= 0).any():
        actions, _ = model.predict(batch.observations, deterministic=True, action_masks=env.masks)
        env.step(actions)
    return batch.boards[:, 0, 0].copy()


def greedy(games: int, seed: int) -> np.ndarray:
    """Final scores of the bot `greedy`."""
    game = zashiki.get("toshi")
    series = Series(game.name, game.complete_options(1, {}), game.load_edition(), ("greedy",), seed)
    return np.concatenate([batch.scores[:, 0] for batch in play_series(series, games)])


class Curve(BaseCallback):
    """Measures the policy every so many seconds, and ends the training in time."""

    def __init__(self, seconds: float, every: float, games: int) -> None:
        super().__init__()
        self.seconds, self.every, self.games = seconds, every, games
        self.points: list[tuple[float, int, float]] = []
        self.start = self.next = time.perf_counter()

    def measure(self) -> None:
        mean = float(play(self.model, self.games, seed=999).mean())  # type: ignore[arg-type]
        now = time.perf_counter() - self.start
        self.points.append((now, self.num_timesteps, mean))
        print(f"{now:6.0f} s  {self.num_timesteps:9,} decisions  mean score {mean:6.2f}", flush=True)

    def _on_rollout_start(self) -> None:
        if time.perf_counter() >= self.next:
            self.measure()
            self.next = time.perf_counter() + self.every

    def _on_step(self) -> bool:
        return time.perf_counter() - self.start < self.seconds


def train(chosen: argparse.Namespace) -> tuple[MaskablePPO, Curve]:
    """Train for the time that was asked for."""
    torch.set_num_threads(1)
    env = BatchVecEnv(Batch("toshi", chosen.envs, players=1, seed=chosen.seed))
    seconds = chosen.minutes * 60
    curve = Curve(seconds, every=max(seconds / 20, 1.0), games=chosen.games)

    def cooling(_: float) -> float:
        """The learning rate: falls in a straight line over the time there is."""
        return 7e-4 * max(0.05, 1.0 - (time.perf_counter() - curve.start) / seconds)

    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=cooling,
        n_steps=64,
        batch_size=min(1024, 64 * chosen.envs),
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [192, 192], "activation_fn": torch.nn.ReLU},
        seed=chosen.seed,
    )
    model.learn(10**12, callback=curve)
    return model, curve


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, compare, write the curve down."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--games", type=int, default=500, help="games of each point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a CSV file: seconds, decisions, mean score")
    parser.add_argument("--plot", type=Path, help="an SVG file: the curve beside greedy")
    parser.add_argument("--model", type=Path, help="where the trained model goes")
    chosen = parser.parse_args(arguments)
    model, curve = train(chosen)
    curve.measure()
    others = greedy(4 * chosen.games, seed=2026)
    for name, scores in (("MaskablePPO", play(model, 4 * chosen.games, seed=2026)), ("greedy", others)):
        error = scores.std(ddof=1) / len(scores) ** 0.5
        print(f"{name:12s} {scores.mean():6.2f} ± {1.96 * error:.2f} in {len(scores)} games")
    if chosen.curve:
        with chosen.curve.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["seconds", "decisions", "mean_score"])
            writer.writerows((f"{s:.1f}", n, f"{mean:.2f}") for s, n, mean in curve.points)
    if chosen.plot:
        points = [(n / 1000, mean) for _, n, mean in curve.points]
        title = "MaskablePPO on solo Toshi: mean score"
        levels = [(float(others.mean()), "greedy")]
        chosen.plot.write_text(curve_plot(title, points, "thousand decisions", levels), "utf-8")
    if chosen.model:
        model.save(chosen.model)


if __name__ == "__main__":
    main()
