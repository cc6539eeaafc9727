"""Code that data names: no file of a scenario, a vehicle or a recording runs code that nobody trusted."""

import contextlib
import importlib.util
import io
import py_compile
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import answered

import motorpool as mp
from motorpool.app.cli import precompilation, second_process
from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.running import run
from motorpool.app.running.live import OfferedScenarios
from motorpool.app.running.options import RunOptions
from motorpool.app.viewer import replay
from motorpool.base import trust
from motorpool.base.command_line.consent import trust_code
from motorpool.errors import ModelError, ScenarioError, TrustError
from motorpool.models import own_model, registry
from motorpool.models.outline import outline_of
from motorpool.recording.playback import Playback
from motorpool.recording.verification import played_scenario, scenario_in
from motorpool.studies.distributed.regions.plan import plan_of, world_of
from motorpool.studies.distributed.sweep import sweep
from motorpool.studies.distributed.sweep.runs import Run, Task
from motorpool.studies.distributed.sweep.shipping import parcel_of
from motorpool.studies.distributed.sweep.workers import perform
from motorpool.world.scenario import load

MODEL = '''"""A model that leaves a trace wherever it runs."""

import os
from typing import NamedTuple

from motorpool.models.fields import Positive
from motorpool.models.mathematics import sincos

with open(os.environ["TRAP"], "a") as trace:
    trace.write("ran")

KIND = "wheeled"


class State(NamedTuple):
    x: float = 0.0  # east [m]
    y: float = 0.0  # north [m]
    yaw: float = 0.0  # counter-clockwise from east [rad]


class Control(NamedTuple):
    speed: float = 0.0  # forward [m/s]
    yaw_rate: float = 0.0  # counter-clockwise [rad/s]


class Params(NamedTuple):
    drag: Positive = 1.0 / 4.0  # share of the speed that is lost [1]


def step(state, control, params, dt):
    sine, cosine = sincos(state.yaw)
    way = control.speed * (1.0 - params.drag) * dt
    return State(state.x + cosine * way, state.y + sine * way, state.yaw + control.yaw_rate * dt)


def control_from_command(state, speed, steer, params, dt):
    return Control(speed, steer)
'''
VEHICLE = (
    'title = "Craft"\nsummary = "Hovers."\nmodel = "x.py"\n'
    "[body]\nlength = 4.0\nwidth = 2.0\nheight = 1.5\n[params]\ndrag = 0.25  # [1] (E)\n"
)
GROUND = "terrain: {source: flat, size: 400, spacing: 50}\n"
PLACE = "start: {positions: [[0, 0, 0]]}"


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """A folder with a model that leaves a trace, in a process that has trusted nothing yet."""
    monkeypatch.setattr(trust, "_granted", set())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "from_elsewhere"
    folder.mkdir()
    marker = tmp_path / "trace"
    monkeypatch.setenv("TRAP", str(marker))
    for file in (folder / "x.py", folder / "__init__.py"):
        file.write_text(MODEL)
    (folder / "x.toml").write_text(VEHICLE)
    (folder / "y.toml").write_text('title = "Other"\nbase = "x.toml"\n')
    yield SimpleNamespace(folder=folder, marker=marker)
    for name in [name for name in sys.modules if name.startswith("from_elsewhere")]:
        del sys.modules[name]


FORMS = {
    "a file": "model: ./x.py",
    "a file with settings": "model: './x.py:drag=0.5'",
    "an absolute path": "model: {folder}/x.py",
    "another folder": "model: ../from_elsewhere/x.py",
    "a vehicle's file": "vehicle: ./x.toml",
    "a base's model": "vehicle: ./y.toml",
    "an alternate model": "model: bicycle, alternate_model: ./x.py",
    "an installed module": "model: from_elsewhere.x",
    "a package": "model: from_elsewhere",
    "an alternate module": "model: bicycle, alternate_model: from_elsewhere.x",
}


def scenario_text(trap, form):
    return GROUND + f"vehicles: [{{{FORMS[form].format(folder=trap.folder)}, {PLACE}}}]\n"


def scenario(trap, form="a file"):
    file = trap.folder / "hostile.yaml"
    file.write_text(scenario_text(trap, form))
    return file


def recording(trap, form="a file", *, code=()):
    """A recording whose scenario names code; made of a world without it."""
    plain = trap.folder / "plain.yaml"
    plain.write_text(GROUND + f"vehicles: [{{model: bicycle, name: car, {PLACE}}}]\n")
    world = load(plain).build()
    world.scenario, world.code = scenario_text(trap, form), tuple(code)
    file = trap.folder / "hostile.parquet"
    with mp.Recorder(file) as recorder:
        world.run(seconds=0.1, observers=[recorder])
    return file


def refused(done, trap):
    """Check that a command ended with one clear sentence, and ran nothing."""
    assert not trap.marker.exists()
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr


# ---- scenarios


@pytest.mark.parametrize("form", FORMS)
def test_a_scenario_runs_no_code_whatever_is_done_with_it(trap, form):
    file = scenario(trap, form)
    commands = [
        ["run", file, "--headless", "--seconds", "0.1"],
        ["run", "jacksboro", file, "--no-browser", "--port", "0"],
        ["sweep", file, "--vary", "seed=0:2", "--out", trap.folder / "out", "--seconds", "0.1", "--workers", "1"],
    ]
    for command in commands:
        refused(answered(*command), trap)
    answered("check", file)
    answered("dis", "populate", "1", "--scenario", file, "--vehicle", "nothing")
    for options, changes in (({}, {}), ({}, {"seed": 3}), ({"trust": []}, {})):
        with pytest.raises((TrustError, ScenarioError)):
            load(file, **options).changed(**changes).build()
    assert not trap.marker.exists()


def test_the_refusal_names_the_file_its_hash_and_its_line(trap):
    file = scenario(trap)
    done = answered("run", file, "--headless")
    (line,) = done.stderr.splitlines()
    sha = trust.digest((trap.folder / "x.py").read_bytes())
    assert f"{file}:2: vehicles[0].model: {trap.folder}/x.py (SHA-256 {sha})" in line
    assert "--trust" in line
    with pytest.raises(TrustError) as error:
        load(file).build()
    assert [(code.path, code.sha256) for code in error.value.files] == [(trap.folder / "x.py", sha)]


def test_a_vehicles_file_is_named_with_the_line_of_its_model(trap):
    assert f"{trap.folder}/x.toml:3: model: " in answered("run", scenario(trap, "a base's model"), "--headless").stderr


@pytest.mark.parametrize("form", ["an installed module", "a package", "an alternate module"])
def test_an_installed_module_is_refused_even_if_all_is_trusted(trap, form):
    file = scenario(trap, form)
    done = answered("run", file, "--headless", "--trust")
    refused(done, trap)
    assert f"{file}:2: vehicles[0]" in done.stderr
    if form != "a package":
        assert "motorpool.models.register" in done.stderr


def test_trusted_code_runs(trap):
    world = load(scenario(trap), trust=True).build()
    assert trap.marker.read_text() == "ran"
    assert world.code[0].sha256 == trust.digest((trap.folder / "x.py").read_bytes())


def test_trust_may_be_given_to_a_content(trap):
    file, sha = scenario(trap), trust.digest((trap.folder / "x.py").read_bytes())
    with pytest.raises(TrustError):
        load(file, trust=["0" * 64])
    load(file, trust=[sha.upper()]).build()
    assert trap.marker.exists()


def test_a_file_that_has_changed_since_it_was_trusted_does_not_run(trap):
    found = load(scenario(trap), trust=True)
    (trap.folder / "x.py").write_text(MODEL + "\n# changed\n")
    with pytest.raises(TrustError, match="does not run"):
        found.build()
    assert not trap.marker.exists()


def test_a_yes_at_a_terminal_goes_on_and_anything_else_does_not(trap, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    code, shown = load(scenario(trap)).code, Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    for answer in ("", "n\n", "yess\n"):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        with pytest.raises(TrustError):
            trust_code(code, is_trusted=False)
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    trust_code(code, is_trusted=False)
    assert code[0].sha256 in shown.getvalue()
    assert trust.is_granted(code[0].sha256)


def test_modules_beside_a_model_are_named_and_trusted_with_it(trap):
    (trap.folder / "beside_x.py").write_text(MODEL)
    (trap.folder / "x.py").write_text("from beside_x import State, Control, Params, step, control_from_command\n")
    file = scenario(trap)
    assert [code.path.name for code in load(file).code] == ["x.py", "beside_x.py"]
    only = [code.sha256 for code in load(file).code[:1]]
    with pytest.raises(TrustError, match="beside_x"):
        load(file, trust=only)
    assert not trap.marker.exists()
    load(file, trust=True).build()
    assert trap.marker.exists()
    del sys.modules["beside_x"]


def test_only_what_was_read_and_trusted_runs(trap):
    """Python would run the bytecode beside a file without looking at the file, if it says so."""
    (trap.folder / "evil.py").write_text(MODEL)
    cached = importlib.util.cache_from_source(str(trap.folder / "x.py"))
    never = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(trap.folder / "evil.py"), cached, invalidation_mode=never)
    (trap.folder / "x.py").write_text(MODEL.replace('"ran', '"as it was read'))
    load(scenario(trap), trust=True).build()
    assert trap.marker.read_text() == "as it was read"


# ---- check


def test_check_reads_a_model_and_does_not_run_it(trap):
    done = answered("check", scenario(trap))
    assert done.returncode == 0, done
    assert "was read and did not run" in done.stdout
    assert "1 vehicles" in done.stdout
    assert not trap.marker.exists()


CHANGES = {  # of the model's text: what is exchanged, the line that is named, what is said of it
    "no step": ("def step(", "def steps(", None, "it is no motion model: it lacks step"),
    "no Params": ("class Params(", "class Parameters(", None, "it is no motion model: it lacks Params"),
    "a word": ("Positive = 1.0 / 4.0", "float = 'much'", "'much'", "Params.drag is 'much' by default"),
    "a list": ("x: float = 0.0", "x: list = []", "x: list", "State.x is of type list"),
    "no NamedTuple": ("Control(NamedTuple)", "Control", "class Control", "Control must be a NamedTuple"),
    "a step of three": (
        "params, dt):\n    sine",
        "params):\n    sine",
        "def step",
        "step takes (state, control, params)",
    ),
    "a brace": ("def step(", "def step((", "def step((", "this is no Python"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_check_says_what_is_wrong_with_a_model_and_where(trap, change):
    old, new, place, expected = CHANGES[change]
    text = MODEL.replace(old, new)
    assert text != MODEL
    (trap.folder / "x.py").write_text(text)
    done = answered("check", scenario(trap))
    refused(done, trap)
    line = 1 if place is None else 1 + text[: text.index(place)].count("\n")
    assert f"x.py:{line}: {expected}" in done.stderr


@pytest.mark.parametrize(
    ("key", "expected"),
    [("drag: -1", "vehicles[0].drag is -1; it must be positive"), ("drog: 1", "did you mean drag?")],
)
def test_check_knows_the_fields_of_a_model_that_it_does_not_run(trap, key, expected):
    file = scenario(trap)
    file.write_text(file.read_text().replace("model:", f"{key}, model:"))
    done = answered("check", file)
    refused(done, trap)
    assert f"{file}:2: " in done.stderr
    assert expected in done.stderr


DEEP = {  # texts that a reader by recursion does not survive
    "attributes": "x = a" + ".b" * 20_000,
    "signs": "x = " + "-" * 100_000 + "1",
    "brackets": "x = " + "(" * 100_000,
    "sums": "x = 1" + "+1" * 20_000,
    "a NUL": "\0",
}


@pytest.mark.parametrize("text", DEEP)
def test_a_text_made_to_crash_its_reader_is_refused_in_one_sentence(trap, text):
    (trap.folder / "x.py").write_text(DEEP[text])
    done = answered("check", scenario(trap))
    refused(done, trap)
    assert len(done.stderr.splitlines()) == 1
    assert "x.py:1: this" in done.stderr


def test_an_outline_knows_what_the_model_itself_says(trap):
    for module in (own_model.own_in_data, own_model.load_own):
        found = module("from_elsewhere/x.py")
        (field,) = registry.fields_of(found.Params)
        assert (field.name, field.default, field.unit, field.range.words) == ("drag", 0.25, "1", "positive")
        assert [len(structure._fields) for structure in (found.State, found.Control)] == [3, 2]


def text_of(module):
    """The text of a module of the package as a file elsewhere would have it: with whole names of modules."""

    def whole(found):
        return f"from {importlib.util.resolve_name(found[1], module.__package__)} import"

    return re.sub(r"from (\.[\w.]*) import", whole, Path(module.__file__).read_text())


def test_an_outline_of_a_model_that_ships_has_its_fields():
    for name in registry.names():
        model = registry.find(name)
        outline = outline_of(Path(f"{name}.py"), text_of(model.composed))
        for part in model.structures:
            ours, theirs = (registry.fields_of(getattr(each, part.capitalize())) for each in (outline, model.module))
            assert [field._replace(path="") for field in ours] == [field._replace(path="") for field in theirs], name


# ---- commands on vehicles and models


def test_a_vehicles_file_runs_no_code_whatever_is_done_with_it(trap):
    file = trap.folder / "x.toml"
    log = trap.folder / "log.csv"
    log.write_text("time,x,y\n0,0,0\n1,1,0\n")
    commands = [
        ["vehicles", file],
        ["vehicles", "--check", file],
        ["models", file],
        ["validate", file, "--out", trap.folder / "out.html"],
        ["compare", file, "bicycle", "--out", trap.folder / "out.png"],
        ["export", file, "--to", "python"],
        ["export", "bicycle", "--vehicle", file, "--to", "fmu"],
        ["mobility", "--terrain", "jacksboro", "--vehicle", file, "--out", trap.folder / "out.tif"],
        ["route", "0,0", "100,100", "--terrain", "jacksboro", "--vehicle", file],
        ["fit", log, "--base", file, "--out", trap.folder / "out.toml"],
        ["playground", file, "--no-browser", "--port", "0"],
        ["dis", "populate", "1", "--vehicle", file],
    ]
    for command in commands:
        done = answered(*command)
        refused(done, trap)
        assert "SHA-256" in done.stderr, command
    for make in (mp.Vehicle, mp.Fleet, mp.model):
        with pytest.raises(TrustError):
            make(str(file), *([1] if make is mp.Fleet else []))
    assert not trap.marker.exists()


def test_other_commands_run_no_code_of_hostile_files(trap):
    files = [scenario(trap), recording(trap), trap.folder / "x.toml"]
    for file in files:
        for command in (["courses"], ["recover"], ["route", "0,0", "1,1", "--map"], ["scenarios"], ["dis", "dump"]):
            answered(*command, file)
        assert not trap.marker.exists(), command


def test_a_vehicles_file_that_is_trusted_runs(trap):
    car = mp.Vehicle(mp.model(str(trap.folder / "x.toml"), trust=True), speed=2.0)
    car.step(1.0)
    assert car.x == 1.5


def test_what_a_user_names_is_the_users_own_choice(trap):
    assert mp.Vehicle(str(trap.folder / "x.py")).drag == 0.25
    assert mp.Vehicle("from_elsewhere.x").drag == 0.25
    assert answered("models", trap.folder / "x.py").returncode == 0


def test_an_installed_package_offers_a_model_by_its_entry_point(trap, monkeypatch):
    monkeypatch.setattr(registry, "_installed", lambda: {"hover": "from_elsewhere.x"})
    file = scenario(trap)
    file.write_text(file.read_text().replace("./x.py", "hover"))
    assert load(file).build().fleets[0].model.name == "hover"


# ---- recordings


@pytest.mark.parametrize("form", FORMS)
def test_playing_a_recording_runs_no_code_and_opens_no_file_of_a_model(trap, form, monkeypatch):
    file = recording(trap, form)
    for other in trap.folder.glob("[xy].*"):
        other.unlink()
    shown = []
    monkeypatch.setattr(replay, "serve", lambda world, **_: shown.append(world))
    done = answered("replay", file, "--no-browser")
    assert done.returncode == 0, done
    assert [fleet.name for fleet in shown[0].fleets] == ["car"] or form.startswith("an alternate")
    assert shown[0].count == 1
    assert not trap.marker.exists()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("flags", [[], ["--trust"]])
def test_verifying_a_recording_that_stores_no_hash_runs_no_code(trap, form, flags):
    done = answered("replay", recording(trap, form), "--verify", *flags)
    assert not trap.marker.exists()
    assert done.returncode not in (0, 1), done
    assert "Traceback" not in done.stderr


def test_verifying_asks_for_code_whose_hash_is_stored(trap):
    code = trust.CodeFile(trap.folder / "x.py", trust.digest((trap.folder / "x.py").read_bytes()))
    found = mp.read_recording(recording(trap, code=[code]))
    found.about["code"] = [{"file": "x.py", "sha256": code.sha256}]
    again = scenario_in(found)
    with pytest.raises(TrustError, match="--trust"):
        again.build()
    (trap.folder / "x.py").write_text(MODEL + "\n# changed\n")
    with pytest.raises(TrustError, match="not the code that was recorded"):
        scenario_in(found)
    assert not trap.marker.exists()


@pytest.mark.slow
def test_a_recording_of_trusted_code_is_verified_with_it_again(trap, monkeypatch):
    file = trap.folder / "own.parquet"
    done = answered("run", scenario(trap), "--headless", "--seconds", "0.1", "--record", file, "--trust")
    assert done.returncode == 0, done
    monkeypatch.setattr(trust, "_granted", set())  # as in another process
    done = answered("replay", file, "--verify")
    assert done.returncode == 2, done
    assert "--trust" in done.stderr
    done = answered("replay", file, "--verify", "--trust")
    assert done.returncode == 0, done
    (trap.folder / "x.py").write_text(MODEL + "\n# changed\n")
    done = answered("replay", file, "--verify", "--trust")
    assert done.returncode == 2, done
    assert "not the code that was recorded" in done.stderr


def test_a_stored_folder_is_not_used(trap, tmp_path):
    found = mp.read_recording(recording(trap))
    found.about["folder"] = str(trap.folder)
    elsewhere = tmp_path / "downloads" / "hostile.parquet"
    elsewhere.parent.mkdir()
    found.path.rename(elsewhere)
    found.path = elsewhere
    with pytest.raises(ScenarioError, match=r"downloads/x\.py"):
        scenario_in(found)
    assert Playback(played_scenario(found).build(), found).world.count == 1
    assert not trap.marker.exists()


# ---- the page


def test_the_page_builds_no_scenario_whose_code_is_not_trusted(trap, monkeypatch):
    file = str(scenario(trap))
    offered = OfferedScenarios(run.Run(RunOptions(scenario=["jacksboro", file])))
    offered.check()
    assert file in [scenario["name"] for scenario in offered.scenarios()]
    monkeypatch.setattr(precompilation, "beside", None)  # no process is started for it
    with pytest.raises(TrustError, match="SHA-256"):
        offered.build(file, lambda _: None)
    assert not trap.marker.exists()


def test_the_playground_finds_nothing_but_its_own_list(trap):
    catalogue = Catalogue()
    for name in ("./from_elsewhere/x.py", f"{trap.folder}/x.toml", "from_elsewhere.x", "os.path"):
        with pytest.raises(ModelError, match="no model named"):
            catalogue.find(name)
    with pytest.raises(TrustError):
        Catalogue([f"{trap.folder}/x.toml"])
    assert not trap.marker.exists()


# ---- workers


def test_points_of_a_sweep_name_code_that_must_be_trusted(trap):
    plain = trap.folder / "plain.yaml"
    plain.write_text(GROUND + f"vehicles: [{{model: bicycle, {PLACE}}}]\n")
    points = trap.folder / "points.csv"
    points.write_text("vehicles.0.model\n./x.py\nbicycle\n")
    done = answered("sweep", plain, "--points", points, "--out", trap.folder / "out", "--seconds", "0.1")
    refused(done, trap)
    with pytest.raises(TrustError):
        sweep(plain, [{"vehicles.0.model": "./x.py"}], out=trap.folder / "out", seconds=0.1)
    assert not trap.marker.exists()


def of_a_worker(trap, *, trusted):
    """What a worker of a sweep makes of the scenario."""
    task = Task(load(scenario(trap)), 0.05, (), frozenset(trusted))
    (outcome,) = perform(task, [[Run("a", {})]])
    return outcome


def test_a_worker_refuses_a_file_that_has_changed(trap):
    sha = trust.digest((trap.folder / "x.py").read_bytes())
    (trap.folder / "x.py").write_text(MODEL + "\n# changed\n")
    assert "does not run" in of_a_worker(trap, trusted=[sha]).error
    assert not trap.marker.exists()


@pytest.mark.slow
def test_a_worker_runs_what_its_program_trusted(trap):
    assert not of_a_worker(trap, trusted=[trust.digest((trap.folder / "x.py").read_bytes())]).error
    assert trap.marker.exists()


def test_a_region_refuses_a_file_that_has_changed(trap, monkeypatch):
    world = load(scenario(trap), trust=True).build()
    plan = plan_of(world, 1)
    monkeypatch.setattr(trust, "_granted", set())
    assert [code.sha256 for code in world_of(plan, [1]).fleets[0].model.code] == [code.sha256 for code in world.code]
    monkeypatch.setattr(trust, "_granted", set())
    (trap.folder / "x.py").write_text(MODEL + "\n# changed\n")
    with pytest.raises(TrustError):
        world_of(plan, [1])


def test_no_module_is_imported_from_the_folder_of_a_scenario(trap, monkeypatch):
    """Python puts its current folder, and Ray that of its workers, before all others that it imports from."""
    commands = []

    class Process(contextlib.nullcontext):
        def __init__(self, command, **_):
            super().__init__(self)
            commands.append(command)

        def terminate(self):
            pass

    monkeypatch.setattr(second_process.subprocess, "Popen", Process)
    monkeypatch.setattr(precompilation, "_are_compiled", lambda _: False)
    with precompilation.precompiling():
        pass
    assert commands[0][:3] == [sys.executable, "-P", "-m"]
    (trap.folder / "yaml.py").write_text(MODEL)
    (trap.folder / "places.py").write_text("x,y,heading_deg\n0,0,0\n")
    file = scenario(trap)
    file.write_text(GROUND + "vehicles: [{model: bicycle, body: {shape: yaml.py}, start: {file: places.py}}]\n")
    with parcel_of(load(file), []) as parcel:
        assert sorted(path.name for path in (parcel.folder / parcel.scenario).iterdir()) == ["places.py", "yaml.py"]
        assert [path.name.isidentifier() for path in parcel.folder.iterdir()] == [False]


def test_a_model_in_data_is_refused_in_one_sentence_if_it_is_not_there(trap):
    (trap.folder / "x.py").unlink()
    done = answered("run", scenario(trap), "--headless", "--trust")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
