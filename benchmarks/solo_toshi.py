"""How well bots do alone at Toshi: mean score and the share of each title: `python benchmarks/solo_toshi.py random greedy`.

Game g has the same dice for every bot. Results go to a JSONL file; started again, it continues.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from zashiki.arena.games import Player, Series
from zashiki.games import get
from zashiki.games.toshi import title

SEED = 1
BATCH = 5


def main() -> None:
    """Play what is missing, then print what came out, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--results", type=Path, default=Path("solo_toshi.jsonl"))
    chosen = parser.parse_args()
    game = get("toshi")
    options = game.complete_options(1, {})
    lines = chosen.results.read_text().splitlines() if chosen.results.exists() else []
    known = [json.loads(line) for line in lines]
    titles = []
    for score in range(-500, 1000):
        if title(score) not in titles:
            titles.append(title(score))
    print(f"| bot | games | mean score | ± | {' | '.join(titles)} |")
    print(f"|---|---:|---:|---:|{'---:|' * len(titles)}")
    for bot in chosen.bots:
        scores = [game["score"] for game in known if game["bot"] == bot]
        player = Player(Series("toshi", options, game.load_edition(), (bot,), SEED))
        while len(scores) < chosen.games:
            batch = player.play(len(scores), min(BATCH, chosen.games - len(scores)))
            fresh = batch.scores[:, 0].tolist()
            scores += fresh
            with chosen.results.open("a") as file:
                file.writelines(json.dumps({"bot": bot, "score": score}) + "\n" for score in fresh)
        error = 1.96 * np.std(scores, ddof=1) / len(scores) ** 0.5
        shares = Counter(title(score) for score in scores)
        row = [f"{shares[name] / len(scores):.1%}" for name in titles]
        print(
            f"| {bot} | {len(scores)} | {np.mean(scores):.1f} | {error:.1f} | {' | '.join(row)} |", flush=True
        )


if __name__ == "__main__":
    main()
