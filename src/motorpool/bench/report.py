"""The results as a table for people and as JSON for programs."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .c_reference import Build
from .cases import Result
from .dynamic_models import Row, dynamic_models_table
from .relative_rates import RelativeRate

NO_COMPILER = (
    "No C compiler was found, so nothing is compared with C; install gcc or clang (or name one in $CC) for that column."
)


class Report(NamedTuple):
    """All that a run of the benchmark has to say."""

    results: Sequence[Result]
    beside: Sequence[RelativeRate]  # every model beside bicycle/arc
    dynamic: Sequence[Row]  # dynamic models and other programs
    missing: Sequence[str]  # sentences about other programs that are not installed
    machine: Mapping[str, str]
    compilers: Sequence[str]  # their version lines
    builds: Mapping[tuple[str, str], Build | None]  # C at its best, by model and float type
    wrong: Sequence[str]  # sentences about C builds that do not agree with the scalar function

    def notes(self) -> list[str]:
        """Notes on the C column."""
        if not self.compilers:
            return [NO_COMPILER]
        lines = ["Every kernel and every C build below agreed with the scalar function before it was timed."]
        lines += [f"C compiler: {compiler}" for compiler in self.compilers]
        lines += [
            f"C at its best for {model} {float_type}: {build.words}"
            for (model, float_type), build in self.builds.items()
            if build
        ]
        return lines + [f"Left out: {sentence}" for sentence in self.wrong]


def print_report(report: Report) -> None:
    """The machine, the table, and what C was."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    machine = report.machine
    console.print(f"{machine['processor']}, {machine['processors']} processors; {machine['software']}")
    console.print(_table(report.results))
    for line in report.notes():
        console.print(line)
    console.print()
    console.print(_beside_table(report.beside))
    for sentence in reasons(report.beside):
        console.print(sentence)
    if report.dynamic:
        console.print()
        console.print(dynamic_models_table(report.dynamic))
    for sentence in report.missing:
        console.print(sentence)


def reasons(beside: Sequence[RelativeRate]) -> list[str]:
    """Return the reasons for rates under a quarter of that of ``bicycle/arc``, one for each such model."""
    slow = {row.model.name: row.reason for row in beside if row.reason}
    return [f"{name} is below a quarter: {reason}" for name, reason in slow.items()]


def as_json(report: Report) -> dict[str, Any]:
    """Return the content of ``--json``; seconds are of one call."""
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": dict(report.machine),
        "notes": report.notes(),
        "results": [
            {
                **result.case._asdict(),
                "model": result.case.model.name,
                "threads": result.case.threads_used,
                "seconds": result.timing.seconds,
                "million_vehicle_steps_a_second": result.million_steps_a_second,
                "times_c": result.timing.ratio,
            }
            for result in report.results
        ],
        "beside_bicycle_arc": [
            {
                "model": row.model.name,
                "float_type": row.float_type,
                "million_vehicle_steps_a_second": row.million_steps_a_second,
                "times_bicycle_arc": row.ratio,
                "reason": row.reason,
            }
            for row in report.beside
        ],
        "dynamic_models": [{**row._asdict(), "vehicles_in_real_time": row.in_real_time} for row in report.dynamic],
    }


def _table(results: Sequence[Result]) -> Any:
    from rich.table import Table

    table = Table(title="million vehicle-steps a second", title_justify="left")
    for title in ("model", "dtype"):
        table.add_column(title, no_wrap=True)
    for title in ("vehicles", "steps a call", "threads", "Mstep/s", "x C"):
        table.add_column(title, justify="right")
    previous = None
    for result in results:
        case, ratio = result.case, result.timing.ratio
        key = (case.model.name, case.float_type)
        if previous is not None and key != previous:
            table.add_section()
        previous = key
        speed = f"{result.million_steps_a_second:,.0f}"
        times = "-" if ratio is None else f"{ratio:.2f}"
        table.add_row(*key, f"{case.vehicles:,}", str(case.steps), str(case.threads_used), speed, times)
    return table


def _beside_table(beside: Sequence[RelativeRate]) -> Any:
    from rich.table import Table

    title = (
        "every model beside bicycle/arc: million vehicle-steps a second, one thread, 10,000 vehicles, 100 steps a call"
    )
    table = Table(title=title, title_justify="left")
    table.add_column("model", no_wrap=True)
    for float_type in ("float64", "float32"):
        table.add_column(float_type, justify="right")
        table.add_column("x bicycle/arc", justify="right")
    rates: dict[str, list[str]] = {}
    for row in beside:
        rates.setdefault(row.model.name, []).extend([f"{row.million_steps_a_second:,.0f}", f"{row.ratio:.2f}"])
    for name, cells in rates.items():
        table.add_row(name, *cells)
    return table
