"""Making a server ready before the first page is asked for."""

from __future__ import annotations

from zashiki.bots import make_bot, names
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.games import all_games


def warm_up(steps: int = 40) -> None:
    """Compile or load the kernels of every game and bot and play a little: the first page comes as quickly as others."""
    for game in all_games():
        options = game.complete_options(game.players[-1], {})
        position, rng = Position(game, options, game.load_edition()), new_rng(1)
        while len(position) < steps or not isinstance(position.mover, int):
            if position.is_over:
                break
            before = position.copy()
            move = position.random_move(rng)
            position.play(move)
            game.log_lines(before, move.id, position)
        game.view(position, None)
        if isinstance(position.mover, int):
            for name in names(game):
                make_bot(name, game, 1).choose(position)
