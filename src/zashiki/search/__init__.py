"""Search: what the moves of a position are worth, for any game of the contract.

>>> import zashiki
>>> from zashiki.search import search
>>> position = zashiki.new("toshi", players=2, seed=7)
>>> while position.mover == "*":
...     _ = position.roll()
>>> found = search(position, budget=400, seed=1)
>>> found.best in position.legal_moves, found.iterations
(True, 400)

`search` looks at one position, `Searcher` at the positions of a game one after the other, keeping what stays of use;
`analyse_record` looks back at a game.
"""

from zashiki.search.engine import Analysis, Candidate, Searcher, margin, search
from zashiki.search.review import (
    Judged,
    analyse_record,
    as_data,
    by_worth,
    continuation,
    largest_losses,
    line_in_words,
)
from zashiki.search.settings import Budget, Settings

__all__ = [
    "Analysis",
    "Budget",
    "Candidate",
    "Judged",
    "Searcher",
    "Settings",
    "analyse_record",
    "as_data",
    "by_worth",
    "continuation",
    "largest_losses",
    "line_in_words",
    "margin",
    "search",
]
