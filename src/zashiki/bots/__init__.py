"""Bots: programs that play. `make_bot("greedy", game, seed=1).choose(position)` gives a move.

The list of bots is `registry`; `simple` holds the ones that need no search, `thinking` those that do; `machine` plays
whole games between the simple ones in machine code. Tables, the arena and the command line ask for bots here and nowhere else.
"""

from zashiki.bots import simple, thinking
from zashiki.bots.registry import ASK, Bot, Entry, entries, make_bot, names, register
from zashiki.bots.simple import GreedyBot, RandomBot

__all__ = [
    "ASK",
    "Bot",
    "Entry",
    "GreedyBot",
    "RandomBot",
    "entries",
    "make_bot",
    "names",
    "register",
    "simple",
    "thinking",
]
