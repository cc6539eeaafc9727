"""The sixth way to run: a step of dual numbers, which gives its derivative along one direction."""

import numpy as np
from model_inputs import DT, draw, smooth_fields

from motorpool.compile.dual import Dual, dual_copies, slope_of, value_of
from motorpool.compile.flat import llvm_of
from motorpool.studies.fitting.kernel import Form, program_of

SMALL = 1e-6
COUNT = 2


def directional(model, inputs, vehicle, index, name):
    """The derivative of a vehicle's next state by one of its inputs: by dual numbers, and by central differences."""
    parts = [type(part)(*(float(column[vehicle]) for column in part)) for part in inputs.parts]
    step = dual_copies().compiled(model.module.step)
    at = getattr(parts[index], name)

    def after(value):
        changed = [part._replace(**{name: value}) if place == index else part for place, part in enumerate(parts)]
        return step(*changed[:3], DT, *changed[3:])

    found = [slope_of(value) for value in after(Dual(at, 1.0))]
    size = SMALL * max(1.0, abs(at))
    ends = [np.array([value_of(value) for value in after(at + sign * size)]) for sign in (1.0, -1.0)]
    return np.array(found), (ends[0] - ends[1]) / (2.0 * size), after(Dual(at, 1.0)), after(at)


def test_derivatives_of_a_step_are_those_of_differences(model):
    """By all inputs of a vehicle, one after the other; the values are those of the step without derivatives."""
    inputs = draw(model, COUNT, seed=3)
    for index, part in enumerate(inputs.parts):
        for name in smooth_fields(part):
            for vehicle in range(COUNT):
                found, expected, with_slopes, without = directional(model, inputs, vehicle, index, name)
                assert [value_of(value) for value in with_slopes] == [value_of(value) for value in without]
                size = np.maximum(np.abs(expected), 1.0)
                assert np.all(np.abs(found - expected) <= 1e-4 * size), f"{name} of vehicle {vehicle}"


def test_a_step_of_dual_numbers_has_machine_code(model):
    """Its text for LLVM is made, but not optimised; tests/studies/fitting run what it becomes."""
    plain = model.plain
    assert "fdiv" in llvm_of(program_of(plain, plain.module.step, Form((), ("yaw",), ())))
