"""What any game is: kernels, the contract of a game, positions, moves, chance, editions, records, errors.

Nothing in here knows a particular game. Games import from here; bots, the table, the arena and the command
line build on it.
"""
