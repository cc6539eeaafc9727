"""Kernels: cached, found again, made anew when anything they call changes, readable, safe for many processes."""

import functools
import importlib
import inspect
import itertools
import math
import os
import subprocess
import sys
import textwrap
import traceback
import types
import typing
from pathlib import Path

import numpy as np
import pytest
import uncompilable
from hypothesis import given
from hypothesis import strategies as st
from pace import patience

from motorpool.compile import cache, columns, flat
from motorpool.compile.specialise import Specialiser, fingerprint
from motorpool.errors import ModelError
from motorpool.models import find
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.vehicle import Vehicle

# Steps a fleet and a world, and says what it computed and how many kernels it had to compile.
PROGRAM = """
import sys
import motorpool as mp
from motorpool.compile import cache
from motorpool.compile.notices import listening

class Heard:
    count = 0

    def began(self):
        self.count += 1

    def ended(self, seconds):
        pass

heard = Heard()
with listening(heard):
    fleet = mp.Fleet("tracked/simple", 5)
    fleet.control.left_track_speed = 2.0
    fleet.step(0.1, 3)
    if "world" in sys.argv:
        mp.load("training-area").build().run(seconds=0.1)
print(fleet.state.x.tolist(), cache.cache_folder())
print(heard.count)
"""


def start(*arguments, **environment):
    """The program, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, *arguments],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    """Return the result, and the number of kernels compiled."""
    out, error = process.communicate(timeout=patience(150.0))
    assert process.returncode == 0, error
    *computed, compiled = out.strip().splitlines()
    return computed, int(compiled)


# ---------------------------------------------------------------- the cache


def test_a_second_process_compiles_nothing():
    finish(start("world"))  # fills the session's cache, unless other tests have
    assert finish(start("world"))[1] == 0


def test_two_processes_may_fill_an_empty_cache_at_once(tmp_path):
    both = [finish(process) for process in [start(MOTORPOOL_CACHE=str(tmp_path)) for _ in range(2)]]
    assert both[0][0] == both[1][0]
    assert both[0][1] + both[1][1] == 1  # one waits for what the other compiles
    assert finish(start(MOTORPOOL_CACHE=str(tmp_path)))[1] == 0
    assert not list(tmp_path.rglob("*.tmp"))


def test_kernels_are_kept_apart_by_the_processor_that_they_are_compiled_for(tmp_path):
    """So that ``make test CPU=haswell`` runs no code of another processor."""
    folder = {"MOTORPOOL_CACHE": str(tmp_path)}
    plain = folder | {"MOTORPOOL_CPU": "generic"}
    assert [finish(start(**how))[1] for how in (folder, plain, plain, folder)] == [1, 1, 0, 0]


def test_where_the_cache_cannot_be_written_it_works_all_the_same_and_leaves_nothing(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    (line,), compiled = finish(start(MOTORPOOL_CACHE=str(occupied / "cache")))
    folder = Path(line.rpartition(" ")[2])
    assert compiled == 1
    assert folder.name.startswith("motorpool-kernels-")
    assert not folder.exists()
    assert occupied.read_text() == "not a folder"


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """A cache folder for one test."""
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path / "cache"))
    cache.cache_folder.cache_clear()
    yield tmp_path / "cache" / "kernels"
    cache.cache_folder.cache_clear()


def test_the_cache_may_be_cleared_at_any_time(own_cache):
    assert cache.cache_folder() == own_cache
    (own_cache / "one.o").write_text("")
    (own_cache / "two.o").write_text("")
    assert cache.clear_cache() == 2
    assert cache.clear_cache() == 0
    assert cache.cache_folder() == own_cache
    assert own_cache.is_dir()


# ---------------------------------------------------------------- a user's own module

MODEL = '''
"""Cart that rolls east.

Source: made up for this test.
"""

from typing import NamedTuple

from {helper} import share

GAIN = {gain}


class State(NamedTuple):
    """Where it is."""

    x: float = 0.0  # east [m]


class Control(NamedTuple):
    """How fast."""

    speed: float = 0.0  # forward positive [m/s]


class Params(NamedTuple):
    """Nothing."""


def step(state, control, params, dt):
    """The state after dt."""
    if control.speed < 0.0:
        return State(state.x)
    return State(state.x + GAIN * share(control.speed) * dt)
'''


class Workshop:
    """A folder in which a user writes a model and its helper, and edits them."""

    def __init__(self, folder, name):
        self.folder, self.model, self.helper = folder, f"{name}_model", f"{name}_helper"

    def write(self, *, gain=1.0, share="1.0 * speed", default="0.0"):
        """Save both files and load them, as an edited module is reloaded."""
        self._save(self.helper, f"def share(speed, more={default}):\n    return {share} + more\n")
        self._save(self.model, MODEL.format(helper=self.helper, gain=gain))
        importlib.invalidate_caches()
        for name in (self.helper, self.model):
            module = importlib.import_module(name)
            spec = module.__spec__
            source = Path(spec.origin).read_text()
            exec(compile(source, spec.origin, "exec"), vars(module))  # what reload does; it trusts file times
        return sys.modules[self.model]

    def _save(self, name, text):
        (self.folder / f"{name}.py").write_text(text)


@pytest.fixture
def workshop(tmp_path, monkeypatch, request):
    monkeypatch.syspath_prepend(tmp_path)
    made = Workshop(tmp_path, f"t{abs(hash(request.node.name))}")
    yield made
    for name in (made.model, made.helper):
        sys.modules.pop(name, None)


def rolled(module):
    """Where a cart at 2 m/s is after a second, compiled."""
    fleet = Fleet(module, 3, speed=2.0)
    fleet.step(1.0)
    assert fleet.state.x.tolist() == [fleet.state.x[0]] * 3
    return float(fleet.state.x[0])


def test_a_users_module_may_be_edited_and_reloaded(workshop, own_cache):
    assert rolled(workshop.write()) == 2.0
    assert rolled(workshop.write(gain=3.0)) == 6.0
    assert len(list(own_cache.glob("*.o"))) == 2


@pytest.mark.parametrize("change", [{"share": "5.0 * speed"}, {"default": "8.0"}], ids=["its code", "its default"])
def test_a_change_in_a_function_that_a_model_calls_is_noticed(workshop, own_cache, change):
    assert rolled(workshop.write()) == 2.0
    assert rolled(workshop.write(**change)) == 10.0
    assert len(list(own_cache.glob("*.o"))) == 2


def test_an_unchanged_module_is_found_again(workshop, own_cache):
    rolled(workshop.write())
    (made,) = own_cache.glob("*.o")
    number = made.stat().st_ino  # of the file; a new one would have another
    assert rolled(workshop.write()) == 2.0
    assert [file.stat().st_ino for file in own_cache.glob("*.o")] == [number]


def test_a_model_may_branch_and_still_be_compiled(workshop):
    fleet = Fleet(workshop.write(), 2, speed=[-1.0, 1.0])
    fleet.step(1.0)
    assert fleet.state.x.tolist() == [0.0, 1.0]


# ---------------------------------------------------------------- generated source


@pytest.fixture
def kernel():
    return columns.advance_kernel(find("bicycle/arc"), "float64")


def program_of(model):
    """The program that steps a model in float64."""
    found = find(model)
    return columns.advance_program(found, found.module.step, "float64")


def test_the_generated_source_lies_where_tracebacks_and_debuggers_look():
    program = program_of("bicycle/arc")
    module = flat.module_of(program.name, program.key, program.source(), program.names())
    assert "def advance(" in inspect.getsource(module.advance)
    assert f'File "{module.advance.__code__.co_filename}", line' in raised_in(module.advance)
    assert "duration = FLOAT(dt)" in raised_in(module.advance)


def raised_in(advance):
    """The traceback of a kernel in plain Python whose time step is no number."""
    try:
        advance(np.zeros((0, 0), np.int64), "no number", 1)
    except ValueError:
        return traceback.format_exc()
    return ""


def test_without_the_compiler_a_traceback_shows_the_generated_line():
    code = """
    import traceback
    import motorpool as mp
    from motorpool.compile import columns

    fleet = mp.Fleet("tracked", 2)
    fleet.step(0.1)
    columns.advance_kernel(fleet.model, "float64").__globals__["Params"] = None
    try:
        fleet.step(0.1)
    except TypeError:
        print(traceback.format_exc())
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=os.environ | {"MOTORPOOL_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "params = Params(params_track_gauge[i], params_max_yaw_rate[i])" in result.stdout, result.stderr


def test_a_model_has_one_kernel_a_float_type(kernel):
    assert columns.advance_kernel(find("bicycle"), "float64") is kernel
    assert columns.advance_kernel(find("bicycle"), "float32") is not kernel


@pytest.mark.parametrize("float_type", ["float64", "float32"])
@pytest.mark.parametrize("fields", [1, 12, 39, 88, 500])
def test_a_block_is_as_long_as_its_columns_fit_the_cache(fields, float_type):
    names = [f"field_{number}" for number in range(fields)]
    wide = types.SimpleNamespace(structures={"state": typing.NamedTuple("State", [(name, float) for name in names])})
    size, width = columns.block_size(wide, float_type), fields * np.dtype(float_type).itemsize
    assert size in (256, 512, 1024, 2048)
    assert size * width <= columns.BLOCK_BYTES or size == 256
    assert 2 * size * width > columns.BLOCK_BYTES or size == columns.BLOCK


# ---------------------------------------------------------------- threads


@given(count=st.integers(0, 200_000), cost=st.integers(0, 1000), threads=st.none() | st.integers(1, 9))
def test_threads_divide_all_rows_in_whole_shares(count, cost, threads):
    parts = columns.parts_of(count, cost, threads)
    assert (parts[0].start, parts[-1].stop) == (0, count)
    assert all(a.stop == b.start for a, b in itertools.pairwise(parts))
    assert all(part.start % columns.SHARE == 0 for part in parts)
    assert all(part.stop > part.start for part in parts) or count == 0
    assert len(parts) <= (threads or columns.cpu_count())


@pytest.mark.parametrize(("wish", "count"), [("1", 1), (" 1 ", 1), ("", None), ("1000000", None)])
def test_the_number_of_threads_may_be_lowered(monkeypatch, wish, count):
    monkeypatch.setenv("MOTORPOOL_THREADS", wish)
    columns.cpu_count.cache_clear()
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert columns.cpu_count() == (count or available)
    columns.cpu_count.cache_clear()


def test_a_process_may_limit_its_threads(monkeypatch):
    monkeypatch.delenv("MOTORPOOL_THREADS", raising=False)
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        columns.limit_threads(1)
        assert columns.cpu_count() == 1
        assert "MOTORPOOL_THREADS" not in os.environ
        columns.limit_threads(1_000_000)
        assert columns.cpu_count() == available
        columns.limit_threads(1)
    finally:
        columns.limit_threads(None)
    assert columns.cpu_count() == available


def test_an_error_in_any_part_comes_out():
    def job(rows):
        if rows.start == 5:
            raise ValueError("row 5")

    with pytest.raises(ValueError, match="row 5"):
        columns.run_parts(job, [slice(0, 5), slice(5, 9)])


# ---------------------------------------------------------------- rebinding

THIRD = 1.0 / 3.0


def scaled(value, factor=0.5):
    return value * factor + THIRD


def atan(value):
    """Has the name of an attribute that ``of_the_standard_library`` reads."""
    return of_the_standard_library(value)


def of_the_standard_library(value):
    return math.atan(value)


def calls_itself(value):
    return calls_itself(value - 1.0)


def looks_into_a_module(value):
    return importlib.import_module(value)


def copied(function, float_type):
    """The copy that a kernel would compile."""
    return Specialiser({}, float_type, lambda function: function).compiled(function)


def test_every_literal_constant_and_default_of_a_float32_copy_is_float32():
    result = copied(scaled, "float32")(np.float32(2.0))
    assert result == pytest.approx(4.0 / 3.0)
    assert type(result) is np.float32


def test_a_float64_copy_is_the_function():
    assert copied(scaled, "float64")(2.0) == scaled(2.0)


def test_the_original_is_left_alone():
    copied(scaled, "float32")
    assert type(scaled(2.0)) is float


def test_an_attribute_is_no_global_though_it_has_the_name_of_one():
    assert copied(atan, "float64")(1.0) == math.atan(1.0)


def test_a_function_that_cannot_be_compiled_is_refused_with_a_sentence():
    def inner(value):
        return value + own

    own = 1.0
    for function, sentence in (
        (inner, "variables of an enclosing function"),
        (calls_itself, "calls itself"),
        (looks_into_a_module, "cannot look into the module importlib"),
    ):
        with pytest.raises(ModelError, match=sentence):
            copied(function, "float64")


def test_a_fingerprint_is_that_of_the_code_and_all_that_it_calls():
    def changed(value, factor=0.5):
        return value * factor - THIRD

    assert fingerprint(scaled) == fingerprint(scaled)
    assert len({fingerprint(scaled), fingerprint(changed), fingerprint(scaled, 1), fingerprint(atan)}) == 4


@functools.cache
def remembered():
    return THIRD


def test_a_fingerprint_follows_a_cached_function():
    def calls(value):
        return value * remembered()

    found = fingerprint(calls)
    assert fingerprint(remembered) == fingerprint(remembered.__wrapped__) != fingerprint(scaled)
    assert found == fingerprint(calls)


def test_a_fingerprint_is_another_in_another_module():
    """Compiled code names the modules of what it calls, so code of a module that has moved must not be found."""
    here, there = (
        types.FunctionType(scaled.__code__, {"__name__": name, "THIRD": THIRD}) for name in ("here", "there")
    )
    structures = [type("Pair", (), {"_fields": ("x", "y"), "__module__": name}) for name in ("here", "there")]
    assert fingerprint(here) != fingerprint(there)
    assert fingerprint(structures[0]) != fingerprint(structures[1])


def test_a_fingerprint_is_the_same_in_every_process():
    code = "from motorpool.models import find; from motorpool.compile import columns; arc = find('arc'); "
    code += "print(columns.advance_program(arc, arc.module.step, 'float64').key)"
    keys = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(keys) == 1


def test_a_model_that_cannot_be_compiled_says_so_in_one_sentence():
    vehicle = Vehicle(uncompilable, speed=2.0)
    vehicle.step(0.5)
    assert vehicle.x == 1.0
    with pytest.raises(ModelError, match="uncompilable cannot be compiled") as refused:
        Fleet(uncompilable, 3).step(0.5)
    assert "\n" not in str(refused.value)
