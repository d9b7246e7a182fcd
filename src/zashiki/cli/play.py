"""`zashiki play`: a whole game in the terminal, by people and bots."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import (
    EditionOption,
    GameArgument,
    GameOptions,
    PlayersOption,
    SeedOption,
    add,
    console,
    new_seed,
    read_options,
    writing,
)
from zashiki.cli.interrupts import EXIT_STOPPED
from zashiki.core.errors import IllegalMoveError, InvalidMoveError, OptionError, ZashikiError
from zashiki.core.i18n import _, language
from zashiki.core.prepare import ensure_prepared
from zashiki.games import get

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import Console
    from rich.text import Text

    from zashiki.bots import Bot
    from zashiki.core.contract import Line
    from zashiki.core.moves import Move
    from zashiki.core.position import Position

PERSON = "you"
SEAT_STYLES = ("bold blue", "bold red", "bold green", "bold magenta")
AMOUNT_STYLE = "bold yellow"
FAINT = "dim"
HINTS_SHOWN = 4
HINT_SECONDS = 1.0

# What games' plain boards are written with: pieces as two-letter codes, empty places, brackets around the place
# that matters now.
CODE = re.compile(r"(?<!\w)[^\W\d_a-zà-ž][^\W\d_A-ZÀ-Ž](?!\w)")
EMPTY = r"·+"
MARKED = r"\[[^\]\n]*\]"
CODE_STYLES = (
    "cyan",
    "green",
    "yellow",
    "magenta",
    "bright_red",
    "bright_blue",
    "bright_cyan",
    "bright_green",
)


def play(
    game: GameArgument,
    players: PlayersOption = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT,...",
            help="Who sits where: you, you:NAME, or a bot such as greedy; by default you against greedy.",
            show_default=False,
        ),
    ] = None,
    option: GameOptions = None,
    edition: EditionOption = None,
    seed: SeedOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            "-r",
            metavar="FILE",
            help="Write the game down when it ends or you leave.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play a game in the terminal, against bots, with friends at one keyboard, or alone."""
    from zashiki.arena.games import seat_names
    from zashiki.bots import make_bot
    from zashiki.core.position import Position

    found = get(game)
    given = None if seats is None else [seat.strip() for seat in seats.split(",")]
    if players is None:
        players = len(given) if given else min(found.players, key=lambda n: abs(n - 2))
    options = read_options(found, players, option)
    sitting = given or [PERSON] + ["greedy"] * (players - 1)
    if len(sitting) != players:
        raise OptionError(f"{len(sitting)} seats for {players} players")
    if record is not None and (record.is_dir() or not record.absolute().parent.is_dir()):
        raise ZashikiError(f"{record}: cannot be written (not a file in a folder that exists)")
    seed = new_seed(seed)
    bots = {seat: make_bot(spec, found, seed) for seat, spec in enumerate(sitting) if not _is_person(spec)}
    loaded = found.load_edition(edition)
    if bots:
        # Compiling belongs before the game, not before a bot's first move.
        ensure_prepared(found, "bots")
    with language(_language_of_terminal()):
        names = [_person_name(n, spec) if _is_person(spec) else spec for n, spec in enumerate(sitting)]
        position = Position(found, options, loaded, seed=seed, seats=seat_names(names))
        session = Session(position, bots, console(), record)
        session.screen.print(
            _("{game}, seed {seed}. Type ? for help.").format(game=found.title, seed=seed), style=FAINT
        )
        try:
            session.run()
        except KeyboardInterrupt:
            session.screen.print()
            session.leave()
            raise typer.Exit(EXIT_STOPPED) from None


def _is_person(spec: str) -> bool:
    return spec == PERSON or spec.startswith(f"{PERSON}:")


def _person_name(seat: int, spec: str) -> str:
    name = spec.partition(":")[2].strip()
    if len(name) > 40 or not name.isprintable():
        raise OptionError("a name has at most 40 letters")
    return name or _("Player {number}").format(number=seat + 1)


def _language_of_terminal() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable][:2].lower()
    return "en"


class Session:
    """One game at one terminal.

    Args:
        position: the game, at its beginning.
        bots: the bots, by seat; people sit on the other seats.
        screen: where everything is printed and asked.
        record: where the game is written when it ends or is left.
    """

    def __init__(
        self, position: Position, bots: Mapping[int, Bot], screen: Console, record: Path | None = None
    ) -> None:
        self.position = position
        self.bots = bots
        self.screen = screen
        self.record = record
        self._before_decisions: list[Position] = []
        self._saved: set[Path] = set()
        self._by_text: dict[str, str] = {}
        self._code_styles: dict[str, str] = {}
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "board": lambda _text: self._show_board(),
            "moves": lambda _text: self._show_moves(),
            "score": lambda _text: self._show_standings(),
            "log": lambda _text: self._show_log(),
            "hint": lambda _text: self._hint(),
            "why": self._why,
            "save": self._save,
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        while not self.position.is_over:
            mover = self.position.mover
            if mover == "*":
                self._step(None)
            elif isinstance(mover, int) and mover in self.bots:
                self._step(self.bots[mover].choose(self.position))
            elif not self._decide():
                self.leave()
                return
        self._show_board()
        described = str(self.position)
        for line in self.position.game.result_lines(self.position):
            if line.text.replace("**", "") not in described:
                self.screen.print(self._line(line))
        self._show_standings()
        self.leave()

    def leave(self) -> None:
        """Write the record, if one was asked for."""
        if self.record is not None:
            self._write(self.record)
            self.screen.print(_("Written to {file}.").format(file=self.record), style=FAINT, markup=False)

    # -- the course of the game

    def _step(self, move: Move | None) -> None:
        """Play a move, or let chance move for None, and tell what happened."""
        before = self.position.copy()
        if move is None:
            move = self.position.roll()
        else:
            self.position.play(move)
        for line in self.position.game.log_lines(before, move.id, self.position):
            self.screen.print(self._line(line))

    def _decide(self) -> bool:
        """Ask a person until something is played or taken back; False when they leave."""
        seat = self.position.mover
        assert isinstance(seat, int)
        self._show_board()
        self._show_prompt()
        self._show_moves()
        while True:
            try:
                text = self.screen.input(self._paint(f"{self.position.seats[seat]} > ")).strip()
            except EOFError:
                self.screen.print()
                return False
            command, _space, rest = text.partition(" ")
            command = command.lower()
            if command in ("quit", "exit"):
                return False
            if command == "undo":
                if self._undo():
                    return True
            elif command in self._commands:
                self._commands[command](rest.strip())
            elif text and self._play(text):
                return True

    def _play(self, text: str) -> bool:
        try:
            move = self._read(text)
        except (InvalidMoveError, IllegalMoveError) as error:
            self.screen.print(str(error), style="red", markup=False)
            return False
        self._before_decisions.append(self.position.copy())
        self._step(move)
        return True

    def _read(self, text: str) -> Move:
        """The move meant by its number, its text in any case, or the beginning of one legal move's text.

        Raises:
            InvalidMoveError, IllegalMoveError: no such move, or not legal now.
        """
        moves = self.position.legal_moves
        if text.isdecimal():
            if len(text) > 6 or not 1 <= int(text) <= len(moves):
                raise InvalidMoveError(
                    _("There are moves 1 to {last}; {text} is none of them.").format(
                        last=len(moves), text=text[:12]
                    )
                )
            return moves[int(text) - 1]
        wanted = " ".join(text.split()).casefold()
        begun = [move for move in moves if move.text.casefold().startswith(wanted)]
        exact = [move for move in begun if move.text.casefold() == wanted]
        if exact or len(begun) == 1:
            return (exact or begun)[0]
        if len(begun) > 1:
            raise InvalidMoveError(
                _("{text} can mean {moves}.").format(
                    text=text, moves=", ".join(move.text for move in begun[:12])
                )
            )
        return self.position.find(self._spelling(wanted, text))

    def _spelling(self, wanted: str, text: str) -> str:
        """The exact text of a move typed in any case; the text itself if it is no move at all."""
        if not self._by_text:
            codec = self.position.game.codec
            texts = [codec.text(action) for action in range(codec.size)]
            self._by_text = {spelled.casefold(): spelled for spelled in texts}
        return self._by_text.get(wanted, text)

    def _undo(self) -> bool:
        if not self._before_decisions:
            self.screen.print(_("There is nothing to take back."), style="red")
            return False
        self.position = self._before_decisions.pop()
        self.screen.print(_("Taken back."), style=FAINT)
        return True

    # -- what can be asked for

    def _help(self, _text: str) -> None:
        from rich.table import Table
        from rich.text import Text

        rows = (
            (_("a number"), _("plays that move of the list")),
            (_("a move"), _("plays it; the beginning is enough where it can mean only one")),
            ("moves", _("lists the moves again")),
            ("board", _("draws the board again")),
            ("score", _("shows the score as if the game ended now")),
            ("log", _("lists all moves so far")),
            ("hint", _("thinks for a second and says which moves are best, and what follows")),
            ("why " + _("a move"), _("says why that move is not legal")),
            ("undo", _("takes back to your last decision")),
            ("save " + _("a file"), _("writes the game so far to a file")),
            ("quit", _("leaves")),
        )
        table = Table.grid(padding=(0, 2))
        for what, does in rows:
            table.add_row(Text(what, "bold"), Text(does))
        self.screen.print(table)

    def _hint(self) -> None:
        from zashiki.bots.thinking import advising_settings
        from zashiki.cli.analyse import candidates_table
        from zashiki.search import Budget, by_worth, search

        settings = advising_settings(self.position.game)
        with self.screen.status(_("Thinking ...")):
            found = by_worth(search(self.position, Budget(seconds=HINT_SECONDS), settings=settings))
        best = found.candidates[0]
        words = self.position.game.say(self.position, best.move.id)
        self.screen.print(
            self._paint(_("Best seems {move}: {words}.").format(move=best.move.text, words=words))
        )
        self.screen.print(candidates_table(self.position, found, HINTS_SHOWN))

    def _why(self, text: str) -> None:
        try:
            move = self._read(text)
        except (InvalidMoveError, IllegalMoveError) as error:
            self.screen.print(str(error), markup=False)
        else:
            words = self.position.game.say(self.position, move.id)
            self.screen.print(_("{move} is legal: {words}").format(move=move.text, words=words), markup=False)

    def _save(self, text: str) -> None:
        path = Path(text) if text else self.record or Path(f"{self.position.game.name}.json")
        if path.exists() and path not in self._saved and path != self.record:
            message = _("{file} exists already: give another name.").format(file=path)
            self.screen.print(message, style="red", markup=False)
            return
        try:
            self._write(path)
        except ZashikiError as error:
            self.screen.print(str(error), style="red", markup=False)
            return
        self._saved.add(path)
        self.screen.print(_("Written to {file}.").format(file=path), style=FAINT, markup=False)

    def _write(self, path: Path) -> None:
        with writing(path) as file:
            assert file is not None
            file.write(self.position.record().to_json() + "\n")

    # -- drawing

    def _show_board(self) -> None:
        self.screen.print()
        self.screen.print(self._paint_board(str(self.position)))

    def _show_prompt(self) -> None:
        """The question, where the board does not say it already, and what belongs to it."""
        prompt, board = self.position.game.prompt(self.position), str(self.position)
        if prompt.question not in board:
            self.screen.print(self._paint(prompt.question))
        if prompt.detail and prompt.detail not in board:
            self.screen.print(self._paint(prompt.detail), style=FAINT)

    def _show_moves(self) -> None:
        from rich.columns import Columns
        from rich.text import Text

        entries = []
        for number, move in enumerate(self.position.legal_moves, 1):
            words = self._paint(self.position.game.say(self.position, move.id))
            entries.append(Text.assemble((f"{number:3} ", "bold cyan"), words, (f"  {move.text}", FAINT)))
        self.screen.print(Columns(entries, column_first=True, padding=(0, 2)))

    def _show_standings(self) -> None:
        from rich import box
        from rich.table import Table

        ranked = sorted(self.position.standings, key=lambda s: (s.rank, s.seat))
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("")
        for standing in ranked:
            table.add_column(
                self._paint(self.position.seats[standing.seat]), justify="right", overflow="fold"
            )
        table.add_row(_("rank"), *(str(standing.rank) for standing in ranked))
        for part in self.position.game.breakdown:
            table.add_row(part, *(str(standing.breakdown[part]) for standing in ranked))
        table.add_row(_("score"), *(str(standing.score) for standing in ranked))
        self.screen.print(table)

    def _show_log(self) -> None:
        for step in self.position.steps:
            who = "*" if step.mover == "*" else self.position.seats[step.mover]
            self.screen.print(self._paint(f"{who}  {step.move.text}"))

    def _line(self, line: Line) -> Text:
        from rich.text import Text

        return Text.assemble("  " * (line.depth + 1), self._paint(line.text))

    def _paint(self, plain: str) -> Text:
        """A game's plain text with the names of seats in their colours and `**amounts**` set off."""
        from rich.text import Text

        text = Text()
        for place, part in enumerate(plain.split("**")):
            text.append(part, AMOUNT_STYLE if place % 2 else None)
        for seat, name in enumerate(self.position.seats):
            text.highlight_words([name], SEAT_STYLES[seat])
        return text

    def _paint_board(self, plain: str) -> Text:
        """A described position; short codes of pieces keep one colour each for the whole game."""
        text = self._paint(plain)
        for found in CODE.finditer(plain):
            style = self._code_styles.setdefault(
                found[0], CODE_STYLES[len(self._code_styles) % len(CODE_STYLES)]
            )
            text.stylize(style, *found.span())
        text.highlight_regex(EMPTY, FAINT)
        text.highlight_regex(MARKED, "reverse")
        return text


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(
        app,
        play,
        "zashiki play toshi\n"
        "zashiki play toshi --seats you:Ann,greedy,random --option specials=on --record mine.json",
    )
