"""Signs and traffic lights of OpenDRIVE: right of way at the ends of roads, and the lights of junctions."""

import re

import numpy as np
import pytest
from opendrive_files import write_crossing

import motorpool as mp
from motorpool.ground.roads.traffic_lights import RED
from motorpool.maps.opendrive.reader import read_opendrive

BEFORE = {"0": ("+", 55.0), "1": ("+", 55.0), "2": ("-", 5.0), "3": ("-", 5.0)}  # the junction: direction and place


def signal(road, kind, *, number="", more=""):
    (orientation, s), more = BEFORE[road], more or 'dynamic="no"'
    return (
        f'<signal id="{number or road}" s="{s}" t="-4" orientation="{orientation}" type="{kind}" subtype="-1" '
        f'value="-1" country="DE" {more}/>'
    )


def crossing(tmp_path, signals, *, junction="", root=""):
    """A crossing of four roads with signals by road, with more elements of its junction and of the file."""
    file = write_crossing(tmp_path / "crossing.xodr")
    text = file.read_text()
    for road, elements in signals.items():
        begin = re.search(rf'<road [^>]*id="{road}"', text)
        end = text.index("</road>", begin.end())
        text = f"{text[:end]}<signals>{elements}</signals>{text[end:]}"
    text = text.replace("</junction>", f"{junction}</junction>").replace("</OpenDRIVE>", f"{root}</OpenDRIVE>")
    file.write_text(text)
    return read_opendrive(file)


def at_ends(place, name):
    """Values at the ends of the four roads before the junction, by road, and those of roads in it."""
    found, inside = {}, {}
    for section in place.network.sections:
        number = section.source_id.removeprefix("road ")
        values = {getattr(section, f"{side}_{name}") for side in ("start", "end")} - {"", -1}
        if number in BEFORE:
            found[number] = values
        else:
            inside[number] = values
    return found, inside


def test_signs_are_for_the_end_before_the_junction_and_the_roads_in_it(tmp_path):
    place = crossing(tmp_path, {"0": signal("0", "206"), "1": signal("1", "306"), "2": signal("2", "205")})
    roads, inside = at_ends(place, "rule")
    assert roads == {"0": {"stop"}, "1": {"priority"}, "2": {"give-way"}, "3": set()}
    rules = [rule for values in inside.values() for rule in values]
    assert {"give-way", "priority"} <= set(rules)
    assert "stop" not in rules
    assert not any("signal" in words or "signs" in words for words in place.left_out)
    first = next(section for section in place.network.sections if section.source_id == "road 0")
    assert (first.start_rule, first.end_rule) == ("", "stop")


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ('type="-1" name="Stop_Sign"', "stop"),
        ('type="R1-2" name="Yield"', "give-way"),
        ('type="274" name="stop"', ""),
    ],
)
def test_signs_of_other_countries_are_known_by_their_names(tmp_path, words, rule):
    sign = f'<signal id="9" s="50" t="0" orientation="+" dynamic="no" {words}/>'
    place = crossing(tmp_path, {"0": sign})
    assert at_ends(place, "rule")[0]["0"] == ({rule} if rule else set())
    assert place.left_out["signals that are no sign of right of way and no traffic light"] == (rule == "")


def test_signs_far_from_a_junction_or_for_the_way_out_are_counted(tmp_path):
    sign = '<signal id="9" s="50" t="0" orientation="-" dynamic="no" type="206"/>'
    place = crossing(tmp_path, {"0": sign})
    assert at_ends(place, "rule")[0]["0"] == set()
    assert place.left_out["signs and traffic lights before no junction"] == 1


LIT = {road: signal(road, "1000001", more='dynamic="yes"') for road in BEFORE}


def test_the_lights_of_a_junction_are_one_set_and_its_controllers_are_phases(tmp_path):
    assert at_ends(crossing(tmp_path, LIT), "lights")[0] == {road: {0} for road in BEFORE}
    controllers = (
        '<controller id="a"><control signalId="0" type="0"/><control signalId="2" type="0"/></controller>'
        '<controller id="b"><control signalId="1"/></controller><controller id="c"><control signalId="3"/></controller>'
    )
    order = '<controller id="b" sequence="2"/><controller id="a" sequence="1"/><controller id="c" sequence="x"/>'
    place = crossing(tmp_path, LIT, junction=order, root=controllers)
    assert at_ends(place, "phase")[0] == {"0": {1}, "2": {1}, "1": {2}, "3": {0}}


def test_lights_on_the_roads_in_a_junction_and_references_are_for_those_who_come(tmp_path):
    place = crossing(tmp_path, {})
    inside = next(iter(at_ends(place, "rule")[1]))
    reference = '<signalReference id="0" s="1" t="0" orientation="+"/>'
    place = crossing(tmp_path, {"0": signal("0", "1000002", more='dynamic="yes"'), inside: reference})
    assert at_ends(place, "lights")[0] == {road: set() for road in BEFORE}
    light = signal("0", "1000001", more='dynamic="yes"').replace('s="55.0"', 's="1"')
    lit = at_ends(crossing(tmp_path, {inside: light}), "lights")[0]
    assert sorted(map(len, lit.values())) == [0, 0, 0, 1]


def test_priorities_count_where_there_are_no_signs(tmp_path):
    inside = [*at_ends(crossing(tmp_path, {}), "rule")[1]]
    priority = f'<priority high="{inside[0]}" low="{inside[1]}"/>'
    found = at_ends(crossing(tmp_path, {}, junction=priority), "rule")[1]
    assert (found[inside[0]], found[inside[1]]) == ({"priority"}, {"give-way"})
    found = at_ends(crossing(tmp_path, {"0": signal("0", "205")}, junction=priority), "rule")[1]
    assert "priority" not in {rule for values in found.values() for rule in values}


def test_a_road_to_a_junction_has_the_priority_of_most_ways_from_it(tmp_path):
    priority = '<priority high="0" low="1"/><priority high="2" low="1"/>'
    roads, _ = at_ends(crossing(tmp_path, {}, junction=priority), "rule")
    assert roads == {"0": {"priority"}, "1": {"give-way"}, "2": {"priority"}, "3": set()}


def test_traffic_obeys_the_lights_of_a_map(tmp_path):
    network = crossing(tmp_path, LIT).network
    ground = mp.Terrain.flat(size=600.0, spacing=50.0)
    world = mp.World(fleets=[("bicycle", 6)], network=network, terrain=ground, dt=1 / 20)
    world.place_vehicles(slice(None), *world.traffic.place(range(6)))
    world.traffic.join(range(6), parking=False)
    vehicles, graph, passed = world.vehicles, world.traffic.graph, 0
    leg = vehicles.traffic_leg.copy()
    for _ in range(round(180.0 / world.dt)):
        world.step()
        state = world.traffic.trips.lights.state
        left = np.flatnonzero((vehicles.traffic_leg != leg) & (graph.lights[leg] >= 0))
        passed += len(left)
        assert (vehicles.traffic_along[left] < 3.0).all()  # the line is near the end
        assert not ((state[leg[left]] == RED) & (vehicles.speed[left] < 1.0)).any()
        leg = vehicles.traffic_leg.copy()
    assert passed > 10
