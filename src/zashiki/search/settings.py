"""How a search goes about its work (`Settings`) and how long it may take (`Budget`)."""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass, replace
from numbers import Real
from typing import Literal

from zashiki.core.errors import BudgetError, SettingsError

DEFAULT_MEGABYTES = 256
POLICIES = ("random", "suggest", "greedy")
MOST_ITERATIONS = 10**9
MOST_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Budget:
    """How much a search may spend on one decision; the first limit reached ends it.

    Attributes:
        iterations: visits of the root, all threads together; what earlier searches of the same game left of use
            counts towards them.
        seconds: wall-clock time.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise BudgetError("a budget needs a number of iterations, or a time, or both")
        for name, kind, what in (("iterations", int, "a whole number"), ("seconds", Real, "a number")):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
                raise BudgetError(f"{name} is {value!r}: it must be {what}")
        if self.iterations is not None and not 1 <= self.iterations <= MOST_ITERATIONS:
            raise BudgetError(f"{self.iterations} iterations: it must be 1 to {MOST_ITERATIONS}")
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise BudgetError(f"{self.seconds} seconds: it must be more than 0 and at most {MOST_SECONDS}")

    @property
    def is_deterministic(self) -> bool:
        """Whether the same seed gives the same result on every machine: no time is involved."""
        return self.seconds is None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget written as a number of iterations (`4000`), or a time (`2s`, `250ms`), or both (`4000/2s`).

        >>> Budget.parse("4000/2s")
        Budget(iterations=4000, seconds=2.0)

        Raises:
            BudgetError: it is none of these.
        """
        iterations: int | None = None
        seconds: float | None = None
        for part in text.split("/"):
            match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,9})?)(ms|s|)", part.strip(), re.ASCII)
            if match and match[2] and seconds is None:
                seconds = float(match[1]) / (1000 if match[2] == "ms" else 1)
            elif match and not match[2] and "." not in match[1] and iterations is None:
                iterations = int(match[1])
            else:
                shown = "".join(c if c.isprintable() else "?" for c in text[:40])
                raise BudgetError(
                    f"{shown!r} is not a budget: write iterations (4000), a time (2s), or 4000/2s"
                )
        return cls(iterations, seconds)

    @classmethod
    def of(cls, budget: Budget | str | int) -> Budget:
        """A budget from its text or number of iterations.

        Raises:
            BudgetError: it is neither, or cannot be read.
        """
        if isinstance(budget, Budget):
            return budget
        if isinstance(budget, str):
            return cls.parse(budget)
        try:
            return cls(iterations=budget if isinstance(budget, bool) else operator.index(budget))
        except TypeError:
            raise BudgetError(
                f"{budget!r:.60} is not a budget: give a number of iterations (4000), a text ('2s') or a Budget"
            ) from None

    def __str__(self) -> str:
        parts = [] if self.iterations is None else [str(self.iterations)]
        return "/".join(parts if self.seconds is None else [*parts, f"{self.seconds:g}s"])


@dataclass(frozen=True)
class Settings:
    """How a search works. The defaults need nothing of a game but its rules.

    Utility: what a seat wants is `win_weight` times its win share plus the rest times its score margin. The win
    share is 1 for the only winner, in equal parts for shared victories. The margin is its score less that of the best
    other seat (solo: its score), put through a logistic curve that is one half at the margin expected before the
    search and whose width is `spread` standard deviations of playouts from the position searched. So a seat far
    behind or ahead still has something to play for. Solo there is no win share.

    Attributes:
        root: how visits are shared among the moves of the root: `tree` like everywhere else in the tree; `halving`:
            moves take turns, and the worse half drops out again and again (sequential halving); `flat`: all moves
            take turns to the end.
        deep: whether there is a tree below the root's moves; without it each visit is a playout after one move.
        puct: whether the game's `suggest` steers the tree as a prior (PUCT), or all moves are alike (UCB1).
        exploration: the constant of PUCT or UCB1; utilities lie between 0 and 1.
        urgency: PUCT takes an untried move to be worth so much less than its node's mean.
        evenness: the share of the prior that is spread over all moves alike.
        policy: how playouts choose moves: `random`; `suggest`: by the weights of the game's `suggest`; `greedy`: the
            one after which the game's `evaluate` likes the seat's position best, which takes longer.
        cut: playouts are judged by `evaluate` at the first change of mover after so many steps; 0: at once;
            None: they go on to the end.
        quiet: whether a playout is cut only where chance is to move. In a game whose turns begin with a throw, everybody
            has then answered it; a judgement in between favours whoever has just moved.
        widening: moves considered at a node grow as this number plus a power of its visits; None: all at once.
        widening_power: that power.
        expand_at: visits at which a node gets its moves.
        win_weight: see above.
        spread: see above.
        common: whether the n-th visit of every move of the root meets the same dice (common random numbers).
        reuse: whether what earlier searches of the same game found out about a position is kept.
        decide: whether a search ends once no other move can be visited as often as the first any more.
        megabytes: most memory of the tree, per thread; when it is full, the search goes on without growing it.
    """

    root: Literal["tree", "halving", "flat"] = "tree"
    deep: bool = True
    puct: bool = False
    exploration: float = 0.7
    urgency: float = 0.0
    evenness: float = 0.25
    policy: Literal["random", "suggest", "greedy"] = "random"
    cut: int | None = None
    quiet: bool = False
    widening: float | None = None
    widening_power: float = 0.5
    expand_at: int = 2
    win_weight: float = 0.5
    spread: float = 1.0
    common: bool = True
    reuse: bool = True
    decide: bool = True
    megabytes: int = DEFAULT_MEGABYTES

    def __post_init__(self) -> None:
        bounds: dict[str, tuple[float, float]] = {
            "exploration": (0, 1000),
            "urgency": (-1, 1000),
            "evenness": (0, 1),
            "widening_power": (0, 1),
            "expand_at": (1, 1_000_000),
            "win_weight": (0, 1),
            "spread": (0.001, 1000),
            "megabytes": (1, 1_000_000),
        }
        if self.cut is not None:
            bounds["cut"] = (0, 1_000_000)
        if self.widening is not None:
            bounds["widening"] = (1, 1_000_000)
        for name, (low, high) in bounds.items():
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not (number and math.isfinite(value) and low <= value <= high):
                raise SettingsError(f"{name} is {value!r}: it must be {low:,} to {high:,}")
            if name in ("cut", "expand_at", "megabytes") and value != int(value):
                raise SettingsError(f"{name} is {value!r}: it must be a whole number")
        for name in ("deep", "puct", "quiet", "common", "reuse", "decide"):
            if getattr(self, name) not in (True, False):
                raise SettingsError(f"{name} is {getattr(self, name)!r}: it must be on or off")
        if self.root not in ("tree", "halving", "flat"):
            raise SettingsError(f"root is {self.root!r}: it must be tree, halving or flat")
        if self.policy not in POLICIES:
            raise SettingsError(f"policy is {self.policy!r}: it must be random, suggest or greedy")

    def changed(self, **changes: object) -> Settings:
        """The same settings with some of them changed.

        Raises:
            SettingsError: there is no such setting, or its value is out of bounds.
        """
        unknown = [name for name in changes if name not in Settings.__dataclass_fields__]
        if unknown:
            known = ", ".join(Settings.__dataclass_fields__)
            raise SettingsError(f"a search has no setting {unknown[0]!r} (settings: {known})")
        return replace(self, **changes)  # type: ignore[arg-type]
