"""Plots are SVG that any program draws, with the marks where the numbers are."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree as ET

from zashiki.arena.ratings import Estimate, Rating
from zashiki.cli.plots import curve_plot, ratings_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_a_curve_rises_where_its_numbers_rise() -> None:
    points = [(0.0, -50.0), (100.0, 40.0), (400.0, 69.0)]
    root = ET.fromstring(curve_plot("Scores <of> a bot", points, "thousand decisions", [(61.0, "greedy")]))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[0] == "Scores <of> a bot"
    assert {"thousand decisions", "greedy", "0", "-60", "80", "400"} <= set(texts)
    line = root.find(f"{SVG}polyline")
    assert line is not None
    places = [tuple(map(float, place.split(","))) for place in line.attrib["points"].split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    (level,) = (mark for mark in root.iter(f"{SVG}line") if "stroke-dasharray" in mark.attrib)
    assert places[2][1] < float(level.attrib["y1"]) < places[1][1]


def test_a_flat_curve_is_drawn_too() -> None:
    assert re.search("<polyline", curve_plot("Flat", [(0.0, 5.0), (0.0, 5.0)], "games"))


def test_an_open_interval_ends_in_an_arrow_at_the_edge() -> None:
    ratings = [
        Rating("best", Estimate(300.0, 120.0, math.inf), 5, 1.0, None),
        Rating("anchor", Estimate(0.0, 0.0, 0.0), 5, 0.5, None, is_anchor=True),
        Rating("worst", Estimate(-200.0, -math.inf, -80.0), 5, 0.0, None),
    ]
    root = ET.fromstring(ratings_plot("Ladder", ratings))
    bars = [line for line in root.iter(f"{SVG}line") if "stroke-width" in line.attrib]
    best, _, worst = ((float(bar.attrib["x1"]), float(bar.attrib["x2"])) for bar in bars)
    assert worst[0] < worst[1] < best[0] < best[1]
    tips = [float(arrow.attrib["points"].split(",")[0]) for arrow in root.iter(f"{SVG}polygon")]
    assert tips == [best[1], worst[0]]
