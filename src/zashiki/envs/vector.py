"""Gymnasium's vector environment over a batch: many one-seat games, stepped in machine code.

>>> import gymnasium
>>> import zashiki.envs.gym
>>> envs = gymnasium.make_vec("zashiki/Toshi-Solo-v0", num_envs=8)
>>> observations, infos = envs.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((8, 516), (8, 764))
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.contract import Game
from zashiki.core.edition import Edition
from zashiki.core.errors import OptionError
from zashiki.envs.batch import Autoreset, Batch, read_autoreset
from zashiki.envs.extras import missing
from zashiki.envs.gym import check_option_names, default_players
from zashiki.envs.pictures import FRAMES_PER_SECOND, RENDER_MODES, Window, check_render_mode, render
from zashiki.envs.spaces import LegalDiscrete, vector_space
from zashiki.envs.task import OnIllegal, Task
from zashiki.games import get

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium") from None


class LegalActions(spaces.MultiDiscrete):
    """An action for each game of a batch; `sample` draws legal ones, unless it is given masks."""

    def __init__(self, batch: Batch) -> None:
        super().__init__([batch.task.action_count] * batch.count)
        self._batch = batch

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """A random action for each game; see the class."""
        batch = self._batch
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        places = (self.np_random.random(batch.count) * batch.legal_counts).astype(np.int64)
        ids = batch.legal_ids[np.arange(batch.count), places].astype(np.int64)
        combined = batch.task.combined_from
        return np.where(ids < combined, ids, combined + places)


class BatchEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games from one seat, in which `random` or `greedy` sit on the other seats.

    Args:
        game: a game of the catalogue, or its name.
        num_envs: how many games.
        players: number of seats; by default one more than there are bots, or the fewest the game has.
        seat: the seat that learns.
        bots: `random` or `greedy`: one for all, or one for each other seat in seat order.
        autoreset_mode: an `AutoresetMode` of Gymnasium, a `zashiki.envs.batch.Autoreset`, or the name of one. The
            usual `same_step` never shows a game in which nothing is legal.
        copy: whether observations, rewards and masks are copies; without, they are the arrays of the batch, written
            over by the next step.
        threads: how many threads share the games.
        render_mode: as in `SeatEnv`; the pictures of all games are in a tuple.
        on_illegal, edition, reward, options: see `zashiki.envs.gym.SeatEnv`.

    Attributes:
        batch: the games.

    The infos hold `action_mask`, int8[num_envs, action_count]; for games that were started anew in the same step,
    `final_obs` and `final_info` (with `scores` and `ranks`) as Gymnasium's own vector environments have them.

    Raises:
        OptionError, EditionError, UnknownBotError: say what is wrong and what would be right.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        autoreset_mode: AutoresetMode | Autoreset | str = Autoreset.SAME_STEP,
        copy: bool = True,
        threads: int = 1,
        on_illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        **options: str | int,
    ) -> None:
        found = get(game) if isinstance(game, str) else game
        if isinstance(autoreset_mode, AutoresetMode):
            autoreset_mode = autoreset_mode.name.lower()
        mode = read_autoreset(autoreset_mode)
        if seat is None:
            raise OptionError("a batch needs one seat that learns in all its games")
        check_option_names(found, options)
        task = Task(found, default_players(found, players, bots), edition, reward, **options)
        self.batch = Batch(
            task,
            num_envs,
            seat=seat,
            bots=bots,
            autoreset=mode,
            on_illegal=on_illegal,
            last_observations=mode == Autoreset.SAME_STEP,
            threads=threads,
        )
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode[mode.name]}
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode)
        self._copy = copy
        self._window = Window(found.title)
        self.single_observation_space = vector_space(task)
        self.single_action_space = LegalDiscrete(task.action_count, lambda: self.batch.masks[0].view(np.int8))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalActions(self.batch)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start games anew.

        Args:
            seed: one for all games, or one for each.
            options: `reset_mask`, bool[num_envs], names the games; by default all.
        """
        super().reset(seed=seed[0] if isinstance(seed, Sequence) else seed)
        self.batch.reset(seed, (options or {}).get("reset_mask"))
        return self._out(self.batch.observations), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one decision of the seat in every game.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, an action is illegal; it names the game. Nothing has changed.
        """
        batch = self.batch
        batch.step(actions)
        infos = self._infos()
        if batch.autoreset == Autoreset.SAME_STEP and batch.terminated.any():
            self._add_final(infos)
        rewards = batch.rewards[:, batch.seat].astype(np.float64)
        ended = self._out(batch.terminated)
        return self._out(batch.observations), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the render mode says; in a window the first one only."""
        if self.render_mode is None:
            return None
        shown = range(1 if self.render_mode == "human" else self.num_envs)
        pictures = [
            render(self.batch.position(i), self.render_mode, self.batch.seat, self._window) for i in shown
        ]
        return None if self.render_mode == "human" else tuple(pictures)

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[num_envs, action_count], which actions are legal now."""
        return self._out(self.batch.masks)

    def close_extras(self, **_: Any) -> None:
        """Close the window, if there is one."""
        self._window.close()

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        everybody = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._out(self.batch.masks.view(np.int8)), "_action_mask": everybody}

    def _add_final(self, infos: dict[str, Any]) -> None:
        batch = self.batch
        ended = batch.terminated.copy()
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = batch.last_observations[i].copy()
        infos |= {"final_obs": final, "_final_obs": ended}
        told = {"scores": batch.boards[:, :, 0].copy(), "ranks": batch.boards[:, :, 1].copy()}
        infos["final_info"] = told | {f"_{name}": ended.copy() for name in told}
        infos["_final_info"] = ended.copy()
