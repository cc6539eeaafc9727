"""Regulatory elements of Lanelet2: right of way, signs and traffic lights of generated junctions."""

import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest
from osm_files import METRES_PER_DEGREE, document, project

from motorpool.maps.osm import read_osm
from motorpool.maps.place_map import PlaceMap

NEAR, FAR, LANE = 12.0, 90.0, 3.5  # where lanelets to the junction end and begin, and their width [m]
MAIN, MINOR = (0, 2), (1, 3)  # arms, counter-clockwise from east
STOP_LINE = 900  # number of the stop line of the first arm


def incoming(arm: int) -> int:
    """Number of the lanelet that leads to the junction."""
    return 100 + arm


def through(arm: int, to: int) -> int:
    """Number of the lanelet in the junction."""
    return 300 + 10 * arm + to


def side(number: int) -> str:
    return f'<member type="relation" ref="{number}" role="regulatory_element"/>'


def element(number: int, subtype: str, tags: str = "", **members: list[int]) -> str:
    """A regulatory element with members by role: lanelets, and ways in other roles."""
    lines = [
        f'<member type="{"relation" if role in ("yields", "right_of_way") else "way"}" ref="{ref}" '
        f'role="{role.removesuffix("s") if role == "yields" else role}"/>'
        for role, refs in members.items()
        for ref in refs
    ]
    random.Random(number).shuffle(lines)
    words = f'<tag k="type" v="regulatory_element"/><tag k="subtype" v="{subtype}"/>{tags}'
    return f'<relation id="{number}">{"".join(lines)}{words}</relation>'


def sign(number: int, arm: int, subtype: str) -> str:
    """A sign at the end of a lanelet to the junction."""
    line = f'<nd ref="{10 * arm + 4}"/><nd ref="{10 * arm + 4}"/>'
    return f'<way id="{number}">{line}<tag k="type" v="traffic_sign"/><tag k="subtype" v="{subtype}"/></way>'


def junction(
    path: Path, *elements: str, users: dict[int, list[int]] | None = None, near: float = NEAR, seed: int = 0
) -> PlaceMap:
    """Read a junction of four arms with right-hand traffic, its elements in any order.

    Args:
        users: regulatory elements of lanelets.
        near: half the size of the junction [m].
    """
    parts, ways = [*elements], itertools.count(1)

    def lanelet(number: int, left: list[int], right: list[int]) -> None:
        borders = ""
        for role, line in (("left", left), ("right", right)):
            way = next(ways)
            nodes = "".join(f'<nd ref="{node}"/>' for node in line)
            parts.append(f'<way id="{way}">{nodes}<tag k="type" v="line_thin"/></way>')
            borders += f'<member type="way" ref="{way}" role="{role}"/>'
        rules = "".join(side(rule) for rule in (users or {}).get(number, []))
        parts.append(f'<relation id="{number}">{rules}{borders}<tag k="type" v="lanelet"/></relation>')

    for arm in range(4):
        out = np.array([math.cos(arm * math.pi / 2), math.sin(arm * math.pi / 2)])
        left = np.array([-out[1], out[0]])
        for number, (along, across) in enumerate(itertools.product((FAR, near), (0.0, LANE, -LANE)), 1):
            x, y = along * out + across * left
            place = f'lat="{y / METRES_PER_DEGREE:.7f}" lon="{x / METRES_PER_DEGREE:.7f}"'
            parts.append(f'<node id="{10 * arm + number}" {place}/>')
    for arm, to in itertools.product(range(4), range(4)):
        a, b = 10 * arm, 10 * to
        if arm == to:
            lanelet(incoming(arm), [a + 1, a + 4], [a + 2, a + 5])
            lanelet(200 + arm, [a + 4, a + 1], [a + 6, a + 3])
            parts.append(
                f'<way id="{STOP_LINE + arm}"><nd ref="{a + 4}"/><nd ref="{a + 5}"/><tag k="type" v="stop_line"/></way>'
            )
        else:
            lanelet(through(arm, to), [a + 4, b + 4], [a + 5, b + 6])
    random.Random(seed).shuffle(parts)
    path.write_text(document("".join(parts)), encoding="utf-8")
    return read_osm(path, project)


def values(place: PlaceMap, name: str) -> dict[int, str | int]:
    """Values at the ends of lanelets by their numbers, without those that say nothing."""
    assert not any(getattr(each, f"start_{name}") not in ("", -1) for each in place.network.sections)
    found = {
        int(each.source_id.removeprefix("relation/")): getattr(each, f"end_{name}") for each in place.network.sections
    }
    return {number: value for number, value in found.items() if value not in ("", -1)}


def ways_of(arms: tuple[int, ...]) -> list[int]:
    """Numbers of the lanelets in the junction from arms."""
    return [through(arm, to) for arm in arms for to in range(4) if to != arm]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["", "de205", "de206", "usR1-1", "usR1-2"])
def test_lanelets_yield_in_the_junction_that_follows_them_whatever_the_order(tmp_path: Path, kind: str, seed: int):
    signs = [sign(800 + arm, arm, kind) for arm in MINOR] + [sign(800 + arm, arm, "de306") for arm in MAIN]
    refers = [800, 801, 802, 803] if kind else []
    rule = element(
        50, "right_of_way", yields=[incoming(arm) for arm in MINOR], right_of_way=[incoming(arm) for arm in MAIN],
        refers=refers,
    )  # fmt: skip
    users = {incoming(arm): [50] for arm in range(4)}
    place = junction(tmp_path / "map.osm", rule, *signs, users=users, seed=seed)
    own = "stop" if kind in ("de206", "usR1-1") else "give-way"
    expected = {incoming(arm): "priority" if arm in MAIN else own for arm in range(4)}
    expected |= dict.fromkeys(ways_of(MAIN), "priority") | dict.fromkeys(ways_of(MINOR), "give-way")
    assert values(place, "rule") == expected
    assert not place.left_out


def test_lanelets_in_the_junction_yield_there_and_stop_before_it(tmp_path: Path):
    left, straight = through(0, 3), through(2, 0)  # as Autoware has them
    rule = element(50, "right_of_way", yields=[left], right_of_way=[straight])
    assert values(junction(tmp_path / "map.osm", rule), "rule") == {left: "give-way", straight: "priority"}
    both = element(51, "right_of_way", yields=[through(1, 3)], right_of_way=[left])
    found = values(junction(tmp_path / "map.osm", rule, both), "rule")
    assert found == {straight: "priority", through(1, 3): "give-way"}  # the turn is between both
    halt = element(52, "traffic_sign", refers=[800], ref_line=[STOP_LINE])
    place = junction(tmp_path / "map.osm", halt, sign(800, 0, "stop_sign"), users={left: [52]})
    assert values(place, "rule") == {incoming(0): "stop", left: "give-way"}


@pytest.mark.parametrize(("subtype", "rule"), [("de206", "stop"), ("de205", "give-way"), ("de301", "priority")])
def test_a_sign_is_for_the_lanelet_that_names_it(tmp_path: Path, subtype: str, rule: str):
    of = element(50, "traffic_sign", refers=[800])
    place = junction(tmp_path / "map.osm", of, sign(800, 1, subtype), users={incoming(1): [50]})
    inside = dict.fromkeys(ways_of((1,)), "give-way" if rule == "stop" else rule)
    assert values(place, "rule") == {incoming(1): rule, **inside}


def test_a_sign_of_a_speed_limit_is_one(tmp_path: Path):
    of = element(50, "traffic_sign", refers=[800])
    place = junction(tmp_path / "map.osm", of, sign(800, 1, "de274-30"), users={incoming(1): [50]})
    limits = {each.source_id: 3.6 * each.speed_limit for each in place.network.sections}
    assert limits.pop(f"relation/{incoming(1)}") == pytest.approx(30.0)
    assert set(limits.values()) == {50.0}
    assert not values(place, "rule")
    assert not place.left_out


@pytest.mark.parametrize(("lines", "is_wrong"), [([], False), ([900, 901, 902, 903], False), ([900, 901], True)])
def test_all_stop_at_an_all_way_stop(tmp_path: Path, lines: list[int], is_wrong: bool):
    arms = [incoming(arm) for arm in range(4)]
    stop = element(50, "all_way_stop", yields=arms, ref_line=lines)
    place = junction(tmp_path / "map.osm", stop, users={arm: [50] for arm in arms})
    assert values(place, "rule") == dict.fromkeys(arms, "stop")
    assert place.left_out["all-way stops without a stop line for each lanelet"] == is_wrong


@pytest.mark.parametrize("near", [NEAR, 40.0])
@pytest.mark.parametrize("is_inside", [False, True])
def test_the_lights_of_a_junction_are_one_set_however_large_it_is(tmp_path: Path, near: float, is_inside: bool):
    lines = [[], [901], [902, 999], []]
    lights = [element(50 + arm, "traffic_light", ref_line=lines[arm], refers=[998]) for arm in range(4)]
    users = {incoming(arm): [50 + arm] for arm in range(4)}
    if is_inside:
        lights = [element(50 + arm, "traffic_light", ref_line=[STOP_LINE + arm]) for arm in range(4)]
        users = {number: [50 + arm] for arm in range(4) for number in ways_of((arm,))}
    place = junction(tmp_path / "map.osm", *lights, users=users, near=near)
    assert values(place, "lights") == {incoming(arm): 0 for arm in range(4)}
    assert not values(place, "rule")


def test_what_counts_without_lights_does_not_count_beside_them(tmp_path: Path):
    fallback = element(
        50, "right_of_way", '<tag k="fallback" v="yes"/>', yields=[incoming(1)], right_of_way=[incoming(0)]
    )
    light = element(51, "traffic_light")
    users = {incoming(0): [50, 51], incoming(1): [50, 51]}
    assert not values(junction(tmp_path / "map.osm", fallback, light, users=users), "rule")
    assert values(junction(tmp_path / "map.osm", fallback), "rule")[incoming(1)] == "give-way"


@pytest.mark.parametrize(
    ("rule", "users", "words"),
    [
        (element(50, "right_of_way", yields=[77], right_of_way=[100]), {}, "are for no road"),
        (element(50, "right_of_way", yields=[100], right_of_way=[77]), {}, "over or before no road"),
        (element(50, "right_of_way", yields=[100, 77], right_of_way=[101]), {}, "that are no roads"),
        (element(50, "traffic_light"), {}, "for no road"),
        (element(50, "traffic_light", ref_line=[777]), {100: [50]}, "stop lines that the file lacks"),
        (element(50, "traffic_sign", refers=[800]), {100: [50]}, "traffic signs of subtype=de283"),
        (element(50, "traffic_sign"), {100: [50]}, "traffic signs of no type"),
        (element(50, "traffic_sign", '<tag k="dynamic" v="yes"/>'), {}, "dynamic=yes"),
        ("", {100: [50]}, "that the file lacks"),
        (element(50, "bus_stop_area"), {}, "subtype=bus_stop_area"),
    ],
)
def test_what_is_missing_or_unknown_is_counted_and_the_rest_is_read(
    tmp_path: Path, rule: str, users: dict[int, list[int]], words: str
):
    stop = element(60, "traffic_sign", refers=[801])
    signs = sign(800, 0, "de283"), sign(801, 1, "de206")
    place = junction(tmp_path / "map.osm", rule, stop, *signs, users={**users, incoming(1): [60]})
    assert values(place, "rule")[incoming(1)] == "stop"
    assert len(place.network.sections) == 20
    assert [number for text, number in place.left_out.items() if words in text] == [1], place.left_out
