"""``motorpool bench``: the rate of the models on this machine, in vehicle-steps a second, compared with C.

First every batch, and every build of the C reference, is compared with the model's scalar function in plain
Python, so that no wrong result is timed. Then both are timed in turns.
"""

import argparse
import contextlib
import json
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..errors import require
from ..models.registry import Model, find, names
from .agreement import check_agreement
from .c_reference import FUNCTIONS, Build, CReference
from .cases import Result, all_cases, best_build, measure
from .dynamic_models import OURS, ROUNDS, Row, measure_dynamic_models
from .machine import describe_machine
from .relative_rates import RelativeRate, measure_relative_rates
from .report import Report, as_json, print_report

__all__ = ["main", "run_bench"]

FLOAT_TYPES = ("float64", "float32")
BUDGET, QUICK_BUDGET = 1.0, 0.15  # for each row of the table [s]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    options = _parser().parse_args(arguments)
    run_bench(options.models, quick=options.quick, json_file=options.json)
    return 0


def run_bench(
    models: Sequence[Any] | None = None, *, quick: bool = False, json_file: Path | None = None
) -> tuple[list[Result], list[RelativeRate]]:
    """Check, measure, print the tables, and write them as JSON where asked to.

    Args:
        models: what to measure in full and beside ``bicycle/arc``; by default the two that have a C reference in
            full, and all beside.
        quick: fewer rows and less time for each.
        json_file: also written there.

    Raises:
        ModelError: a batch does not equal the scalar function; nothing is timed then.
        MissingExtraError: rich is not installed.
    """
    require("rich", extra="app", purpose="the table of motorpool bench")
    in_full = [find(model) for model in models or FUNCTIONS]
    all_models = [find(model) for model in models or names()]
    cases = all_cases(in_full, quick=quick)
    budget = QUICK_BUDGET if quick else BUDGET
    results: list[Result] = []
    beside: list[RelativeRate] = []
    on_hills = [model.name for model in all_models if model.name in OURS]
    dynamic: list[Row] = []
    missing: list[str] = []
    total = len(all_models) * 4 + len(cases) + len(on_hills) + ROUNDS * (len(on_hills) + 4)
    with CReference() as c_reference, _progress(total) as advance:
        chosen, wrong = _checked(all_models, c_reference, advance)
        for case in cases:
            advance(f"timing {case.model.name} {case.float_type}, {case.vehicles:,} vehicles")
            build = chosen[case.model.name, case.float_type]
            results.append(measure(case, build, budget=budget))
        for model in all_models:
            for float_type in FLOAT_TYPES:
                advance(f"timing {model.name} {float_type} beside bicycle/arc")
                beside.append(measure_relative_rates(model, float_type, budget=budget))
        if on_hills:
            dynamic, missing = measure_dynamic_models(on_hills, quick=quick, advance=advance)
    report = Report(results, beside, dynamic, missing, describe_machine(), c_reference.compilers, chosen, wrong)
    print_report(report)
    if json_file is not None:
        json_file.write_text(json.dumps(as_json(report), indent=2) + "\n")
    return results, beside


def _checked(
    models: Sequence[Model], c_reference: CReference, advance: Callable[[str], None]
) -> tuple[dict[tuple[str, str], Build | None], list[str]]:
    """The fastest right build for each model and float type, and a sentence for each wrong one."""
    chosen: dict[tuple[str, str], Build | None] = {}
    sentences: list[str] = []
    for model in models:
        for float_type in FLOAT_TYPES:
            advance(f"checking {model.name} {float_type} against the scalar function")
            builds = c_reference.builds(model.name, float_type)
            wrong = check_agreement(model, float_type, builds)
            sentences += wrong.values()
            right = [build for build in builds if build.words not in wrong]
            chosen[model.name, float_type] = best_build(model, float_type, right)
    return chosen, sentences


@contextlib.contextmanager
def _progress(total: int) -> Generator[Callable[[str], None]]:
    """A bar on stderr that vanishes; yields what says that the next item begins."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=total)
        begun = 0

        def advance(words: str) -> None:
            nonlocal begun
            bar.update(task, description=words, completed=begun)
            begun += 1

        yield advance


class _Parser(argparse.ArgumentParser):
    """Parser that refuses wrong usage in one sentence, as the other commands do."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"motorpool: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="motorpool bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--models", nargs="+", metavar="MODEL", help=f"some of {', '.join(names())}; all by default")
    parser.add_argument("--quick", action="store_true", help="only 10 000 vehicles, and less time for each")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to FILE")
    return parser
