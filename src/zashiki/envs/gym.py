"""Gymnasium: each game from one seat, against bots, and solo. Importing this module registers the environments.

>>> import gymnasium
>>> import zashiki.envs.gym
>>> env = gymnasium.make("zashiki/Toshi-Solo-v0")
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum())
9
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

The ids are `zashiki/<Game>-v0` for one seat among bots and `zashiki/<Game>-Solo-v0` where a game can be played alone;
`gymnasium.make_vec` makes batches of the same (`zashiki.envs.vector`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.bots import Bot, make_bot
from zashiki.core.contract import Game
from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, UnknownOptionError
from zashiki.core.position import Position
from zashiki.envs.batch import bots_of, check_bots, check_on_illegal
from zashiki.envs.extras import missing
from zashiki.envs.pictures import FRAMES_PER_SECOND, RENDER_MODES, Window, check_render_mode, render
from zashiki.envs.spaces import KEYS, LegalDiscrete, check_observation, observation_space, read_mask_type
from zashiki.envs.task import NOBODY, OnIllegal, Task, check_seat
from zashiki.games import NAMES, get

try:
    import gymnasium
    from gymnasium.envs.registration import register
except ImportError:
    raise missing("Gymnasium") from None

NAMESPACE = "zashiki"
VERSION = 0


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game from one seat; bots sit on the others, and chance moves by itself.

    Args:
        game: a game of the catalogue, or its name.
        players: number of seats; by default one more than there are bots, or the fewest the game has.
        seat: the seat that learns; None draws it anew for every game.
        bots: who sits on the other seats: one bot for all, or one for each in seat order (`zashiki.bots`).
        observation: `vector` for the vector alone, `masked` for a dict of the vector and the mask, `structured` for a
            dict of all features by name (`Task.structured`).
        keys: the names of the two entries of a `masked` observation; Tianshou wants `("obs", "mask")`.
        mask_type: the type of the mask in a `masked` observation, `int8` or `bool`; Tianshou wants `bool`.
        on_illegal: `raise` refuses an illegal action with the reason, and nothing changes; `lose` ends the game,
            which the seat forfeits.
        render_mode: `rgb_array` for pixels, `ansi` for text, `human` for a window, which is drawn at every step.
        edition, reward, options: see `zashiki.envs.Task`.

    Attributes:
        task: what is played.
        position: the game in progress; its `record()` can be saved.
        seat: the seat that learns in this game.

    The info of every step holds `action_mask`, int8[action_count], and `seat`; that of the last step holds `scores`
    and `ranks` of all seats as well, and `illegal`, the reason, if the game was forfeited.

    Raises:
        OptionError, EditionError, UnknownBotError: say what is wrong and what would be right.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | None = 0,
        bots: str | Sequence[str] = "greedy",
        observation: str = "vector",
        keys: Sequence[str] = KEYS,
        mask_type: str = "int8",
        on_illegal: OnIllegal = "raise",
        render_mode: str | None = None,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        **options: str | int,
    ) -> None:
        found = get(game) if isinstance(game, str) else game
        check_option_names(found, options)
        self.task = task = Task(found, default_players(found, players, bots), edition, reward, **options)
        self._learns = None if seat is None else check_seat(task, seat)
        self._specs = bots_of(bots, task.players - 1)
        for spec in self._specs:
            make_bot(spec, found)
        self._kind = check_observation(observation, keys)
        self._keys = tuple(keys)
        self._mask_type = read_mask_type(mask_type)
        self._on_illegal = check_on_illegal(on_illegal)
        self.render_mode = check_render_mode(render_mode)
        self._window = Window(found.title)
        self._mask = np.zeros(task.action_count, np.int8)
        self.observation_space = observation_space(task, observation, keys, self._mask_type)
        self.action_space = LegalDiscrete(task.action_count, self._legal)
        self.seat = self._learns or 0
        self.position: Position = task.new_position()
        self._bots: dict[int, Bot] = {}
        self._forfeited = False
        self._begun = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        assert isinstance(self.action_space, LegalDiscrete)
        self.action_space.legal = self._legal

    def _legal(self) -> NDArray[np.int8]:
        return self._mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play on to the first decision of the seat.

        Args:
            seed: drives chance, the bots and the drawn seat from now on.
            options: none are known.
        """
        super().reset(seed=seed)
        task = self.task
        self.seat = int(self.np_random.integers(task.players)) if self._learns is None else self._learns
        others = [other for other in range(task.players) if other != self.seat]
        self.position = task.new_position(self._draw_seed())
        self._bots = {
            other: make_bot(spec, task.game, self._draw_seed())
            for other, spec in zip(others, self._specs, strict=True)
        }
        self._forfeited = False
        self._begun = True
        self._play_on()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and on to the next decision of the seat.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, the action is illegal. Nothing has changed.
            gymnasium.error.ResetNeeded: there is no game, or it is over.
        """
        if not self._begun:
            raise gymnasium.error.ResetNeeded("there is no game: call reset first")
        if self._forfeited or self.position.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset first")
        extra: dict[str, Any] = {}
        try:
            move = self.task.move_of(self.position, action)
        except IllegalMoveError as error:
            if self._on_illegal == "raise":
                raise
            self._forfeited = True
            self._mask[:] = 0
            extra["illegal"] = str(error)
        else:
            self.position.play_unchecked(move)
            self._play_on()
        over = self._forfeited or self.position.is_over
        reward = self.task.rewards(self.position, self.seat if self._forfeited else NOBODY)[self.seat]
        if over:
            standings = self.position.standings
            extra |= {"scores": [s.score for s in standings], "ranks": [s.rank for s in standings]}
        return self._seen(), float(reward), over, False, self._info() | extra

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[action_count], which actions are legal now; SB3-contrib looks here."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The game as the render mode says: pixels, text, or None after showing it."""
        if self.render_mode is None:
            return None
        return render(self.position, self.render_mode, self.seat, self._window)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _play_on(self) -> None:
        position = self.position
        while (mover := position.mover) is not None and mover != self.seat:
            if mover == "*":
                position.roll()
            else:
                position.play_unchecked(self._bots[mover].choose(position))
        self._mask[:] = self.task.mask(position)
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> Any:
        vector = self.task.observation(self.position, self.seat)
        if self._kind == "vector":
            return vector
        if self._kind == "masked":
            return {self._keys[0]: vector, self._keys[1]: self._mask.astype(self._mask_type)}
        return self.task.structured(vector)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": self.seat}


def check_option_names(game: Game, options: dict[str, str | int]) -> None:
    """Refuse keyword arguments that are no options, in the words of Python: TorchRL tries some out and waits for them."""
    known = [option.name for option in game.options]
    for name in options:
        if name not in known:
            raise UnknownOptionError(
                f"got an unexpected keyword argument {name!r}: {game.title} has no such option "
                f"(options: {', '.join(known)})"
            )


def default_players(game: Game, players: int | None, bots: str | Sequence[str]) -> int | None:
    """The number of seats: as given, or to fit the bots, or the fewest for which there is somebody to play against."""
    if players is not None:
        return players
    check_bots(bots)
    if not isinstance(bots, str):
        return len(bots) + 1
    return min((count for count in game.players if count > 1), default=None)


def _register(name: str) -> None:
    title = name.capitalize()
    forms: dict[str, dict[str, Any]] = {f"{NAMESPACE}/{title}-v{VERSION}": {"game": name}}
    if 1 in get(name).players:
        forms[f"{NAMESPACE}/{title}-Solo-v{VERSION}"] = {"game": name, "players": 1}
    for id_, fixed in forms.items():
        if id_ not in gymnasium.registry:
            register(
                id=id_,
                entry_point="zashiki.envs.gym:SeatEnv",
                vector_entry_point="zashiki.envs.vector:BatchEnv",
                kwargs=fixed,
            )


for _name in NAMES:
    _register(_name)
