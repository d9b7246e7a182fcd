"""A language model plays against a bot: `python examples/language_model.py toshi --command "llm -m some-model"`.

The command is any program that reads a question and prints an answer. Without one, a stand-in answers that only looks
at the numbers; it shows what a model is told (`--show`).
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence

import zashiki
from zashiki.bots import make_bot
from zashiki.envs.text import TextPlayer


def asking(command: str) -> Callable[[str], str]:
    """A model behind a command."""

    def ask(question: str) -> str:
        done = subprocess.run(
            shlex.split(command), input=question, capture_output=True, text=True, check=True
        )
        return done.stdout

    return ask


def stand_in(question: str) -> str:
    """No model: it takes the move in the middle of the list, with a sentence before it as models like."""
    numbers = re.findall(r"^(\d+)\. ", question, re.MULTILINE)
    return f"I have {len(numbers)} moves to choose from.\nmove: {numbers[len(numbers) // 2]}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play one game and print how it ended."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="toshi", choices=zashiki.games.NAMES)
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--command")
    parser.add_argument("--show", action="store_true", help="print the first question")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)

    position = zashiki.new(chosen.game, players=2, seed=chosen.seed, seats=["model", chosen.against])
    model = TextPlayer(position.game, asking(chosen.command) if chosen.command else stand_in)
    other = make_bot(chosen.against, position.game, chosen.seed)
    shown = not chosen.show
    while not position.is_over:
        if position.mover == "*":
            position.roll()
        elif position.mover == 0:
            if not shown:
                print(position.describe(), end="\n\n")
                shown = True
            position.play(model.choose(position))
        else:
            position.play(other.choose(position))
    for standing in position.standings:
        print(f"{standing.rank}. {position.seats[standing.seat]}: {standing.score}")


if __name__ == "__main__":
    main()
