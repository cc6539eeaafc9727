"""Numba as a second compiler: it computes the same steps of models and the same stages of a world."""

import functools
import os

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile.rows import Stages, calls_of
from motorpool.compile.specialise import Specialiser
from motorpool.compile.vocabulary import CPU
from motorpool.models import find
from motorpool.models import names as model_names
from motorpool.models.fields import fields_of
from motorpool.vehicles.fleet import Fleet

os.environ.setdefault("NUMBA_OPT", "0")  # it compiles in three quarters of the time, to the same numbers

COUNT, STEPS, DT = 64, 5, 0.02  # whole vectors
TOLERANCE = {"float64": 1e-12, "float32": 2e-5}  # relative, and absolute; float32 positions keep what they round away
OPTIONS = {"error_model": "numpy", "fastmath": {"nsz", "contract"}}
INNER = {"inline": "never", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # of what only compiled code calls

# One model of each family. Every model's compiled step is compared with its plain text in tests/contract.
FAMILIES = list({name.partition("/")[0]: name for name in reversed(model_names())}.values())

# Models in float32: a constant twist, angles that wrap, a history of positions, trailers. All compute in either type by
# the same text.
IN_FLOAT32 = ["arc", "bicycle/drift", "polar/corrected", "tractor-trailer/chain"]

LOOP = """
def block({columns}, dt, steps):
    for _ in range(steps):
        for i in range({first}.size):
            after = step({arguments})
            {stores}
"""

# Stages that Numba can compile in a few seconds each; the others allocate scratch memory.
STAGES = {
    "notice_drift", "file_vehicles", "keep_courses", "slow_on_soft_ground", "adopt_decisions",
    "notice_headway", "leave_tracks", "command_autopilots", "refresh_velocities", "notice_moves", "count_candidates",
    "mark_touching_objects", "follow_ground",
}  # fmt: skip


@functools.cache
def copies(float_type):
    """Copies of functions compiled by Numba; models share their parts, which are compiled once."""
    numba = pytest.importorskip("numba")
    return Specialiser(CPU[float_type], float_type, numba.njit(**OPTIONS, **INNER))


def stepped_by_numba(model, columns, float_type):
    """Step a fleet's columns in place, in a plain loop that Numba compiles."""
    numba = pytest.importorskip("numba")
    names, arguments = {"step": copies(float_type).compiled(model.module.step)}, []
    for part, structure in model.structures.items():
        names[structure.__name__] = structure
        if part == "ground":
            arguments.append("dt")
        arguments.append(f"{structure.__name__}({', '.join(f'{part}_{name}[i]' for name in structure._fields)})")
    source = LOOP.format(
        columns=", ".join(columns),
        first=next(iter(columns)),
        arguments=", ".join(arguments if "ground" in model.structures else [*arguments, "dt"]),
        stores="; ".join(f"state_{name}[i] = after.{name}" for name in model.module.State._fields),
    )
    exec(compile(source, "<oracle>", "exec"), names)
    numba.njit(**OPTIONS)(names["block"])(*columns.values(), np.dtype(float_type).type(DT), STEPS)


def steps_alike(name, float_type):
    """Step a fleet with random controls by both compilers, and compare its state."""
    model = find(name)
    random = np.random.default_rng(4)
    ranges = {field.name: field.range for field in fields_of(model.module.Control)}
    controls = {name: random.uniform(max(-0.3, one.low), min(0.3, one.high), COUNT) for name, one in ranges.items()}
    fleet = Fleet(model, COUNT, dtype=float_type, **controls)
    columns = {
        f"{part}_{field}": np.array(np.broadcast_to(getattr(getattr(fleet, part), field), COUNT), dtype=float_type)
        for part, structure in model.structures.items()
        for field in structure._fields
    }
    before = {name: column.copy() for name, column in columns.items()}
    fleet.step(DT, STEPS)
    assert not np.any(fleet.status)
    stepped_by_numba(model, columns, float_type)
    tolerance = TOLERANCE[float_type]
    for field in model.module.State._fields:
        ours, theirs = getattr(fleet.state, field), columns[f"state_{field}"]
        np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance, err_msg=field)
    assert any(np.any(before[name] != columns[name]) for name in columns), "no vehicle moves"


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_numba_steps_a_model_as_we_do(name):
    steps_alike(name, "float64")


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_FLOAT32)
def test_numba_steps_a_kinematic_model_in_float32_as_we_do(name):
    steps_alike(name, "float32")


def copied(value, made):
    """Copy nested structures of arrays; arrays that share memory share their copy.

    Args:
        value: an array, a structure or a number.
        made: receives the copy and the original of each array, by address.
    """
    if isinstance(value, np.ndarray):
        key = value.__array_interface__["data"][0], value.shape, value.strides, value.dtype
        return made.setdefault(key, (value.copy(), value))[0]
    if isinstance(value, tuple):
        return type(value)(*(copied(part, made) for part in value))
    return value


@pytest.mark.slow
def test_numba_runs_stages_of_a_world_as_we_do(monkeypatch):
    numba = pytest.importorskip("numba")
    world = mp.load("jacksboro").changed(vehicles=60).build(seed=0)
    world.run(seconds=3.0)
    waiting, changing = set(STAGES), set()
    run = Stages.run

    def run_both(self, stage, *arguments):
        if isinstance(stage, tuple):
            for each, own in calls_of(stage, arguments):
                run_both(self, each, *own)
            return
        if stage.__name__ not in waiting:
            run(self, stage, *arguments)
            return
        waiting.remove(stage.__name__)
        made = {}
        structures = [copied(argument, made) for argument in arguments]
        before = {key: copy.copy() for key, (copy, _) in made.items()}
        run(self, stage, *arguments)
        numba.njit(**OPTIONS)(copies("float64").compiled(stage).py_func)(*structures)
        for key, (theirs, ours) in made.items():
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12, err_msg=stage.__name__)
            if not np.array_equal(before[key], theirs, equal_nan=theirs.dtype.kind == "f"):
                changing.add(stage.__name__)

    monkeypatch.setattr(Stages, "run", run_both)
    world._scene.__dict__.pop("run", None)
    world.run(seconds=2.0)
    assert not waiting
    assert len(changing) >= 6
