"""Scenario files: what they describe is built, and what is wrong with them is told at once, with lines."""

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorpool import load, models
from motorpool.errors import MotorpoolError, ScenarioError, TerrainError, WorldError
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.objects.spawn_sampler import SpawnSampler
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.avoidance.rules import RULES
from motorpool.world.drivers.kinds import AUTOPILOT, SCRIPT
from motorpool.world.guidance.goal_kinds import FOLLOW, HOLD, ROUTE, WANDER
from motorpool.world.scenario import names
from motorpool.world.scenario.document import parse
from motorpool.world.scenario.fleet_keys import FormationPart
from motorpool.world.scenario.format import json_schema
from motorpool.world.scenario.start import in_formation, yaw_of
from motorpool.world.sources.player import Player

SMALL = """
terrain: {source: flat, size: 1000}
vehicles:
  - model: bicycle
    count: 3
"""


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def to_file(text: str) -> Path:
        path = tmp_path / "trial.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


def problems_of(path: Path) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        load(path)
    return [line.removeprefix(str(path) + ":") for line in str(caught.value).splitlines()]


# ---- what is built


@pytest.mark.parametrize("name", names())
def test_every_shipped_scenario_builds_and_runs(name: str, request: Any, monkeypatch: pytest.MonkeyPatch):
    if name == "hunter-liggett":
        monkeypatch.setenv("MOTORPOOL_TERRAIN", str(request.getfixturevalue("shared_data")))
    scenario = load(name)
    world = scenario.build()
    world.run(seconds=20.0)
    assert scenario.name == name
    assert scenario.description
    assert world.count == scenario.vehicle_count
    moves = world.vehicles.odometer > 5.0
    assert moves.mean() > 0.6
    of_1992 = ("rule followers",)  # a fleet under the rule of 1992, which touches trees; as all in the worlds of 1992
    assert name.startswith("1992") or [line for line in world.problems() if not line.startswith(of_1992)] == []


def test_hunter_liggett_has_the_scale_of_the_thesis():
    """Document 003: "up to 500 of the vehicles", "more than 40,000 natural and man-made objects", rounds are fired."""
    scenario = load("hunter-liggett")
    assert scenario.vehicle_count == 500
    assert scenario.content.objects.count > 40_000
    assert all(fleet.armament for fleet in scenario.content.vehicles)


def test_the_default_scenario_is_what_the_readme_promises():
    world = load("jacksboro").build()
    assert world.count == 500
    assert world.objects.count == 40_000
    assert [(fleet.kind, fleet.count) for fleet in world.fleets] == [("tracked", 250), ("wheeled", 250)]
    assert world.dt == 1 / 60


def test_the_same_seed_gives_the_same_world_and_another_another(write: Any):
    scenario = load(write(SMALL))
    first, again, other = scenario.build(seed=5), scenario.build(seed=5), scenario.build(seed=6)
    assert np.array_equal(first.vehicles.x, again.vehicles.x)
    assert not np.array_equal(first.vehicles.x, other.vehicles.x)
    first.run(seconds=1.0)
    again.run(seconds=1.0)
    assert np.array_equal(first.vehicles.x, again.vehicles.x)


def test_keys_reach_the_world(write: Any):
    text = """
name: trial
seed: 9
dt: 1/50
repair_after: 9
area: [-400, -300, 400, 300]
terrain: {source: flat, size: 1000, spacing: 100}
objects: {count: 20, area: [-100, -100, 100, 100]}
vehicles:
  - name: movers
    model: bicycle/arc
    count: 4
    wheelbase: 3.1
    speed_reference: front
    body: {length: 5, width: 2, height: 3}
    desired_speed: [4, 6]
    handling: {max_speed: 25}
    armament: {muzzle_speed: 500, max_elevation: 0.5}
  - name: sleepers
    model: tracked
    count: 2
    driver: parked
    start: {grid: {x: 200, y: 200, columns: 2, spacing: 20, heading_deg: 90}}
"""
    world = load(write(text)).build()
    movers, sleepers = world.fleets
    rows, resting = world.vehicles.rows
    assert (world.name, world.seed, world.dt, world.area) == ("trial", 9, 1 / 50, (-400.0, -300.0, 400.0, 300.0))
    assert (world.terrain.width, world.terrain.spacing, world.objects.count) == (1000.0, 100.0, 20)
    assert np.abs(world.objects.x).max() <= 100.0
    assert set(movers.params.wheelbase) == {3.1}
    assert set(movers.params.speed_reference) == {1.0}
    assert movers.body[:3] == (5.0, 2.0, 3.0)
    assert np.all((world.vehicles.desired_speed[rows] >= 4.0) & (world.vehicles.desired_speed[rows] <= 6.0))
    assert set(world.vehicles.max_speed[rows]) == {25.0}
    assert set(world.vehicles.muzzle_speed[rows]) == {500.0}
    assert set(world.vehicles.max_elevation[rows]) == {0.5}
    assert set(world.vehicles.muzzle_speed[resting]) == {0.0}
    assert world.gunnery.repair_duration == 9.0
    assert sleepers.kind == "tracked"
    assert world.vehicles.x[resting].tolist() == [200.0, 220.0]
    np.testing.assert_allclose(world.vehicles.yaw[resting], 0.0, atol=1e-12)  # heading 90 is east
    assert set(world.vehicles.driver[resting]) == {SCRIPT}
    assert set(world.vehicles.driver[rows]) == {AUTOPILOT}


def test_parked_vehicles_stay_where_they_are(write: Any):
    world = load(write(SMALL + "    driver: parked\n")).build()
    before = world.vehicles.x.copy(), world.vehicles.y.copy(), world.vehicles.yaw.copy()
    world.run(seconds=10.0)
    assert np.array_equal(np.array(before), np.array([world.vehicles.x, world.vehicles.y, world.vehicles.yaw]))


def test_a_parked_vehicle_brakes_and_parks_again_when_its_driver_releases_it(write: Any):
    world = load(write(SMALL + "    driver: parked\n")).build()
    player = Player()
    world.sources.append(player)
    player.take(0)
    player.set(0, throttle=1.0)
    world.run(seconds=3.0)
    assert world.vehicles.speed[0] > 1.0
    player.release(0)
    world.run(seconds=10.0)
    stands = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    assert (world.vehicles.driver[0], world.vehicles.speed[0]) == (SCRIPT, 0.0)
    world.run(seconds=5.0)
    assert (world.vehicles.x[0], world.vehicles.y[0]) == stands


def test_a_script_drives_its_fleet(write: Any):
    text = SMALL + "    driver: script\n    script: [{time: 1, throttle: 1}]\n"
    text += "    start: {positions: [[0, 0, 0], [50, 0, 90], [100, 0, 180]]}\n"
    world = load(write(text)).build()
    world.run(seconds=0.9)
    assert world.vehicles.y.tolist() == [0.0, 0.0, 0.0]
    world.run(seconds=3.0)
    assert world.vehicles.y[0] > 1.0  # north
    assert world.vehicles.x[1] > 51.0  # east
    assert world.vehicles.y[2] < -1.0  # south


FLEETS = """
terrain: {source: flat, size: 1000}
vehicles:
  - name: lead
    model: tracked
    start: {formation: {x: 0, y: 0, heading_deg: 90}}
    route: {waypoints: [[100, 0], [100, 100, 4]], speed: 6, loops: true, arrival_radius: 8}
    avoidance: dynamic-window
  - name: trucks
    model: bicycle
    count: 3
    start: {formation: {kind: column, x: -15, y: 0, spacing: 12, heading_deg: 90}}
    follow: {fleet: lead, gap: 7, headway: 1}
    avoidance: none
  - name: guard
    model: bicycle
    count: 2
    goal: hold
    start: {file: guard.csv}
  - name: scripted
    model: bicycle
    driver: script
    start: {positions: [[0, -100, 90]]}
    script:
      - {near: {fleet: trucks, vehicle: 2, within: 400}, to: [[50, -100]], speed: 5}
      - {arrived: true, brake: 1}
      - {time: 25, throttle: 0.5}
"""


def test_goals_routes_columns_and_scripts_reach_the_world(write: Any, tmp_path: Path):
    (tmp_path / "guard.csv").write_text("x,y,heading_deg\n-50,60,0\n-60,60,180\n")
    world = load(write(FLEETS)).build()
    vehicles = world.vehicles
    assert vehicles.goal.tolist() == [ROUTE, FOLLOW, FOLLOW, FOLLOW, HOLD, HOLD, WANDER]
    assert vehicles.leader.tolist() == [-1, 0, 1, 2, -1, -1, -1]
    rules = ["dynamic-window", "none", "none", "none", *3 * ["dynamic-window"]]
    assert [RULES[rule].name for rule in world.vehicles.avoidance_rule] == rules
    assert (vehicles.route_count[0], vehicles.route_loops[0], vehicles.arrival_radius[0]) == (2, 1, 8.0)
    assert (vehicles.gap[1], vehicles.headway[1]) == (7.0, 1.0)
    assert vehicles.x[:6].tolist() == pytest.approx([0.0, -15.0, -27.0, -39.0, -50.0, -60.0])
    assert np.degrees(vehicles.yaw[4:6]).tolist() == pytest.approx([90.0, -90.0])
    world.run(seconds=20.0)
    assert vehicles.order[6] == 2
    assert vehicles.x[6] == pytest.approx(50.0, abs=1.0)
    assert vehicles.x[1:4].min() > 30.0
    assert vehicles.speed[4:6].tolist() == [0.0, 0.0]
    world.run(seconds=8.0)
    assert vehicles.x[6] > 52.0


def test_a_route_may_be_planned(write: Any):
    text = SMALL.replace("count: 3", "count: 2") + "    start: {area: [-400, -400, -300, 400]}\n"
    text += "    route: {waypoints: [[300, 0]], plan: true}\nobjects: {count: 300, area: [-250, -400, 250, 400]}\n"
    world = load(write(text)).build()
    assert (world.vehicles.goal == ROUTE).all()
    assert world.vehicles.route_count.min() >= 2
    with pytest.raises(ScenarioError, match=r":7: vehicles\[0\].route leads to .* must be on the terrain"):
        load(write(text.replace("[[300, 0]]", "[[900, 0]]"))).build()


@pytest.mark.parametrize(
    ("kind", "x", "y"),
    [
        ("column", [0, -10, -20, -30], [0, 0, 0, 0]),
        ("line", [0, 0, 0, 0], [0, 10, -10, 20]),
        ("wedge", [0, -10, -10, -20], [0, 10, -10, 20]),
    ],
)
def test_formations_go_back_and_to_both_sides(kind: Any, x: list[float], y: list[float]):
    east, north, yaw = in_formation(FormationPart(kind=kind, x=0.0, y=0.0, spacing=10.0, heading_deg=90.0), 4)
    assert east.tolist() == pytest.approx(x)
    assert north.tolist() == pytest.approx(y)
    assert yaw.tolist() == [0.0] * 4


def test_a_mistake_in_a_file_of_places_is_reported(write: Any, tmp_path: Path):
    path = write(SMALL + "    start: {file: places.csv}\n")
    for text, told in (
        ("x,y\n1,2\n", "has no column heading_deg; it needs x, y, heading_deg"),
        ("x,y,heading_deg\n1,2,3\n", "has 1 positions for 3 vehicles; give each one"),
        ("x,y,heading_deg\n1,2,north\n", "has a value that is no number"),
    ):
        (tmp_path / "places.csv").write_text(text)
        with pytest.raises(ScenarioError, match=told):
            load(path).build()
    (tmp_path / "places.csv").unlink()
    with pytest.raises(ScenarioError, match=r"places.csv cannot be read: no such file"):
        load(path).build()


def test_a_missing_tile_is_reported_with_where_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MOTORPOOL_TERRAIN", raising=False)
    with pytest.raises(TerrainError, match=r"N35W122.hgt is not here: get the SRTM tile .* MOTORPOOL_TERRAIN names"):
        load("hunter-liggett").build()


def test_a_relative_terrain_path_is_relative_to_the_scenario(write: Any, tmp_path: Path):
    from motorpool.ground.terrain.heightfield_files import save_terrain

    save_terrain(Terrain.flat(size=300.0, spacing=30.0, height=7.0), tmp_path / "ground.npz")
    world = load(write(SMALL.replace("{source: flat, size: 1000}", "ground.npz"))).build()
    assert world.terrain.width == 300.0
    assert set(world.vehicles.z) == {7.0}


def test_a_world_carries_the_text_that_made_it(write: Any):
    path = write(SMALL)
    assert load(path).build().scenario == SMALL
    changed = load(path).build(seed=12).scenario
    again = path.with_name("again.yaml")
    again.write_text(changed)
    assert np.array_equal(load(again).build().vehicles.x, load(path).build(seed=12).vehicles.x)


@settings(max_examples=30, deadline=None)
@given(counts=st.lists(st.integers(1, 500), min_size=1, max_size=6), total=st.integers(1, 3000))
def test_changing_the_number_of_vehicles_keeps_the_shares(counts: list[int], total: int):
    from motorpool.world.scenario.format import FleetPart
    from motorpool.world.scenario.loader import _resized  # pyright: ignore[reportPrivateUsage]

    fleets = [FleetPart(name=str(i), model="bicycle", count=count) for i, count in enumerate(counts)]
    resized = _resized(fleets, [{"name": fleet.name} for fleet in fleets], total)
    assert sum(fleet["count"] for fleet in resized) == total
    for fleet in resized:
        assert abs(fleet["count"] - total * counts[int(fleet["name"])] / sum(counts)) <= 1.0


def test_changes_from_outside_reach_the_world():
    scenario = load("jacksboro").changed(vehicles=30, objects=5, terrain="flat", seed=3)
    world = scenario.build()
    assert (world.count, world.objects.count, world.terrain.name, world.seed) == (30, 5, "flat", 3)


def test_the_documentation_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (tmp_path / "convoy.yaml").write_text(re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0], encoding="utf-8")
    scenario = load(tmp_path / "convoy.yaml")
    assert (scenario.vehicle_count, scenario.description) == (13, "Twelve trucks and a scout.")
    scenario.changed(objects=0).build()
    monkeypatch.chdir(tmp_path)
    exec(re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0], {})


# ---- where vehicles begin


def test_scattered_vehicles_touch_nothing():
    terrain = Terrain.flat(size=400.0)
    random = np.random.default_rng(2)
    tree_x, tree_y = random.uniform(-200.0, 200.0, (2, 150))
    radius = random.uniform(0.3, 9.0, 150)
    objects = place_objects(terrain, x=tree_x, y=tree_y, radius=radius)
    places = SpawnSampler((-200.0, -200.0, 200.0, 200.0), size=6.0, terrain=terrain, objects=objects)
    places.block(np.array([10.0]), np.array([-20.0]), np.array([15.0]))
    x, y, _ = places.scatter(300, random, where="here")
    x2, y2, _ = places.scatter(200, random, where="here")
    x, y = np.append(x, x2), np.append(y, y2)
    apart = np.hypot(x[:, None] - x, y[:, None] - y) + np.diag(np.full(500, np.inf))
    assert apart.min() >= 6.0 + 2.0 - 1e-9
    to_trees = np.hypot(x[:, None] - tree_x, y[:, None] - tree_y) - radius
    assert to_trees.min() >= 3.0
    assert np.hypot(x - 10.0, y + 20.0).min() >= 15.0 + 3.0
    assert np.abs([x, y]).max() <= 200.0


def test_vehicles_are_not_scattered_on_cliffs():
    heights = np.zeros((41, 41), np.float32)
    heights[:, 20:] = 1000.0
    terrain = Terrain.from_heights(heights, 10.0)
    places = SpawnSampler(
        (-200.0, -200.0, 200.0, 200.0), size=4.0, terrain=terrain, objects=place_objects(terrain, x=[], y=[])
    )
    x, _, _ = places.scatter(500, np.random.default_rng(0), where="here")
    assert not np.any((x > -18.0) & (x < 8.0))


@pytest.mark.parametrize(("heading", "yaw"), [(0, 90), (90, 0), (180, -90), (270, 180), (-90, 180), (450, 0), (45, 45)])
def test_headings_are_clockwise_from_north(heading: float, yaw: float):
    assert yaw_of(heading) == pytest.approx(math.radians(yaw))


# ---- what is refused


def test_everything_wrong_is_reported_at_once_with_its_line(write: Any):
    text = """\
name: trial
teran: jacksboro
vehicles:
  - model: bicycle
    wheelbase: -2.7
    weelbase: 3
    count: 1.5
    body: {length: -1,
           hight: 3}
  - count: 3
    model: bicycel
  - model: tracked
    start:
      area: [1, 2, 3]
objects: {count: many}
dt: 2
"""
    assert problems_of(write(text)) == [
        "2: there is no key teran; did you mean terrain?",
        "5: vehicles[0].wheelbase is -2.7 m; it must be positive (front to rear axle [m])",
        "6: there is no key vehicles[0].weelbase; did you mean wheelbase?",
        "7: vehicles[0].count is 1.5; it must be a whole number (number of vehicles)",
        "8: vehicles[0].body.length is -1; it must be positive (length of the vehicle [m])",
        "9: there is no key vehicles[0].body.hight; did you mean height?",
        "11: vehicles[1]: there is no model named 'bicycel' (did you mean 'bicycle'?); "
        f"`motorpool models` lists all {len(models.names())}",
        "14: vehicles[2].start.area[3] is missing; add it "
        "(random positions in an area: west, south, east, north, from the middle of the terrain [m])",
        "15: objects.count is 'many'; it must be a whole number "
        "(number of objects to scatter, clear of those in the file)",
        "16: dt is 2; it must be 1.0 or less (time step [s])",
    ]


FLEET = "vehicles:\n  - model: bicycle\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "1: vehicles is missing; add it"),
        ("- a\n- b\n", "1: this is no scenario; it must be a mapping with at least the key vehicles"),
        ("vehicles: []\n", "1: vehicles is []; it must be a list of 1 or more"),
        (f"vehicles: [{'{model: bicycle, count: 1}, ' * 1001}]\n", "it must be a list of at most 1000"),
        ("vehicles: 7\n", "1: vehicles is 7; it must be a list"),
        ("vehicles:\n  - count: 3\n", "2: vehicles[0].model is missing; add it"),
        (FLEET + "    wheelbase: .nan\n", "3: vehicles[0].wheelbase is nan m; it must be positive"),
        (FLEET + "    wheelbase: long\n", "3: vehicles[0].wheelbase is 'long'; it must be a number, positive"),
        (FLEET + "    count: 0\n", "3: vehicles[0].count is 0; it must be 1 or more"),
        (FLEET + "    count: yes\n", "3: vehicles[0].count is 'yes'; it must be a whole number"),
        (FLEET + "    goal: fly\n", "'fly'; it must be one of 'wander' or 'hold'"),
        (FLEET + "    avoidance: magic\n", "one of 'none', 'search-cone', 'as-published', 'dynamic-window'"),
        (
            FLEET + "    route: {waypoints: []}\n",
            "3: vehicles[0].route.waypoints is []; it must be a list of 1 or more",
        ),
        (FLEET + "    route: {waypoints: [[1]]}\n", "route.waypoints[0] is [1]; it must be a list of 2 or more"),
        (FLEET + "    route: {waypoints: [[1, 2]], sped: 3}\n", "no key vehicles[0].route.sped; did you mean speed?"),
        (
            FLEET + "    goal: hold\n    route: {waypoints: [[1, 2]]}\n",
            "3: vehicles[0] holds and has a route; keep one",
        ),
        (FLEET + "    follow: {fleet: bicycel}\n", "there is no fleet 'bicycel'; did you mean 'bicycle'?"),
        (FLEET + "    follow: {fleet: bicycle}\n", "is the fleet itself; leave it out, then its first vehicle leads"),
        (
            FLEET + "    driver: script\n    script: [{hold: true, brake: 1}]\n",
            "4: vehicles[0].script[0] drives by hand, goes somewhere or holds: keep one of these",
        ),
        (
            FLEET + "    driver: script\n    script: [{near: {fleet: bicycle, vehicle: 4, within: 3}}]\n",
            "script[0].near.vehicle is 4; 'bicycle' has 1, counted from 0",
        ),
        (
            FLEET + "    start: {file: a.csv, formation: {x: 1, y: 2}}\n",
            "3: vehicles[0].start has formation and file; keep one",
        ),
        (FLEET + "dt: 1/0\n", "3: dt is '1/0'; it must be a number or a fraction such as 1/60"),
        (FLEET + '    start: {grid: {x: "1e3", y: 0}}\n', "is '1e3'; it must be a number, written 1000.0"),
        (FLEET + "    driver: nobody\n", "'nobody'; it must be one of 'autopilot', 'parked' or 'script'"),
        (FLEET + "    driver: script\n", "3: vehicles[0] is driven by a script and has none; add script: [...]"),
        (FLEET + "    desired_speed: [9, 3]\n", "3: vehicles[0].desired_speed goes from 9.0 down to 3.0"),
        (
            FLEET + "    start: {positions: [[0, 0, 0], [9, 9, 0]]}\n",
            "3: vehicles[0].start.positions has 2 positions for 1 ",
        ),
        (FLEET + "    armament: yes\n", "3: vehicles[0].armament is 'yes'; it must be a mapping (key: value)"),
        (FLEET + "    armament: {muzzle_speed: 0}\n", "3: vehicles[0].armament.muzzle_speed is 0; it must be positive"),
        (FLEET + "    armament: {round_damage: 2}\n", ".round_damage is 2; it must be 1.0 or less"),
        (FLEET + "    armament: {rounds: 2}\n", "3: there is no key vehicles[0].armament.rounds; did you mean round_"),
        (FLEET + "    armament: {max_elevation: -1}\n", "a min_elevation above its max_elevation; swap them"),
        (FLEET + "repair_after: 0\n", "3: repair_after is 0; it must be positive (time after its last hit"),
        (FLEET + "  - model: bicycle\n", "3: vehicles[1] is named 'bicycle' like vehicles[0]"),
        (FLEET + "area: [0, 0, -1, 1]\n", "3: area is [0.0, 0.0, -1.0, 1.0]; it must be west, south, east, north"),
        (FLEET + "seed: 1\nseed: 2\n", "4: seed is given twice, first in line 3; remove one"),
        (FLEET + "  bad indent\n", "this is no YAML"),
        ("vehicles: &a [*a]\n", "1: this part contains itself; remove the alias"),
        ("a: [1, 2\n", "this is no YAML"),
        ("a: \x00\n", "this is no YAML"),
        ("[1]: 2\n", "1: a key must be a word"),
    ],
)
def test_a_mistake_is_reported_in_one_sentence_with_its_line(write: Any, text: str, told: str):
    (problem,) = problems_of(write(text))
    assert told in problem


def test_an_anchor_s_mistake_is_reported_where_it_was_made(write: Any):
    text = "vehicles:\n  - &car\n    model: bicycle\n    wheelbase: -1\n  - <<: *car\n    name: other\n    count: 2\n"
    assert problems_of(write(text)) == [
        "4: vehicles[0].wheelbase is -1 m; it must be positive (front to rear axle [m])",
        "4: vehicles[1].wheelbase is -1 m; it must be positive (front to rear axle [m])",
    ]


def test_merged_defaults_may_be_overridden(write: Any):
    text = (
        "vehicles:\n  - &car\n    model: bicycle\n    wheelbase: 2\n  - <<: *car\n    name: other\n    wheelbase: 3\n"
    )
    scenario = load(write(text))
    assert [fleet.params["wheelbase"] for fleet in scenario.content.vehicles] == [2, 3]


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(ScenarioError, match=r"there is no scenario jacksbro \(did you mean jacksboro\?\)"):
        load("jacksbro")


def test_a_missing_file_suggests_the_nearest(write: Any):
    path = write(SMALL)
    with pytest.raises(ScenarioError, match=r"there is no file .*trail.yaml \(did you mean trial.yaml\?\)"):
        load(path.with_name("trail.yaml"))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path):
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00garbage")
    with pytest.raises(ScenarioError, match="is not a text file in UTF-8"):
        load(tmp_path / "binary.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(ScenarioError, match="is a folder; name a scenario's file"):
        load(tmp_path / "folder.yaml")


def test_what_does_not_fit_on_the_terrain_is_refused_when_built(write: Any):
    with pytest.raises(
        ScenarioError, match=r"vehicles\[0\].start puts vehicle 1 at \(900, 0\) m; it must be on the terrain"
    ):
        load(write(SMALL + "    start: {positions: [[0, 0, 0], [900, 0, 0], [0, 9, 0]]}\n")).build()
    with pytest.raises(WorldError, match="has space for"):
        load(write(SMALL.replace("count: 3", "count: 90000"))).build()
    with pytest.raises(ScenarioError, match=r"\.yaml:6: area is .* be within the terrain"):
        load(write(SMALL + "area: [-600, -10, 10, 10]\n")).build()
    with pytest.raises(TerrainError, match=r"\.yaml: terrain: .*nowhere\.tif does not exist; name a terrain file"):
        load(write(SMALL.replace("{source: flat, size: 1000}", "nowhere.tif"))).build()


def test_every_position_off_the_map_is_said_at_once_with_its_line(write: Any):
    path = write(
        "terrain: {source: flat, size: 1000}\n"
        "roads:\n"
        "  - {points: [[0, 0], [9000, 0]]}\n"
        "objects: {count: 10, area: [-600, 0, 10, 10]}\n"
        "area: [-700, -10, 10, 10]\n"
        "bookmarks:\n"
        "  - {title: a, x: 5000, y: 0}\n"
        "vehicles:\n"
        "  - model: bicycle\n"
        "    count: 3\n"
        "    start:\n"
        "      positions:\n"
        "        - [0, 0, 0]\n"
        "        - [900, 0, 0]\n"
        "        - [0, -900, 0]\n"
        "  - {name: b, model: tracked, count: 4, start: {grid: {x: 490, y: 0, columns: 4, spacing: 12}}}\n"
        "  - {name: c, model: bicycle, count: 2, start: {formation: {x: 0, y: -700}}}\n"
        "  - {name: d, model: bicycle, start: {area: [0, 0, 2000, 100]}}\n"
        "  - {name: e, model: bicycle, route: {plan: true, waypoints: [[0, 100], [8000, 0]]}}\n"
        "  - {name: f, model: bicycle, route: {waypoints: [[0, 100], [0, 501, 4]]}}\n"
    )
    with pytest.raises(ScenarioError) as refused:
        load(path).build(can_step=False)
    whole = "x -500 to 500, y -500 to 500 m"
    there = f"it must be on the terrain, {whole}"
    within = f"it must be within the terrain, {whole}"
    assert str(refused.value).replace(f"{path}:", "").splitlines() == [
        f"3: roads[0] leads to (9000, 0) m; {there}",
        f"4: objects.area is x -600 to 10, y 0 to 10 m; {within}",
        f"5: area is x -700 to 10, y -10 to 10 m; {within}",
        f"7: bookmarks[0] is at (5000, 0) m; {there}",
        f"14: vehicles[0].start puts vehicle 1 at (900, 0) m; {there}",
        f"15: vehicles[0].start puts vehicle 2 at (0, -900) m; {there}",
        f"16: vehicles[1].start puts vehicle 1 at (502, 0) m; {there}; 2 other vehicles of the fleet, too",
        f"17: vehicles[2].start puts vehicle 0 at (0, -700) m; {there}; 1 other vehicle of the fleet, too",
        f"18: vehicles[3].start.area is x 0 to 2000, y 0 to 100 m; {within}",
        f"19: vehicles[4].route leads to (8000, 0) m; {there}",
        f"20: vehicles[5].route leads to (0, 501) m; {there}",
    ]


def test_an_alternate_model_that_is_none_is_reported_with_the_file(write: Any):
    with pytest.raises(
        ScenarioError, match=r"\.yaml: fleet .*tracked/arc is no alternate model for bicycle/arc; one of"
    ):
        load(write(FLEET + "    alternate_model: tracked\n")).build()


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=8)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4),
            st.dictionaries(
                st.sampled_from(
                    [
                        "vehicles",
                        "model",
                        "count",
                        "start",
                        "area",
                        "grid",
                        "places",
                        "terrain",
                        "objects",
                        "body",
                        "script",
                    ]
                ),
                inner,
                max_size=5,
            ),
        ),
        max_leaves=15,
    )
)
def test_whatever_the_values_only_sentences_come_back(values: Any):
    import yaml

    from motorpool.world.scenario.problems import checked

    told = ""
    try:
        checked(parse(yaml.safe_dump(values), "any.yaml"))
    except MotorpoolError as error:
        told = str(error)
    assert all(line.startswith("any.yaml:") for line in told.splitlines())


def test_the_schema_names_every_key_and_every_parameter():
    schema = json_schema()
    assert json.loads(json.dumps(schema)) == schema
    fleet = schema["$defs"]["FleetPart"]
    assert {"model", "count", "wheelbase", "track_gauge"} <= set(fleet["properties"])
    assert fleet["additionalProperties"] is False


# ---- files that are not there


def test_every_missing_file_is_reported_at_once_with_its_line_beside_other_mistakes(tmp_path: Path):
    (tmp_path / "trees.csv").write_text("x,y\n")
    (tmp_path / "maps").mkdir()
    file = tmp_path / "convoy.yaml"
    file.write_text(
        "terrain:\n"
        "  source: nowhere.tif\n"
        "objects: {file: tree.csv}\n"
        "surface:\n"
        "  file: maps\n"
        "vehicles:\n"
        "  - model: bicycle\n"
        "    wheelbase: -1\n"
        "    body: {shape: car.glb}\n"
        "    start: {file: places.csv}\n"
        "  - model: own.py\n"
        "  - {vehicle: tank.toml, count: many}\n"
    )
    with pytest.raises(ScenarioError) as refusal:
        load(file, with_files=True)
    lines = [line.removeprefix(f"{file}:") for line in str(refusal.value).splitlines()]
    folder = f"{tmp_path}/"
    assert [line.split(": ", 1)[0] for line in lines] == ["2", "3", "5", "8", "9", "10", "11", "12", "12"]
    told = "\n".join(lines)
    assert f"terrain.source: there is no file {folder}nowhere.tif" in told
    assert f"objects.file: there is no file {folder}tree.csv (did you mean trees.csv?)" in told
    assert f"surface.file names {folder}maps, which is a folder" in told
    assert f"vehicles[0].body.shape: there is no file {folder}car.glb" in told
    assert f"vehicles[0].start.file: there is no file {folder}places.csv" in told
    assert "own.py cannot be read" in told
    assert "tank.toml cannot be read" in told


def test_a_scenario_whose_files_may_be_replaced_is_read_without_them(tmp_path: Path):
    file = tmp_path / "convoy.yaml"
    file.write_text("terrain: nowhere.tif\nvehicles:\n  - model: bicycle\n")
    assert load(file).changed(terrain="flat").build().count == 1
    with pytest.raises(ScenarioError, match=r"convoy\.yaml:1: terrain: there is no file .*nowhere\.tif"):
        load(file, with_files=True)
