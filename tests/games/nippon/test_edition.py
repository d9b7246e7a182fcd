"""Editions of Nippon: what a file may change, what it must not, and that its numbers reach the game."""

from __future__ import annotations

import re

import pytest

from tests.games.nippon.helpers import play, purse, table, tracks
from zashiki.core.errors import EditionError
from zashiki.core.position import Position
from zashiki.games.nippon import GAME, effects
from zashiki.games.nippon.effects import EffectError
from zashiki.games.nippon.state import TOKENS, Action, Task, When

STANDARD = GAME.load_edition()


def own(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(f'extends = "zaibatsu"\nname = "own"\n{text}\n')
    return GAME.load_edition(path)


def test_every_number_of_the_standard_edition_has_its_source():
    rows = list(STANDARD.rows())
    assert {provenance.source for _path, _value, provenance in rows} == {"R", "I", "P", "A"}
    assert len([path for path, *_ in rows if path.startswith("faces.")]) == 2 * len(TOKENS) == 60
    sources = {path: provenance.source for path, _value, provenance in rows}
    assert sources["rounds.period-1"] == "R"
    assert sources["faces.cotton-3.b"] == "A"
    assert sources["factory.price"] == "P"
    for path, _value, provenance in rows:
        if provenance.source == "P":
            assert re.search(r"FA|JR|PR|RV|N15", provenance.note), path


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[factory]\nprice = -1", "factory.price"),
        ("[factory]\nprices = 6", "prices"),
        ("[factory]\nsilk-help = [3, 1, 6]", "silk-help must rise"),
        ("[goods.cotton]\ninfluence = [3, 2, 1]", "goods.cotton.influence"),
        ("[goods.cotton]\ninfluence = [1, 2, 9]", "goods.cotton.influence"),
        ("[goods.cotton]\nlevel = 3", "Level must not fall"),
        (
            "[goods.silk]\nlevel = 1\nresearch = 1\ncoal = 1\ninfluence = [1, 2, 3]",
            "goods: object contains unknown field silk",
        ),
        ("[prices]\nresearch = [3, 2, 1]", "prices.research must not fall"),
        ("[activations]\nrnd = 4", "activations.rnd"),
        ('[sections]\ns1 = ["rnd"]', "every action must lie in exactly one section"),
        ('[sections]\ns1 = ["rnd", "production", "market"]\ns5 = []', "no section can be without an action"),
        ('[departments.black]\nbasic = "red"', "departments.black.basic: 'red' cannot stand here"),
        ('[departments.black]\nbasic = "-"', "must pay something"),
        ("[tracks]\nmining-coal = [1, 2, 3]", "equally long"),
        ("[tracks]\nhigher = 16", "tracks: lower must be below higher"),
        ("[tracks]\nlower = 15", "tracks: lower must be below higher"),
        ("[pieces]\nlower = 6", "pieces.lower"),
        ('[destinations]\nparis = "red"', "six different colours"),
        ('[tiles]\nd1 = ["cotton", "cotton", "paper", "bento"]', "tiles.d1"),
        ('[tiles]\nd10 = ["cotton", "clocks", "paper", "bento"]', "tiles: object contains unknown field d10"),
        ("[cities]\nspaces = [4, 3, 2]", "cities.spaces must not fall"),
        ("[trains]\nspaces = [3, 5, 8]", "trains.spaces"),
        ("[tokens]\nlocked = [3, 5]", "exactly one bonus that unlocks it"),
        ("[contracts]\nlevels = [1, 1, 1, 1, 1, 1, 2, 4]", "contracts.levels"),
        ("[favors]\nlevels = [0, 0, 0, 2, 1, 2, 3]", "favors.levels"),
        ("[favors]\nlevels = [1, 1, 1, 1, 1, 2, 3]", "favors.levels"),
        ("[workers]\nper-colour = [3, 7, 8]", "2 players need at least"),
        ("[workers]\nper-colour = [4, 7, 8]", "2 players need at least 25 Workers"),
        ("[workers]\nqueue-row = 6", "4 players need at least 63 Workers"),
        ("[workers]\nbonus-spaces = [1, 1]", "bonus-spaces"),
        ("[workers]\nbonus-spaces = [7]", "bonus-spaces"),
        ("[rounds]\nscored = [2, 5]", "rounds.scored"),
        ("[rounds]\nperiod-1 = [2, 6, 8, 10]", "period-1 must not rise"),
        ("[rounds]\ntwo-player-places = [1, 1, 4]", "two-player-places"),
        ('[tokens-b]\nb1 = "old factory"', "tokens-b.b1"),
        ('[tokens-a.a6]\neffect = "waiting machine; old factory"', "brings too much"),
        ('[faces.cotton-1]\na = "3 silk"', "does not begin with when"),
        ('[faces.cotton-1]\na = "now: 3 silks"', "'3 silks' is not an effect"),
        ('[faces.cotton-1]\na = "always: 3 silk"', "cannot stand behind 'always'"),
        ('[faces.cotton-1]\na = "now: keep 3"', "cannot stand behind 'now'"),
        ('[faces.cotton-1]\na = "now: reward of a region"', "only behind 'after trains'"),
        ('[faces.cotton-1]\na = "now: waiting machine"', "cannot stand here"),
        ('[faces.cotton-1]\na = "now: 99 silk"', "more than 50"),
        ('[faces.cotton-1]\na = "now: 1 silk; 1 silk; 1 silk; 1 silk"', "more than 3 effects"),
        ('[faces.cotton-1]\na = "now: build ship, then another for 1 iron and 2 iron"', "names iron twice"),
        ('[regions]\nkyushu = "unlock 3"', "only a bonus of a track or between two pieces"),
        (
            '[faces.cotton-1]\na = "always: keep 9"\n[faces.paper-1]\na = "always: keep 9"',
            "more than 9",
        ),
        ('[faces.cotton-6]\na = "now: 3 silk"\nb = "now: 3 silk"', "faces must be exactly"),
    ],
)
def test_an_edition_that_breaks_a_bound_or_a_rule_is_refused(tmp_path, text, complaint):
    with pytest.raises(EditionError) as caught:
        own(tmp_path, text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_spaces_with_free_steps_are_refused(tmp_path):
    spaces = (
        '["-", "-", "-", "arrow", "-", "-", "-", "unlock 5", "any", "any", "any", "any", "any", "any", "any"]'
    )
    mining = '["-", "-", "black", "any", "any", "any", "any", "any", "unlock 3", "any", "any", "any", "any", "any", "any"]'
    with pytest.raises(EditionError, match="lead to further steps"):
        own(tmp_path, f"[tracks]\nresearch-bonus = {spaces}\nmining-bonus = {mining}")


def test_an_own_edition_changes_the_game(tmp_path):
    edition = own(
        tmp_path,
        "\n".join(
            [
                "[start]",
                "money = 20",
                "[prices]",
                "research = [2, 2, 2]",
                "[sections]",
                's1 = ["market"]',
                's5 = ["rnd", "production"]',
                "[faces.cotton-1]",
                'a = "now: 4 iron; advance mining 2"',
                'b = "now: 4 iron; advance mining 2"',
            ]
        ),
    )
    assert {path for path, *_ in edition.differences(STANDARD)} == {
        "start.money",
        "prices.research",
        "sections.s1",
        "sections.s5",
        "faces.cotton-1.a",
        "faces.cotton-1.b",
    }
    p = Position(GAME, GAME.complete_options(2, {}), edition, seed=4)
    while p.phase != "turn":
        p.roll() if p.mover == "*" else p.play(p.legal_moves[-1])
    seat = p.mover
    before = purse(p, seat)["money"]
    worker = next(move.text for move in p.legal_moves if move.text.startswith("take s5"))
    assert worker.endswith(" rnd")
    play(p, f"{worker}, research, stop")
    assert purse(p, seat)["money"] == before - 2
    assert GAME.broken_laws(p.state, p.rules) == []
    assert tracks(p, seat)[0] >= 2


def test_shorter_tracks_and_other_numbers_of_rounds_are_played_by_the_same_rules(tmp_path):
    edition = own(
        tmp_path,
        "\n".join(
            [
                "[tracks]",
                'research-bonus = ["-", "-", "arrow", "-", "unlock 5", "-", "any", "-", "-", "-", "-", "-"]',
                "mining-coal = [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]",
                'mining-bonus = ["-", "-", "black", "-", "-", "unlock 3", "-", "-", "any", "-", "-", "-"]',
                "finance-money = [12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 18]",
                'finance-bonus = ["-", "-", "-", "red", "-", "-", "-", "blue", "-", "any", "-", "-"]',
                "lower = 7",
                "higher = 11",
                "[rounds]",
                "count = 3",
                "scored = [1, 2]",
                "final-turns = 2",
            ]
        ),
    )
    from zashiki.core.rng import new_rng

    p, rng = Position(GAME, GAME.complete_options(3, {}), edition, seed=4), new_rng(3)
    while not p.is_over:
        p.play(p.random_move(rng))
        assert GAME.broken_laws(p.state, p.rules) == []
    assert p.state.current_round == 3 + 2
    assert max(p.state.players["track"].ravel()) <= 12


def test_words_of_effects_stand_for_tasks():
    assert effects.effect("3 money").task == (Task.GAIN, 0, 3, 0)
    assert effects.effect("arrow").task == effects.effect("advance finance 1").task
    assert effects.effects("-") == ()
    face = effects.face("first mining: advance mining 1; 1 iron")
    assert face.when == When.FIRST + Action.MINING
    assert [one.task[0] for one in face.effects] == [Task.ADVANCE, Task.GAIN]
    with pytest.raises(EffectError, match="is not an effect"):
        effects.effect("much silk")


def test_offers_keep_their_price():
    offer = effects.face("now: build train, then another for 2 finance and 1 iron").offer
    assert offer is not None
    assert (offer.finance, offer.iron, offer.money) == (2, 1, 0)


def test_a_face_makes_one_offer_at_most():
    with pytest.raises(EffectError, match="more than one offer"):
        effects.face("now: offer advance rnd 1 for 1 iron; offer advance mining 1 for 1 iron")


@pytest.mark.parametrize(("finance", "offered"), [(14, True), (15, False)])
def test_an_offer_of_finance_needs_room_on_its_track(tmp_path, finance, offered):
    edition = own(
        tmp_path,
        '[faces.cotton-1]\na = "now: offer advance finance 1 for 1 iron"\nb = "now: offer advance finance 1 for 1 iron"',
    )
    p = table(rnd=2, iron=1, finance=finance)
    p.rules.faces[0, 0] = GAME.make_rules(edition, p.options).faces[0, 0]
    play(p, "take s2 red factory, build cotton-1")
    assert (p.phase == "extra") == offered
    if offered:
        play(p, "accept")
        assert tracks(p)[2] == 15
        assert "iron" not in purse(p)
