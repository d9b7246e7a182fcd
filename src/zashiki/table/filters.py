"""What the pages derive from page data before it is drawn; used by the templates as filters."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import jinja2
from markupsafe import Markup

from zashiki.bots import names
from zashiki.core.contract import Game
from zashiki.core.i18n import _, ngettext
from zashiki.drawing import plain


def staged(page: Mapping[str, Any], base: str) -> dict[str, Any]:
    """Page data with what its page shows besides: groups of the log, lit targets, the sentence of the draft.

    Args:
        page: see `pages.PageData`.
        base: path of this page, under which its record and its body lie.

    Returns:
        A new dict: everything of `page`, `base`, and
        `log_groups`: [{"title", "note", "lines"}], newest first, lines in reading order, each group with a stable `key`;
        `lit`: the targets that lead somewhere now; `composed`: what the draft's last step does, in words, as first
        sentence and the rest;
        `bubble`: the numbers of that step, if a game gives them for one place; `can_roll`; `thinking`: whether a bot
        is awaited; `waiting_note`; `look_back`: the log line of the step shown; `verdict` and `verdict_note`;
        `tab_seats`; `client`: what the browser's script needs, as plain data.
    """
    stage = {**page, "base": base}
    draft, prompt, table = page["draft"], page["prompt"], page["table"]
    stage["alternatives"] = [{"back": 1, **move} for move in page["alternatives"]]
    last = draft["moves"][-1] if draft["moves"] else None
    composed = next((m["preview"] for m in stage["alternatives"] if m["back"] == 1 and m["text"] == last), {})
    stage["composed"] = _first_and_rest(composed.get("words", ""))
    stage["bubble"] = composed.get("square")
    stage["lit"] = sorted({target for move in page["moves"] for target in move["targets"]})
    stage["can_roll"] = any(move["targets"] == ["dice"] for move in page["moves"])
    awaited = prompt.get("seat")
    live = page["at"]["live"] and table["status"] != "over"
    stage["thinking"] = bool(live and awaited is not None and table["seats"][awaited]["kind"] == "bot")
    stage["waiting_note"] = _waiting_note(page)
    stage["log_groups"] = _log_groups(page)
    stage["look_back"] = _told_last(page)
    stage["result"] = [line if isinstance(line, str) else line["text"] for line in page["result"] or []]
    stage["verdict"] = stage["result"][-1] if stage["result"] else ""
    stage["verdict_note"] = " ".join(stage["result"][:-1])
    stage["tab_seats"] = [{**seat, "awaited": live and seat["seat"] == awaited} for seat in table["seats"]]
    stage["client"] = {
        "game": table["game"],
        "version": table["version"],
        "status": table["status"],
        "at": page["at"],
        "mover": page["mover"],
        "seats": page["you"]["seats"],
        "seat": page["you"]["seat"],
        "names": [seat["name"] for seat in table["seats"]],
        "decides": bool(prompt["yours"] and page["at"]["live"]),
        "question": plain(prompt["question"] if prompt["yours"] else prompt["waiting"]),
        "composed": plain(composed.get("words", "")),
        "draft": draft,
        "moves": page["moves"],
        "alternatives": stage["alternatives"],
        "blocked": page["blocked"],
        "news": [plain(line["text"]) for line in page["log"][-8:]],
        "log": len(page["log"]),
        "auto_roll": table["auto_roll"],
        "help_allowed": table["help_allowed"],
        "help": page["you"]["can"]["help"],
        "again": table.get("again"),
    }
    return stage


def _told_last(page: Mapping[str, Any]) -> str:
    """The first line of the newest step told in the log up to the one shown: some steps have no line of their own."""
    told = [line for line in page["log"] if line["step"] <= page["at"]["step"]]
    return next((line["text"] for line in told if line["step"] == told[-1]["step"]), "")


def _first_and_rest(words: str) -> tuple[str, str] | None:
    first, stop, rest = words.partition(". ")
    return (first + stop.strip(), rest) if words else None


def _waiting_note(page: Mapping[str, Any]) -> str:
    mine = page["you"]["seats"]
    if page["table"]["status"] == "over" or page["prompt"]["yours"]:
        return ""
    if not mine:
        return _("You are watching.")
    names = [page["table"]["seats"][seat]["name"] for seat in mine]
    return ngettext("You play %(names)s.", "You play %(names)s.", len(names)) % {"names": ", ".join(names)}


def _log_groups(page: Mapping[str, Any]) -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = []
    turn = 0
    recap = page.get("recap")
    for line in page["log"]:
        if line["kind"] == "turn":
            groups.append({"key": len(groups), "title": line["text"], "note": "", "lines": []})
            continue
        opens = line.get("group") not in (None, groups[-1]["title"] if groups else None)
        if line.get("group") is None and line["kind"] == "roll":
            turn += 1
            opens = True
        if opens or not groups:
            title = line.get("group") or (_("Turn %(turn)s") % {"turn": turn} if turn else _("Set-up"))
            note = line.get("group_note") or ""
            groups.append({"key": len(groups), "title": title, "note": note, "lines": []})
        fresh = recap is not None and line["step"] > recap
        groups[-1]["lines"].append({**line, "fresh": fresh})
    return groups[::-1]


@jinja2.pass_environment
def drawn(env: jinja2.Environment, html: str, game: Game) -> Markup:
    """Rules text with its pictures.

    Images of a symbol, `<img src="#t-koba" alt="Kōba">`, become the drawings themselves; those of a file,
    `<img src="map.svg" ...>`, the one of the game's `page/rules/` for the light or the dark page.
    """
    drawing = r'<svg class="tile" viewBox="0 0 64 64" role="img" aria-label="\2"><use href="#\1"/></svg>'
    text = re.sub(r'<img src="#([\w-]+)" alt="([^"]*)"[^>]*>', drawing, str(html))

    def both(found: re.Match[str]) -> str:
        static: Any = env.globals["static"]
        width, height = _size_of_picture(game.name, found[1])
        return "".join(
            f'<img class="scene on-{theme}" src="{static(f"games/{game.name}/rules/{found[1]}{ending}.svg")}" '
            f'alt="{found[2]}" width="{width}" height="{height}" loading="lazy">'
            for theme, ending in (("light", ""), ("dark", "-dark"))
        )

    return Markup(re.sub(r'<img src="([\w-]+)\.svg" alt="([^"]*)"[^>]*>', both, text))


@functools.cache
def _size_of_picture(game: str, name: str) -> tuple[str, ...]:
    """Width and height, so that a page does not jump when the picture comes."""
    svg = resources.files(f"zashiki.games.{game}").joinpath("page", "rules", f"{name}.svg").read_text("utf-8")
    found = re.search(r'<svg[^>]* width="(\d+)" height="(\d+)"', svg)
    assert found, f"{game}/{name}.svg has no size"
    return found.groups()


def bot_names(game: Game) -> list[str]:
    """Names of the bots that can play a game."""
    return names(game)


def rows_apart(places: Sequence[float], gap: float) -> list[int]:
    """A row for each of some marks so that none lies over another: the lowest where its neighbours leave room.

    >>> rows_apart([5, 7, 9, 30], 3)
    [0, 1, 0, 0]
    """
    rows: list[int] = []
    for place in places:
        near = {row for row, other in zip(rows, places, strict=False) if abs(other - place) < gap}
        rows.append(next(row for row in range(len(places)) if row not in near))
    return rows


FILTERS = {"staged": staged, "drawn": drawn, "bot_names": bot_names, "rows_apart": rows_apart}
"""Filters of the templates, by name."""
