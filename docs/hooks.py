"""Builds the pages that come from the games themselves: rules, pictures of pieces, editions, environments."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from mkdocs.structure.files import File, Files

from zashiki import drawing
from zashiki.core.contract import Game
from zashiki.envs import Task
from zashiki.games import NAMES, get
from zashiki.rulebook import rules_markdown


def on_files(files: Files, config: Any) -> Files:
    """Add `rules/<game>.md` and its pictures for every game of the catalogue."""
    for name in NAMES:
        pictures = drawing.symbol_pictures(name)
        rules = rules_markdown(get(name))
        # The games write `![Kōba](#t-koba)` for the drawing with that id.
        rules = re.sub(r"!\[([^\]]*)\]\(#([\w-]+)\)", rf"![\1]({name}/\2.svg){{ .tile }}", rules)
        # ... and `![The map](map.svg)` for a picture of their own, which there is for light and dark pages.
        both = rf"![\1]({name}/\2.svg#only-light)![\1]({name}/\2-dark.svg#only-dark)"
        rules = re.sub(r"!\[([^\]]*)\]\(([\w-]+)\.svg\)", both, rules)
        folder = resources.files(f"zashiki.games.{name}").joinpath("page", "rules")
        pictures |= {
            entry.name.removesuffix(".svg"): entry.read_text("utf-8")
            for entry in folder.iterdir()
            if entry.name.endswith(".svg")
        }
        files.append(File.generated(config, f"rules/{name}.md", content=rules))
        for piece, svg in pictures.items():
            files.append(File.generated(config, f"rules/{name}/{piece}.svg", content=svg))
        files.append(File.generated(config, f"rules/{name}-edition.md", content=edition_page(get(name))))
        files.append(File.generated(config, f"research/env-{name}.md", content=environment_page(get(name))))
    return files


def edition_page(game: Game) -> str:
    """The numbers of a game's standard edition, each with where it is known from."""
    edition = game.load_edition()
    rows = [f"| `{path}` | {value} | {source.words} |" for path, value, source in edition.rows()]
    assumed = sum(source.source == "A" for _, _, source in edition.rows())
    note = (
        f"{assumed} of them are assumed, because no source is known: balanced values that satisfy everything the "
        "rulebook says. At the table they carry a mark. Whoever owns the game can enter the printed numbers in an "
        "[edition file](../records.md#editions)."
        if assumed
        else "None of them is assumed."
    )
    head = [f"# About this edition: {game.title}", "", f"The {len(rows)} numbers of the game. {note}", ""]
    return "\n".join([*head, "| number | value | known from |", "|---|---|---|", *rows, ""])


def environment_page(game: Game) -> str:
    """The environments of a game: their spaces, actions and observation, as the code has them."""
    tasks = [Task(game, players) for players in game.players]
    title = game.name.capitalize()
    names = [f"`zashiki/{title}-v0`", f"`zashiki/{game.name}_v0`", f"`zashiki_{game.name}`"]
    if 1 in game.players:
        names.insert(1, f"`zashiki/{title}-Solo-v0`")
    head = [
        f"# Environments: {game.title}",
        "",
        f"{game.summary} [The rules](../rules/{game.name}.md).",
        "",
        f"{', '.join(names)}: [Gymnasium](gymnasium.md), [PettingZoo](pettingzoo.md), [OpenSpiel](openspiel.md), "
        "and [batches](batch.md). What they have in common is told [at the start](index.md#the-same-everywhere).",
        "",
        "## Spaces",
        "",
        "| seats S | actions A | entries O | legal, at most: L | score parts P | state bytes | reward |",
        "|---|---|---|---|---|---|---|",
    ]
    head += [
        f"| {task.players} | {task.action_count} | {task.observation_size} | {game.max_legal} | "
        f"{len(game.breakdown)} | {game.state_dtype.itemsize} | {task.reward.name.lower()} |"
        for task in tasks
    ]
    return "\n".join([*head, "", *_options(game), *_actions(tasks[0]), *_observation(game), *VERSIONS, ""])


VERSIONS = ["## Versions", "", "| version | changes |", "|---|---|", "| v0 | first |"]


def _options(game: Game) -> list[str]:
    rows = ["Options, for all interfaces:", "", "| option | values | usual | |", "|---|---|---|---|"]
    for option in game.options:
        given = option.values
        values = f"{given.start} and more" if isinstance(given, range) else ", ".join(f"`{v}`" for v in given)
        rows.append(f"| `{option.name}` | {values} | `{option.default}` | {option.summary} |")
    return [*rows, ""]


def _actions(task: Task) -> list[str]:
    rows = ["## Actions", "", "| actions | move | arguments, the last running fastest |", "|---|---|---|"]
    for first, verb in zip(task.game.codec.first, task.game.codec.verbs, strict=True):
        if first >= task.combined_from:
            break
        words = "; ".join(
            f"{name}: {' '.join(values)}" if len(values) <= 40 else f"{name}: {values[0]} ... {values[-1]}"
            for name, values in verb.arguments.items()
        )
        form = " ".join([verb.name, *(f"&lt;{name}&gt;" for name in verb.arguments)])
        last = first + verb.size - 1
        rows.append(f"| {first}{'' if last == first else f' to {last}'} | {form} | {words} |")
    if task.action_count > task.combined_from:
        rows.append(
            f"| {task.combined_from} to {task.action_count - 1} | payments | the first, second, ... of the legal ones, "
            "in the order of the library |"
        )
    return [*rows, "", "Outcomes of chance have numbers too; no seat can ever choose them.", ""]


def _observation(game: Game) -> list[str]:
    rows = [
        "## Observation",
        "",
        "Entries are float32. First those of the table; then those of each seat, the observing one first, then the others "
        "in order. `one-hot` means 1 at one place and 0 elsewhere; `/ n` that the number is divided by n. Where there is "
        "an entry for each type, person, good and so on, they come in the order of the arguments above.",
        "",
    ]
    start = 0
    for title, features in (("of the table", game.features), ("of each seat", game.seat_features)):
        rows += [f"| {title}: first entry | name | shape | meaning |", "|---|---|---|---|"]
        base, start = start, 0
        for feature in features:
            shape = " × ".join(map(str, feature.shape))
            place = f"{start}" if features is game.features else f"{base} + {start}"
            rows.append(f"| {place} | `{feature.name}` | {shape} | {feature.meaning} |")
            start += feature.size
        rows.append("")
    base = sum(feature.size for feature in game.features)
    rows += [f"The features of seat k from the observer begin at {base} + {start} k.", ""]
    return rows
