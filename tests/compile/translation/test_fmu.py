"""FMUs, validated and run by FMPy, which is not ours."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from installed import runs

import motorpool as mp
from motorpool.compile.translation.fmi import archive, fmu
from motorpool.compile.translation.fmi.description import exponents_of, variables_of
from motorpool.errors import ModelError
from motorpool.models import names
from motorpool.models.fields import fields_of
from motorpool.models.registry import find

fmpy = pytest.importorskip("fmpy")
from fmpy import read_model_description, simulate_fmu  # noqa: E402
from fmpy.validation import validate_fmu  # noqa: E402

needs_compiler = pytest.mark.skipif(not runs("cc"), reason="there is no C compiler that runs")
DT = 0.01
STATE = ("x", "y", "yaw", "yaw_rate", "speed", "lateral_speed")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The single track for both versions of the interface."""
    folder = tmp_path_factory.mktemp("fmu")
    found = {version: folder / f"single_track_{version[0]}.fmu" for version in ("2.0", "3.0")}
    for version, path in found.items():
        path.write_bytes(fmu("single-track", version=version))
    return found


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("name", [*names(), "M998"])
def test_fmpy_finds_nothing_wrong(name: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motorpool.compile.translation.fmi.archive._library", lambda *_: b"a program")
    path = tmp_path / "model.fmu"
    path.write_bytes(fmu(name, version=version))
    assert validate_fmu(str(path)) == []
    variables = {each.name: each for each in read_model_description(str(path)).modelVariables}
    model = find(name)
    assert set(variables) == {"time", "max_step"} | {
        f"{part}.{field}" for part, kind in model.structures.items() for field in kind._fields
    }
    for field in fields_of(model.module.Params):
        assert float(variables[f"params.{field.name}"].start) == field.default
        assert variables[f"params.{field.name}"].unit == field.unit


@needs_compiler
@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_step_steer_is_that_of_the_vehicle(version: str, archives: dict[str, Path]) -> None:
    count, when = 600, 2.0
    columns = [("time", "f8"), ("control.throttle", "f8"), ("control.steer_angle", "f8")]
    controls = np.array([(i * DT, 0.3, 0.02 if i * DT >= when else 0.0) for i in range(count)], dtype=columns)
    rows = _simulated(archives[version], input=controls, stop_time=count * DT, start_values={"state.speed": 20.0})
    car = mp.Vehicle("single-track", speed=20.0)
    for control, row in zip(controls, rows[1:], strict=True):
        car.throttle, car.steer_angle = control["control.throttle"], control["control.steer_angle"]
        car.step(DT)
        for name in STATE:
            assert row[f"state.{name}"] == pytest.approx(getattr(car, name), abs=1e-9)
    assert abs(rows[-1]["state.yaw"]) > 0.3


@needs_compiler
@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_long_communication_step_is_divided(version: str, archives: dict[str, Path]) -> None:
    start = {"state.speed": 20.0, "control.steer_angle": 0.02}
    fine = _simulated(archives[version], stop_time=1.0, start_values=start)
    coarse = _simulated(archives[version], stop_time=1.0, step_size=0.1, output_interval=0.1, start_values=start)
    assert coarse[-1]["state.x"] == pytest.approx(fine[-1]["state.x"], abs=1e-12)
    whole = _simulated(
        archives[version], stop_time=1.0, step_size=0.1, output_interval=0.1, start_values=start | {"max_step": 0.1}
    )
    assert whole[-1]["state.x"] != pytest.approx(fine[-1]["state.x"], abs=1e-9)


@needs_compiler
@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_state_is_kept_and_set_again(version: str, archives: dict[str, Path], running: Any) -> None:
    slave, references = running(archives[version])
    get, put = (slave.getReal, slave.setReal) if version == "2.0" else (slave.getFloat64, slave.setFloat64)
    put([references["control.throttle"]], [0.8])
    do_step(slave, 0.0, 1.0)
    kept = slave.getFMUState()
    bytes_of = slave.serializeFMUState(kept)
    before = get([references["state.x"]])
    do_step(slave, 1.0, 1.0)
    after = get([references["state.x"]])
    slave.setFMUState(slave.deserializeFMUState(bytes_of))
    assert get([references["state.x"]]) == before
    do_step(slave, 1.0, 1.0)
    assert get([references["state.x"]]) == after
    assert after[0] > before[0] > 0.0


@needs_compiler
@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_what_is_not_possible_is_refused_and_changes_nothing(
    version: str, archives: dict[str, Path], running: Any
) -> None:
    slave, references = running(archives[version])
    get, put = (slave.getReal, slave.setReal) if version == "2.0" else (slave.getFloat64, slave.setFloat64)
    before = get(list(references.values()))
    for reference, value in ((references["params.mass"], float("nan")), (9999, 1.0), (references["time"], 1.0)):
        with pytest.raises(Exception, match="failed with status 3"):
            put([reference], [value])
    with pytest.raises(Exception, match="failed with status"):
        do_step(slave, 0.0, -1.0)
    assert get(list(references.values())) == before


BEYOND = [("bicycle/arc", "2.0"), ("bicycle/arc", "3.0")]
BEYOND += [
    pytest.param(name, version, marks=pytest.mark.slow)
    for name, version in (
        ("ackermann/arc", "3.0"), ("single-track", "2.0"), ("tractor-trailer", "3.0"), ("polar/corrected", "2.0"),
    )
]  # fmt: skip


@pytest.mark.parametrize("name", [*names(), "M998", "M1A1"])
def test_the_ranges_of_the_program_are_those_of_the_description(name: str) -> None:
    model = find(name)
    limits = re.findall(r'\{"([\w.]+)", (\S+), (\S+), [01], ".*"\},', "\n".join(archive._ranges(model)))
    variables = variables_of(model)
    assert [place for place, _, _ in limits] == [variable.name for variable in variables]
    for variable, (_, *given) in zip(variables, limits, strict=True):
        low, high = (float(limit.replace("DBL_MAX", "inf")) for limit in given)
        assert (low, high) == pytest.approx((variable.low, variable.high), rel=1e-14, abs=1e-14)


@needs_compiler
@pytest.mark.parametrize(("name", "version"), BEYOND)
def test_a_step_with_a_value_beyond_its_declared_range_is_discarded_and_changes_nothing(
    name: str, version: str, tmp_path: Path, running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "OPTIMISATION", "-O0")  # compiles in less time
    path = tmp_path / "model.fmu"
    path.write_bytes(fmu(name, version=version))
    slave, references = running(path)
    get, put = (slave.getReal, slave.setReal) if version == "2.0" else (slave.getFloat64, slave.setFloat64)
    for variable in read_model_description(str(path)).modelVariables:
        reference, (before,) = [references[variable.name]], get([references[variable.name]])
        for value in beyond(variable):
            put(reference, [value])
            kept = get(list(references.values()))
            with pytest.raises(Exception, match="failed with status 2"):
                do_step(slave, 0.0, DT)
            assert get(list(references.values())) == kept, variable.name
            put(reference, [before])
    do_step(slave, 0.0, DT)  # with all values back in range
    assert get([references["time"]]) == [DT]


def beyond(variable: Any) -> list[float]:
    """Return values beyond the range that the description declares for a variable."""
    low, high = (None if limit is None else float(limit) for limit in (variable.min, variable.max))
    least = 1e-9 if variable.causality == "output" else 1e-15  # rounding carries a state a little beyond
    found = [] if low is None else [low - least * max(1.0, abs(low)), low - 1.0, -1e300]
    return found + ([] if high is None else [high + least * max(1.0, abs(high)), high + 1.0, 1e300])


@needs_compiler
@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_values_of_which_one_is_not_finite_are_refused_together(
    version: str, archives: dict[str, Path], running: Any
) -> None:
    slave, references = running(archives[version])
    get, put = (slave.getReal, slave.setReal) if version == "2.0" else (slave.getFloat64, slave.setFloat64)
    both = [references["control.throttle"], references["control.brake"]]
    for wrong in (float("nan"), float("inf"), -float("inf")):
        with pytest.raises(Exception, match="failed with status 3"):
            put(both, [0.5, wrong])
        assert get(both) == [0.0, 0.0]


@pytest.fixture
def running() -> Iterator[Any]:
    slaves: list[Any] = []

    def start(path: Path) -> tuple[Any, dict[str, int]]:
        found = read_model_description(str(path))
        folder = fmpy.extract(str(path))
        slave = fmpy.instantiate_fmu(folder, found, fmi_type="CoSimulation")
        slaves.append(slave)
        if found.fmiVersion == "2.0":
            slave.setupExperiment(startTime=0.0)
        slave.enterInitializationMode()
        slave.exitInitializationMode()
        return slave, {each.name: each.valueReference for each in found.modelVariables}

    yield start
    for slave in slaves:
        slave.terminate()
        slave.freeInstance()


def do_step(slave: Any, start: float, duration: float) -> None:
    slave.doStep(currentCommunicationPoint=start, communicationStepSize=duration)


def _simulated(path: Path, **settings: Any) -> Any:
    usual = {"step_size": DT, "output_interval": DT, "output": [f"state.{name}" for name in STATE]}
    return simulate_fmu(str(path), start_time=0.0, **(usual | settings))


def test_the_same_model_is_the_same_archive(archives: dict[str, Path]) -> None:
    with zipfile.ZipFile(io.BytesIO(fmu("single-track"))) as one, zipfile.ZipFile(archives["3.0"]) as other:
        assert one.read("modelDescription.xml") == other.read("modelDescription.xml")


@pytest.mark.parametrize(
    ("unit", "exponents"),
    [("rad s^2/m", {"rad": 1, "s": 2, "m": -1}), ("kg/J", {"m": -2, "s": 2}), ("N m", {"kg": 1, "m": 2, "s": -2}),
     ("1", {}), ("1/rad", {"rad": -1}), ("furlong", None)],
)  # fmt: skip
def test_units_are_exponents_of_base_units(unit: str, exponents: dict[str, int] | None) -> None:
    assert exponents_of(unit) == exponents


def test_another_version_or_vehicle_is_refused() -> None:
    with pytest.raises(ModelError, match=r"version is '1.0'"):
        fmu("bicycle", version="1.0")
    with pytest.raises(ModelError, match="export 'M998' itself"):
        fmu("bicycle", vehicle="M998")
