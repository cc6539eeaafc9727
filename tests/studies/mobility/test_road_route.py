"""Tests of ``motorpool route --network``."""

import json
import math

import pytest
from command_line import answered
from small_networks import grid

from motorpool.errors import WorldError
from motorpool.ground.roads.network_files import save_network
from motorpool.studies.mobility.road_route import run_road_route
from motorpool.studies.mobility.route_console import Outputs
from motorpool.world.scenario.loader import load


@pytest.fixture
def network(tmp_path):
    save_network(grid(), tmp_path / "roads.geojson")
    (tmp_path / "town.yaml").write_text("roads: {file: roads.geojson}\nvehicles: [{model: bicycle}]\n")
    return tmp_path


@pytest.mark.slow
def test_a_route_by_road_is_printed_written_and_drawn(network):
    out, figure = network / "way.geojson", network / "way.png"
    ends = ["route", "-225,-225", "225,225", "--network", network / "town.yaml"]
    shown = answered(*ends, "--out", out, "--figure", figure)
    assert shown.returncode == 0
    assert "0.90 km; 0.64 km straight" in shown.stdout
    assert "6 sections" in shown.stdout
    (feature,) = json.loads(out.read_text())["features"]
    assert feature["properties"]["length_m"] == 900.0
    assert feature["geometry"]["coordinates"][0] == [-225.0, -225.0]
    assert figure.stat().st_size > 1000
    assert answered(*ends, "--out", network / "way.csv").returncode == 0
    lines = (network / "way.csv").read_text().splitlines()
    assert lines[0] == "x,y,distance,time"
    assert lines[-1].split(",")[2:] == ["900.00", f"{900.0 / 13.9:.2f}"]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["roads.geojson", "town.yaml"])
def test_a_route_by_road_becomes_a_scenario_whose_vehicle_arrives(network, source):
    (network / "town.yaml").write_text(
        "terrain: {source: flat, size: 700}\nroads: {file: roads.geojson, driving_side: left}\n"
        "vehicles: [{model: bicycle}]\n"
    )
    out = network / "drive.yaml"
    shown = answered("route", "-225,-225", "225,-75", "--network", network / source, "--out", out)
    assert shown.returncode == 0
    world = load(out).build()
    assert world.count == 1
    farthest = 0.0
    for _ in range(120):
        world.run(seconds=1.0)
        x, y = float(world.vehicles.x[0]), float(world.vehicles.y[0])
        if math.hypot(x - 225.0, y + 75.0) < 15.0:
            break
        east, north = (abs((value + 300.0) % 150.0 - 75.0) for value in (x, y))  # distance from the nearest street
        farthest = max(farthest, min(east, north))
    assert math.hypot(x - 225.0, y + 75.0) < 15.0
    assert 1.0 < farthest < 4.0  # on its side of the road


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--network", "missing.geojson"], "cannot be read"),
        (["--network", "roads.geojson", "--vehicle", "M998"], "a route by road has no map"),
        (["--network", "roads.geojson", "--out", "elsewhere/way.yaml"], "a scenario of the route names the files"),
        (["--network", "plain.yaml"], "has no road network"),
    ],
)
@pytest.mark.slow
def test_wrong_options_are_refused_in_a_sentence(network, options, sentence, monkeypatch):
    monkeypatch.chdir(network)
    (network / "plain.yaml").write_text("vehicles: [{model: bicycle}]\n")
    refused = answered("route", "0,0", "100,100", *options)
    assert refused.returncode == 2
    assert sentence in refused.stderr


@pytest.mark.parametrize(
    ("start", "goal", "name"), [("0,5000", "225,225", r"A \(0,5000\)"), ("225,225", "-900000,0", r"B \(-900000,0\)")]
)
def test_a_position_far_off_the_roads_is_refused_with_its_distance(network, start, goal, name):
    outputs = Outputs(out=None, figure=None)
    with pytest.raises(WorldError, match=rf"{name} is \d{{4,}} m from the nearest road; it must be at most 500 m away"):
        run_road_route(start, goal, network=network / "roads.geojson", outputs=outputs)
