"""Zashiki for learning: the games as environments of the usual research frameworks, and as fast batches.

`batch` plays many games at once on arrays and needs nothing but NumPy; `task` says what is learnt: action space,
observation, reward. `gym`, `vector`, `zoo` and `spiel` are the faces for Gymnasium, PettingZoo and OpenSpiel, `data`
writes games as Parquet, `text` speaks with language models. Each of these imports its framework when it is imported
itself; `python -m pip install 'zashiki[research]'` brings them all.
"""

from zashiki.envs.batch import Batch
from zashiki.envs.course import Course
from zashiki.envs.task import Task

__all__ = ["Batch", "Course", "Task"]
