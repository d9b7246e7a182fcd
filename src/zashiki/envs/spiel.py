"""Every game for OpenSpiel: importing this module registers `zashiki_<game>` with `pyspiel.load_game`.

>>> import pyspiel
>>> import zashiki.envs.spiel
>>> game = pyspiel.load_game("zashiki_toshi(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players(), game.observation_tensor_size()
(True, 3, 1238)

Parameters are `players`, `reward`, `edition` and the options of the game. Chance is explicit: each roll and draw is a
node with its outcomes and probabilities. Chance outcomes and decisions share one numbering, that of `Task`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zashiki.core.contract import CHANCE, OVER, Game
from zashiki.core.errors import OptionError
from zashiki.core.position import Position
from zashiki.envs.course import Course
from zashiki.envs.extras import missing
from zashiki.envs.task import Reward, Task
from zashiki.games import NAMES, get

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise missing("OpenSpiel") from None

PREFIX = "zashiki_"


def parameters(game: Game) -> dict[str, str | int]:
    """The parameters of a game with their defaults; `standard` and `default` stand for what is usual."""
    usual = min(game.players, key=lambda players: abs(players - 2))
    options = {option.name: option.default for option in game.options if option.default is not None}
    return {"players": usual, "reward": "default", "edition": "standard", **options}


def read_parameters(game: Game, given: dict[str, Any]) -> Task:
    """The task that parameters ask for.

    Raises:
        OptionError, EditionError: say what is wrong and what would be right.
    """
    chosen = {**parameters(game), **given}
    players, reward, edition = (chosen.pop(name) for name in ("players", "reward", "edition"))
    return Task(
        game,
        players,
        None if edition == "standard" else edition,
        None if reward == "default" else reward,
        **chosen,
    )


def game_type(game: Game, task: Task | None) -> pyspiel.GameType:
    """What OpenSpiel is told about a game: for one task, or (None) for all of them."""
    zero_sum = task is not None and (
        task.reward == Reward.RANK or (task.reward == Reward.MARGIN and task.players == 2)
    )
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):
    """A game of the catalogue with its parameters.

    Attributes:
        task: what it is made of.
    """

    def __init__(self, game: Game, params: dict[str, Any] | None = None) -> None:
        try:
            self.task = task = read_parameters(game, params or {})
        except OptionError as error:
            raise ValueError(str(error)) from None
        kind = game_type(game, task)
        info = pyspiel.GameInfo(
            num_distinct_actions=task.action_count,
            max_chance_outcomes=task.action_count,
            num_players=task.players,
            min_utility=-task.reward_bound,
            max_utility=task.reward_bound,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=min(game.step_bound(task.rules), 2**31 - 1),
        )
        super().__init__(kind, info, params or {})
        self._shown: Position | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The state before the first step."""
        if state is not None:
            raise ValueError("a game starts at its beginning: play the history of the state instead")
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Any:
        """What sees the game for a player: a tensor, its named parts, and a text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.task, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def position(self, course: Course) -> Position:
        """A course as a position, to be put into words; the same one at each call."""
        if self._shown is None:
            self._shown = self.task.new_position()
        return self._shown.put(course.key)


class SpielState(pyspiel.State):
    """A game in progress.

    Attributes:
        course: the game itself.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.task)

    def current_player(self) -> int:
        """The player to move, or CHANCE or TERMINAL."""
        who = self.course.mover
        if who == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if who == OVER else who

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return self.course.outcomes()

    def _apply_action(self, action: int) -> None:
        course = self.course
        if not course.is_legal(action):
            course.task.move_of(self.get_game().position(course), action)
        course.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        course = self.course
        if action >= course.task.combined_from and not course.is_legal(action):
            return course.task.move_of(self.get_game().position(course), action).text
        return course.task.game.codec.text(course.id_of(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.mover == OVER

    def returns(self) -> list[float]:
        """The rewards of all players; 0 before the end."""
        if self.course.mover != OVER:
            return [0.0] * self.course.task.players
        return self.course.rewards().tolist()

    def __str__(self) -> str:
        return str(self.get_game().position(self.course))


class SpielObserver:
    """What a player sees of a state.

    Attributes:
        tensor: float32[observation_size], the observation of `Task`.
        dict: its features by name in their order, as views; those of the seats as `seat0_...`, the player first.
    """

    def __init__(self, task: Task, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        self.tensor = np.zeros(task.observation_size, np.float32)
        # OpenSpiel makes the tensor of a state of these parts, one after the other.
        self.dict = {
            feature.name if place is None else f"seat{place}_{feature.name}": self.tensor[
                start : start + feature.size
            ].reshape(feature.shape)
            for start, place, feature in task.layout()
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as a player."""
        state.course.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        return f"seat {player}\n{state}"


def _load_game(text: str) -> pyspiel.Game:
    """A game again, in a process that may not know it yet: with this module it is registered."""
    return pyspiel.load_game(text)


def _register(game: Game) -> None:
    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    # A class, not a function: OpenSpiel lets go of what it was given only after the interpreter has ended.
    pyspiel.register_game(game_type(game, None), Registered)


for _name in NAMES:
    if PREFIX + _name not in pyspiel.registered_names():
        _register(get(_name))
