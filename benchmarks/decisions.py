"""How good single decisions of bots are: `python benchmarks/decisions.py toshi greedy hard master`.

In games with much luck thousands of games hardly tell two good bots apart. This measures without most of the luck: in
positions of games between greedy bots every legal move is played out many times, greedy bots going on, all moves with
the same dice. What a bot chooses is then worth the mean final margin (own score less the best other's) after its move,
and its win share. Half of the playouts name the best move and the other half say what it is worth, so that the best
does not look better than it is. The reference goes to a JSONL file; started again, it continues.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from zashiki.arena.games import Player, Series
from zashiki.bots import make_bot
from zashiki.core.position import Position
from zashiki.games import get
from zashiki.search import Budget, Searcher, Settings

REFERENCE = Settings(root="flat", deep=False, policy="greedy", cut=None, reuse=False, decide=False)
MOST_MOVES = 24


def positions(game: Any, players: int, seed: int) -> Any:
    """Endless decisions, each of another game between greedy bots, with at most MOST_MOVES to choose from."""
    options = game.complete_options(players, {})
    player = Player(
        Series(game.name, options, game.load_edition(), ("greedy",) * players, seed, records=True)
    )
    rng = np.random.default_rng(seed)
    number = 0
    while True:
        log = json.loads(player.play(number, 1).records[0])["log"]
        number += 1
        position = Position(game, options, game.load_edition())
        for _, text in log[: rng.integers(len(log))]:
            position.play(text)
        while not position.is_over and not (
            isinstance(position.mover, int) and 1 < len(position.legal_moves) <= MOST_MOVES
        ):
            position.play(log[len(position)][1])
        if not position.is_over:
            yield [text for _, text in log[: len(position)]], position


def judged(position: Position, playouts: int, seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """The mover's mean margin and win share after each move, over so many playouts of each."""
    seat = position.mover
    assert isinstance(seat, int)
    searcher = Searcher(position, REFERENCE, seed)
    found = searcher.search(position, Budget(iterations=playouts * len(position.legal_moves)))
    margins: dict[str, float] = {}
    wins: dict[str, float] = {}
    for candidate in found.candidates:
        margin = candidate.margin(seat)
        assert margin is not None
        assert candidate.wins is not None
        margins[str(candidate.move)] = round(margin, 3)
        wins[str(candidate.move)] = round(candidate.wins[seat], 4)
    return margins, wins


def main() -> None:
    """Play out what is missing, then print how well each bot decides, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=1000, help="of each move, in each half")
    parser.add_argument("--reference", type=Path)
    chosen = parser.parse_args()
    game = get(chosen.game)
    path = chosen.reference or Path(f"decisions-{game.name}-{chosen.players}p.jsonl")
    known = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    rows = []
    for number, (log, position) in zip(
        range(chosen.decisions), positions(game, chosen.players, 1), strict=False
    ):
        if number == len(known):
            halves = [judged(position, chosen.playouts, 2 * number + half) for half in range(2)]
            known.append({"log": log, "halves": halves})
            with path.open("a") as file:
                file.write(json.dumps(known[-1]) + "\n")
        assert known[number]["log"] == log, f"{path} is of other games"
        rows.append((position, known[number]["halves"]))
    print(
        "| bot | margin gained per decision | ± | win share gained | ± | decides otherwise | per decision |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    greedy = [str(make_bot("greedy", game, 1).choose(position)) for position, _ in rows]
    best = [max(halves[0][0], key=halves[0][0].__getitem__) for _, halves in rows]
    tell("the best of all playouts", best, greedy, [halves[1:] for _, halves in rows], 0.0)
    for spec in chosen.bots:
        bot = make_bot(spec, game, 1)
        start = time.process_time()
        choices = [str(bot.choose(position)) for position, _ in rows]
        took = (time.process_time() - start) / len(rows)
        tell(f"`{spec}`", choices, greedy, [halves for _, halves in rows], took)


def tell(name: str, choices: list[str], greedy: list[str], references: list[Any], took: float) -> None:
    """A row: what choices are worth more than those of `greedy`, with 95 % intervals."""
    gains = np.array(
        [
            np.mean([[half[k][choice] - half[k][other] for k in range(2)] for half in halves], axis=0)
            for choice, other, halves in zip(choices, greedy, references, strict=True)
        ]
    )
    mean, error = gains.mean(axis=0), 1.96 * gains.std(axis=0, ddof=1) / len(gains) ** 0.5
    others = sum(choice != other for choice, other in zip(choices, greedy, strict=True)) / len(greedy)
    print(
        f"| {name} | {mean[0]:+.2f} | {error[0]:.2f} | {mean[1]:+.2%} | {error[1]:.2%} | {others:.0%} | "
        f"{1000 * took:.0f} ms |",
        flush=True,
    )


if __name__ == "__main__":
    main()
