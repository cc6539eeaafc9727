"""Ruts: what vehicles leave in soft ground, what later ones meet there, and that nothing else changes."""

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.viewer import rewinding
from motorpool.compile import columns as compiled_columns
from motorpool.errors import WorldError
from motorpool.ground.terrain.repeated_passes import PASSES, REMOULDING, compaction_factor, depth_after
from motorpool.ground.terrain.surface import FIELDS, Surface, rows_of
from motorpool.recording.verification import scenario_in, verify
from motorpool.world.drivers.kinds import ABSENT, PLAYER
from motorpool.world.ruts import component as ruts_component
from motorpool.world.ruts.stages import met_in
from motorpool.world.ruts.table import SIDE, UNIT, cell_at, centres_of, empty_table

TERRAIN = mp.Terrain.flat(size=400.0)
MUD = (0.5, 0.45, 0.15, 0.12, 0.03, 0.5, 90.0)  # firm enough for a hundred trucks
SCENARIO = """
name: rutted
terrain: {source: flat, size: 300}
surface: {kind: wet-earth, areas: [{kind: mud, circle: [0, 0, 20]}, {kind: dry-sand, circle: [60, 0, 40]}]}
ruts: true
rut_filling_time: 60
weather: rain
vehicles:
  - {vehicle: M998, count: 6}
  - {vehicle: M1A1, count: 3}
  - {model: bicycle, count: 4}
"""


def world_on(kind: str, *fleets, ruts=True, row=None, **options) -> mp.World:
    surface = Surface.uniform(kind, TERRAIN)
    if row is not None:
        surface = surface.with_row(kind, row)
    return mp.World(fleets=fleets or ["M998"], terrain=TERRAIN, surface=surface, ruts=ruts, **options)


def drive_across(world: mp.World, *, vehicle: int = 0, y: float = 0.0) -> float:
    """Drive 30 m east at full throttle from rest and return the time that it takes [s]; infinite if it gets stuck."""
    vehicles = world.vehicles
    fleet, row = world.moved_by(vehicle)
    fleet.halt(row)
    world.place_vehicles(vehicle, 0.0, y, 0.0)
    vehicles.driver[vehicle], vehicles.throttle[vehicle] = PLAYER, 1.0
    start = world.time
    for _ in range(1200):
        world.step()
        if vehicles.x[vehicle] > 30.0:
            return world.time - start - float((vehicles.x[vehicle] - 30.0) / vehicles.speed[vehicle])
    return float("inf")


def columns_of(world: mp.World) -> list[np.ndarray]:
    return [column.copy() for column in world.vehicles.all_columns()] + [
        np.asarray(part).copy() for part in world.ruts.snapshot()
    ]


def scattered(ruts: bool, count: int = 40, **options) -> mp.World:
    world = world_on("mud", ("M998", count), ("M1A1", count), ("bicycle", count), ruts=ruts, row=MUD, seed=5, **options)
    world.scatter_vehicles(area=(-190.0, -190.0, 190.0, 190.0))
    return world


def test_a_hundred_trucks_make_a_road_through_mud_worse_with_each():
    world = world_on("mud", row=MUD)
    times, depths, cone_indices, resistances = [], [], [], []
    for _ in range(100):
        times.append(drive_across(world))
        depths.append(world.ruts.depth_at(20.0, 0.91))
        cone_indices.append(world.vehicles.ground_cone_index[0])
        resistances.append(world.vehicles.ground_resistance[0])
    for values, sign in ((depths, 1.0), (cone_indices, -1.0), (resistances, 1.0)):
        assert (sign * np.diff(values) > 0.0).all()
    times = np.array(times)
    assert (times[10:] > times[:-10]).all()  # from one to the next, a gear that is changed later can save a moment
    number = np.arange(1, 101)
    np.testing.assert_allclose(depths, depths[0] * number ** (1.0 / PASSES["mud"].multipass), atol=1e-4)
    np.testing.assert_allclose(cone_indices, 90.0 * number**-REMOULDING, rtol=1e-3)
    compaction = 0.15 - 0.013
    np.testing.assert_allclose(resistances, 0.013 + compaction * number ** (REMOULDING / 2.0), rtol=1e-3)


def test_trucks_sink_in_after_the_passes_that_their_cone_index_allows():
    """RCI 30 of mud carries N passes of a truck with VCI_1 20 as long as 20 N^w is at most 30: six, and no seventh."""
    world = world_on("mud", row=(*MUD[:-1], 30.0))
    passed = [drive_across(world) < 20.0 for _ in range(8)]
    allowed = int((30.0 / 20.0) ** (1.0 / REMOULDING))
    assert allowed == 6
    assert passed == [True] * allowed + [False] * (8 - allowed)


def test_sand_is_compacted_and_the_second_truck_drives_faster():
    world = world_on("dry-sand")
    first, second = drive_across(world), drive_across(world)
    beside = drive_across(world, y=50.0)
    assert second < first - 0.1
    assert beside == pytest.approx(first, rel=1e-12)


def test_untouched_ground_is_the_same_to_the_bit_as_without_ruts():
    """A hundred vehicles, each on a line of its own, on soil, on roads and over the borders between them."""
    numbers = np.zeros((40, 40), np.uint8)
    numbers[:, 18:], numbers[:, 25:], numbers[:, 30:] = 1, 2, 3
    surface = Surface.from_classes(numbers, spacing=10.0, legend=["wet-earth", "dry-asphalt", "dry-sand", "mud"])
    worlds = [
        mp.World(fleets=[("M998", 20), ("M1A1", 20)], terrain=TERRAIN, surface=surface, ruts=ruts)
        for ruts in (False, True)
    ]
    for world in worlds:
        world.place_vehicles(slice(None), -60.0, np.linspace(-190.0, 190.0, 40), 0.0)
        world.vehicles.driver[:], world.vehicles.throttle[:] = PLAYER, 0.7
        world.run(seconds=20)
    for name in ("x", "y", "yaw", "speed", "heave"):
        plain, rutted = (getattr(world.vehicles, name) for world in worlds)
        assert (plain == rutted).all(), name
    assert worlds[1].vehicles.x.max() > 60.0
    assert np.count_nonzero(worlds[1].ruts.table.depths) > 1000
    assert np.count_nonzero(worlds[0].ruts.table.depths) == 0


def test_ruts_do_not_depend_on_the_number_of_threads(monkeypatch):
    monkeypatch.setattr(ruts_component, "FEW", 1)  # so that the stages for several threads run
    monkeypatch.setattr(compiled_columns, "ROWS_A_THREAD", 10)
    from motorpool.compile import rows

    monkeypatch.setattr(rows, "ROWS_A_THREAD", 10)
    found = []
    try:
        for threads in (1, 2):
            compiled_columns.limit_threads(threads)
            world = scattered(True)
            world.run(seconds=6)
            found.append(columns_of(world))
    finally:
        compiled_columns.limit_threads(None)
    assert all((one == other).all() for one, other in zip(*found, strict=True))


def test_one_call_and_three_calls_make_the_same_ruts(monkeypatch):
    one = scattered(True)
    one.run(seconds=6)
    monkeypatch.setattr(ruts_component, "FEW", 0)
    three = scattered(True)
    three.run(seconds=6)
    assert all((a == b).all() for a, b in zip(columns_of(one), columns_of(three), strict=True))


def test_the_compiled_ground_is_that_of_the_scalar_functions():
    world = scattered(True)
    world.run(seconds=12)
    vehicles, soil = world.vehicles, world.ruts._map.soil
    rutted = 0
    for vehicle in range(80):
        fleet, kind = int(vehicles.fleet_index[vehicle]), int(vehicles.ground_class[vehicle])
        depths = float(vehicles.left_rut[vehicle]), float(vehicles.right_rut[vehicle])
        sides = [met_in(depth, soil, fleet, kind) for depth in depths]
        excess = 0.5 * sum(side.compaction for side in sides) - 1.0
        resistance = soil.resistance[fleet, kind] + soil.compaction[fleet, kind] * excess
        assert vehicles.ground_resistance[vehicle] == pytest.approx(min(resistance, 1.0), rel=1e-12)
        cone_index = soil.cone_index[kind] * min(side.strength for side in sides)
        assert vehicles.ground_cone_index[vehicle] == pytest.approx(cone_index, rel=1e-12)
        rutted += excess != 0.0
    assert rutted > 5


def test_every_depth_in_the_table_is_that_of_the_scalar_function():
    """One vehicle to and fro on one line: each cell has the depth of a whole number of passes."""
    world = world_on("dry-sand")
    for _ in range(4):
        drive_across(world)
    soil = world.ruts._map.soil
    kind = world.surface.names.index("dry-sand")
    first, a = float(soil.first[0, kind]), float(soil.multipass[kind])
    allowed, depth = [0], 0.0
    for _ in range(5):
        depth = round(depth_after(depth, first, a) / UNIT) * UNIT
        allowed.append(round(depth / UNIT))
    found = np.unique(world.ruts.table.depths)
    assert set(found.tolist()) <= set(allowed)
    assert allowed[4] in found
    factor = compaction_factor(allowed[3] * UNIT, first, float(soil.pressure[0, kind]), PASSES["dry-sand"])
    row = dict(zip(FIELDS, rows_of(["dry-sand"])[0], strict=True))
    expected = row["wheel_resistance"] + (row["wheel_resistance"] - 0.013) * (factor - 1.0)
    assert world.vehicles.ground_resistance[0] == pytest.approx(expected, rel=1e-4)


def test_a_restored_world_goes_on_to_the_bit():
    world = scattered(True)
    world.run(seconds=4)
    snapshot = world.snapshot()
    world.run(seconds=4)
    ahead = columns_of(world)
    world.restore(snapshot)
    world.run(seconds=4)
    assert all((a == b).all() for a, b in zip(ahead, columns_of(world), strict=True))


def test_a_restored_world_forgets_ruts_that_came_later():
    world = world_on("mud", row=MUD)
    before = world.snapshot()
    drive_across(world)
    assert world.ruts.depth_at(20.0, 0.91) > 0.0
    world.restore(before)
    assert world.ruts.depth_at(20.0, 0.91) == 0.0
    assert repr(world.ruts).startswith("<Ruts: 0 cells")


def test_copies_for_rewinding_end_when_the_ruts_have_become_too_large(monkeypatch):
    world, history = world_on("mud", row=MUD), rewinding.History()
    world.observers.append(history)
    world.run(seconds=1.0)
    assert history.refusal(world) is None
    monkeypatch.setattr(rewinding, "MOST_BYTES", 61 * rewinding.size_of(world.snapshot()) + 1000)
    drive_across(world)
    world.run(seconds=1.0)
    assert "too large" in history.refusal(world)
    assert history.reach(world) == 0.0


def test_a_recording_with_ruts_is_equal_when_it_is_simulated_again(tmp_path):
    (tmp_path / "rutted.yaml").write_text(SCENARIO)
    world = mp.load(tmp_path / "rutted.yaml").build(seed=2)
    with mp.Recorder(tmp_path / "rutted.parquet") as recorder:
        world.run(seconds=15, observers=[recorder])
    recording = mp.read_recording(tmp_path / "rutted.parquet")
    outcome = verify(recording, scenario_in(recording).build())
    assert (outcome.result, outcome.difference) == ("equal", "")
    assert {"ruts.depths", "ruts.places"} <= set(recording.about["checked"])
    other = mp.load(tmp_path / "rutted.yaml").build(seed=2)
    other.ruts.table.depths[:] += 1  # ruts that the recorded world did not have
    assert verify(recording, other).result == "differs"


def test_rain_fills_ruts_only_if_it_is_switched_on():
    depths = []
    for time in (60.0, float("inf")):
        world = world_on("mud", row=MUD, rut_filling_time=time, weather="rain")
        drive_across(world)
        world.vehicles.throttle[:], world.vehicles.brake[:] = 0.0, 1.0
        before = world.ruts.depth_at(15.0, 0.91)
        start = world.time
        world.run(seconds=60.0)
        depths.append(world.ruts.depth_at(15.0, 0.91) / before)
        assert world.time == pytest.approx(start + 60.0)
    assert depths[0] == pytest.approx(np.exp(-1.0), rel=1e-4)
    assert depths[1] == 1.0


def test_hard_ground_and_points_have_no_ruts():
    world = world_on("dry-asphalt", "M998", "bicycle")
    drive_across(world)
    assert np.count_nonzero(world.ruts.table.depths) == 0


def test_absent_vehicles_leave_no_ruts():
    world = world_on("mud", ("bicycle", 2))
    world.vehicles.driver[1] = ABSENT
    world.place_vehicles(slice(None), 0.0, [0.0, 100.0], 0.0)
    for x in range(40):
        world.vehicles.x[:] = 0.25 * x
        world.ruts.step()
        world._scene.tick += 1
    assert world.ruts.depth_at(5.0, 0.8) > 0.0
    assert world.ruts.depth_at(5.0, 100.8) == 0.0


def test_a_vehicle_that_weaves_between_two_cells_makes_one_pass_in_each():
    world = world_on("mud", ("M998", 1))
    for step in range(20):
        world.place_vehicles(0, 10.05 - 0.1 * (step % 2), 0.0, 0.0)
        world.ruts.step()
    depths = np.unique(world.ruts.table.depths)
    assert depths.size == 2  # none, and that of a first pass


def test_two_vehicles_in_one_cell_at_once_leave_the_deeper_rut():
    deep = []
    for order in (("M998", "M1A1"), ("M1A1", "M998")):
        world = world_on("mud", *order)
        tank = order.index("M1A1")
        world.place_vehicles(tank, 0.0, 0.0, 0.0)
        world.place_vehicles(1 - tank, 0.0, 1.4225 - 0.91, 0.0)
        world.ruts.step()
        deep.append(world.ruts.depth_at(0.0, 1.4225))
    assert deep[0] == deep[1] > 0.0


def test_cells_are_numbered_once_and_have_their_centres():
    from motorpool.ground.terrain.area import Bounds

    table = empty_table(Bounds(-100.0, -50.0, 133.0, 90.0))
    x, y = np.meshgrid(np.arange(-99.5, 133.0), np.arange(-49.5, 90.0))
    cells = np.array([cell_at(table, *place) for place in zip(x.ravel(), y.ravel(), strict=True)])
    assert np.unique(cells).size == cells.size
    np.testing.assert_allclose(centres_of(table, cells), [x.ravel(), y.ravel()])
    assert table.tile_of.size == table.tile_columns * table.tile_rows == -(-233 // SIDE) * -(-140 // SIDE)


def test_places_off_the_map_and_without_number_have_a_cell():
    table = empty_table(mp.World(fleets=["bicycle"], terrain=TERRAIN)._scene.map_bounds)
    for place in ((1e9, 0.0), (-1e9, 1e9), (float("nan"), 0.0)):
        assert 0 <= cell_at(table, *place) < table.tile_of.size * SIDE * SIDE


def test_an_alternate_model_meets_the_ruts():
    world = world_on("mud", ("bicycle", 2), row=MUD, dynamics={"bicycle/arc": "single-track"})
    world.place_vehicles(1, 0.0, 100.0, 0.0)
    world.model_switching.choose(0, is_dynamic=True)
    times = [drive_across(world) for _ in range(3)]
    assert world.vehicles.ground_resistance[0] > 0.15
    assert world.vehicles.left_rut[0] > 0.0
    assert times[0] < times[1] < times[2]


def test_vehicles_that_are_added_make_ruts_and_meet_those_of_others():
    world = world_on("mud", "M998", row=MUD)
    first = drive_across(world)
    (added,) = world.add("M998", x=0.0, y=60.0, yaw=0.0).tolist()
    world.place_vehicles(0, -100.0, -100.0, 0.0)
    assert drive_across(world, vehicle=added) > first
    assert drive_across(world, vehicle=added, y=60.0) == pytest.approx(first, rel=1e-9)
    assert world.ruts.depth_at(20.0, 60.91) > 0.0
    assert drive_across(world, vehicle=0, y=60.0) > first


def test_lonely_vehicles_and_ruts_exclude_each_other():
    with pytest.raises(WorldError, match="ruts are on and the vehicles are alone"):
        world_on("mud", are_alone=True)
