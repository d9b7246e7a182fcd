"""Making a game's kernels ready: specialising generic algorithms and compiling everything once, with progress.

Each module that writes a generic algorithm registers it here; whoever needs it for a game asks `algorithm(game, name)`.
Algorithms are prepared room by room (`core`, `bots`, `search`, ...), so that nobody waits for what is not used.
"""

from __future__ import annotations

import functools
import logging
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import float32, int32, int64

from zashiki.core.contract import CHANCE, OVER, Game, Kernels
from zashiki.core.fallback import complete_kernels
from zashiki.core.kernel import cache_folder, compile_now, compiler_is_on, specialise

Progress = Callable[[int, int, str], None]
"""Called as `(done, total, name)` before each kernel, and once with done = total at the end."""

log = logging.getLogger("zashiki")

INT32S = int32[::1]
INT64S = int64[::1]
FLOAT32S = float32[::1]
RNG = INT64S


@dataclass(frozen=True)
class _Registered:
    room: str
    source: Any
    signature: Callable[[Any, Any], tuple[Any, ...]]


_registered: dict[str, _Registered] = {}


def register(signature: Callable[[Any, Any], tuple[Any, ...]]) -> Callable[[Any], Any]:
    """Register a generic algorithm; `signature(state, rules)` gives its Numba argument types for a game.

    Besides the contract's kernels it finds CHANCE and OVER among its globals, and the dtypes STATE and RULES: calling a
    kernel with records costs microseconds, so one that is called at every step takes bytes and views them as records.
    """

    def note(source: Any) -> Any:
        _registered[source.__name__] = _Registered(source.__module__.split(".")[1], source, signature)
        return source

    return note


def algorithm(game: Game, name: str) -> Any:
    """The registered generic algorithm of that name as a kernel for a game; its room is prepared if need be."""
    ensure_prepared(game, _registered[name].room)
    return _specialised(game, name)


def algorithm_code(game: Game, name: str) -> Any:
    """The machine code of `algorithm(game, name)`, for calls that would otherwise take longer than what they do.

    Numba does not look at the arguments then, so they must be exactly of the types that were registered.
    """
    function = algorithm(game, name)
    if not compiler_is_on():
        return function
    state, rules = numba.from_dtype(game.state_dtype), numba.from_dtype(game.rules_dtype)
    signature = _registered[name].signature(state, rules)
    compile_now(function, signature)
    return function.overloads[signature].entry_point


@functools.cache
def _specialised(game: Game, name: str) -> Any:
    complete = complete_kernels(game)
    kernels = {field.name: getattr(complete, field.name) for field in fields(Kernels)}
    names = {
        "CHANCE": CHANCE,
        "OVER": OVER,
        "STATE": np.dtype((np.record, game.state_dtype)),
        "RULES": np.dtype((np.record, game.rules_dtype)),
    }
    return specialise(_registered[name].source, game.name, {**kernels, **names})


def _signatures(game: Game) -> dict[str, tuple[Any, ...]]:
    state, rules = numba.from_dtype(game.state_dtype), numba.from_dtype(game.rules_dtype)
    return {
        "setup": (state, rules),
        "mover": (state,),
        "legal": (state, rules, INT32S),
        "weights": (state, rules, INT32S),
        "apply": (state, rules, int64),
        "standings": (state, rules, int32[:, ::1]),
        "observe": (state, rules, int64, FLOAT32S),
        "evaluate": (state, rules, FLOAT32S),
        "suggest": (state, rules, INT32S, int64, FLOAT32S),
    }


def _jobs(game: Game, room: str) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    if room == "core":
        complete = complete_kernels(game)
        for name, signature in _signatures(game).items():
            yield name, getattr(complete, name), signature
    state, rules = numba.from_dtype(game.state_dtype), numba.from_dtype(game.rules_dtype)
    for name, entry in _registered.items():
        if entry.room == room:
            yield name, _specialised(game, name), entry.signature(state, rules)


def prepare(game: Game, progress: Progress | None = None, room: str = "core") -> int:
    """Compile every kernel of a game, or of a room's algorithms for it, that the cache does not hold yet; load the rest.

    Args:
        game: the game.
        progress: told before each kernel.
        room: `core` for the kernels of the contract and the playout, else the room whose registered algorithms
            are wanted.

    Returns:
        How many kernels had to be compiled.
    """
    jobs = list(_jobs(game, room))
    compiled = 0
    for done, (name, function, signature) in enumerate(jobs):
        if progress:
            progress(done, len(jobs), name)
        compiled += compile_now(function, signature)
        if compiler_is_on():
            _stamp(game, room, name).touch()
    if progress:
        progress(len(jobs), len(jobs), "")
    return compiled


def _stamp(game: Game, room: str, name: str) -> Path:
    return cache_folder(game.name if room == "core" else f"{game.name}+{room}") / f"ready-{name}"


def is_prepared(game: Game, room: str = "core") -> bool:
    """Whether the cache holds all kernels of a room for a game, so that loading them takes no noticeable time."""
    return not compiler_is_on() or all(_stamp(game, room, name).exists() for name in _names(room))


def _names(room: str) -> list[str]:
    own = [field.name for field in fields(Kernels)] if room == "core" else []
    return own + [name for name, entry in _registered.items() if entry.room == room]


@functools.cache
def ensure_prepared(game: Game, room: str = "core") -> None:
    """Compile a game's kernels if this has never been done on this machine, showing progress on a terminal."""
    if is_prepared(game, room):
        return
    start = time.perf_counter()
    what = game.title if room == "core" else f"{game.title} ({room})"
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
        with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"First use: compiling {what}", total=None)
            prepare(game, lambda done, total, name: bar.update(task, completed=done, total=total), room)
    else:
        log.warning("first use: compiling %s (kept in %s)", what, cache_folder(game.name))
        prepare(game, room=room)
    log.info("%s compiled in %.1f s", what, time.perf_counter() - start)
