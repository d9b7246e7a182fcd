"""What a person sees of Toshi, as plain data: the view, and for each move its places on the page and its numbers.

Nothing is drawn here and no rule is decided here; the sentences come from `wording.py`, the numbers from `figures.py`.
All data is dicts, lists, strings, integers, floats, booleans and None, so that it can be JSON. Every text is ready to
show in the current language. Seats are numbers, buildings are ids (`koba`), squares are names (`4D`).

The view, `view(position, seat)`; `seat` is whose eyes it is seen with, None for a spectator:

```
seat        the seat, or None
players     number of seats
solo        whether it is the game for one
specials    whether the game is played with specials
phase       start offer first roll extra build at umaya remove over
mover       seat, "*" or None
turn        {"number" (0 in set-up), "active" seat or None, "start_seat" or None, "cap",
             "words": "Turn 28", "note": "Ann rolled"}
roll        the latest roll, None before the first:
            {"square": "4D", "column": "4", "row": "D", "seat": who rolled, "turn": 28,
             "done": whether its turn is finished (the next roll is awaited, or the game is over)}
cities      one per seat, in seat order (below)
pool        what can be built (below)
bans        types built in this turn that other seats may not build now: [{"type", "seat", "words"}]
placing     the building in progress, or None: {"type", "name", "seat", "squares": placed so far,
            "wanted": number of squares of the whole (Teien: the most there can be), "left": still to place,
            "words": "Garden 1 of at most 3"}
end         {"koku": 100, "words": "Ends at 100 Koku or a full city.",
             "nearest": {"seat", "koku" still missing, "words": "Ben needs 57 more"} or None,
             "emptiest": {"seat", "empty", "words": "Ben has 3 empty squares"}: the fullest city,
             "last_turn": bool, "reasons": ["Ann has reached 100 Koku: this is the last turn.", ...], "over": bool}
lone        solo only, else None: {"supply": tiles left, "start": tiles at the start, "removed": tiles removed,
             "bonus": Koku for the supply, "score", "title": id, "title_words", "next": {"title", "title_words",
             "score" it takes, "words": "24 more for: City in bloom"} or None, "built": built in this turn yet}
unit        what the run of decisions that ends this position changed (a draft is such a run), or None:
            {"seat", "steps": number of decisions, "squares": filled by it, and as [before, now]:
             "koku", "empty", "income" (per 36 rolls), "extra" (squares with an extra build), "score"}
```

A city:

```
seat, name, yours
koku        the purse
empty       number of empty squares
penalty     {"each": 5, "total": 80, "words": "16 × 5", "because": "Castle" or None}
bonus       Koku added at the end (Kabuki, solo supply)
score, rank if the game ended now
income      expected: {"sum": over the 36 rolls, "mean": 3.61, "words": "130 per 36 rolls (3.61)"}
extra       {"squares": 6, "words": "6 of 36 squares"}: squares whose roll gives extra builds
houses, mise, teien, noka    tiles that others count
special     the special owned: {"type", "name"}, or None
residence   {"left": Umaya on it, "used": whether this round's was placed, "target": "residence:0"}, or None
state       "now" decides · "next" or "later" still has to act · "done" has acted · "cannot" had nothing to do ·
            "none" no turn is in progress
state_words "builds next", "4D is built", ...; may be empty
delta       Koku the latest roll brought this seat
squares     36, in listing order 1A 2A ... 6F:
            {"square": "4D", "column", "row", "target": "square:0:4D", "type": id or None,
             "label": "4D: Kōba. If rolled: +14 (7 houses × 2)": the whole square for a screen reader,
             "now": what a roll of it would do: {"delta": 14, "extra": 0, "text": "+14 (7 houses × 2)"},
             "badge": what it contributed to the latest roll, or None: {"amount": 3, "text": "+3"},
             "rolled": is the latest rolled square, "line": in its row or column,
             "changed": filled in this turn or the one before, "fresh": filled in the current unit}
```

The pool:

```
choice      "open" the seat chooses a type now · "made" it has just chosen, and allowed/why_not/price are those of
            that choice · None it has no choice
kind        "build", "extra", "remove", "offer" or None: what the choice is for
regular     8 cards          specials    10 cards, fewer solo, none if there are no specials
```

A card:

```
type        "koba"           target   "type:koba"            rules   anchor in rules.md, "koba"
name        "Kōba"           short    for narrow rows         gloss   "workshop"        kanji   "工場"
price       for this seat (a spectator: as printed); negative is money received
old_price   the printed price if this seat pays less, else None
left, start tiles in the supply now and at the start of the game (specials: 1 or 0, and 1)
effects     lines of parts: [[{"icon": "die", "label": "when its square is rolled"}, {"text": " +2 per "},
            {"icon": "house", "label": "house"}], ...]; icons: die house mise teien empty build
words       the same effects as one text for tooltips and screen readers
now         what it would earn with what the seat has, or None: {"count": 7, "icon": "house", "amount": 14,
            "text": "7 now: +14", "words": "+14 with 7 houses now"}
allowed     True or False if there is a choice, else None
why_not     the reason if not allowed, or if nobody could have it now; else ""
chosen      whether it is the one just chosen
owner       specials: the seat that bought it, or None
banned_by   the seat whose build forbids it to this seat in this turn, or None
```

Targets: `type:koba` a card, `square:0:4D` a square of a city, `die:4` `die:D` the two dice, `seat:1` a seat,
`verb:pass` `verb:stop` buttons.

A preview, `preview(position, action)`; keys that do not apply are missing, pairs are [before, after]:

```
words       the whole as one or two sentences, for the prompt bar and screen readers
type        the building meant
price, old_price, koku
empty       empty squares
penalty     what empty squares would cost
saved       penalty saved
score       if the game ended now
income      {"before": 130, "low": 139, "high": 139, "words": "+9 per 36 rolls"}: expected income; low and high differ
            where the square is still to be chosen
extra       squares with an extra build
square      what a roll of the square does: {"square": "4D", "before": 9, "after": 14, "extra": 0,
            "text": "7 houses × 2", "words": "4D rolled: +9 → +14"}
last_turn   "last turn: ..." if the move reaches the sum that ends the game or completes the city
line        a Nōka or farm: the empty squares in its row and column
impossible  Bell Towers: squares no further tower can go to
left        Teien: tiles still allowed in this turn · Umaya: left on the residence · removal: left in the supply
```
"""
