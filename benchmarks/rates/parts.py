"""Parts of the benchmark: the measurement of each, row by row, and the columns of its table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from motorpool.models.registry import Model

from .c_reference import Build
from .cases import Result, all_cases, measure
from .dynamic_models import OURS, ROUNDS, Rate, measure_dynamic_models
from .learning_rates import LearningRate, key_of, learning_progress, measure_learning
from .peers import PEER_COUNT, measure_peers
from .relative_rates import RelativeRate, measure_relative_rates
from .starts import START_COUNT, Start, measure_starts
from .world_scaling import Scale, measure_world, sizes

FLOAT_TYPES = ("float64", "float32")
OTHER_COUNT = 4  # contenders of other programs, if they are installed
BUDGET, QUICK_BUDGET = 1.0, 0.15  # for each row of a table [s]


class Plan(NamedTuple):
    """Models to measure, and how long."""

    in_full: Sequence[Model]  # with all numbers of vehicles, steps a call and threads
    beside: Sequence[Model]  # beside bicycle/arc
    builds: dict[tuple[str, str], Build | None]  # C at its best, by model and float type
    is_quick: bool

    @property
    def budget(self) -> float:
        """Time for a row [s]."""
        return QUICK_BUDGET if self.is_quick else BUDGET

    @property
    def on_hills(self) -> list[str]:
        """Names of the dynamic models to measure on hills."""
        return [model.name for model in self.beside if model.name in OURS]


class Row(NamedTuple):
    """A row of a part's table."""

    key: tuple[str, ...]  # the first cells; no two rows of a part have the same
    cells: tuple[str, ...]  # the other cells
    value: float  # that is compared with an older run's
    numbers: dict[str, Any]  # for programs
    note: str = ""  # to print behind the table


class Part(NamedTuple):
    """A part of the benchmark.

    Attributes:
        columns: its titles; of numbers, which are printed to the right, with a leading ``>``.
        is_rate: the compared value is better the greater it is; else it is a time.
        progress: returns the number of steps of the bar that it takes.
        rows: measures; what it is given says what begins, for the bar.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    is_rate: bool
    progress: Callable[[Plan], int]
    rows: Callable[[Plan, Callable[[str], None]], Iterator[Row]]


def _model_progress(plan: Plan) -> int:
    return len(all_cases(plan.in_full, quick=plan.is_quick))


def _model_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for case in all_cases(plan.in_full, quick=plan.is_quick):
        advance(f"timing {case.model.name} {case.float_type}, {case.vehicles:,} vehicles")
        build = plan.builds[case.model.name, case.float_type]
        yield row_of_result(measure(case, build, budget=plan.budget))


def row_of_result(result: Result) -> Row:
    """Return the row of a case."""
    case, ratio = result.case, result.timing.ratio
    key = (case.model.name, case.float_type, f"{case.vehicles:,}", str(case.steps), str(case.threads_used))
    numbers = {
        **case._asdict(), "model": case.model.name, "threads": case.threads_used, "seconds": result.timing.seconds,
        "million_vehicle_steps_a_second": result.million_steps_a_second, "times_c": ratio,
    }  # fmt: skip
    cells = (f"{result.million_steps_a_second:,.0f}", "-" if ratio is None else f"{ratio:.2f}")
    return Row(key, cells, result.million_steps_a_second, numbers)


def _beside_progress(plan: Plan) -> int:
    return len(plan.beside) * len(FLOAT_TYPES)


def _beside_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for model in plan.beside:
        for float_type in FLOAT_TYPES:
            advance(f"timing {model.name} {float_type} beside bicycle/arc")
            yield row_beside(measure_relative_rates(model, float_type, budget=plan.budget))


def row_beside(row: RelativeRate) -> Row:
    """Return the row of a model beside ``bicycle/arc``; with the reason, where it is much slower."""
    numbers = {
        "model": row.model.name, "float_type": row.float_type,
        "million_vehicle_steps_a_second": row.million_steps_a_second, "times_bicycle_arc": row.ratio,
        "reason": row.reason,
    }  # fmt: skip
    cells = (f"{row.million_steps_a_second:,.0f}", f"{row.ratio:.2f}")
    note = f"{row.model.name} is below a quarter: {row.reason}" if row.reason else ""
    return Row((row.model.name, row.float_type), cells, row.million_steps_a_second, numbers, note)


def _force_progress(plan: Plan) -> int:
    return (ROUNDS + 1) * len(plan.on_hills) + ROUNDS * OTHER_COUNT


def _force_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for rate in measure_dynamic_models(plan.on_hills, quick=plan.is_quick, advance=advance) if plan.on_hills else ():
        yield row_of_rate(rate)


def row_of_rate(rate: Rate) -> Row:
    """Return the row of a program on hills."""
    steps, vehicles = (f"{_rounded(value):,.0f}" for value in (rate.steps_a_second, rate.in_real_time))
    cells = (rate.words, f"{rate.dt:.4g}", steps, vehicles)
    numbers = {**rate._asdict(), "vehicles_in_real_time": rate.in_real_time}
    return Row((rate.name,), cells, rate.steps_a_second, numbers)


def _world_progress(plan: Plan) -> int:
    return len(sizes(quick=plan.is_quick))


def _world_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for size in sizes(quick=plan.is_quick):
        advance(f"a world of {size:,} vehicles")
        yield row_of_scale(measure_world(size))


def row_of_scale(scale: Scale) -> Row:
    """Return the row of a world."""
    cells = (
        f"{scale.nanoseconds:,.0f}", f"{scale.real_time:.2f}",
        "-" if scale.bytes_a_vehicle is None else f"{scale.bytes_a_vehicle:,.0f}", f"{scale.build_seconds:.1f}",
    )  # fmt: skip
    return Row((f"{scale.vehicles:,}",), cells, scale.nanoseconds, scale._asdict())


def _peer_progress(_plan: Plan) -> int:
    return PEER_COUNT * (ROUNDS + 1)


def _peer_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for rate in measure_peers(quick=plan.is_quick, advance=advance):
        yield row_of_rate(rate)


def _learning_progress(plan: Plan) -> int:
    return learning_progress(quick=plan.is_quick)


def _learning_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for rate in measure_learning(quick=plan.is_quick, advance=advance):
        yield row_of_learning(rate)


def row_of_learning(rate: LearningRate) -> Row:
    """Return the row of learning environments."""
    steps, times = (f"{_rounded(value):,.0f}" for value in (rate.steps_a_second, rate.steps_a_second * rate.decision))
    cells = (rate.words, f"{rate.decision:.4g}", steps, f"{1e6 * rate.processor:.3g}", times)
    return Row(key_of(rate), cells, rate.steps_a_second, rate._asdict())


def _start_progress(_plan: Plan) -> int:
    return START_COUNT


def _start_rows(plan: Plan, advance: Callable[[str], None]) -> Iterator[Row]:
    for start in measure_starts(quick=plan.is_quick, advance=advance):
        yield row_of_start(start)


def row_of_start(start: Start) -> Row:
    """Return the row of a start."""
    processor = "-" if start.processor is None else f"{start.processor:.2f}"
    return Row((start.name,), (f"{start.wall:.3g}", processor), start.wall, start._asdict())


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


PARTS: tuple[Part, ...] = (
    Part(
        "models",
        "million vehicle-steps a second",
        ("model", "dtype", ">vehicles", ">steps a call", ">threads", ">Mstep/s", ">x C"),
        True,
        _model_progress,
        _model_rows,
    ),
    Part(
        "beside",
        "every model beside bicycle/arc: one thread, 10,000 vehicles, 100 steps a call",
        ("model", "dtype", ">Mstep/s", ">x bicycle/arc"),
        True,
        _beside_progress,
        _beside_rows,
    ),
    Part(
        "forces",
        "dynamic models on hills and soils: one core, float64",
        ("program or model", "what it is".ljust(45), ">dt [s]", ">steps/s", ">vehicles in real time"),
        True,
        _force_progress,
        _force_rows,
    ),
    Part(
        "peers",
        "the bicycle car and avoidance in other programs, by the clock",
        ("program", "what it is".ljust(64), ">dt [s]", ">steps/s", ">vehicles in real time"),
        True,
        _peer_progress,
        _peer_rows,
    ),
    Part(
        "world",
        "worlds at equal density, autopilots that avoid each other and objects",
        (">vehicles", ">ns of processor time a vehicle-step", ">times real time", ">bytes a vehicle", ">made in [s]"),
        False,
        _world_progress,
        _world_rows,
    ),
    Part(
        "learning",
        "learning environments, with random actions",
        (
            "environment",
            ">environments",
            "what it is".ljust(55),
            ">decision [s]",
            ">steps/s",
            ">us of processor time a step",
            ">times real time",
        ),
        True,
        _learning_progress,
        _learning_rows,
    ),
    Part(
        "starts",
        "starts, in fresh processes",
        ("what".ljust(60), ">on the clock [s]", ">processor time [s]"),
        False,
        _start_progress,
        _start_rows,
    ),
)
NAMES = tuple(part.name for part in PARTS)
