"""CUDA: one array for all columns, either compiler behind one name, and what a GPU shares with other libraries.

Tests marked ``gpu`` need a real one; the others run the kernels in Numba's simulator, or look at their text.
"""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import pytest

from motorpool.compile import cuda, cuda_compiler, ground
from motorpool.errors import MissingExtraError, ModelError
from motorpool.models import find
from motorpool.models.parts import attitude
from motorpool.vehicles.fleet import Fleet

# ---------------------------------------------------------------- the kernel's text


@pytest.mark.parametrize("float_type", ["float64", "float32"])
@pytest.mark.parametrize("name", ["arc", "bicycle", "single-track", "skid-steer"])
def test_a_kernel_takes_one_array_whatever_the_model(name, float_type):
    model = find(name)
    rasters = ground.Rasters._fields if ground.takes_rasters(model) else ()
    arguments = ", ".join(("columns", "status", "dt", "steps", *rasters))
    assert f"def advance({arguments}):" in cuda.advance_source(model, float_type)


def test_a_kernel_reads_each_row_of_its_array():
    text = cuda.advance_source(find("bicycle"), "float32")
    count = sum(len(structure._fields) for structure in find("bicycle").structures.values())
    assert all(f"columns[{row}, i]" in text for row in range(count + 2))  # and the low parts of x and y
    assert f"columns[{count + 2}, i]" not in text


def test_no_kernel_is_compiled_with_fastmath(monkeypatch):
    options = []

    def jit(function=None, **given):
        options.append(given)
        return function if function is not None else lambda function: function

    monkeypatch.setattr(cuda_compiler, "cuda", lambda: SimpleNamespace(jit=jit))
    model = find("single-track")
    cuda.advance_kernel.__wrapped__(model, model.module.step, "float64")
    assert {} in options  # the kernel
    assert all(given in ({}, {"device": True}) for given in options)


# ---------------------------------------------------------------- the compiler


@pytest.fixture
def packages(monkeypatch):
    """The installed compilers of CUDA, to be set; their modules are empty."""
    versions = {}

    def version(name):
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(cuda_compiler, "version", version)
    monkeypatch.setattr(cuda_compiler, "importlib", SimpleNamespace(import_module=lambda name: name))
    return versions


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ({"numba-cuda": "0.30"}, ("numba-cuda", "0.30", "numba.cuda")),
        ({"numba-cuda-mlir": "0.6"}, ("numba-cuda-mlir", "0.6", "numba_cuda_mlir.cuda")),
        ({"numba-cuda-mlir": "0.6", "numba-cuda": "0.30"}, ("numba-cuda", "0.30", "numba.cuda")),
    ],
)
def test_either_compiler_will_do_and_the_one_with_a_simulator_comes_first(packages, versions, expected):
    packages |= versions
    assert cuda_compiler.installed.__wrapped__() == expected


def test_without_a_compiler_one_is_named(packages):
    with pytest.raises(MissingExtraError, match=r"needs numba-cuda or numba-cuda-mlir, and neither is installed; inst"):
        cuda_compiler.installed.__wrapped__()


def test_the_structures_that_a_step_makes_are_found_wherever_it_makes_them():
    model = find("single-track")
    found = set(cuda_compiler.structures_of(model.module.step, *model.structures.values()))
    assert set(model.structures.values()) <= found
    assert attitude.Tilt in found  # made by a function of a part


def test_a_compiler_that_knows_structures_gets_no_advice(packages):
    packages["numba-cuda"] = "0.30"
    cuda_compiler.installed.cache_clear()
    cuda_compiler.introduce(find("bicycle").module.step)  # would import numba-cuda-mlir
    cuda_compiler.installed.cache_clear()


# ---------------------------------------------------------------- columns, in the simulator

PROGRAM = """
import numpy as np
from motorpool.errors import ModelError
from motorpool.vehicles.fleet import Fleet

def refused(sentence, name, value):
    try:
        setattr(fleet.control, name, value)
    except ModelError as error:
        assert sentence in str(error), error
    else:
        raise AssertionError(sentence)

for count in (0, 1, 33):
    fleet, expected = (Fleet("bicycle", count, device=device) for device in ("cuda", "cpu"))
    for each in (fleet, expected):
        each.control.speed = np.linspace(1.0, 2.0, count, dtype="float32")
        each.control.steer_angle = [0.1] * count
        each.state.y[:] = 7.0
        each.step(0.1, 2)
        each.state.yaw = each.state.x
        each.step(0.1)
    for row, (a, b) in enumerate(zip(fleet.snapshot().columns, expected.snapshot().columns, strict=True)):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-13)
        assert np.shares_memory(fleet._arrays[row]._ary, fleet._table._ary) or not count
    saved = fleet.snapshot()
    fleet.step(0.1, 5)
    fleet.restore(saved)
    assert all(map(np.array_equal, fleet.snapshot().columns, saved.columns))
refused("has 33 vehicles and cannot take (3,) values", "speed", [1.0, 2.0, 3.0])
refused("takes real numbers and cannot take values of the type complex128", "speed", np.zeros(33, complex))
fleet.control.speed[4] = np.nan
fleet.step(0.1)
assert np.flatnonzero(np.asarray(fleet.status)).tolist() == [4]
"""


def test_columns_on_a_simulated_gpu_are_rows_of_one_array_and_used_as_on_the_cpu():
    pytest.importorskip("numba.cuda", reason="the CUDA simulator needs numba-cuda")
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    result = subprocess.run(
        command, env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


# ---------------------------------------------------------------- a real GPU


@pytest.fixture
def fleet():
    """Five vehicles on a GPU."""
    try:
        return Fleet("bicycle", 5, device="cuda", speed=1.0)
    except (ModelError, MissingExtraError) as error:
        pytest.skip(str(error))


def cupy_view(column):
    """The column as CuPy sees it."""
    return pytest.importorskip("cupy", reason="needs cupy").asarray(column)


def torch_view(column):
    """The column as PyTorch sees it."""
    return pytest.importorskip("torch", reason="needs torch").as_tensor(column, device="cuda")


@pytest.mark.gpu
@pytest.mark.parametrize("view", [cupy_view, torch_view])
def test_a_library_reads_and_writes_a_column_on_a_gpu_without_a_copy(fleet, view):
    array = view(fleet.state.x)
    array += 3.0
    assert fleet.state.x.copy_to_host().tolist() == [3.0] * 5
    fleet.step(0.5)
    assert array.tolist() == [3.5] * 5


@pytest.mark.gpu
@pytest.mark.parametrize("view", [cupy_view, torch_view])
def test_a_column_on_a_gpu_takes_the_arrays_of_a_library(fleet, view):
    array = view(fleet.state.x)
    array += 2.0
    fleet.control.speed = array
    assert fleet.control.speed.copy_to_host().tolist() == [2.0] * 5
    with pytest.raises(ModelError, match=r"has 5 vehicles and cannot take \(3,\) values"):
        fleet.control.speed = array[:3]
    with pytest.raises(ModelError, match=r"is on the CPU and cannot take a .* on a GPU; copy it to the CPU first"):
        Fleet("bicycle", 5).control.speed = array


@pytest.mark.gpu
def test_jax_reads_a_column_on_a_gpu_without_a_copy_and_gives_one(fleet):
    jax = pytest.importorskip("jax", reason="needs jax")
    if jax.default_backend() != "gpu":
        pytest.skip("needs jax with CUDA")
    with jax.enable_x64(True):
        array = jax.numpy.asarray(fleet.state.x)
        assert array.unsafe_buffer_pointer() == fleet.state.x.__cuda_array_interface__["data"][0]
        fleet.control.speed = jax.block_until_ready(2.0 + jax.numpy.arange(5.0))
    assert fleet.control.speed.copy_to_host().tolist() == [2.0, 3.0, 4.0, 5.0, 6.0]


@pytest.mark.gpu
def test_an_empty_fleet_steps_on_a_gpu(fleet):
    Fleet("bicycle", 0, device=fleet.device).step(0.1)


@pytest.mark.gpu
@pytest.mark.parametrize("name", ["bicycle", "single-track"])
def test_every_row_on_a_gpu_begins_whole_cache_lines(fleet, name):
    many = Fleet(name, 1001, dtype="float32", device=fleet.device)
    places = [column.__cuda_array_interface__["data"][0] for column in many.state]
    assert all(place % (4 * cuda.WARP) == 0 for place in places)
    assert all(column.__cuda_array_interface__["strides"] is None for column in many.state)
