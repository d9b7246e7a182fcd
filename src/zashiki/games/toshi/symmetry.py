"""The symmetries of Toshi's board: rows and columns may be reversed and exchanged, which makes eight pictures of one game.

Rows and columns as such cannot be shuffled, because Teien and a double Machiya need squares that touch.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zashiki.core.contract import Feature, Symmetry, named_features
from zashiki.games.toshi.judge import OBSERVATION_LAYOUT, SEAT_LAYOUT
from zashiki.games.toshi.moves import CODEC
from zashiki.games.toshi.state import AREA, REGULAR, SEATS, SIDE

GRID = np.arange(AREA).reshape(SIDE, SIDE)
PICTURES = {
    "columns reversed": GRID[:, ::-1],
    "rows reversed": GRID[::-1],
    "rows and columns reversed": GRID[::-1, ::-1],
    "rows and columns exchanged": GRID.T,
    "turned left": np.rot90(GRID),
    "turned right": np.rot90(GRID, -1),
    "exchanged and reversed": GRID[::-1, ::-1].T,
}
"""For each symmetry the square that is seen on each square afterwards."""

FEATURES = named_features(OBSERVATION_LAYOUT, rolled=(SIDE, SIDE), filled=(SIDE, SIDE))
SEAT_FEATURES = named_features(SEAT_LAYOUT, tiles=(REGULAR + 1, SIDE, SIDE))


def symmetries() -> tuple[Symmetry, ...]:
    """All of them but the one that changes nothing."""
    return tuple(
        Symmetry(name, _sources(picture.ravel()), _actions(picture.ravel()))
        for name, picture in PICTURES.items()
    )


def _sources(picture: NDArray[np.int64]) -> NDArray[np.int64]:
    parts, start = [], 0
    for feature in (*FEATURES, *SEATS * SEAT_FEATURES):
        entries = np.arange(start, start + feature.size)
        parts.append(entries.reshape(-1, AREA)[:, picture].ravel() if _shows_squares(feature) else entries)
        start += feature.size
    return np.concatenate(parts)


def _shows_squares(feature: Feature) -> bool:
    return feature.shape[-2:] == (SIDE, SIDE)


def _actions(picture: NDArray[np.int64]) -> NDArray[np.int64]:
    parts, start = [], 0
    goes_to = np.argsort(picture)
    for verb in CODEC.verbs:
        ids = np.arange(start, start + verb.size)
        if list(verb.arguments)[-1:] == ["square"]:
            ids = (ids.reshape(-1, AREA)[:, :1] + goes_to).ravel()
        parts.append(ids)
        start += verb.size
    return np.concatenate(parts)
