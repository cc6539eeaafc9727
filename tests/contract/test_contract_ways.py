"""One source, five ways to run: floats, NumPy arrays, compiled kernels, CUDA and JAX give the same numbers."""

import os
import subprocess
import sys
from pathlib import Path

import every_function
import numpy as np
import other_ways
import pytest
from model_inputs import (
    DT,
    as_double,
    assert_close,
    assert_identical,
    draw,
    fleet_of,
    stepped_as_arrays,
    stepped_as_floats,
    stepped_by_kernel,
)

from motorpool.compile.columns import BLOCK
from motorpool.models import find

# What one step may lose: some roundings of numbers up to 1 (positions are compared relative to their size).
# float32 turns angles up to about 10 rad, whose own rounding is 5e-7 rad, along paths of up to 10 m.
TOLERANCE = {"float64": 2e-14, "float32": 2e-5}
SIZES = (0, 1, 7, 1023, 1025, BLOCK - 1, BLOCK, BLOCK + 1, 5000)


def test_floats_and_arrays_agree(model):
    inputs = draw(model, 500)
    assert_close(model, stepped_as_arrays(model, inputs), stepped_as_floats(model, inputs), TOLERANCE["float64"])


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_a_compiled_batch_of_any_size_agrees_with_arrays(model, float_type):
    for count in SIZES:
        inputs = draw(model, count, float_type=float_type)
        expected = stepped_as_arrays(model, as_double(inputs))
        actual = stepped_by_kernel(model, inputs)
        assert_close(model, actual, expected, TOLERANCE[float_type], case=f"{count} vehicles")


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_a_compiled_batch_agrees_with_floats_over_many_steps(model, float_type):
    inputs = draw(model, 40, float_type=float_type)
    expected = stepped_as_floats(model, as_double(inputs), steps=60)
    assert_close(model, stepped_by_kernel(model, inputs, steps=60), expected, 60 * TOLERANCE[float_type])


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_the_number_of_threads_does_not_change_a_bit(model, float_type):
    for count in (BLOCK + 1, 3 * BLOCK + 5):
        inputs = draw(model, count, float_type=float_type)
        one, *others = (stepped_by_kernel(model, inputs, steps=4, threads=threads) for threads in (1, 2, 3))
        for threads, other in enumerate(others, start=2):
            assert_identical(other, one, case=f"{count} vehicles, {threads} threads:")


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_many_steps_in_one_call_are_as_many_calls(model, float_type):
    """To rounding: the loop of a call's first step checks as well, and LLVM may fuse other additions there."""
    inputs = draw(model, BLOCK + 300, float_type=float_type)
    fleet = fleet_of(model, inputs)
    for _ in range(7):
        fleet.step(DT)
    expected = type(inputs.state)(*fleet.state)
    assert_close(model, stepped_by_kernel(model, inputs, steps=7), expected, 7 * TOLERANCE[float_type])


def test_no_steps_change_nothing(model):
    inputs = draw(model, 30)
    assert_identical(stepped_by_kernel(model, inputs, steps=0), inputs.state)


def test_controls_and_params_are_only_read(model):
    inputs = draw(model, 30)
    fleet = fleet_of(model, inputs)
    fleet.step(DT, 3)
    assert_identical(type(inputs.control)(*fleet.control), inputs.control)
    assert_identical(type(inputs.params)(*fleet.params), inputs.params)


def test_a_step_does_not_change_what_it_is_given(model):
    inputs = draw(model, 30)
    before = [column.copy() for part in inputs for column in part]
    stepped_as_arrays(model, inputs)
    assert all(map(np.array_equal, before, [column for part in inputs for column in part]))


def stepped_elsewhere(folder, models, device, **environment):
    """Return the results of all models, computed by a fresh process in another way."""
    path = folder / f"{device}.npz"
    command = [sys.executable, "-W", "error", other_ways.__file__, str(path), device, *models]
    places = f"{Path(__file__).parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    result = subprocess.run(
        command, env=os.environ | environment | {"PYTHONPATH": places}, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    with np.load(path) as file:
        return dict(file)


@pytest.fixture(scope="session")
def without_jit(tmp_path_factory, all_models):
    """Every model's results with the compiler switched off."""
    return stepped_elsewhere(tmp_path_factory.mktemp("jit-off"), all_models, "cpu", MOTORPOOL_COMPILE="0")


@pytest.fixture(scope="session")
def on_simulated_cuda(tmp_path_factory, all_models):
    """Every model's results in Numba's CUDA simulator."""
    pytest.importorskip("numba.cuda", reason="the CUDA simulator needs numba-cuda")
    return stepped_elsewhere(tmp_path_factory.mktemp("cuda"), all_models, "cuda", NUMBA_ENABLE_CUDASIM="1")


def assert_agrees_elsewhere(model, results, float_type):
    inputs = other_ways.inputs_of(model, float_type)
    actual = [results[f"{model.name} {float_type} {field}"] for field in inputs.state._fields]
    assert all(column.dtype == float_type for column in actual)
    expected = stepped_as_floats(model, as_double(inputs), steps=other_ways.STEPS)
    assert_close(model, actual, expected, other_ways.STEPS * TOLERANCE[float_type])


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_kernels_without_the_compiler_agree_with_floats(model, without_jit, float_type):
    assert_agrees_elsewhere(model, without_jit, float_type)


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_the_cuda_kernel_in_the_simulator_agrees_with_floats(model, on_simulated_cuda, float_type):
    assert_agrees_elsewhere(model, on_simulated_cuda, float_type)


@pytest.mark.parametrize("float_type", TOLERANCE)
def test_every_function_of_the_vocabulary_agrees_in_every_way(without_jit, on_simulated_cuda, float_type):
    model = find(every_function)
    inputs = other_ways.inputs_of(model, float_type)
    expected = stepped_as_floats(model, as_double(inputs))
    assert_close(model, stepped_as_arrays(model, as_double(inputs)), expected, TOLERANCE["float64"])
    assert_close(model, stepped_by_kernel(model, inputs), expected, TOLERANCE[float_type])
    assert_agrees_elsewhere(model, without_jit, float_type)
    assert_agrees_elsewhere(model, on_simulated_cuda, float_type)


@pytest.mark.gpu
@pytest.mark.parametrize("float_type", TOLERANCE)
def test_the_cuda_kernel_on_a_real_gpu_agrees_with_arrays(model, float_type):
    cuda = pytest.importorskip("numba.cuda", reason="needs numba-cuda")
    if not cuda.is_available():
        pytest.skip("there is no NVIDIA GPU here")
    inputs = draw(model, 5000, float_type=float_type)
    fleet = fleet_of(model, inputs, device="cuda")
    fleet.step(DT, 10)
    expected = stepped_as_arrays(model, as_double(inputs), steps=10)
    assert_close(model, [column.copy_to_host() for column in fleet.state], expected, 10 * TOLERANCE[float_type])
