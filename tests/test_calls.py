"""A wrong call of a public name ends in an error of the package, or in a TypeError that says what is allowed."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, ForwardRef

import numpy as np
import pytest

import motorpool as mp
from motorpool.base.calls import explained, fits

WRONG: tuple[Any, ...] = (
    None, "x", {}, [], -1, float("nan"), object(), b"", np.array(["a"]), True, lambda: 1, Path("none"), [None],
     {"a": 1}, 1j,
    np.zeros((2, 2)), "a\0b", set(),
)  # fmt: skip
SAYS = ("it must be", "needs ", "takes ", "has no argument", " got ", "given by position and by name")  # what to do
RUNS_LONG = {"Pacer.run", "World.run"}  # with some of these values they run for as long as they are told


@pytest.fixture(scope="module")
def terrain():
    return mp.Terrain.flat(size=200.0)


def world() -> mp.World:
    return mp.World(fleets=[("bicycle", 2)])


def fleet() -> mp.Fleet:
    return mp.Fleet("bicycle", 2)


def setter(owner: Callable[[], Any], name: str) -> Callable[..., Any]:
    return lambda value: setattr(owner(), name, value)


def calls(terrain: mp.Terrain) -> dict[str, tuple[Callable[[], Any], tuple[Any, ...], dict[str, Any]]]:
    """Calls that succeed: what makes the function, its arguments by position, and those by name."""
    car, model = mp.Vehicle("bicycle"), mp.model("single-track")
    structures = (model.State(), model.Control(), model.Params(), 0.01, model.Ground())
    return {
        "Vehicle": (lambda: mp.Vehicle, ("bicycle",), {"wheelbase": 2.5}),
        "Vehicle.step": (lambda: car.step, (0.1,), {"steps": 2}),
        "Vehicle.drive": (lambda: car.drive, (3.0, 0.1), {"dt": 0.1}),
        "Vehicle.restore": (lambda: car.restore, (car.snapshot(),), {}),
        "Vehicle.speed": (lambda: setter(lambda: car, "speed"), (1.0,), {}),
        "Vehicle.status": (lambda: setter(lambda: car, "status"), (0,), {}),
        "Fleet": (lambda: mp.Fleet, ("bicycle", 2), {"name": "a", "body": mp.Body(), "shape": None,
         "wheelbase": [2.5, 2.6]}),
        "Fleet.step": (lambda: fleet().step, (0.1,), {"steps": 1, "terrain": terrain, "surface": None, "threads": 1}),
        "Fleet.run": (lambda: fleet().run, (0.1, 2), {"every": 1, "columns": ["x"], "control": None,
         "max_bytes": 10**6}),
        "Fleet.drive": (lambda: fleet().drive, (1.0, 0.1), {"dt": 0.1}),
        "Fleet.restore": (lambda: fleet().restore, (fleet().snapshot(),), {}),
        "Fleet.like": (lambda: fleet().like, (3,), {"name": "b"}),
        "Fleet.take": (lambda: fleet().take, (fleet(), [0, 1]), {}),
        "Fleet.put": (lambda: fleet().put, ([0, 1], fleet()), {}),
        "Fleet.halt": (lambda: fleet().halt, ([0],), {}),
        "World": (lambda: mp.World, (), {
            "fleets": ["bicycle"], "terrain": terrain, "objects": None, "surface": None, "roads": (), "network": None,
            "dt": 0.01, "seed": 0, "name": "w", "area": (-50, -50, 50, 50), "can_step": False, "recovery": "off",
        }),
        "World.add": (lambda: world().add, ("bicycle",), {"x": 0.0, "y": 0.0, "yaw": 0.0, "count": 1}),
        "World.remove": (lambda: world().remove, ([0],), {}),
        "World.restore": (lambda: world().restore, (world().snapshot(),), {}),
        "World.run": (lambda: world().run, (), {"seconds": 0.02, "observers": (), "progress": None}),
        "World.step": (lambda: world().step, (), {}),
        "World.moved_by": (lambda: world().moved_by, (0,), {}),
        "World.place_vehicles": (lambda: world().place_vehicles, ([0], [0.0], [0.0], [0.0]), {}),
        "World.scatter_vehicles": (lambda: world().scatter_vehicles, ((-50, -50, 50, 50),), {}),
        "World.vehicles.x": (lambda: setter(lambda: world().vehicles, "x"), ([0.0, 1.0],), {}),
        "world.guidance.hold": (lambda: world().guidance.hold, ([0],), {}),
        "world.guidance.plan": (lambda: world().guidance.plan, ([0], [[1.0, 1.0]]), {}),
        "world.guidance.follow": (lambda: world().guidance.follow, ([0], 1), {}),
        "Recorder": (lambda: mp.Recorder, ("a.parquet",), {"every": 1, "chunk_seconds": 1.0, "overwrite": True,
         "sensors": False}),
        "Sensors": (lambda: mp.Sensors, (world(),), {"seed": 0, "origin": (0.0, 0.0), "vehicle_ids": None}),
        "Sensors.add": (lambda: mp.Sensors(world()).add, ("a", "imu"), {"vehicle_ids": [0], "mount": (0, 0, 0),
         "rate": 10.0}),
        "Sensors.observe": (lambda: mp.Sensors(world()).observe, (world(),), {}),
        "Terrain": (lambda: mp.Terrain, (np.zeros((5, 5), np.float32), 10.0, 0.0, 0.0), {}),
        "Terrain.flat": (lambda: mp.Terrain.flat, (), {"size": 200.0, "spacing": 20.0, "height": 0.0}),
        "Terrain.from_heights": (lambda: mp.Terrain.from_heights, (np.zeros((5, 5)), 10.0), {"name": "t"}),
        "Terrain.sample": (lambda: terrain.sample, (0.0, 0.0), {}),
        "Terrain.cropped": (lambda: terrain.cropped, (-50.0, -50.0, 50.0, 50.0), {}),
        "Pacer": (lambda: mp.Pacer, (world(),), {"rate": 1.0}),
        "Pacer.between_steps": (lambda: mp.Pacer(world()).between_steps, (lambda: None,), {}),
        "export": (lambda: mp.export, ("bicycle", "c"), {"vehicle": None, "poses": (), "drive": None}),
        "from_screen": (lambda: mp.from_screen, (0.0, 0.0), {"angle": 0.0, "scale": 1.0}),
        "to_screen": (lambda: mp.to_screen, (0.0, 0.0, 0.0), {"scale": 1.0}),
        "to_unity": (lambda: mp.to_unity, (0.0, 0.0, 0.0, 0.0), {"pitch": 0.0, "roll": 0.0}),
        "to_godot": (lambda: mp.to_godot, (0.0, 0.0, 0.0, 0.0), {"pitch": 0.0, "roll": 0.0}),
        "load": (lambda: mp.load, ("slalom",), {"with_files": False, "trust": False}),
        "load_objects": (lambda: mp.load_objects, ("none.csv", terrain), {"area": None}),
        "load_terrain": (lambda: mp.load_terrain, ("flat",), {"spacing": None, "crop": None}),
        "load_map": (lambda: mp.load_map, ("none.osm",), {"heights": None, "spacing": None, "area": None, "seed": 0}),
        "model": (lambda: mp.model, ("bicycle",), {"trust": False}),
        "model.step": (lambda: model.step, structures, {}),
        "read_recording": (lambda: mp.read_recording, ("none.parquet",), {}),
        "scatter_objects": (lambda: mp.scatter_objects, (terrain,), {"count": 10, "seed": 0, "area": None,
         "keep_off": None}),
        "Scenario.changed": (lambda: mp.load("slalom").changed, (), {"seed": 1, "vehicles": 3, "objects": 1}),
        "Scenario.varied": (lambda: mp.load("slalom").varied, ({"seed": 1},), {}),
    }  # fmt: skip


def says_what_to_do(make: Callable[[], Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    """Return what is wrong with the error of a call; empty if nothing is."""
    function = make()
    try:
        function(*arguments, **keywords)
    except mp.MotorpoolError as error:
        return "" if str(error) else "an error without a sentence"
    except TypeError as error:
        text = str(error)
        return (
            "" if any(words in text for words in SAYS) and "\n" not in text and "__init__" not in text else repr(error)
        )
    except AttributeError as error:  # of a name that does not exist
        return "" if "it has" in str(error) or "did you mean" in str(error) else repr(error)
    except Warning:  # complex numbers, and a division by a scale of zero
        return ""
    except Exception as error:
        return repr(error)
    return ""


def wrong_calls(arguments: tuple[Any, ...], keywords: dict[str, Any]):
    for value in WRONG:
        for place in range(len(arguments)):
            yield (*arguments[:place], value, *arguments[place + 1 :]), keywords
        for name in keywords:
            yield arguments, {**keywords, name: value}
    for count in range(len(arguments)):
        yield arguments[:count], keywords
    yield (*arguments, 1, 2, 3, 4, 5, 6, 7, 8), {}
    yield arguments, {**keywords, "nonsense": 1}


@pytest.mark.slow
def test_every_wrong_call_of_a_public_name_says_what_is_allowed(terrain, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = []
    for name, (make, arguments, keywords) in calls(terrain).items():
        if "setter" in make.__code__.co_names:
            attempts = [((value,), {}) for value in WRONG]
        else:
            attempts = list(wrong_calls(arguments, keywords))
        for given, named in attempts:
            if name not in RUNS_LONG or named.get("seconds") is None or isinstance(named["seconds"], float):
                found += [(name, given, named, wrong) for wrong in [says_what_to_do(make, given, named)] if wrong]
    assert not found, "\n".join(map(str, found[:20]))


def test_every_public_callable_is_among_those(terrain):
    tried = set(calls(terrain))
    missing = {
        name for name in mp.__all__
        if callable(getattr(mp, name)) and name not in tried | {"MotorpoolError", "Status", "History", "Body"}
    }  # fmt: skip
    assert not missing


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: mp.World(["car"]), r"World takes none of its arguments by position, and 1 came; call it as World\(fl"),
        (lambda: mp.World(), r"World needs fleets; call it as World\(fleets=\.\.\."),
        (lambda: mp.Vehicle("car").restore({}), r"Vehicle\.restore: snapshot is \{\}; it must be a Snapshot, such as"),
        (lambda: mp.model("single-track").step(*[None] * 4), r"step needs ground; call it as single-track\.step\(st"),
        (lambda: mp.Vehicle("car").step(), r"Vehicle\.step needs dt; call it as Vehicle\.step\(dt, "),
        (lambda: mp.Vehicle("car").step(0.1, stesp=3), r"has no argument 'stesp'; did you mean 'steps'; call it"),
        (lambda: mp.World(fleets=["car"]).step(0.1), r"World\.step takes none of its arguments by position"),
        (lambda: mp.World(fleets=["car"], surface="ice"), r"World: surface is 'ice'; it must be a Surface, such as .*"),
        (lambda: mp.World(fleets=["car"]).run(observers=[3], seconds=0.1), r"observers is \[3\]; it must be a list, e"),
    ],
)  # fmt: skip
def test_a_call_in_good_faith_is_answered_in_one_sentence(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()


@pytest.mark.parametrize("make", [world, lambda: world().guidance, fleet, lambda: mp.Vehicle("bicycle"),
 mp.Terrain.flat,
                                  mp.Body, lambda: mp.Sensors(world()), lambda: mp.load("slalom"),
                                   lambda: mp.model("bicycle"),
                                  lambda: mp.Recorder("none.csv"), lambda: mp.Pacer(world())])  # fmt: skip
def test_an_attribute_that_does_not_exist_is_refused_with_those_that_do(make):
    with pytest.raises(AttributeError, match=r"nothing_like_it'; .*(attributes|fields)"):
        make().nothing_like_it  # noqa: B018


@pytest.mark.parametrize("name", ["gravity", "dt", "weather", "fleets", "guidance", "speed", "time_step"])
def test_an_attribute_without_effect_is_not_set_on_a_world(name):
    made = world()
    with pytest.raises((AttributeError, mp.MotorpoolError), match=name):
        setattr(made, name, 0.1)
    assert made.dt == 1.0 / 60.0


def test_a_world_is_neither_indexed_nor_iterated_nor_made_of_a_mapping():
    for take in (lambda: world()[0], lambda: list(world())):
        with pytest.raises(TypeError, match=r"world\.fleets\[0\] is a fleet"):
            take()
    with pytest.raises(mp.MotorpoolError, match=r"fleets is \{'car': 3\}; it must be a list of fleets"):
        mp.World(fleets={"car": 3})


def test_an_error_of_a_users_own_function_stays_as_it_is():
    class Faulty:
        def observe(self, world: object) -> None:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        world().run(seconds=0.1, observers=[Faulty()])


def test_an_explained_function_keeps_its_name_signature_and_result():
    def add(first: float, second: float = 1.0) -> float:
        """Return the sum."""
        return first + second

    told = explained(add, "add")
    assert (told(1.0), told.__name__, told.__doc__) == (2.0, "add", "Return the sum.")
    assert inspect.signature(told) == inspect.signature(add)
    assert explained(told, "add") is told


@pytest.mark.parametrize(
    ("value", "hint", "is_one"),
    [
        (1, float, True), (np.float32(1), float, True), (np.array(1.0), float, True), ("1", float, False), (True,
         int, False),
        (1.5, int, False), ([1, 2], list[int], True), (["a"], list[int], False), ((1, 2), tuple[float, float], True),
        ([1], tuple[float, float], False), ("ab", list[str], False), (None, int | None, True), (len, Callable[[],
         None], True),
        (3, ForwardRef("World"), False), (3, Any, True),
    ],
)  # fmt: skip
def test_a_value_fits_its_annotation(value, hint, is_one):
    assert fits(value, hint) == is_one


def test_a_class_that_is_imported_for_type_checkers_only_is_named():
    with pytest.raises(TypeError, match="network is 5; it must be a RoadNetwork"):
        mp.World(fleets=["bicycle"], network=5)
