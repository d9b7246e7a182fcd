"""Plots as SVG text: the few that commands write, in the colours of the table; and as PNG, by the ending of a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from zashiki.arena.ratings import Rating
from zashiki.core.errors import OptionError
from zashiki.core.files import replaced

PAPER, INK, FAINT, DYE = "#f6f0e2", "#26221d", "#d9d4c5", "#274a6d"
WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 720, 30, 170, 90, 56, 44
PIXELS = 2 * WIDTH
STEPS = (10, 20, 50, 100, 200, 500, 1000)


def check_plot(path: Path) -> None:
    """Nothing, if a plot can be drawn into a file of this name.

    Raises:
        OptionError: its ending is neither .svg nor .png.
        MissingExtraError: it ends in .png, and what draws PNG is not installed.
    """
    if path.suffix.lower() not in (".svg", ".png"):
        raise OptionError(f"{path}: a plot is a file that ends in .svg or .png")
    if path.suffix.lower() == ".png":
        from zashiki.envs.pictures import check_png

        check_png()


def save_plot(path: Path, svg: str) -> None:
    """Write a plot as SVG or PNG, by the ending of the file's name."""
    data = svg.encode()
    if path.suffix.lower() == ".png":
        from zashiki.envs.pictures import png

        data = png(svg, PIXELS)
    with replaced(path) as part:
        part.write_bytes(data)


def ratings_plot(title: str, ratings: Sequence[Rating]) -> str:
    """Ratings as points with their 95 % intervals, the strongest on top; open intervals end in an arrow."""
    ends = [end for rating in ratings for end in (rating.elo.low, rating.elo.value, rating.elo.high)]
    low, high = (bound(end for end in ends if math.isfinite(end)) for bound in (min, max))
    step = _step(low, high)
    low, high = step * (low // step), step * -(-high // step)
    inner = WIDTH - LEFT - RIGHT
    height = TOP + ROW * len(ratings) + BOTTOM

    def x(elo: float) -> float:
        return LEFT + inner * (elo - low) / ((high - low) or 1)

    parts = _frame(title, height)
    mark = low
    while mark <= high:
        parts.append(
            f'<line x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{height - BOTTOM}" stroke="{FAINT}"/>'
            f'<text x="{x(mark):.1f}" y="{height - BOTTOM + 18}" text-anchor="middle" font-size="12" '
            f'fill="{INK}">{mark:g}</text>'
        )
        mark += step
    parts.append(
        f'<text x="{LEFT + inner / 2}" y="{height - 8}" text-anchor="middle" font-size="12" fill="{INK}">Elo</text>'
    )
    for number, rating in enumerate(ratings):
        y = TOP + ROW * (number + 0.5)
        elo = rating.elo
        start, end = max(elo.low, low), min(elo.high, high)
        for edge, side in ((elo.low, -1), (elo.high, 1)):
            if math.isinf(edge):
                tip = x(start if side < 0 else end)
                back = tip - 9 * side
                parts.append(
                    f'<polygon points="{tip:.1f},{y} {back:.1f},{y - 6} {back:.1f},{y + 6}" fill="{DYE}"/>'
                )
        parts.append(
            f'<text x="{LEFT - 12}" y="{y + 5:.1f}" text-anchor="end" fill="{INK}">{escape(rating.bot)}</text>'
            f'<line x1="{x(start):.1f}" x2="{x(end):.1f}" y1="{y}" y2="{y}" stroke="{DYE}" stroke-width="3"/>'
            f'<circle cx="{x(elo.value):.1f}" cy="{y}" r="6" fill="{DYE}"/>'
            f'<text x="{WIDTH - 16}" y="{y + 5:.1f}" text-anchor="end" fill="{INK}">{elo.value:+.0f}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def curve_plot(
    title: str,
    points: Sequence[tuple[float, float]],
    across: str,
    levels: Sequence[tuple[float, str]] = (),
) -> str:
    """A curve, with levels to compare it with as dashed lines.

    Args:
        title: what is plotted.
        points: where the curve goes, from left to right.
        across: what the horizontal axis counts.
        levels: heights and what they are called.
    """
    heights = [y for _, y in points] + [y for y, _ in levels]
    right, step = max(x for x, _ in points), _step(min(heights), max(heights))
    low, high = step * (min(heights) // step), step * -(-max(heights) // step)
    height, left = 380, 70
    inner, room = WIDTH - left - RIGHT, height - TOP - BOTTOM

    def x(value: float) -> float:
        return left + inner * value / (right or 1)

    def y(value: float) -> float:
        return TOP + room * (high - value) / ((high - low) or 1)

    parts = _frame(title, height)
    mark = low
    while mark <= high:
        parts.append(
            f'<line x1="{left}" x2="{left + inner}" y1="{y(mark):.1f}" y2="{y(mark):.1f}" stroke="{FAINT}"/>'
            f'<text x="{left - 10}" y="{y(mark) + 4:.1f}" text-anchor="end" font-size="12" fill="{INK}">{mark:g}</text>'
        )
        mark += step
    for value in range(0, int(right) + 1, _step(0, right)):
        parts.append(
            f'<text x="{x(value):.1f}" y="{height - BOTTOM + 18}" text-anchor="middle" font-size="12" '
            f'fill="{INK}">{value:,}</text>'
        )
    parts.append(
        f'<text x="{left + inner / 2}" y="{height - 8}" text-anchor="middle" font-size="12" fill="{INK}">{escape(across)}</text>'
    )
    for value, name in levels:
        parts.append(
            f'<line x1="{left}" x2="{left + inner}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="{INK}" '
            f'stroke-dasharray="5 5"/><text x="{left + inner + 8}" y="{y(value) + 5:.1f}" fill="{INK}">{escape(name)}</text>'
        )
    path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{DYE}" stroke-width="3"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _step(low: float, high: float) -> int:
    return next((s for s in STEPS if (high - low) / s <= 8), STEPS[-1])


def _frame(title: str, height: int) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="14" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<text x="20" y="30" font-size="17" fill="{INK}">{escape(title)}</text>',
    ]
