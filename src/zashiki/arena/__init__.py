"""The arena: many games between bots, and how fast they go.

`games` plays series of games in this process or in several; `summary` says what came out of them; `speed` and
`peers` measure. Nothing in here draws or prints: the command line does.
"""
