"""The fifth way to run: JAX traces the same text, compiles it, and differentiates through many steps."""

import functools
import importlib.util

import numpy as np
import pytest
from model_inputs import DT, Inputs, assert_close, at_rest, draw, smooth_fields, stepped_as_arrays

from motorpool.models.fields import fields_of

if importlib.util.find_spec("jax") is None:  # imported by its tests alone, for it takes a second of each worker
    pytest.skip("these tests need the extra: pip install '.[jax]'", allow_module_level=True)

TOLERANCE = 2e-14
STEPS = 50
COUNT = 20  # the same throughout, so that a model's gradients are compiled once

# XLA as it comes takes long to fuse the operations of a large model, minutes for its gradient, and they run for
# milliseconds; operation by operation it compiles them in seconds, to the same numbers.
QUICKLY_COMPILED = {"xla_disable_hlo_passes": "fusion", "xla_backend_optimization_level": "0"}


# Of parts that other models have: XLA takes ten seconds for its gradients.
OF_OTHERS = {"double-track/magic-formula": "double-track and single-track/magic-formula"}
SMALL = {"steering_compliance": 1e-3}  # sizes of fields that are far below 1


@pytest.fixture(autouse=True)
def runs_on_arrays(model):
    """JAX traces arrays, and a model that branches runs on none."""
    if model.branches:
        pytest.skip(f"{model.name} branches: {model.branches}")
    if model.name in OF_OTHERS:
        pytest.skip(f"{model.name} has the parts of {OF_OTHERS[model.name]}, which are tried")


@pytest.fixture(autouse=True)
def in_double_precision():
    """JAX computes in float32 unless it is told."""
    import jax

    with jax.enable_x64(True):
        yield


def traced(inputs):
    """The inputs as JAX arrays."""
    from jax.numpy import asarray

    return Inputs(*(type(part)(*(asarray(column) for column in part)) for part in inputs.parts))


def arguments(inputs):
    """The arguments of a step, in order."""
    return (*inputs[:3], DT, *inputs.grounds)


def test_jax_arrays_agree_with_numpy(model):
    inputs = draw(model, 300)
    actual = model.module.step(*arguments(traced(inputs)))
    assert actual[0].dtype == np.float64
    assert_close(model, actual, stepped_as_arrays(model, inputs), TOLERANCE)


def end(model, state, control, params, *ground):
    """Where one vehicle is after many steps, as a number, and its whole state there."""
    import jax

    @jax.checkpoint  # on the way back a step is computed again, not kept: a third less to compile
    def step(now):
        return model.module.step(now, control, params, DT, *ground)

    after = jax.lax.fori_loop(0, STEPS, lambda _, now: step(now), state)
    return after.x + 2.0 * after.y, after


@functools.cache
def compiled_ends(model):
    """The ends of vehicles and the gradients that lead to them, in one program: to compile it takes long."""
    import jax

    ends = jax.value_and_grad(lambda *parts: end(model, *parts), argnums=(0, 1, 2), has_aux=True)
    return jax.jit(jax.vmap(ends), compiler_options=QUICKLY_COMPILED)


def test_jit_of_vmap_agrees_with_numpy(model):
    inputs = draw(model, COUNT)
    (_, after), _ = compiled_ends(model)(*traced(inputs).parts)
    assert_close(model, after, stepped_as_arrays(model, inputs, steps=STEPS), STEPS * TOLERANCE)


def gradients(model, inputs):
    """The derivative of every vehicle's end with respect to its start, its controls and its parameters."""
    _, slopes = compiled_ends(model)(*traced(inputs).parts)
    return slopes


def assert_finite(parts):
    for part in parts:
        for name, column in zip(part._fields, part, strict=True):
            assert np.isfinite(column).all(), f"d end / d {name} is not finite"


def with_value(part, **by_unit):
    """A control whose fields of one unit have one value: no vehicle turns, or none drives."""
    fields = fields_of(type(part))
    return type(part)(
        *(
            np.full_like(column, by_unit[field.unit]) if field.unit in by_unit else column
            for field, column in zip(fields, part, strict=True)
        )
    )


def test_gradients_are_finite(model):
    assert_finite(gradients(model, draw(model, COUNT)))


@pytest.mark.parametrize("speed", [5.0, -5.0])
def test_gradients_are_finite_where_nothing_turns(model, speed):
    """There, document 000's formula divides by zero."""
    inputs = draw(model, COUNT)
    straight = with_value(inputs.control, **{"m/s": speed, "rad": 0.0, "rad/s": 0.0, "1/m": 0.0, "1": 0.0})
    assert_finite(gradients(model, inputs._replace(control=straight)))


def test_gradients_are_finite_where_nothing_moves(model):
    inputs = at_rest(model, draw(model, COUNT))
    assert_finite(gradients(model, inputs))
    still = with_value(inputs.control, **{"rad": 0.0, "1/m": 0.0})
    assert_finite(gradients(model, inputs._replace(control=still)))


def test_gradients_are_those_of_differences(model):
    """Central differences of NumPy's own steps, over all inputs of a vehicle."""
    inputs = draw(model, COUNT, seed=6)
    exact = gradients(model, inputs)
    varied = [(index, name) for index, part in enumerate(inputs[:3]) for name in smooth_fields(part)]
    # All at once: each vehicle twice for each field, once with a little more of it and once with a little less.
    many = Inputs(*(type(part)(*(np.tile(column, (len(varied), 2, 1)) for column in part)) for part in inputs.parts))
    steps = []
    for row, (index, name) in enumerate(varied):
        column = getattr(inputs[index], name)
        # Small: a stop within it is a kink, and slopes bend.
        steps.append(3e-7 * np.maximum(SMALL.get(name, 1.0), np.abs(column)))
        getattr(many[index], name)[row] += np.array([[1.0], [-1.0]]) * steps[-1]
    after = stepped_as_arrays(model, many, steps=STEPS)
    above, below = np.moveaxis(after.x + 2.0 * after.y, 1, 0)
    for (index, name), slope in zip(varied, (above - below) / (2.0 * np.array(steps)), strict=True):
        # The quotients themselves are wrong by up to 5e-5, by their differences from those of half the step.
        assert np.allclose(getattr(exact[index], name), slope, rtol=1e-4, atol=1e-4), name
