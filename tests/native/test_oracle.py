"""Another compiler as a judge: steps of models compiled by Numba, where it is installed, give the same."""

import numpy as np
import pytest

from motorpool.compile.rebind import Rebinder
from motorpool.compile.vocabulary import CPU
from motorpool.fleet import Fleet
from motorpool.models import find
from motorpool.models.fields import fields_of

COUNT, STEPS, DT = 64, 5, 0.02  # whole vectors

LOOP = """
def block({columns}, dt, steps):
    for _ in range(steps):
        for i in range({first}.size):
            after = step({arguments})
            {stores}
"""


def stepped_by(numba, model, columns):
    """Step a fleet's columns in place, in a plain loop that Numba compiles."""
    options = {"error_model": "numpy", "fastmath": {"nsz", "contract"}}
    inline = Rebinder(CPU["float64"], "float64", numba.njit(**options, inline="never"))
    names, arguments = {"step": inline.compiled(model.module.step)}, []
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
    numba.njit(**options)(names["block"])(*columns.values(), DT, STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bicycle/arc", "single-track", "friction-circle/wheeled"])
def test_numba_steps_a_model_as_we_do(name):
    numba = pytest.importorskip("numba")
    model = find(name)
    random = np.random.default_rng(4)
    ranges = {field.name: field.range for field in fields_of(model.module.Control)}
    controls = {name: random.uniform(max(-0.3, one.low), min(0.3, one.high), COUNT) for name, one in ranges.items()}
    fleet = Fleet(model, COUNT, **controls)
    columns = {
        f"{part}_{field}": np.array(np.broadcast_to(getattr(getattr(fleet, part), field), COUNT), dtype=float)
        for part, structure in model.structures.items()
        for field in structure._fields
    }
    fleet.step(DT, STEPS)
    assert not np.any(fleet.status)
    stepped_by(numba, model, columns)
    for field in model.module.State._fields:
        np.testing.assert_allclose(getattr(fleet.state, field), columns[f"state_{field}"], rtol=1e-13, atol=1e-13)
