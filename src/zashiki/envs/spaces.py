"""The spaces of Gymnasium that observations and actions live in."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.errors import OptionError
from zashiki.envs.extras import missing
from zashiki.envs.task import BOUND, Task

try:
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium") from None

OBSERVATIONS = ("vector", "masked", "structured")
"""What an environment shows: the vector; a dict of vector and mask; a dict of all features by name."""

KEYS = ("observation", "action_mask")
"""Names of the two entries of a masked observation: as PettingZoo, RLlib and TorchRL have them."""


MASK_TYPES = ("int8", "bool")


class LegalDiscrete(spaces.Discrete):
    """The actions 0 to n - 1; `sample` draws among those that are legal now, unless it is given a mask.

    Args:
        n: number of actions.
        legal: gives the mask of now, int8[n] or bool[n]; where it has no 1, any action is drawn. Pickled or copied by
            itself, the space forgets it.

    Attributes:
        legal: as given, or None.
    """

    def __init__(self, n: int, legal: Callable[[], NDArray[Any]]) -> None:
        super().__init__(n)
        self.legal: Callable[[], NDArray[Any]] | None = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action; see the class."""
        if mask is None and probability is None and self.legal is not None:
            legal = self.legal()
            if legal.any():
                mask = legal
        if isinstance(mask, np.ndarray) and mask.dtype == np.bool_:
            mask = mask.view(np.int8)
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "legal": None}

    def __deepcopy__(self, memo: dict[int, Any]) -> LegalDiscrete:
        twin = LegalDiscrete.__new__(LegalDiscrete)
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin


def check_observation(kind: str, keys: Sequence[str]) -> str:
    """The kind of observation, if there is such a one."""
    if kind not in OBSERVATIONS:
        raise OptionError(f"observation cannot be {kind!r}: it takes {', '.join(OBSERVATIONS)}")
    named = isinstance(keys, tuple | list) and all(isinstance(key, str) for key in keys)
    if not named or len(keys) != 2 or keys[0] == keys[1]:
        raise OptionError(f"keys cannot be {keys!r}: it takes the names of the observation and of the mask")
    return kind


def vector_space(task: Task) -> spaces.Box:
    """The space of the observation vector."""
    return spaces.Box(-BOUND, BOUND, (task.observation_size,), np.float32)


def read_mask_type(name: str) -> np.dtype[Any]:
    """The type of the masks in observations."""
    if name not in MASK_TYPES:
        raise OptionError(f"mask_type cannot be {name!r}: it takes {' or '.join(MASK_TYPES)}")
    return np.dtype(name)


def observation_space(
    task: Task, kind: str, keys: Sequence[str] = KEYS, mask: Any = np.int8
) -> spaces.Space[Any]:
    """The space of a kind of observation; `mask` is the type of masks."""
    if kind == "vector":
        return vector_space(task)
    if kind == "masked":
        return spaces.Dict(
            {keys[0]: vector_space(task), keys[1]: spaces.Box(0, 1, (task.action_count,), mask)}
        )
    empty = task.structured(np.zeros(task.observation_size, np.float32))
    return spaces.Dict(
        {name: spaces.Box(-BOUND, BOUND, entries.shape, np.float32) for name, entries in empty.items()}
    )
