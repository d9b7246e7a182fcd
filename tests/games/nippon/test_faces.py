"""One test for each of the 60 Factory faces: what it brings, and where it brings nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.games.nippon.helpers import goods, legal, me, play, purse, table, tracks
from zashiki.games.nippon import GAME
from zashiki.games.nippon.scoring import influence
from zashiki.games.nippon.state import COLOURS, DESTINATIONS, FACTORIES, REGIONS, TOKENS

LATE = {"late_factories": "on"}
NEEDED = {"cotton": 2, "paper": 2, "bento": 4, "lenses": 4, "bulbs": 6, "clocks": 6}
DEPTS = sorted(f"dept {colour}" for colour in COLOURS)
TRAINS = sorted(f"train {region} {space} free" for region in REGIONS for space in (1, 2, 3))


@dataclass
class Case:
    """A situation, moves, and what is to be seen then."""

    has: dict[str, Any]
    moves: str
    seen: dict[str, Any] = field(default_factory=dict)


def built(moves: str = "", colour: str = "red", **has: Any) -> Case:
    """The face is built by R&D level alone with 10 Money; moves follow."""
    return Case({"money": 10, "coal": 0, "build": colour, **has}, moves)


def owned(moves: str, **has: Any) -> Case:
    """The face is owned; moves follow."""
    return Case({"money": 20, "coal": 0, **has}, moves)


def see(case: Case, **seen: Any) -> Case:
    case.seen = seen
    return case


CASES: dict[str, list[Case]] = {
    # cotton
    "cotton-1a": [see(built(), tracks=(4, 1, 2), money=4)],
    "cotton-1b": [see(built(), tracks=(3, 1, 1), money=6)],
    "cotton-2a": [see(built(), silk=3, money=4)],
    "cotton-2b": [
        see(built(), legal=["dept red", "dept white"]),
        see(built("dept red"), silk=2),
        see(built("dept white"), legal=["step finance", "step mining", "step rnd"]),
    ],
    "cotton-3a": [
        see(owned("take s1 red rnd, research"), tracks=(3, 1, 1), money=19),
        see(owned("take s1 red rnd, research, research"), tracks=(4, 1, 2), money=17),
        see(owned("take s3 red mining, mine"), tracks=(1, 2, 1)),
    ],
    "cotton-3b": [see(owned("take s1 red rnd, research, research"), silk=2, tracks=(3, 1, 1))],
    "cotton-4a": [
        see(owned("take s4 red machines, machine cotton"), tracks=(3, 1, 1), money=15),
        see(owned("take s4 red machines, machine paper", factories="paper"), tracks=(1, 1, 1)),
    ],
    "cotton-4b": [
        see(owned("take s1 red production, produce cotton", coal=4), goods={"cotton": 2}),
        see(
            owned("take s1 red production, produce paper, produce cotton", coal=4, factories="paper"),
            goods={"cotton": 2, "paper": 1},
        ),
    ],
    "cotton-5a": [
        see(built(favor={"rnd": 1, "mining": 3}), vp=0),
        see(built(favor={"rnd": 2}), vp=2),
        see(built(favor={"rnd": 3}), vp=4),
        see(built(favor={"rnd": 3}, ships="paris"), vp=8),
    ],
    "cotton-5b": [
        see(built(), vp=2),
        see(built(factories="bento clocks old-paper"), vp=8),
        see(built(factories="old-cotton"), vp=2),
    ],
    # paper
    "paper-1a": [see(built(), iron=3, tracks=(2, 1, 2))],
    "paper-1b": [see(built(), iron=0, tracks=(2, 1, 3))],
    "paper-2a": [see(built(), money=9)],
    "paper-2b": [
        see(built(colour="grey"), iron=2),
        see(built(colour="blue"), money=7),
        see(built(colour="red", ships="san-francisco"), silk=3),
    ],
    "paper-3a": [
        see(
            owned("take s2 red contracts, contract 1, spend cotton", factories="cotton/1g"), tracks=(1, 1, 3)
        ),
        see(owned("take s2 red contracts, invest, spend cotton", factories="cotton/1g"), tracks=(1, 1, 3)),
        see(
            owned(
                "take s2 red contracts, contract 1, spend cotton, contract 2, spend paper, spend bento",
                factories="cotton/1g bento/1g",
                goods_here=1,
            ),
            tracks=(1, 1, 5),
            silk=4,
            iron=2,
        ),
    ],
    "paper-3b": [
        see(owned("consolidate", coal=5), legal=["keep 0 3", "keep 1 2", "keep 2 1", "keep 3 0"]),
        see(owned("consolidate, keep 3 0", coal=5), coal=5, money=12),
        see(owned("consolidate", coal=1, money=2), coal=3, money=14),
        see(owned("consolidate", coal=0, money=9), coal=2, money=15),
    ],
    "paper-4a": [
        see(owned("take s1 red production, produce paper", coal=4), iron=2),
        see(owned("take s1 red production, produce cotton", coal=4, factories="cotton"), iron=0),
    ],
    "paper-4b": [
        see(
            owned("take s1 red production, produce cotton, produce paper", coal=4, factories="cotton"), iron=2
        ),
    ],
    "paper-5a": [see(built(favor={"finance": 3}), vp=4), see(built(favor={"contracts": 3}), vp=0)],
    "paper-5b": [see(built(favor={"contracts": 3}), vp=4), see(built(favor={"finance": 3}), vp=0)],
    # bento
    "bento-1a": [see(built(), tracks=(4, 4, 1), coal=2)],
    "bento-1b": [
        see(built(finance=5), legal=["accept", "skip"], tracks=(4, 3, 5), coal=2),
        see(built("accept", finance=5), tracks=(4, 5, 3)),
        see(built("skip", finance=5), tracks=(4, 3, 5), over=True),
        see(built(finance=2), over=True),
        see(built(finance=9, mining=13), over=True, tracks=(4, 15, 9)),
    ],
    "bento-2a": [see(built(), coal=4, stored=0)],
    "bento-2b": [see(built("1 consolidate, consolidate"), coal=2, stored=3)],
    "bento-3a": [
        see(owned("take s3 red mining, mine"), tracks=(1, 3, 1), iron=1, coal=2),
        see(owned("take s3 red mining, mine, mine"), tracks=(1, 4, 1), iron=1),
    ],
    "bento-3b": [see(owned("take s3 red mining, mine, mine"), tracks=(1, 3, 1), iron=2)],
    "bento-4a": [see(owned("take s4 red machines, machine bento"), tracks=(1, 4, 1), coal=2)],
    "bento-4b": [
        see(owned("take s1 red production, produce bento", coal=5), coal=3),
        see(
            owned("take s1 red production, produce cotton, produce bento", coal=5, factories="cotton"), coal=1
        ),
        see(owned("take s1 red production, produce bento", coal=2), coal=0, goods={"bento": 1}),
    ],
    "bento-5a": [
        see(built(mining=2), coal=0, over=True),
        see(built(mining=7), coal=2, iron=2),
        see(built(mining=12), coal=2, iron=2, legal=DEPTS),
    ],
    "bento-5b": [see(built(favor={"mining": 3}), vp=4), see(built(favor={"rnd": 3}), vp=0)],
    # lenses
    "lenses-1a": [
        see(built(), legal=TRAINS),
        see(built("train kanto 3 free"), vp=2, tracks=(4, 1, 2), built=(0, 0, 1)),
        see(
            built(trains="kyushu-1 kyushu-2 kyushu-3 kanto-1 kanto-2 kanto-3"),
            tracks=(4, 1, 2),
            built=(0, 0, 6),
            over=True,
        ),
    ],
    "lenses-1b": [
        see(built("train kanto 3 free"), vp=4),
        see(built("train kanto 1 free, dept black"), coal=2, legal=DEPTS),
    ],
    "lenses-2a": [
        see(built("train kanto 3 free", money=11, iron=1), legal_count=10),
        see(built("train kanto 3 free, train kyushu 3 extra", money=11, iron=1), vp=4, money=0, iron=0),
        see(built("train kanto 3 free, skip", money=11, iron=1), vp=2, money=5, iron=1, over=True),
        see(built("train kanto 3 free", money=9, iron=1, silk=2), legal=["silk", "skip"]),
        see(built("train kanto 3 free", money=11, iron=0), over=True),
        see(built("train kanto 3 free", money=9, iron=1, silk=1), over=True),
    ],
    "lenses-2b": [
        see(built("train kanto 3 free, train kyushu 3 extra", finance=3, iron=1), vp=4, tracks=(4, 1, 1)),
        see(built("train kanto 3 free", finance=2, iron=1), over=True),
        see(built("train kanto 3 free", finance=3, iron=1, silk=1), legal_count=10),
    ],
    "lenses-3a": [
        see(owned("take s4 red trains, train kyushu 3 iron, stop", iron=6), coal=2, over=True),
        see(
            owned("take s4 red trains, train kyushu 3 iron, train kansai 3 iron", iron=6),
            legal=["region kansai", "region kyushu"],
        ),
        see(
            owned("take s4 red machines, machine lenses, stop", iron=6, factories="cotton"),
            coal=0,
            over=True,
        ),
    ],
    "lenses-3b": [
        see(owned("take s4 black trains, train kyushu 3 iron, train kanto 3 iron", iron=6), coal=2, vp=4),
        see(owned("take s3 black ships, ship paris iron", iron=3), coal=0),
    ],
    "lenses-4a": [
        see(owned("take s4 red machines, machine lenses"), legal=TRAINS),
        see(owned("take s4 red machines, machine lenses, train kanto 3 free"), vp=2, built=(0, 1, 1)),
    ],
    "lenses-4b": [
        see(
            owned(
                "take s2 red contracts, contract 1, spend cotton, contract 2, spend cotton, spend paper",
                factories="cotton/2g paper/1g",
            ),
            legal=TRAINS,
            iron=2,
        ),
        see(
            owned(
                "take s2 red contracts, invest, spend cotton, contract 2, spend cotton, spend paper",
                factories="cotton/2g paper/1g",
            ),
            over=True,
        ),
    ],
    "lenses-5a": [
        see(
            owned("", tokens={"osaka 4": (0, 1)}, trains="kansai-1 kansai-2 kanto-1"),
            influence=7,
        ),
    ],
    "lenses-5b": [see(built(favor={"trains": 2}), vp=2), see(built(favor={"ships": 3}), vp=0)],
    # bulbs
    "bulbs-1a": [
        see(built(), goods={"bulbs": 1}, over=True),
        see(built(factories="cotton paper bento"), legal=["good cotton", "good paper"]),
        see(
            built("good cotton, good bento", factories="cotton paper bento"),
            goods={"cotton": 1, "bento": 1, "bulbs": 1},
        ),
        see(
            built(factories="cotton paper/4g old-cotton"),
            goods={"cotton": 1, "paper": 4, "bulbs": 1, "old": 1},
        ),
    ],
    "bulbs-1b": [see(built(factories="cotton"), goods={"bulbs": 2})],
    "bulbs-2a": [
        see(built(factories="cotton paper"), legal=["machine bulbs", "machine cotton", "machine paper"]),
        see(built("machine cotton", factories="cotton paper"), legal=["machine bulbs", "machine paper"]),
        see(built("machine cotton, machine bulbs", factories="cotton paper"), built=(0, 2, 0), over=True),
        see(built("machine bulbs"), built=(0, 1, 0), over=True),
    ],
    "bulbs-2b": [
        see(built("machine bulbs"), goods={"bulbs": 2}, built=(0, 1, 0), coal=0),
        see(built("machine cotton", factories="cotton/4g"), goods={"cotton": 4}),
        see(built("machine cotton", factories="cotton-4b"), goods={"cotton": 3}),
    ],
    "bulbs-3a": [
        see(owned("take s1 red production, produce bulbs", coal=4), goods={"bulbs": 3}),
        see(owned("take s1 red production, produce cotton", coal=4, factories="cotton"), goods={"cotton": 1}),
    ],
    "bulbs-3b": [
        see(
            owned("take s1 red production, produce bulbs, produce cotton", coal=6, factories="cotton"),
            goods={"cotton": 2, "bulbs": 2},
        ),
    ],
    "bulbs-4a": [
        see(owned("take s4 red machines, machine bulbs"), money=19),
        see(owned("take s4 red machines, machine cotton", factories="cotton"), money=15),
    ],
    "bulbs-4b": [
        see(
            owned("take s2 red contracts, contract 1, spend cotton", factories="cotton/1g"),
            legal=["machine bulbs", "machine cotton"],
        ),
        see(
            owned(
                "take s2 red contracts, contract 1, spend cotton, machine bulbs, contract 2, spend cotton, spend paper",
                factories="cotton/2g paper/1g",
            ),
            built=(0, 1, 0),
            over=True,
        ),
    ],
    "bulbs-5a": [
        see(built(), money=4),
        see(built(factories="cotton/2m paper/1m"), money=10),
        see(built(factories="cotton/2m paper/2m bento/2m"), money=12),
    ],
    "bulbs-5b": [
        see(built(), vp=0),
        see(
            built(
                factories="cotton/2m paper/2m bento/2m",
                ships="new-york san-francisco washington london",
                trains="kyushu-1 kyushu-2 kyushu-3",
            ),
            vp=6,
        ),
    ],
    # clocks
    "clocks-1a": [
        see(built(), legal=sorted(f"ship {d} free" for d in DESTINATIONS)),
        see(built("ship paris free"), built=(1, 0, 0), tracks=(6, 1, 4), silk=2),
        see(built(ships=" ".join(DESTINATIONS)), built=(6, 0, 0), tracks=(6, 1, 4), over=True),
    ],
    "clocks-1b": [
        see(built(), legal_count=6 + 1 + 12),
        see(built("machine clocks"), built=(0, 1, 0), tracks=(6, 1, 3)),
        see(built("train kanto 3 free"), built=(0, 0, 1), tracks=(6, 1, 3), vp=2),
        see(built("ship paris free"), built=(1, 0, 0), tracks=(6, 1, 3)),
    ],
    "clocks-2a": [
        see(built("ship paris free", iron=1), legal_count=6),
        see(built("ship paris free, ship london extra", iron=1), built=(2, 0, 0), iron=0),
        see(built("ship paris free", iron=0), over=True),
    ],
    "clocks-2b": [
        see(built("ship paris free"), vp=4),
        see(built("ship new-york free"), legal=["step finance", "step mining", "step rnd"]),
    ],
    "clocks-3a": [
        see(built("ship paris free", money=8), legal_count=6),
        see(built("ship paris free, ship london extra", money=8), built=(2, 0, 0), money=0),
        see(built("ship paris free, skip", money=8), built=(1, 0, 0), money=2, over=True),
    ],
    "clocks-3b": [
        see(built("ship paris free, ship london extra", finance=6), built=(2, 0, 0), tracks=(6, 1, 4)),
        see(built("ship paris free", finance=2), over=True),
    ],
    "clocks-4a": [
        see(
            owned("take s4 red machines, machine clocks, ship paris free"), built=(1, 1, 0), tracks=(1, 1, 4)
        ),
    ],
    "clocks-4b": [
        see(
            owned("take s2 red contracts, contract 1, spend cotton", factories="cotton/1g"),
            legal=sorted(f"ship {d} free" for d in DESTINATIONS),
        ),
        see(
            owned("take s2 red contracts, invest, spend cotton", factories="cotton/2g"),
            built=(0, 0, 0),
            over=True,
        ),
    ],
    "clocks-5a": [
        see(built(), vp=0),
        see(
            built(
                ships="new-york san-francisco washington london",
                rnd=15,
                mining=10,
                factories="cotton/2m paper/1m",
            ),
            vp=6,
        ),
    ],
    "clocks-5b": [
        see(built(), vp=0),
        see(built(rnd=15, mining=10, ships=" ".join(DESTINATIONS)), vp=6),
    ],
}

ALL_FACES = [f"{token}{side}" for token in TOKENS for side in "ab"]


def look(position: Any, key: str) -> Any:
    """What is asked about seat 0."""
    player = me(position)
    if key == "tracks":
        return tracks(position)
    if key == "goods":
        return goods(position)
    if key == "built":
        return tuple(int(n) for n in player.built)
    if key == "legal":
        return legal(position)
    if key == "legal_count":
        return len(legal(position))
    if key == "over":
        return position.state.seat == 1 and position.phase == "turn"
    if key == "influence":
        return int(influence(position.state, position.rules, REGIONS.index("kansai"), 0))
    return purse(position).get(key, 0)


@pytest.mark.parametrize("face", ALL_FACES)
def test_face(face: str) -> None:
    for case in CASES[face]:
        has = dict(case.has)
        good = face.split("-")[0]
        options = LATE if face[-2] == "5" else {}
        colour = has.pop("build", None)
        if colour:
            has.setdefault("rnd", NEEDED[good])
            has["shown"] = face
            moves = f"take s2 {colour} factory, build {face[:-1]}, {case.moves}"
        else:
            stock = has.pop("goods_here", 0)
            has["factories"] = f"{face}/{stock}g {has.get('factories', '')}"
            moves = case.moves
        position = play(table(options=options, **has), moves)
        assert {key: look(position, key) for key in case.seen} == case.seen, case


def test_no_face_is_forgotten() -> None:
    assert list(CASES) == ALL_FACES
    assert len(CASES) == 60


def test_the_old_factory_has_no_effect_of_its_own() -> None:
    p = play(table(factories="old-paper", coal=2, money=5), "take s1 red production, produce old")
    assert goods(p) == {"old": 1}
    assert purse(p) == {"money": 5}
    assert FACTORIES[-1] == "old"
    assert GAME.broken_laws(p.state, p.rules) == []
