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

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm
from zashiki.envs.batch import Autoreset, Batch, check_on_illegal
from zashiki.envs.extras import missing
from zashiki.envs.pictures import FRAMES_PER_SECOND, RENDER_MODES, Window, check_render_mode, render
from zashiki.envs.spaces import KEYS, LegalDiscrete, vector_space
from zashiki.envs.task import OnIllegal, Task
from zashiki.games import NAMES, get

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import aec_to_parallel
except ImportError:
    raise missing("PettingZoo") from None

NAMESPACE = "zashiki"
VERSION = 0

OBSERVATION, ACTION_MASK = KEYS

Seen = dict[str, NDArray[Any]]


class GameEnv(AECEnv[str, Seen, int | None]):
    """What both forms have in common: the game, its agents and spaces, and what is seen.

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
        self._batch = Batch(task, 1, autoreset=Autoreset.DISABLED)
        self._see = algorithm(task.game, "see")
        self._bytes = self._batch.states.view(np.uint8).view(np.ndarray)
        self._mask = self._batch.masks[0].view(np.int8)
        self.possible_agents = [f"player_{seat}" for seat in range(task.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        actions = task.action_count + self.waits
        self._masks = {agent: np.zeros(actions, np.int8) for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: LegalDiscrete(actions, mask) for agent, mask in self._masks.items()
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {OBSERVATION: vector_space(task), ACTION_MASK: spaces.Box(0, 1, (actions,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.state_space = vector_space(task)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `observation` (the vector of `Task`) and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of `Task`; `sample` draws legal ones."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: drives chance from now on.
            options: none are known.
        """
        self._batch.reset(seed)
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the agent whose turn it is, and write down what it may do."""
        raise NotImplementedError

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do; nothing is legal for agents whose turn it is not."""
        seat = self._seats[agent]
        if self._batch.movers[0] == seat:
            seen = self._batch.observations[0].copy()
        else:
            seen = np.empty(self.task.observation_size, np.float32)
            self._see(self._bytes, self.task.rules_bytes, seat, seen)
        return {OBSERVATION: seen, ACTION_MASK: self._masks[agent].copy()}

    def state(self) -> NDArray[np.float32]:
        """The whole game as the first seat sees it, float32[observation_size]; nothing is hidden."""
        return self.observe(self.possible_agents[0])[OBSERVATION]

    @property
    def position(self) -> Position:
        """The game as it is now, to look at; it does not know how it came about."""
        return self._batch.position(0)

    def render(self) -> Any:
        """The game as the render mode says: pixels, text, or None after showing it."""
        if self.render_mode is None:
            return None
        seat = max(int(self._batch.movers[0]), 0)
        return render(self.position, self.render_mode, seat, self._window)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()

    def _play(self, agent: str, action: Any) -> bool:
        """Play an action of the agent whose decision it is; False if it forfeits the game.

        Raises:
            IllegalMoveError: it is illegal, and that is refused.
        """
        try:
            legal = action >= 0 and self._mask[action]
        except (IndexError, TypeError):
            legal = False
        if legal:
            self._batch.play(action)
            return True
        if self._on_illegal == "raise":
            if not isinstance(action, int | np.integer):
                raise IllegalMoveError(str(action), f"{agent} must choose an action, a number")
            self.task.move_of(self.position, int(action))
        return False

    def _end(self, forfeiter: str | None) -> None:
        """Write down that the game is over."""
        seat = -1 if forfeiter is None else self._seats[forfeiter]
        rewards = self._batch.finish(seat)
        for agent, reward in zip(self.possible_agents, rewards.tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True
            self._masks[agent][:] = 0
        self.infos = {agent: {ACTION_MASK: self._masks[agent].copy()} for agent in self.agents}

    def _check_begun(self) -> None:
        if not self.agents:
            raise RuntimeError("there is no game: call reset first")


class TurnEnv(GameEnv):
    """A game in turns: the agent whose decision it is is selected; see `GameEnv`."""

    metadata: dict[str, Any] = {**GameEnv.metadata, "is_parallelizable": False}

    def _select(self) -> None:
        agent = self.possible_agents[self._batch.movers[0]]
        self.agent_selection = agent
        self._masks[agent][:] = self._mask
        self.infos[agent] = {ACTION_MASK: self._mask.copy()}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent, and chance after it.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, the action is illegal. Nothing has changed.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        played = self._play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if played and self._batch.movers[0] >= 0:
            self._masks[agent][:] = 0
            self._select()
        else:
            self._end(None if played else agent)
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()


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
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise OptionError(f"max_cycles cannot be {max_cycles!r}: it takes a number from 1, or None")
        super().__init__(task, name, on_illegal, render_mode)
        self._max_cycles = max_cycles
        self._cycles = 0
        self._decision: int | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; see `GameEnv.reset`."""
        self._cycles = 0
        super().reset(seed, options)

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[0]
        self._decider = self.possible_agents[self._batch.movers[0]]
        for agent, mask in self._masks.items():
            decides = agent == self._decider
            mask[:-1] = self._mask if decides else 0
            mask[-1] = not decides
            self.infos[agent] = {ACTION_MASK: mask.copy()}

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; the game goes on when all have acted.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, the action is illegal. Nothing has changed.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self._takes(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if not legal:
            self._end(agent)
            self._deads_step_first()
        elif agent != self.possible_agents[-1]:
            if agent == self._decider:
                self._decision = action
            self.agent_selection = self.possible_agents[self._seats[agent] + 1]
        else:
            self._finish_cycle(action if agent == self._decider else self._decision)
        if self.render_mode == "human":
            self.render()

    def _takes(self, agent: str, action: Any) -> bool:
        """Whether an action is legal for an agent in this cycle.

        Raises:
            IllegalMoveError: it is not, and that is refused.
        """
        mask = self._masks[agent]
        if isinstance(action, int | np.integer) and 0 <= action < len(mask) and mask[action]:
            return True
        if self._on_illegal == "raise":
            if agent != self._decider:
                wait = len(mask) - 1
                raise IllegalMoveError(f"action {action}", f"{agent} can only wait now, with action {wait}")
            if not isinstance(action, int | np.integer):
                raise IllegalMoveError(str(action), f"{agent} must choose an action, a number")
            self.task.move_of(self.position, int(action))
        return False

    def _finish_cycle(self, decision: Any) -> None:
        self._play(self._decider, decision)
        self._cycles += 1
        if self._batch.movers[0] < 0:
            self._end(None)
            self._deads_step_first()
            return
        self._select()
        if self._cycles == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)


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
    ) -> ParallelEnv[str, Seen, int | None]:
        """The game in cycles, in which all agents act at once; the arguments are those of `raw_env`."""
        task = self._task(players, edition, reward, options)
        name = f"{self._game}_v{VERSION}"
        return aec_to_parallel(CycleEnv(task, name, on_illegal, render_mode, max_cycles))

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
