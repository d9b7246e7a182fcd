"""Positions as arrays of pixels and in a window: the `rgb_array` and `human` of the environments; SVG as PNG.

The picture is the SVG of `zashiki.drawing`, drawn by resvg with the font that pygame brings, so that it is the same
on every machine.
"""

from __future__ import annotations

import functools
import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.errors import OptionError
from zashiki.core.position import Position
from zashiki.drawing import board_svg
from zashiki.envs.extras import missing

RENDER_MODES = ("rgb_array", "ansi", "human")
FRAMES_PER_SECOND = 4
WIDTH = 900
"""Pixels across."""

UNCOVERED = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]+")
"""Signs the font does not have."""


def check_render_mode(mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render_mode cannot be {mode!r}: it takes {', '.join(RENDER_MODES)}")
    return mode


@functools.cache
def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        raise missing("pygame, which pictures are drawn with,") from None
    return pygame


def _resvg() -> Any:
    try:
        import resvg_py
    except ImportError:
        raise missing("resvg-py, which pictures are drawn with,") from None
    return resvg_py


def picture(position: Position, seat: int | None = None) -> NDArray[np.uint8]:
    """A position as pixels, uint8[height, WIDTH, 3].

    Args:
        position: what is drawn.
        seat: whose side is drawn large; by default the mover's.

    Raises:
        MissingExtraError: the packages that draw are not installed.
    """
    pygame = _pygame()
    surface = pygame.image.load(io.BytesIO(png(board_svg(position, seat), WIDTH)), "board.png")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def png(svg: str, width: int) -> bytes:
    """An SVG as a PNG so many pixels across.

    Raises:
        MissingExtraError: the packages that draw are not installed.
    """
    pygame, resvg = _pygame(), _resvg()
    font = Path(pygame.__file__).with_name(pygame.font.get_default_font())
    drawn = resvg.svg_to_bytes(
        svg_string=UNCOVERED.sub("", svg),
        width=width,
        background="white",
        skip_system_fonts=True,
        font_files=[str(font)],
        **dict.fromkeys(("font_family", "sans_serif_family", "serif_family"), "FreeSans"),
    )
    return bytes(drawn)


def check_png() -> None:
    """Nothing, if `png` can draw.

    Raises:
        MissingExtraError: the packages that draw are not installed.
    """
    _pygame()
    _resvg()


class Window:
    """A window that shows pictures.

    Args:
        title: what is written above it.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: Any = None
        self._clock: Any = None

    def show(self, pixels: NDArray[np.uint8]) -> None:
        """Show a picture for a frame.

        Raises:
            OptionError: there is no display to open a window on.
        """
        pygame = _pygame()
        if self._screen is None:
            try:
                pygame.display.init()
                self._screen = pygame.display.set_mode(pixels.shape[1::-1])
            except pygame.error as error:
                raise OptionError(f"render_mode human cannot open a window here: {error}") from None
            pygame.display.set_caption(self._title)
            self._clock = pygame.time.Clock()
        surface = pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        """Close it; to be repeated at will."""
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None


def render(position: Position, mode: str, seat: int | None, window: Window) -> NDArray[np.uint8] | str | None:
    """A position in a render mode: pixels, text, or nothing once the window shows it."""
    if mode == "ansi":
        return str(position)
    pixels = picture(position, seat)
    if mode == "rgb_array":
        return pixels
    window.show(pixels)
    return None
