"""Words of other programs lead to this package's names, in every table of names."""

import random
import string
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import typer

import motorpool as mp
from motorpool.app.cli.app import app
from motorpool.base.synonyms import _ENTRIES, explanation, plain, synonyms_of
from motorpool.compile.translation.exporting import ENGINES, POSES
from motorpool.compile.translation.languages import LANGUAGES
from motorpool.errors import MotorpoolError, closest_names, one_of
from motorpool.ground.objects.objects import KINDS as OBJECTS
from motorpool.learning import task as tasks
from motorpool.learning.observations import OBSERVATIONS
from motorpool.learning.outcomes import ENDS, REWARDS
from motorpool.learning.rendering.modes import MODES, VIEWS
from motorpool.learning.task_format import TaskPart
from motorpool.learning.vector import AutoresetMode
from motorpool.links.ros.part import WAYS
from motorpool.models import registry
from motorpool.models.fields import fields_of
from motorpool.studies.mobility.console import seasons_of
from motorpool.vehicles import motor_pool
from motorpool.vehicles.sensor_kinds import kinds
from motorpool.world.scenario.format import ScenarioPart, parts_in
from motorpool.world.scenario.loader import scenario_of


def sentence_of(action: Callable[[], object]) -> str:
    with pytest.raises((MotorpoolError, AttributeError)) as refused:
        action()
    text = str(refused.value)
    assert "\n" not in text
    return text


def scenario(text: str) -> object:
    return scenario_of(text, name="file", folder=Path(), where="file.yaml")


def keyed(line: str) -> Callable[[str], object]:
    fleet = "vehicles:\n  - {model: tracked, count: 2, start: {grid: {x: 0, y: 0}}"
    return lambda word: scenario(f"terrain: flat\n{fleet}{line % word}")


TABLES: dict[str, tuple[Callable[[str], object], dict[str, str]]] = {
    "models": (
        mp.Vehicle,
        {"tank": "'M1A1'", "truck": "'M35A2'", "lorry": "'articulated-lorry'", "jeep": "'M998'",
         "kinematic": "'bicycle'",
         "diff_drive": "'skid-steer'", "turtlebot": "'skid-steer'", "pacejka": "magic-formula",
         "dynamic": "'single-track'",
         "sedan": "'car'", "semi": "'articulated-lorry'", "f1tenth_car": "'F1TENTH'", "Car-like": "'ackermann'"},
    ),
    "fields": (
        lambda word: getattr(mp.Vehicle("bicycle"), word),
        {"heading": "'yaw'", "velocity": "'speed'", "vx": "'speed'", "theta": "'yaw'", "position": "'x' or 'y'",
         "angle": "'yaw'", "rotation": "'yaw'", "get_speed": "'speed'", "steering": "'steer_angle'"},
    ),
    "methods of a vehicle": (
        lambda word: getattr(mp.Vehicle("bicycle"), word),
        {"copy": "snapshot()", "clone": "snapshot()", "save": "snapshot()", "reset": "restore()", "update": "step()",
         "apply_control": "drive()", "tick": "step()", "move": "step()", "set_transform": "restore()"},
    ),
    "columns": (
        lambda word: getattr(mp.World(fleets=["bicycle"]).vehicles, word),
        {"heading": "'yaw'", "velocity": "'speed'", "theta": "'yaw'", "gas": "'throttle'",
         "handbrake": "'parking_brake'",
         "omega": "'yaw_rate'", "steering": "'steer'", "target_speed": "'desired_speed'"},
    ),
    "attributes of a world": (
        lambda word: getattr(mp.World(fleets=["bicycle"]), word),
        {"cars": "'fleets'", "spawn_actor": "'add'", "destroy": "'remove'", "clock": "'time'", "reset": "'restore'",
         "update": "'step'", "obstacle": "'obstacles'", "get_map": "'terrain' or 'roads'", "frame": "'tick'"},
    ),
    "keywords of a world": (
        lambda word: mp.World(fleets=["bicycle"], **{word: 1}),
        {"timestep": "'dt'", "fps": "'dt'", "cars": "'fleets'", "map": "'terrain'", "soil": "'surface'",
         "trees": "'objects'"},
    ),
    "names of the package": (
        lambda word: getattr(mp, word),
        {"Car": "'Vehicle'", "Simulation": "'World'", "record": "'Recorder'", "make": "gymnasium.make has the tasks"},
    ),
    "sensors": (
        lambda word: mp.Sensors(mp.World(fleets=["bicycle"])).add("a", word),
        {"lidar": "'scan-3d' or 'scan-2d'", "gps": "'gnss'", "odom": "'odometry'", "gyro": "'imu'",
         "encoder": "'wheel-speeds'",
         "camera": "a camera is not simulated", "laser": "'scan-2d'", "radar": "'scan-2d'", "depth_camera": "scan-3d"},
    ),
    "soils": (
        keyed("}\nsurface: %s\n"),
        {"asphalt": "'dry-asphalt' or 'wet-asphalt'", "tarmac": "'dry-asphalt'", "dirt": "'dry-earth'",
         "snow": "'packed-snow'",
         "sand": "'dry-sand'", "icy": "'ice'", "meadow": "'grass'", "swamp": "'mud'", "cobblestone": "'concrete'",
         "pebbles": "'gravel'"},
    ),
    "weather": (
        keyed("}\nweather: %s\n"),
        {"sunny": "'dry'", "clear": "'dry'", "rainy": "'rain'", "winter": "'snow'", "mist": "'fog'",
         "HardRainNoon": "'rain'"},
    ),
    "rules": (
        keyed(", avoidance: %s}\n"),
        {"rvo": "'orca'", "dwa": "'dynamic-window'", "RVO2": "'orca'", "vfh": "'search-cone'"},
    ),
    "drivers": (
        keyed(", driver: %s}\n"),
        {"ai": "'autopilot'", "static": "'parked'", "none": "'parked'", "human": "'script'", "off": "'parked'"},
    ),
    "goals": (keyed(", goal: %s}\n"), {"stop": "'hold'", "random": "'wander'", "patrol": "'wander'"}),
    "keys of a scenario": (
        keyed("}\n%s: 1\n"),
        {"timestep": "dt", "obstacles": "objects", "map": "terrain", "soil": "surface", "streets": "roads",
         "random_seed": "seed"},
    ),
    "keys of a fleet": (
        keyed(", %s: 1}\n"),
        {"n": "count", "controller": "driver", "behaviour": "driver", "waypoints": "route"},
    ),
    "languages": (
        lambda word: mp.export("bicycle", to=word),
        {"simulink": "'fmu'", "matlab": "'fmu'", "modelica": "'fmu'", "numpy": "'python'", "node": "'javascript'",
         "html": "'javascript'", "esp32": "'c'", "ros2": "'python' or 'cpp'", "UE5": "'cpp'", "roblox": "'lua'",
         "shadertoy": "'glsl'", "kotlin": "'java'", "fortran": "its languages are"},
    ),
    "poses": (lambda word: mp.export("bicycle", to="c", poses=word), {"pygame": "'screen'", "canvas": "'screen'"}),
    "tasks": (tasks.load, {"parking": "'Park-v0'", "drifting": "'Drift-v0'", "trailer": "'BackTrailer-v0'"}),
    "seasons": (seasons_of, {"winter": "'wet'", "summer": "'dry'", "rainy": "'wet'"}),
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_words_of_other_programs_lead_to_the_right_name(table):
    look_up, words = TABLES[table]
    said = {word: sentence_of(partial(look_up, word)) for word in words}
    assert not {word: said[word] for word, meant in words.items() if meant not in said[word]}


def allowed(part: object) -> set[str]:
    found: set[str] = set()
    for name, field in getattr(part, "model_fields", {}).items():
        found |= {name, *(word for word in str(field.annotation).split("'")[1::2])}
        for inner in parts_in(field.annotation):
            found |= allowed(inner)
    return found


def names_of_commands() -> set[str]:
    root = typer.main.get_command(app)
    options = {word for command in root.commands.values() for param in command.params for word in param.opts}
    return {*root.commands, *options}


def test_every_synonym_stands_for_names_that_exist():
    world = mp.World(fleets=["bicycle"])
    parts = [
        getattr(registry.find(name).module, part)
        for name in registry.names()
        for part in ("State", "Control", "Params")
    ]
    known = {
        *dir(world), *dir(world.vehicles), *dir(mp.Vehicle("bicycle")), *dir(world.fleets[0]),
        *(field.name for part in parts for field in fields_of(part)), *allowed(ScenarioPart), *allowed(TaskPart),
        *registry.names(), *(short for name in registry.names() for short in registry.aliases(name)),
        *motor_pool.names(),
        *kinds(), *(name for kind in kinds().values() for name in kind.parameters._fields), "mount", "kind",
        *OBJECTS, *MODES,
        *(mode.value for mode in AutoresetMode), *OBSERVATIONS, *REWARDS, *ENDS, *tasks.names(), *LANGUAGES, "fmu",
        *POSES, *VIEWS,
        *ENGINES, *WAYS, "ros2", *names_of_commands(), "wet", "network", "restitution", "is_blocked", "none", "off",
        *mp.__all__, "build", *dir(world.guidance),
        "slip_angle", "slip_ratio",  # of models of one's own
    }  # fmt: skip
    unknown = {
        name
        for names, _ in _ENTRIES
        if ": " not in names
        for name in names.replace(" / ", " ").split()
        if name not in known
    }
    assert not unknown


def test_a_name_that_exists_is_never_replaced_by_a_synonym():
    for names, words in _ENTRIES:
        for word in words.split():
            others = [name for name in names.replace(" / ", " ").split() if plain(name) != word]
            assert closest_names(word, [*others, word]) == [word]


def test_words_of_one_letter_and_blanks_are_looked_up_without_harm():
    for word in ("", " ", "-", "_", "get", "set", "ä", "x" * 5000):
        assert isinstance(closest_names(word, ["yaw", "speed", "setup"]), list)
        assert isinstance(synonyms_of(word, []) or explanation(word), (list, str))


def test_a_suggestion_is_near_in_meaning_or_in_spelling():
    """Random words: offered are names of which at most a third of the letters differ, or that have the word."""
    chance = random.Random(5)
    known = [
        "slope_y",
        "steer_angle",
        "wheelbase",
        "speed",
        "yaw",
        "mass",
        "restore",
        "front_axle_offset",
        "control",
        "sides",
    ]
    for _ in range(3000):
        word = "".join(chance.choices(string.ascii_lowercase, k=chance.randint(3, 6)))
        for name in closest_names(word, known):
            letters = set(plain(name))
            differs = sum(letter not in letters for letter in word)
            assert word in name or differs <= max(1, len(word) // 3), (word, name)
    for word in ("copy", "color", "jump", "image", "shape", "wings"):
        assert not [name for name in closest_names(word, known) if name in ("slope_y", "control")]


@pytest.mark.parametrize(
    "name", ["stering_angle", "steer_angel", "wheelbsae", "sped", "yaww", "masss", "resotre", "max_sped"]
)
def test_a_misspelt_name_is_found(name):
    known = ["steering_angle", "steer_angle", "wheelbase", "speed", "yaw", "mass", "restore", "max_speed"]
    assert len(closest_names(name, known)) >= 1


def test_an_engine_is_its_language_with_its_pose():
    for name, engine in ENGINES.items():
        poses = [engine.pose] if engine.pose else []
        assert mp.export("bicycle", to=name) == mp.export("bicycle", to=engine.language, poses=poses), name
    assert mp.export("bicycle", to="Three.js") == mp.export("bicycle", to="javascript")
    assert mp.export("bicycle", to="Unity", poses="unity") == mp.export("bicycle", to="c#", poses=["unity"])


def test_the_documents_list_every_engine():
    text = (Path(__file__).parents[1] / "docs/export.md").read_text(encoding="utf-8")
    for name, engine in ENGINES.items():
        pose = f"`{engine.pose}`" if engine.pose else ""
        assert f"| {engine.title} | `{name}` | `{engine.language}` | {pose} |" in text


def test_allowed_words_are_reported_with_the_one_that_was_meant():
    assert one_of("lidar", ["imu", "scan-3d"]) == "imu or scan-3d (did you mean 'scan-3d'?)"
    assert one_of("nothing-like-it", ["a"]) == "a"
