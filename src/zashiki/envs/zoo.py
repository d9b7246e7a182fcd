"""PettingZoo: every game for every number of players, as agent-environment cycle (AEC) and as parallel environment.

>>> import pettingzoo
>>> import zashiki.envs.zoo
>>> env = pettingzoo.make("aec", "zashiki/toshi_v0", players=3)
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> int(observation["action_mask"].sum()) == len(env.position.legal_moves)
True

Importing this module registers `zashiki/<game>_v0`, as `aec` and as `parallel`. For those who work with modules it has
one for each game, `from zashiki.envs.zoo import toshi_v0`, with the functions PettingZoo's own have: `env` (and the same
as `raw_env`, for it needs no wrappers) and `parallel_env`. In turns, the agent to decide is selected. In cycles
(`max_cycles`, and always in parallel) every agent acts once per cycle, and all but one can only wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.contract import OVER
from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm, algorithm_code
from zashiki.core.rng import new_rng
from zashiki.envs.batch import check_on_illegal
from zashiki.envs.course import BEGIN, RNG, new_desk, rewards_of, state_on
from zashiki.envs.extras import missing
from zashiki.envs.pictures import FRAMES_PER_SECOND, RENDER_MODES, Window, check_render_mode, render
from zashiki.envs.spaces import KEYS, LegalDiscrete, vector_space
from zashiki.envs.task import NOBODY, OnIllegal, Task, read_action
from zashiki.games import NAMES, get

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import aec_to_parallel_wrapper
except ImportError:
    raise missing("PettingZoo") from None

NAMESPACE = "zashiki"
VERSION = 0

OBSERVATION, ACTION_MASK = KEYS

empty, FLOAT32, BOOL = np.empty, np.dtype(np.float32), np.dtype(np.bool_)

KNOWN_IN_GAMES = {"rewards", "terminations", "truncations", "infos", "agent_selection", "_cumulative_rewards"}
"""Attributes that PettingZoo knows only after the first reset."""

Seen = dict[str, NDArray[Any]]


class GameEnv(AECEnv[str, Seen, int | None]):
    """What both forms have in common: the game, its agents and spaces, and what is seen.

    Observations, masks and infos are made anew at each step and never written again.

    Args:
        task: what is played.
        name: what the environment is called.
        on_illegal: `raise` refuses an illegal action with the reason, and nothing changes; `lose` ends the game,
            which the agent forfeits.
        render_mode: `rgb_array` for pixels, `ansi` for text, `human` for a window, which is drawn at every step.

    Attributes:
        task: what is played.
        possible_agents: `player_0` and so on, one for each seat.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}
    waits = 0
    """1 if there is one more action, the last, with which an agent waits."""

    def __init__(self, task: Task, name: str, on_illegal: OnIllegal, render_mode: str | None) -> None:
        super().__init__()
        self.task = task
        self.metadata = {**self.metadata, "name": name}
        self.render_mode = check_render_mode(render_mode)
        self._on_illegal = check_on_illegal(on_illegal)
        self._window = Window(task.game.title)
        self._desk = new_desk(task)
        self._desk[RNG] = new_rng()
        self._mover = OVER
        self._seen_size = task.observation_size
        self._seen: NDArray[np.float32] = np.zeros(task.observation_size, np.float32)
        self._mask: NDArray[np.bool_] = np.zeros(task.action_count, np.bool_)
        self.possible_agents = [f"player_{seat}" for seat in range(task.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        self._actions = task.action_count + self.waits
        self._nothing = np.zeros(self._actions, np.bool_)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: LegalDiscrete(self._actions, partial(self._legal, agent)) for agent in self.possible_agents
        }
        mask_type: Any = np.bool_
        mask_space = spaces.Box(0, 1, (self._actions,), mask_type)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({OBSERVATION: vector_space(task), ACTION_MASK: mask_space})
            for agent in self.possible_agents
        }
        self.state_space = vector_space(task)
        self._fetch_kernels()

    def _fetch_kernels(self) -> None:
        self._see = algorithm(self.task.game, "see")
        self._decide: Callable[..., int] = algorithm_code(self.task.game, "decide")

    def __getattr__(self, name: str) -> Any:
        if name in KNOWN_IN_GAMES:
            raise AttributeError(f"{name} is known in a game only: call reset first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_see", "_decide")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._fetch_kernels()
        for agent, space in self.action_spaces.items():
            assert isinstance(space, LegalDiscrete)
            space.legal = partial(self._legal, agent)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `observation` (the vector of `Task`) and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of `Task`; `sample` draws legal ones."""
        return self.action_spaces[agent]

    def _legal(self, agent: str) -> NDArray[np.bool_]:
        """bool[actions]; what an agent may do now."""
        return self.infos[agent].get(ACTION_MASK, self._nothing) if agent in self.agents else self._nothing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: drives chance from now on.
            options: none are known.
        """
        if seed is not None:
            self._desk[RNG] = new_rng(seed)
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        state_on(self._desk)[:] = 0
        self._play(BEGIN)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> int:
        """Play a legal action, or BEGIN; gives the next seat to decide, or OVER."""
        self._seen = np.empty(self._seen.size, FLOAT32)
        self._mask = np.empty(self._mask.size, BOOL)
        self._mover = self._decide(self._desk, self._seen, self._mask, action)
        return self._mover

    def _select(self) -> None:
        """Select the agent who acts next, and write down what may be done."""
        raise NotImplementedError

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do; nothing is legal for agents whose turn it is not."""
        seat = self._seats[agent]
        seen = self._seen
        if seat != self._mover:
            seen = np.empty_like(seen)
            self._see(state_on(self._desk), self.task.rules_bytes, seat, seen)
        return {OBSERVATION: seen, ACTION_MASK: self._legal(agent).copy()}

    def state(self) -> NDArray[np.float32]:
        """The whole game as the first seat sees it, float32[observation_size]; nothing is hidden."""
        return self.observe(self.possible_agents[0])[OBSERVATION]

    @property
    def position(self) -> Position:
        """The game as it is now, to look at; it does not know how it came about."""
        return self.task.new_position().put(state_on(self._desk).tobytes())

    def render(self) -> Any:
        """The game as the render mode says: pixels, text, or None after showing it."""
        if self.render_mode is None:
            return None
        return render(self.position, self.render_mode, max(self._mover, 0), self._window)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()

    def _number(self, action: Any) -> int:
        """An action as a number; if it is none and such loses the game, -1, which is never legal.

        Raises:
            IllegalMoveError: it is none, and that is refused.
        """
        try:
            return read_action(action)
        except IllegalMoveError:
            if self._on_illegal == "raise":
                raise
            return -1

    def _refuse(self, action: int) -> None:
        """Refuse an illegal action of the agent whose decision it is, unless it loses the game.

        Raises:
            IllegalMoveError: says why.
        """
        if self._on_illegal == "raise":
            self.task.move_of(self.position, action)

    def _end(self, forfeiter: str | None) -> None:
        """Write down that the game is over, or that an agent forfeits it."""
        seat = NOBODY if forfeiter is None else self._seats[forfeiter]
        rewards = rewards_of(self.task, state_on(self._desk), seat)
        self._mover = OVER
        for agent, reward in zip(self.possible_agents, rewards.tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True
        self.infos = {agent: {ACTION_MASK: self._nothing.copy()} for agent in self.agents}
        self._deads_step_first()

    def _was_dead_step(self, action: int | None) -> None:
        if not self.agents:
            raise RuntimeError("there is no game: call reset first")
        super()._was_dead_step(action)


class TurnEnv(GameEnv):
    """A game in turns: the agent whose decision it is is selected; see `GameEnv`."""

    metadata: dict[str, Any] = {**GameEnv.metadata, "is_parallelizable": False}

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._mover]
        self.infos[self.agent_selection] = {ACTION_MASK: self._mask}

    # The next four are what a loop over a game spends its time in, so they take the shortest way.

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do; nothing is legal for agents whose turn it is not."""
        if self._mover >= 0 and agent == self.agent_selection:
            return {OBSERVATION: self._seen, ACTION_MASK: self._mask}
        return super().observe(agent)

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, its reward since its last step, whether it is at its end, and its info."""
        agent = self.agent_selection
        if self._mover >= 0:
            seen = {OBSERVATION: self._seen, ACTION_MASK: self._mask} if observe else None
            return seen, 0.0, False, False, self.infos[agent]
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], False, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent, and chance after it.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, the action is illegal. Nothing has changed.
        """
        if self._mover < 0:
            self._was_dead_step(action)
            return
        if type(action) is not int:
            action = self._number(action)
        if not (0 <= action < self._actions and self._mask[action]):
            self._refuse(action)
            self._end(self.agent_selection)
            return
        self._seen = seen = empty(self._seen_size, FLOAT32)
        self._mask = mask = empty(self._actions, BOOL)
        self._mover = seat = self._decide(self._desk, seen, mask, action)
        infos = self.infos
        infos[self.agent_selection] = {}
        if seat >= 0:
            self.agent_selection = agent = self.possible_agents[seat]
            infos[agent] = {ACTION_MASK: mask}
        else:
            self._end(None)
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The selected agent, again and again, until the game is over or so many steps have been made."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


class CycleEnv(GameEnv):
    """A game in cycles: every agent acts once per cycle; one decides, the others wait (the last action).

    Args:
        max_cycles: after so many cycles the game is broken off, truncated, without rewards; None: never.
    """

    metadata: dict[str, Any] = {**GameEnv.metadata, "is_parallelizable": True}
    waits = 1

    def __init__(
        self, task: Task, name: str, on_illegal: OnIllegal, render_mode: str | None, max_cycles: int | None
    ) -> None:
        whole = isinstance(max_cycles, int) and not isinstance(max_cycles, bool)
        if max_cycles is not None and (not whole or max_cycles < 1):
            raise OptionError(f"max_cycles cannot be {max_cycles!r}: it takes a number from 1, or None")
        super().__init__(task, name, on_illegal, render_mode)
        self._max_cycles = max_cycles
        self._cycles = 0
        self._decision = 0
        self._forfeiter: str | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; see `GameEnv.reset`."""
        self._cycles = 0
        self._forfeiter = None
        super().reset(seed, options)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[0]
        for agent, seat in self._seats.items():
            mask = self._nothing.copy()
            if seat == self._mover:
                mask[:-1] = self._mask
            else:
                mask[-1] = 1
            self.infos[agent] = {ACTION_MASK: mask}

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; the game goes on, or is forfeited, when all have acted.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, the action is illegal. Nothing has changed.
        """
        if self._mover < 0 or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        action = self.check(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if not self._may(agent, action):
            self._forfeiter = self._forfeiter or agent
        elif self._seats[agent] == self._mover:
            self._decision = action
        if agent == self.possible_agents[-1]:
            self._finish_cycle()
        else:
            self.agent_selection = self.possible_agents[self._seats[agent] + 1]
        if self.render_mode == "human":
            self.render()

    def check(self, agent: str, action: Any) -> int:
        """The action of an agent as a number, if the agent may choose it now or such loses the game.

        Raises:
            IllegalMoveError: it may not, and that is refused.
        """
        action = self._number(action)
        if self._on_illegal == "raise" and not self._may(agent, action):
            if self._seats[agent] == self._mover:
                self._refuse(action)
            reason = f"{agent} can only wait now, with action {self._actions - 1}"
            raise IllegalMoveError(f"action {action}", reason)
        return action

    def _may(self, agent: str, action: int) -> bool:
        if self._seats[agent] == self._mover:
            return bool(0 <= action < self._mask.size and self._mask[action])
        return action == self._actions - 1

    def _finish_cycle(self) -> None:
        self._cycles += 1
        if self._forfeiter is not None:
            self._end(self._forfeiter)
            return
        if self._play(self._decision) < 0:
            self._end(None)
            return
        self._select()
        if self._cycles == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)


class ParallelGame(aec_to_parallel_wrapper[str, Seen, int | None]):
    """A game in cycles, `aec_env`, in which all agents act at once."""

    aec_env: CycleEnv

    def step(self, actions: dict[str, Any]) -> Any:
        """Play a cycle.

        Raises:
            ValueError: an agent has no action. Nothing has changed.
            IllegalMoveError: with `on_illegal="raise"`, an action is illegal. Nothing has changed.
        """
        for agent in self.aec_env.agents:
            if agent not in actions:
                raise ValueError(f"there is no action of {agent}: every agent acts once per cycle")
            self.aec_env.check(agent, actions[agent])
        return super().step(actions)


class ZooModule(ModuleType):
    """What `<game>_v0` is: the functions that PettingZoo's own modules have."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{game}_v{VERSION}")
        self._game = game

    def raw_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        on_illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        **options: str | int,
    ) -> GameEnv:
        """The game as an AEC environment.

        Args:
            players: number of seats; by default two, or as near as the game comes to it.
            max_cycles: plays in cycles, and breaks off after so many of them; None plays in turns, to the end.
            on_illegal: see `GameEnv`.
            render_mode: see `GameEnv`.
            edition: see `zashiki.envs.Task`, as for the rest.
            reward: `rank`, `margin` or `score`.
            **options: the game's options.

        Raises:
            OptionError, EditionError: say what is wrong and what would be right.
        """
        task = self._task(players, edition, reward, options)
        name = f"{self._game}_v{VERSION}"
        if max_cycles is None:
            return TurnEnv(task, name, on_illegal, render_mode)
        return CycleEnv(task, name, on_illegal, render_mode, max_cycles)

    def env(self, players: int | None = None, **arguments: Any) -> GameEnv:
        """The same as `raw_env`: what PettingZoo's wrappers check is checked by the environment itself."""
        return self.raw_env(players, **arguments)

    def parallel_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        on_illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        **options: str | int,
    ) -> ParallelGame:
        """The game in cycles, in which all agents act at once; the arguments are those of `raw_env`."""
        task = self._task(players, edition, reward, options)
        name = f"{self._game}_v{VERSION}"
        return ParallelGame(CycleEnv(task, name, on_illegal, render_mode, max_cycles))

    def _task(
        self,
        players: int | None,
        edition: str | Path | Edition | None,
        reward: str | None,
        options: dict[str, str | int],
    ) -> Task:
        game = get(self._game)
        if players is None:
            players = min(game.players, key=lambda count: abs(count - 2))
        return Task(game, players, edition, reward, **options)


MODULES = {f"{name}_v{VERSION}": ZooModule(name) for name in NAMES}
for _name, _module in MODULES.items():
    pettingzoo.register("aec", f"{NAMESPACE}/{_name}", entry_point=_module.env)
    pettingzoo.register("parallel", f"{NAMESPACE}/{_name}", entry_point=_module.parallel_env)


def __getattr__(name: str) -> ZooModule:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r} (games: {', '.join(MODULES)})")
    return MODULES[name]


def __dir__() -> list[str]:
    return sorted([*globals(), *MODULES])
