"""Compiling rules: the `kernel` decorator, its compiled-code cache, and the specialisation of generic kernels.

A kernel is a plain Python function over NumPy records and arrays that Numba can compile: no Python objects, no
allocation, no recursion (Numba loses recursive functions when it loads them from its cache). With
`NUMBA_DISABLE_JIT=1` every kernel stays the Python function it was written as.

Numba's own cache does not notice that a *called* function in another file changed. So compiled code is kept in
folders of our own, named by a hash of every source it can depend on:

    <user cache>/zashiki/kernels/<group>-<hash>/

where the group is a game (`toshi`), a room of the package (`search`), or an algorithm's room specialised for a game
(`toshi+search`). Folders of earlier sources are removed once they are no longer used.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import inspect
import os
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core import caching

F = TypeVar("F", bound=Callable[..., Any])

ROOM = "core"
"""The room whose kernels every other one may call."""

PRESENTATION = {"wording.py", "view.py", "preview.py", "figures.py", "reasons.py"}
"""Files of a game's folder that no kernel may depend on (tests/test_architecture.py holds games to it)."""

KEEP_FOLDERS = 4
KEEP_SECONDS = 14 * 24 * 3600

_PACKAGE = Path(__file__).resolve().parents[1]
_KERNEL_MARK = re.compile(rb"^\s*@(kernel|generic)\b", re.MULTILINE)
_IMPORT = re.compile(rb"^\s*(?:from|import) zashiki\.(\w+)", re.MULTILINE)


def compiler_is_on() -> bool:
    """Whether kernels are compiled (false with `NUMBA_DISABLE_JIT=1`)."""
    return not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def kernel(function: F) -> F:
    """Compile a function with Numba, without the GIL, and cache the machine code by the content of its sources."""
    return _compile(function, _group(function.__module__))


def _compile(function: F, group: str) -> F:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if compiler_is_on():
        dispatcher._cache = _cache_class(group)(function)
    return dispatcher


class Generic:
    """An algorithm written once for all games; `specialise` makes a kernel of it.

    Inside, it calls the kernels of the contract by their bare names (`legal`, `apply`, ...) and may call other
    generics. It cannot be called itself.
    """

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *_: object) -> None:
        raise TypeError(f"{self.function.__name__} is generic: specialise it for a game first")


def generic(function: Any) -> Any:
    """Mark a function as an algorithm over the kernels of any game; see `specialise`."""
    return Generic(function)


def specialise(algorithm: Any, game: str, kernels: Mapping[str, Any]) -> Any:
    """Make a kernel of a generic algorithm by putting one game's kernels into its globals.

    Same speed as code with the kernels written in by hand, and, unlike passing kernels as arguments, the machine
    code is found again by the next process.

    Args:
        algorithm: a function marked with `generic`.
        game: name of the game, the cache group the result belongs to.
        kernels: the names the algorithm uses free, with the game's kernels (or numbers) to stand for them.
    """
    return _specialise(algorithm, game, dict(kernels), {})


def _specialise(algorithm: Generic, game: str, kernels: dict[str, Any], done: dict[Generic, Any]) -> Any:
    if algorithm in done:
        return done[algorithm]
    source = algorithm.function
    scope = {**source.__globals__, **kernels}
    for name in source.__code__.co_names:
        if isinstance(scope.get(name), Generic):
            scope[name] = _specialise(scope[name], game, kernels, done)
    name = f"{source.__name__}__{game}"
    copy = FunctionType(source.__code__, scope, name, source.__defaults__)
    copy.__qualname__ = name
    copy.__module__ = source.__module__
    room = _room(source.__module__)
    done[algorithm] = _compile(copy, game if room == ROOM else f"{game}+{room}")
    return done[algorithm]


def _room(module: str) -> str:
    return module.split(".")[1] if module.startswith("zashiki.") else ROOM


def _group(module: str) -> str:
    match = re.match(r"zashiki\.games\.(\w+)", module)
    return match[1] if match else _room(module)


@functools.cache
def sources(group: str) -> tuple[Path, ...]:
    """The files whose content decides whether compiled code of a group is still valid."""
    rooms, own = {ROOM}, []
    for part in group.split("+"):
        game = _PACKAGE / "games" / part
        if game.is_dir():
            own += sorted(path for path in game.glob("*.py") if path.name not in PRESENTATION)
        else:
            rooms.add(part)
    return tuple([path for room in sorted(_with_imported(rooms)) for path in _kernel_files(room)] + own)


@functools.cache
def _kernel_files(room: str) -> tuple[Path, ...]:
    here = Path(__file__).resolve()
    files = sorted((_PACKAGE / room).rglob("*.py"))
    return tuple(path for path in files if path == here or _KERNEL_MARK.search(path.read_bytes()))


def _with_imported(rooms: set[str]) -> set[str]:
    """The rooms, and those that their kernel files import from, and so on."""
    found, waiting = set[str](), set(rooms)
    while waiting:
        room = waiting.pop()
        found.add(room)
        for path in _kernel_files(room):
            imported = {name.decode() for name in _IMPORT.findall(path.read_bytes())}
            waiting |= {name for name in imported if (_PACKAGE / name).is_dir()} - found - {"games"}
    return found


@functools.cache
def fingerprint(group: str) -> str:
    """Hash of the kernel sources of a group and of everything else compiled code depends on."""
    digest = hashlib.sha256()
    for path in sources(group):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    host = (
        numba.__version__,
        np.__version__,
        platform.python_implementation(),
        platform.python_version(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    )
    digest.update(repr(host).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Where compiled code is kept: below `ZASHIKI_CACHE` if that is set, else below the user's cache folder."""
    chosen = os.environ.get("ZASHIKI_CACHE")
    root = Path(chosen) if chosen else platformdirs.user_cache_path("zashiki", appauthor=False)
    return root / "kernels"


@functools.cache
def cache_folder(group: str) -> Path:
    """The folder of a group's compiled code, made if needed; older folders of the group are cleaned away.

    Where it cannot be written (no home folder, read-only disk) a folder of this process alone takes its place.
    """
    name = f"{group}-{fingerprint(group)}"
    root = cache_root()
    folder = root / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        # Not a fixed place under /tmp: compiled code is unpickled, so nobody else may be able to write it.
        folder = Path(tempfile.mkdtemp(prefix="zashiki-kernels-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder
    _clean(root, group, folder)
    return folder


def _clean(root: Path, group: str, current: Path) -> None:
    def used(folder: Path) -> float:
        try:
            return folder.stat().st_mtime
        except OSError:
            return 0.0

    others = sorted((f for f in root.glob(f"{group}-*") if f != current), key=used, reverse=True)
    for place, folder in enumerate(others):
        if place >= KEEP_FOLDERS or time.time() - used(folder) > KEEP_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _cache_class(group: str) -> type[caching.FunctionCache]:
    class Locator(caching._CacheLocator):
        def __init__(self, function: Any) -> None:
            self._function = function

        def get_cache_path(self) -> str:  # type: ignore[override]
            return str(cache_folder(group))

        def get_source_stamp(self) -> str:  # type: ignore[override]
            return fingerprint(group)

        def get_disambiguator(self) -> str:  # type: ignore[override]
            return f"{self._function.__module__}-{self._function.__code__.co_firstlineno}"

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Locator:
            return cls(py_func)

    class Implementation(caching.CompileResultCacheImpl):
        _locator_classes = [Locator]

    class Cache(caching.FunctionCache):
        _impl_class = Implementation

    return Cache


def compile_now(function: Any, signature: tuple[Any, ...]) -> bool:
    """Compile a kernel for the given Numba argument types, or load it from the cache.

    Returns:
        True if it had to be compiled, False if the cache (or an earlier call) had it.
    """
    if not compiler_is_on():
        return False
    known = len(function.signatures)
    misses = sum(function.stats.cache_misses.values())
    function.compile(signature)
    return len(function.signatures) > known and sum(function.stats.cache_misses.values()) > misses


def source_file(function: Any) -> str:
    """The file a kernel was written in (for messages and tests)."""
    return inspect.getfile(getattr(function, "py_func", function))
