"""Matches give luck to all alike, survive a kill, and say who is better and how sure that is."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

import zashiki
from zashiki.arena.match import Match, Played, Results, Terms, lineups
from zashiki.arena.ratings import (
    Hypotheses,
    bradley_terry,
    crosstable,
    duel_shares,
    elo_estimate,
    elo_of,
    rate,
    share_estimate,
    share_of,
)
from zashiki.core.errors import ResultsError

TOSHI = zashiki.get("toshi")


def terms(seed: int = 4, players: int = 2, **options: str) -> Terms:
    return Terms("toshi", TOSHI.complete_options(players, options), TOSHI.load_edition(), seed)


def played(round_: int, bots: tuple[str, ...], ranks: tuple[int, ...]) -> Played:
    return Played(
        terms="t",
        seed=1,
        round=round_,
        bots=bots,
        scores=tuple(-rank for rank in ranks),
        ranks=ranks,
        steps=1,
        moves=(2,) * len(bots),
        seconds=(1.0,) * len(bots),
    )


def duel(results: str) -> list[list[Played]]:
    """Rounds of one game of A against B: w A wins, l it loses, d shared."""
    ranks = {"w": (1, 2), "l": (2, 1), "d": (1, 1)}
    return [[played(number, ("A", "B"), ranks[letter])] for number, letter in enumerate(results)]


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    for bots, seats in (
        (["A", "B"], 2),
        (["A", "B", "C"], 2),
        (["A", "B", "C"], 3),
        (["A", "B"], 4),
        (["A", "B"], 3),
    ):
        counts = Counter((seat, bot) for lineup in lineups(bots, seats) for seat, bot in enumerate(lineup))
        assert len(set(counts.values())) == 1, (bots, seats)
        assert len(counts) == len(bots) * seats


def test_the_games_of_a_round_have_the_same_dice() -> None:
    match = Match(terms(), lineups(["random", "greedy"], 2), Results(None), records=True)
    rolls = []
    for _, record in match.play(range(1)):
        log = json.loads(record or "")["log"]
        rolls.append([text for who, text in log if who == "*"])
    assert len(rolls) == 2
    shorter = min(len(rolls[0]), len(rolls[1]))
    assert shorter > 20
    assert rolls[0][:shorter] == rolls[1][:shorter]
    other = next(Match(terms(seed=5), [("random", "greedy")], Results(None), records=True).play(range(1)))[1]
    assert [text for who, text in json.loads(other or "")["log"] if who == "*"][:10] != rolls[0][:10]


def test_a_match_started_again_plays_only_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    lines = lineups(["random", "greedy"], 2)
    straight = [game for game, _ in Match(terms(), lines, Results(None)).play(range(3))]
    stream = Match(terms(), lines, Results(file)).play(range(3))
    first = [next(stream)[0] for _ in range(3)]
    stream.close()
    with file.open("a") as out:
        out.write('{"terms": "cut sho')
    again = Match(terms(), lines, Results(file))
    rest = [game for game, _ in again.play(range(3))]
    assert first + rest == straight
    assert len(file.read_text().splitlines()) == 6
    assert len(again.complete_rounds()) == 3
    assert Results(file).of(terms(seed=9)) == []
    assert len(Results(file).of(terms(seed=9), any_seed=True)) == 6
    assert Results(file).of(terms(specials="on"), any_seed=True) == []


def test_games_are_the_same_in_several_processes(tmp_path: Path) -> None:
    lines = lineups(["random", "greedy"], 2)
    alone = {(g.round, g.bots): g.scores for g, _ in Match(terms(), lines, Results(None)).play(range(4))}
    several = {
        (g.round, g.bots): g.scores for g, _ in Match(terms(), lines, Results(None)).play(range(4), jobs=2)
    }
    assert alone == several


def test_bots_that_think_are_timed_and_others_are_not() -> None:
    game = next(Match(terms(), [("mcts:5:cut=0", "greedy")], Results(None)).play(range(1)))[0]
    assert game.moves[0] > 5
    assert game.seconds[0] > 0
    assert (game.moves[1], game.seconds[1]) == (0, 0.0)


@pytest.mark.parametrize("foreign", [b"my notes", b"\x00\x01\xff", b'{"termsheet": 1}', b'{"game": "toshi"'])
@pytest.mark.parametrize("before", [0, 2])
def test_a_foreign_file_is_refused_and_left_as_it_is(tmp_path: Path, foreign: bytes, before: int) -> None:
    file = tmp_path / "results.jsonl"
    line = msgspec.json.encode(played(0, ("A", "B"), (1, 2))) + b"\n"
    file.write_bytes(line * before + foreign)
    with pytest.raises(ResultsError, match=f"line {before + 1}: not a result"):
        Results(file)
    assert file.read_bytes() == line * before + foreign


@pytest.mark.parametrize("kept", [1, 5, 8, 9, 60])
def test_a_game_cut_off_anywhere_is_played_again(tmp_path: Path, kept: int) -> None:
    file = tmp_path / "results.jsonl"
    list(Match(terms(), lineups(["random", "greedy"], 2), Results(file)).play(range(1)))
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    file.write_bytes(whole[: first + kept])
    results = Results(file)
    assert file.read_bytes() == whole[: first + kept]
    assert len(list(Match(terms(), lineups(["random", "greedy"], 2), results).play(range(1)))) == 1
    assert file.read_bytes() == whole


def test_a_game_written_twice_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    games = [played(number, ("A", "B"), (1, 2)) for number in (0, 1, 0)]
    other = msgspec.structs.replace(games[0], seed=2)
    file.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in (*games, other)))
    assert Results(file).games == [*games[:2], other]


def test_two_matches_never_play_into_one_file_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    lines = lineups(["random", "greedy"], 2)
    early = Match(terms(), lines, Results(file))
    stream = Match(terms(), lines, Results(file)).play(range(2))
    next(stream)
    with pytest.raises(ResultsError, match="another program is writing to it"):
        next(early.play(range(2)))
    assert len(list(stream)) == 3
    # What was played since the file was first read is known all the same.
    assert len(list(early.play(range(3)))) == 2
    assert len(file.read_text().splitlines()) == 6


@pytest.mark.parametrize(
    ("field", "wrong"), [("ranks", (7,)), ("ranks", (2, 2)), ("scores", (1, 2, 3)), ("seconds", ())]
)
def test_a_line_that_contradicts_itself_is_named(tmp_path: Path, field: str, wrong: tuple[int, ...]) -> None:
    file = tmp_path / "results.jsonl"
    line = msgspec.to_builtins(played(0, ("A", "B"), (1, 2)))
    file.write_text(json.dumps(line) + "\n" + json.dumps({**line, field: wrong}) + "\n")
    with pytest.raises(ResultsError, match="line 2: not a result of a game"):
        Results(file)


def test_a_file_that_is_no_results_is_refused_by_line(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"game": "toshi"}\n')
    with pytest.raises(ResultsError, match="line 1"):
        Results(file)
    with pytest.raises(ResultsError, match="cannot be read"):
        Results(tmp_path)


def test_shares_and_elo_are_those_of_the_results() -> None:
    rounds = duel("wwwl" * 100)
    shares = duel_shares(rounds, "A")
    assert share_estimate(shares).value == 0.75
    elo = elo_estimate(shares)
    assert elo.value == pytest.approx(400 * math.log10(3))
    # 400 independent games: the standard error of the share is that of a coin of 3/4.
    half = 1.96 * math.sqrt(0.75 * 0.25 / 400)
    estimate = share_estimate(shares)
    assert estimate.low == pytest.approx(0.75 - half, abs=0.005)
    assert estimate.high == pytest.approx(0.75 + half, abs=0.005)
    assert duel_shares(rounds, "B").mean() == 0.25


def test_games_on_the_same_dice_count_as_one_observation() -> None:
    # In each round the seat that has luck wins, whoever sits there: that says nothing is different.
    rounds = [
        [
            played(n, ("A", "B"), (1, 2) if n % 2 else (2, 1)),
            played(n, ("B", "A"), (1, 2) if n % 2 else (2, 1)),
        ]
        for n in range(100)
    ]
    estimate = share_estimate(duel_shares(rounds, "A"))
    assert estimate.value == 0.5
    assert estimate.high - estimate.low < 0.06


def test_all_or_nothing_still_leaves_doubt() -> None:
    estimate = elo_estimate(duel_shares(duel("w" * 20), "A"))
    assert estimate.value == math.inf
    assert 100 < estimate.low < 800


def test_ratings_recover_the_strengths_that_made_the_results() -> None:
    strengths = {"A": 0.0, "B": 100.0, "C": 300.0}
    generator = np.random.default_rng(3)
    games = []
    for number in range(1500):
        one, other = generator.choice(list(strengths), 2, replace=False).tolist()
        won = generator.random() < share_of(strengths[one] - strengths[other])
        games.append(played(number, (one, other), (1, 2) if won else (2, 1)))
    ratings = {rating.bot: rating for rating in rate(games, anchor="A")}
    assert [rating.bot for rating in rate(games)] == ["C", "B", "A"]
    for bot, strength in strengths.items():
        assert ratings[bot].elo.low - 25 <= strength <= ratings[bot].elo.high + 25
    assert ratings["A"].elo.value == 0
    assert 10 < ratings["C"].elo.high - ratings["C"].elo.low < 120
    assert ratings["C"].seconds == 0.5


def test_ratings_from_games_that_all_ended_alike_stay_in_doubt() -> None:
    for rounds, lowest in ((3, 0), (12, 100), (100, 400)):
        (winner, loser) = rate([game for group in duel("w" * rounds) for game in group], anchor="B")
        assert (winner.bot, winner.elo.high) == ("A", math.inf)
        assert lowest - 100 < winner.elo.low < lowest + 250
        assert winner.elo.low < winner.elo.value - 100
        assert (loser.is_anchor, loser.elo.value) == (True, 0)
        assert not winner.is_anchor
        # Without an anchor the mean is 0: neither is bounded on its side.
        winner, loser = rate([game for group in duel("w" * rounds) for game in group])
        assert (winner.elo.high, loser.elo.low) == (math.inf, -math.inf)
        assert math.isfinite(winner.elo.low)


def test_ratings_are_bounded_by_chains_of_games() -> None:
    # A has won all games against C, but meets it by way of B.
    games = [game for group in duel("wwlwlwwl") for game in group]
    games += [played(20 + n, ("B", "C"), (1, 2) if n % 3 else (2, 1)) for n in range(8)]
    games += [played(40 + n, ("A", "C"), (1, 2)) for n in range(8)]
    assert all(math.isfinite(end) for r in rate(games, "C") for end in (r.elo.low, r.elo.high))
    # D lost to everybody: it bounds nobody from above, and nothing bounds it from below.
    games += [played(60 + n, (bot, "D"), (1, 2)) for n, bot in enumerate("ABC")]
    ratings = {rating.bot: rating.elo for rating in rate(games, "D")}
    assert all(ratings[bot].high == math.inf and math.isfinite(ratings[bot].low) for bot in "ABC")
    assert rate(games, "A")[-1].elo.low == -math.inf


def test_intervals_of_two_bots_are_those_of_their_share() -> None:
    """Jeffreys' interval for 15 of 20: 0.536 to 0.897 (quantiles of the beta distribution with 15.5 and 5.5)."""
    (rating, _) = rate([game for group in duel("wwwl" * 5) for game in group], anchor="B")
    assert share_of(rating.elo.low) == pytest.approx(0.536, abs=0.03)
    assert share_of(rating.elo.high) == pytest.approx(0.897, abs=0.03)


def test_an_anchor_that_did_not_play_is_refused() -> None:
    with pytest.raises(ResultsError, match=r"the anchor C .*\(bots: A, B\)"):
        rate([game for group in duel("wl") for game in group], anchor="C")


def test_equal_results_give_equal_ratings_and_one_that_always_wins_a_finite_one() -> None:
    assert bradley_terry(np.array([[0, 5], [5, 0.0]])) == pytest.approx([0, 0])
    found = bradley_terry(np.array([[0, 50], [0, 0.0]]))
    assert 300 < found[0] - found[1] < 3000


def test_places_of_several_seats_are_compared_two_by_two() -> None:
    table = crosstable([played(1, ("A", "B", "C"), (2, 1, 2))], ["A", "B", "C"])
    assert table["B", "A"] == (0.5, 0.5)
    assert table["A", "C"] == (0.25, 0.5)
    assert table["A", "B"] == (0.0, 0.5)


def test_a_sequential_test_accepts_what_is_true_and_seldom_errs() -> None:
    test = Hypotheses(0, 50)
    generator = np.random.default_rng(1)
    verdicts = {0.0: [], 50.0: []}
    for elo, found in verdicts.items():
        for _ in range(200):
            results = (generator.random(3000) < share_of(elo)).astype(float)
            verdict = next(
                (v for n in range(2, 3000, 5) if (v := test.verdict(results[:n])) is not None), None
            )
            found.append(verdict)
    assert verdicts[0.0].count(1) <= 20
    assert verdicts[50.0].count(0) <= 20
    assert verdicts[0.0].count(None) + verdicts[50.0].count(None) <= 4


def test_elo_and_share_are_each_others_inverse() -> None:
    for elo in (-300.0, 0.0, 45.0):
        assert elo_of(share_of(elo)) == pytest.approx(elo)
