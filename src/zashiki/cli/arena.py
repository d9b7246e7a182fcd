"""`zashiki arena match`, `ladder`, `sprt`: which bot is better, by how much, and how sure that is."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import (
    GAMES_LIMIT,
    EditionOption,
    GameArgument,
    GameOptions,
    PlayersOption,
    add,
    check_outputs,
    complain,
    console,
    counted,
    read_options,
    writing,
)
from zashiki.cli.interrupts import stopped
from zashiki.core.errors import OptionError, ResultsError, UnknownBotError
from zashiki.games import get

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from zashiki.arena.match import Match, Played, Results, Terms
    from zashiki.arena.ratings import Estimate, Rating
    from zashiki.core.contract import Game

JOBS_LIMIT = 256
DEFAULT_SEED = 1
DEFAULT_ANCHOR = "random"

BotsArgument = Annotated[
    list[str], typer.Argument(metavar="BOT...", help="Two bots or more: random, greedy, easy, mcts:4000, ...")
]
RoundsHelp = "A round is one set of dice on which every line-up plays once (two bots, two seats: two games)."
ResultsOption = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="FILE",
        help="Where results are kept and continued from; by default arena-GAME-Np.jsonl in this folder.",
        show_default=False,
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", metavar="S", help="Which dice: the same seed, the same rounds.")
]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=JOBS_LIMIT, metavar="J", help="Processes.")
]
RecordsOption = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="FILE",
        help="Add the new games to this file, one record per line.",
        show_default=False,
    ),
]


def match(
    game: GameArgument,
    bots: BotsArgument,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            min=1,
            max=GAMES_LIMIT,
            metavar="N",
            help=f"At least so many games. {RoundsHelp}",
        ),
    ] = 100,
    players: PlayersOption = None,
    seed: SeedOption = DEFAULT_SEED,
    option: GameOptions = None,
    edition: EditionOption = None,
    results: ResultsOption = None,
    records: RecordsOption = None,
    jobs: JobsOption = 1,
) -> None:
    """Play bots against each other, every line-up on the same dice, and say who is better by how much.

    Start it again to continue: what stands in the results file is not played again.
    """
    from zashiki.arena.match import Match, lineups

    found, terms, kept = _open(game, bots, players, seed, option, edition, results, records=records)
    contest = Match(terms, lineups(bots, terms.seats), kept, records is not None)
    rounds = math.ceil(games / len(contest.lineups))
    with _progress(f"{' - '.join(bots)}", rounds * len(contest.lineups), kept) as bar:
        _play(contest, range(rounds), jobs, records, bar)
    played = [game for group in contest.complete_rounds() for game in group]
    _print_match(found, terms, bots, contest, played)


def ladder(
    game: GameArgument,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOT...]", help="Which bots; by default all without an argument.", show_default=False
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            min=0,
            max=GAMES_LIMIT,
            metavar="N",
            help="At least so many games per line-up; 0 only rates.",
        ),
    ] = 20,
    players: PlayersOption = None,
    seed: SeedOption = DEFAULT_SEED,
    option: GameOptions = None,
    edition: EditionOption = None,
    results: ResultsOption = None,
    records: RecordsOption = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.svg|FILE.png",
            help="Draw the ratings, as SVG or PNG (for which Zashiki's research extra is needed).",
            show_default=False,
        ),
    ] = None,
    markdown: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Write the ratings as a Markdown table.", show_default=False),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot whose rating is 0; by default random, or where it does not play, the mean is 0.",
            show_default=False,
        ),
    ] = None,
    jobs: JobsOption = 1,
) -> None:
    """Rate all bots of a game from their games against each other (Bradley-Terry), and play what is missing.

    Everything in the results file under the same game, options and edition counts, whatever match it came from.
    """
    from zashiki.arena.match import Match, lineups
    from zashiki.arena.ratings import rate
    from zashiki.cli.plots import check_plot, ratings_plot, save_plot

    chosen = list(bots or _all_bots(get(game)))
    if plot:
        check_plot(plot)
    if anchor is not None and anchor not in chosen:
        raise OptionError(f"--anchor {anchor} is none of the bots that are rated: {', '.join(chosen)}")
    found, terms, kept = _open(
        *(game, chosen, players, seed, option, edition, results),
        records=records,
        plot=plot,
        markdown=markdown,
    )
    if games:
        contest = Match(terms, lineups(chosen, terms.seats), kept, records is not None)
        with _progress(f"{found.title}: {len(chosen)} bots", games * len(contest.lineups), kept) as bar:
            _play(contest, range(games), jobs, records, bar)
    rated = kept.of(terms, chosen, any_seed=True)
    if not rated:
        raise ResultsError(f"{kept.path}: no games between {', '.join(chosen)}")
    played = {bot for game in rated for bot in game.bots}
    ratings = rate(rated, anchor or (DEFAULT_ANCHOR if DEFAULT_ANCHOR in played else None))
    title = _title(found, terms)
    console().print(_ratings_table(title, ratings))
    if plot:
        save_plot(plot, ratings_plot(title, ratings))
    with writing(markdown) as file:
        if file:
            file.write(_ratings_markdown(ratings))


def sprt(
    game: GameArgument,
    a: Annotated[str, typer.Argument(metavar="A", help="The bot that may be better.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The bot it is compared with.")],
    elo0: Annotated[float, typer.Option(metavar="E", help="Not better: A is ahead by at most this.")] = 0.0,
    elo1: Annotated[float, typer.Option(metavar="E", help="Better: A is ahead by at least this.")] = 20.0,
    alpha: Annotated[float, typer.Option(metavar="P", help="Chance to call A better when it is not.")] = 0.05,
    beta: Annotated[float, typer.Option(metavar="P", help="Chance to call A not better when it is.")] = 0.05,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, max=GAMES_LIMIT, metavar="N", help="At most so many games."),
    ] = 10_000,
    players: PlayersOption = None,
    seed: SeedOption = DEFAULT_SEED,
    option: GameOptions = None,
    edition: EditionOption = None,
    results: ResultsOption = None,
    records: RecordsOption = None,
    jobs: JobsOption = 1,
) -> None:
    """Test whether bot A is better than bot B, and stop as soon as that is clear either way.

    A sequential probability ratio test on rounds: exit 0 if A is better, 1 if it is not or stays undecided.
    """
    from zashiki.arena.match import Match, lineups
    from zashiki.arena.ratings import Hypotheses, duel_shares

    if not elo0 < elo1:
        raise OptionError(f"--elo0 {elo0:g} must be below --elo1 {elo1:g}")
    for name, chance in (("alpha", alpha), ("beta", beta)):
        if not 0 < chance < 0.5:
            raise OptionError(f"--{name} {chance:g} must be between 0 and 0.5")
    found, terms, kept = _open(game, [a, b], players, seed, option, edition, results, records=records)
    contest = Match(terms, lineups([a, b], terms.seats), kept, records is not None)
    test = Hypotheses(elo0, elo1, alpha, beta)
    low, high = test.bounds
    rounds = math.ceil(games / len(contest.lineups))
    shares = duel_shares(contest.complete_rounds(), a)
    screen = console(stderr=True)
    with _progress(f"{a} - {b}", rounds * len(contest.lineups), kept) as bar:
        bar.advance(len(kept.of(terms, [a, b])))
        stream = contest.play(range(rounds), jobs)
        while test.verdict(shares) is None:
            step = next(stream, None)
            if step is None:
                break
            _write_record(records, step[1])
            fresh = duel_shares(contest.complete_rounds(), a)
            bar.advance(1)
            if len(fresh) > len(shares):
                shares = fresh
                line = f"{counted(len(shares), 'round')}, LLR {test.ratio(shares):+.2f} ({low:.2f} to {high:.2f})"
                bar.say(line)
                if not screen.is_terminal:
                    screen.print(line)
        stream.close()
    played = [game for group in contest.complete_rounds() for game in group]
    _print_match(found, terms, [a, b], contest, played)
    verdict = test.verdict(shares)
    words = {
        1: f"{a} is better than {b} (by {elo1:g} Elo rather than {elo0:g})",
        0: f"{a} is not better than {b} (by {elo0:g} Elo rather than {elo1:g})",
        None: "undecided",
    }
    console().print(
        f"LLR {test.ratio(shares):+.2f}, bounds {low:.2f} and {high:.2f}, {counted(len(shares), 'round')}: {words[verdict]}"
    )
    raise typer.Exit(0 if verdict == 1 else 1)


# -- reading


def _all_bots(game: Game) -> list[str]:
    from zashiki.bots import entries

    return [entry.name for entry in entries(game) if not entry.takes_argument]


def _open(
    game: str,
    bots: Sequence[str],
    players: int | None,
    seed: int,
    option: Sequence[str] | None,
    edition: str | None,
    results: Path | None,
    **outputs: Path | None,
) -> tuple[Game, Terms, Results]:
    from zashiki.arena.match import Results, Terms
    from zashiki.bots import make_bot

    found = get(game)
    if players is None and 2 in found.players:
        players = 2
    options = read_options(found, players, option)
    if options["players"] == 1:
        raise OptionError("a match needs at least two seats: for solo games use `zashiki simulate`")
    if len(bots) < 2:
        raise UnknownBotError("a match needs at least two bots")
    for spec in bots:
        make_bot(spec, found)
        if list(bots).count(spec) > 1:
            raise UnknownBotError(f"the bot {spec} is named twice: a match is between different bots")
    terms = Terms(found.name, options, found.load_edition(edition), seed)
    path = results or Path(f"arena-{found.name}-{terms.seats}p.jsonl")
    check_outputs(results=path, **outputs)
    return found, terms, Results(path)


# -- playing


class _Bar:
    """A progress bar that says in words how things stand; silent where nobody is looking."""

    def __init__(self, progress: Progress | None, task: TaskID | None) -> None:
        self._progress = progress
        self._task = task

    def advance(self, games: int) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task, games)

    def say(self, words: str) -> None:
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, words=words)


@contextmanager
def _progress(title: str, games: int, kept: Results) -> Iterator[_Bar]:
    """A bar while games are played; whoever stops them is told what is kept."""
    try:
        with _bar(title, games) as bar:
            yield bar
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or stopped():
            complain(
                f"stopped; {counted(len(kept.games), 'game')} kept in {kept.path}: "
                "give the same command again to go on from there"
            )
        raise


@contextmanager
def _bar(title: str, games: int) -> Iterator[_Bar]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    if not screen.is_terminal:
        yield _Bar(None, None)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        yield _Bar(progress, progress.add_task(title, total=games, words=""))


def _play(contest: Match, rounds: range, jobs: int, records: Path | None, bar: _Bar) -> None:
    """Play what is missing of some rounds."""
    from zashiki.arena.ratings import duel_shares, share_estimate

    bots = list(dict.fromkeys(itertools.chain.from_iterable(contest.lineups)))
    lineups = set(contest.lineups)
    bar.advance(sum(g.round in rounds and g.bots in lineups for g in contest.results.of(contest.terms)))
    for _, record in contest.play(rounds, jobs):
        _write_record(records, record)
        bar.advance(1)
        if len(bots) == 2:
            share = share_estimate(duel_shares(contest.complete_rounds(), bots[0]))
            bar.say(f"{share.value:.1%} ({share.low:.1%} - {share.high:.1%})")


def _write_record(path: Path | None, record: str | None) -> None:
    if path is None or record is None:
        return
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(record + "\n")
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written ({error.strerror or error})") from None


# -- telling


def _title(game: Game, terms: Terms) -> str:
    defaults = {option.name: option.default for option in game.options}
    changed = [
        f"{name}={value}"
        for name, value in terms.options.items()
        if name != "players" and value != defaults[name]
    ]
    edition = [] if terms.edition.packaged else [f"edition {terms.edition.name}"]
    return ", ".join([game.title, f"{terms.seats} players", *changed, *edition])


def _print_match(
    game: Game, terms: Terms, bots: Sequence[str], contest: Match, played: Sequence[Played]
) -> None:
    from zashiki.arena.ratings import duel_shares, elo_estimate, rate

    screen = console()
    rounds = contest.complete_rounds()
    if not rounds:
        screen.print("No round is complete yet.")
        return
    screen.print(_scores_table(_title(game, terms), bots, rounds, played))
    if len(bots) == 2:
        elo = elo_estimate(duel_shares(rounds, bots[0]))
        screen.print(f"{bots[0]} against {bots[1]}: Elo {_elo(elo)}")
    else:
        screen.print(_crosstable(bots, played))
        screen.print(_ratings_table("Ratings (Bradley-Terry), relative to their mean", rate(played)))


def _elo(estimate: Estimate) -> str:
    return f"{_signed(estimate.value)} (95 %: {_signed(estimate.low)} to {_signed(estimate.high)})"


def _signed(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "-∞"


def _scores_table(
    title: str, bots: Sequence[str], rounds: Sequence[Sequence[Played]], played: Sequence[Played]
) -> Table:
    import numpy as np
    from rich import box
    from rich.table import Table

    from zashiki.arena.ratings import share_estimate, thinking_time

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("bot")
    for heading in ("games", "mean score", "wins", "win share", "95 % interval", "per move"):
        table.add_column(heading, justify="right")
    for bot in bots:
        scores = [s for game in played for s, name in zip(game.scores, game.bots, strict=True) if name == bot]
        wins = [s for game in played for s, name in zip(game.shares, game.bots, strict=True) if name == bot]
        by_round = np.array([_wins_per_game(group, bot) for group in rounds])
        share = share_estimate(by_round)
        time = thinking_time(played, bot)
        table.add_row(
            bot,
            str(sum(bot in game.bots for game in played)),
            f"{sum(scores) / len(scores):.2f}",
            f"{sum(wins):.1f}",
            f"{share.value:.1%}",
            f"{share.low:.1%} - {share.high:.1%}",
            "-" if time is None else _duration(time),
        )
    table.caption = f"{counted(len(rounds), 'round')} of {counted(len(rounds[0]), 'game')}, seed {played[0].seed}; a shared victory counts in parts"
    table.caption_justify = "left"
    return table


def _wins_per_game(games: Sequence[Played], bot: str) -> float:
    shares = [s for game in games for s, name in zip(game.shares, game.bots, strict=True) if name == bot]
    return sum(shares) / sum(bot in game.bots for game in games)


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def _crosstable(bots: Sequence[str], played: Sequence[Played]) -> Table:
    from rich import box
    from rich.table import Table

    from zashiki.arena.ratings import crosstable

    counts = crosstable(played, bots)
    table = Table(title="Placed before", box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("")
    for bot in bots:
        table.add_column(bot, justify="right")
    for a in bots:
        cells = []
        for b in bots:
            won, met = counts.get((a, b), (0.0, 0.0))
            cells.append(f"{won / met:.1%}" if met else "-")
        table.add_row(a, *cells)
    return table


def _ratings_table(title: str, ratings: Sequence[Rating]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("bot")
    for heading in ("Elo", "95 % interval", "games", "share", "per move"):
        table.add_column(heading, justify="right")
    for row in _rating_rows(ratings):
        table.add_row(*row)
    return table


def _rating_rows(ratings: Sequence[Rating]) -> list[tuple[str, ...]]:
    return [
        (
            rating.bot,
            _signed(rating.elo.value),
            "-" if rating.is_anchor else f"{_signed(rating.elo.low)} to {_signed(rating.elo.high)}",
            str(rating.games),
            f"{rating.share:.1%}",
            "-" if rating.seconds is None else _duration(rating.seconds),
        )
        for rating in ratings
    ]


def _ratings_markdown(ratings: Sequence[Rating]) -> str:
    lines = ["| bot | Elo | 95 % interval | games | share | per move |", "|---|---:|---:|---:|---:|---:|"]
    lines += [f"| {' | '.join(row)} |" for row in _rating_rows(ratings)]
    return "\n".join(lines) + "\n"


def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="Bots against each other: matches, ratings, sequential tests.", invoke_without_command=True
    )
    group.callback()(_start)
    add(
        group,
        match,
        "zashiki arena match toshi hard greedy --games 400 --jobs 2\n"
        "zashiki arena match toshi easy normal greedy --players 3 --records games.jsonl",
    )
    add(group, ladder, "zashiki arena ladder toshi --games 20 --plot ladder.svg --markdown ladder.md")
    add(group, sprt, "zashiki arena sprt toshi mcts:2000:exploration=0.4 mcts:2000 --elo0 0 --elo1 15")
    app.add_typer(group, name="arena")
