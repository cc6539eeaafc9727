"""The repr of every public class says what it is, how many it holds and where, in two lines at most."""

from xml.etree import ElementTree

import numpy as np
import pytest

import motorpool as mp
from motorpool.base.wording import counted, listed, numbered, span
from motorpool.ground.objects.objects import place_objects
from motorpool.ground.terrain.roads import Road
from motorpool.ground.terrain.surface import Surface
from motorpool.models import names
from motorpool.world.sources.orders import Order, Orders
from motorpool.world.sources.player import Player
from motorpool.world.sources.script import Line, Script

WIDEST = 300  # characters of a line


def shown(thing):
    """Return the repr, after checking its form."""
    text = repr(thing)
    assert text.startswith("<")
    assert text.endswith(">")
    assert " object at 0x" not in text
    assert text.count("\n") <= 1
    assert max(map(len, text.splitlines())) <= WIDEST
    return text


@pytest.fixture(scope="module")
def world():
    terrain = mp.Terrain.flat(size=1000.0, spacing=50.0)
    objects = place_objects(terrain, x=[100.0, 200.0], y=[0.0, 50.0], radius=1.0, height=5.0, kind=[0, 2])
    fleets = [mp.Fleet("bicycle", 3, name="cars"), mp.Fleet("tracked", 2, name="tanks")]
    world = mp.World(fleets=fleets, terrain=terrain, objects=objects, name="meadow", seed=7)
    world.vehicles.x, world.vehicles.speed = [0.0, 20.0, 40.0, 60.0, 80.0], 4.0
    world.guidance.route([0], [(300.0, 0.0)])
    return world


def test_a_vehicle_says_its_model_its_pose_and_its_controls():
    car = mp.Vehicle("bicycle", x=1.5, steer_angle=0.1)
    assert shown(car) == (
        "<Vehicle 'bicycle/arc' (wheeled) at x=1.5 m, y=0 m, yaw=0 rad\n"
        " controls steer_angle=0.1 rad, speed=0 m/s; "
        "3 parameters: wheelbase=2.7 m, speed_reference=0, max_steer_angle=0.6 rad>"
    )
    car.status = mp.Status.NOT_FINITE
    assert "NOT_FINITE" in shown(car)
    assert "8 values" in shown(car.snapshot())


@pytest.mark.parametrize("name", [*names(), "M1A1", "T-72A"])
def test_a_vehicle_and_a_fleet_of_every_model_are_short(name):
    assert f"{name!r}" in shown(mp.Vehicle(name))
    assert f"3 vehicles of the model {name!r}" in shown(mp.Fleet(name, 3))


def test_a_fleet_says_how_many_where_and_how_many_have_problems():
    fleet = mp.Fleet("bicycle", 1200, name="cars", x=np.arange(1200.0), y=-2.0)
    assert shown(fleet) == (
        "<Fleet 'cars': 1 200 vehicles of the model 'bicycle/arc' (wheeled), float64 on cpu\n"
        " x 0 to 1199 m, y -2 m; controls steer_angle, speed>"
    )
    fleet.status[:3] = mp.Status.NOT_FINITE
    assert "3 with problems()" in shown(fleet)
    assert "wheelbase: front to rear axle [m] = 2.7" in repr(fleet.params)
    assert "columns of 1 200 vehicles" in shown(fleet.snapshot())
    assert "0 vehicles" in shown(mp.Fleet("bicycle", 0))


def test_a_world_says_its_fleets_its_ground_and_its_time(world):
    assert shown(world) == (
        "<World 'meadow' at 0.00 s: 5 vehicles in 2 fleets (3 'cars', 2 'tanks')\n"
        " on 'flat', 1 x 1 km, with 2 objects and 0 roads; 60 steps a second, seed 7>"
    )
    assert "5 vehicles in 2 fleets" in shown(world.vehicles)
    assert "x 0 to 80 m, y 0 m, z 0 m, speed 4 m/s" in shown(world.vehicles)
    assert "5 vehicles: 4 wander, 1 drive a route" in shown(world.guidance)
    assert "1 waypoint," in shown(world.guidance)
    assert "at tick 0" in shown(world.snapshot())
    assert shown(world.events) == "<Events: none in this step>"
    for component in world.components:
        shown(component)


def test_ground_says_its_size_and_its_place(world):
    assert "1 x 1 km, 21 x 21 posts 50 m apart, heights 0 m\n x -500 to 500 m, y -500 to 500 m" in shown(world.terrain)
    assert shown(world.objects) == "<Objects: 2 objects: 1 conifer, 1 rock\n x 100 to 200 m, y 0 to 50 m, z 0 m>"
    assert shown(mp.scatter_objects(world.terrain, count=0)) == "<Objects: 0 objects>"
    patches = Surface.from_classes([[4, 4], [4, 10]], spacing=10.0)
    assert "2 x 2 cells of 10 m, 75 % dry-earth, 25 % ice\n x -10 to 10 m, y -10 to 10 m" in shown(patches)
    assert "50 m long" in shown(Road(np.array([[0.0, 0.0], [30.0, 40.0]])))


def test_sources_and_the_clock_say_whom_they_drive(world):
    assert shown(Script([0], [Line(0.0), Line(5.0)])) == "<Script of 2 lines from 0 s to 5 s for vehicle 0>"
    assert shown(Orders([0, 2], [Order(hold=True)])) == "<Orders: 1 order for the vehicles 0, 2>"
    player = Player()
    assert shown(player) == "<Player driving no vehicle>"
    player.take(3)
    assert shown(player) == "<Player driving vehicle 3>"
    pacer = mp.Pacer(world)
    assert "not running" in shown(pacer)
    assert "of the World 'meadow'" in shown(pacer)
    pacer.error = ValueError("the step failed")
    assert "ended by ValueError: the step failed" in shown(pacer)


def test_a_recorder_says_its_file_and_its_state(world, tmp_path):
    recorder = mp.Recorder(tmp_path / "drive.parquet", every=2)
    assert "drive.parquet': every 2 steps, waits for the first step" in shown(recorder)
    recorder.observe(world)
    assert "records" in shown(recorder)
    recorder.close()
    assert "closed" in shown(recorder)
    assert "5 vehicles" in shown(mp.read_recording(tmp_path / "drive.parquet"))


def test_a_vehicle_of_the_motor_pool_says_its_size_and_what_moves_it():
    vehicle = mp.model("M998").vehicle
    assert "<NamedVehicle 'M998': " in shown(vehicle)
    assert f" x {vehicle.body.width:g} x " in shown(vehicle)
    assert f"{len(vehicle.params)} parameters, {len(vehicle.figures)} reference figures" in shown(vehicle)


def test_a_scenario_says_its_vehicles():
    assert "500 vehicles in 2 fleets\n 500 vehicles, half tracked" in shown(mp.load("jacksboro"))


def test_words_of_descriptions():
    assert (counted(1, "box", "boxes"), counted(40_000, "box", "boxes")) == ("1 box", "40 000 boxes")
    assert span(np.array([1.0, np.nan, np.inf, -2.0]), "m") == "-2 to 1 m"
    assert (span(np.zeros(0), "m"), span(np.array([np.nan]))) == ("none", "no number")
    assert (listed("abcdef"), listed("abcdefg")) == ("a, b, c, d, e, f", "a, b, c, d, e and 2 more")
    assert (numbered([]), numbered([4]), numbered(range(9))) == (
        "no vehicle",
        "vehicle 4",
        "the vehicles 0, 1, 2, 3, 4 and 4 more",
    )


def cells(thing):
    """The texts of a table in HTML, after checking that it is well formed."""
    root = ElementTree.fromstring(thing._repr_html_())
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_a_notebook_shows_tables_with_units(world):
    car = mp.Vehicle("bicycle", wheelbase=3.1)
    assert ["wheelbase", "3.1", "m", "front to rear axle"] in cells(car)
    assert ["state"] in cells(car)
    fleet = mp.Fleet("bicycle", 3, speed=[1.0, 2.0, 3.0], name="<cars>")
    assert ["speed", "1 to 3", "m/s", "of the reference point, forward positive"] in cells(fleet)
    assert ["x", "0 to 6", "m", "east"] in cells(fleet.run(1.0, 2))
    assert ["cars", "3", "bicycle/arc", "4 m/s", ""] in cells(world)
