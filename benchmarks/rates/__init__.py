"""Rates of models and worlds on this machine, compared with C, other programs and older runs.

First every batch, and every build of the C reference, is compared with the model's scalar function in plain
Python, so that no wrong result is timed. Then both are timed in turns. Each row is printed when it is known.
"""

import argparse
import json
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from motorpool.base.errors import MotorpoolError, require
from motorpool.base.files import check_output, whole_file
from motorpool.models.registry import Model, find, names
from motorpool.studies.page import checked_page, describe_machine, write_page

from .agreement import check_agreement
from .c_reference import FUNCTIONS, Build, CReference
from .cases import best_build
from .dynamic_models import missing_programs
from .learning_rates import missing_environments
from .parts import FLOAT_TYPES, NAMES, Plan
from .peers import missing_peers
from .report import Printer, Reference, as_json, parts_named, read_older

__all__ = ["main", "run_bench"]


class _Asked(NamedTuple):
    """Models that are measured beside others, and names of the parts."""

    models: Sequence[str]
    parts: Sequence[str]


ON_PAGE = _Asked(
    ("single-track", "double-track", "four-axles", "skid-steer", "tractor-trailer"),
    ("models", "forces", "world", "learning", "starts"),
)


def main(arguments: Sequence[str] | None = None, *, told: Callable[[str, float], None] | None = None) -> int:
    """Run the command; returns the exit code."""
    options = _parser().parse_args(arguments)
    run_bench(
        options.models,
        parts=options.parts,
        quick=options.quick,
        json_file=options.json,
        compare=options.compare,
        page=options.write,
        told=told,
    )
    return 0


def run_bench(
    models: Sequence[Any] | None = None,
    *,
    parts: Sequence[str] | None = None,
    quick: bool = False,
    json_file: Path | None = None,
    compare: Path | None = None,
    page: Path | None = None,
    told: Callable[[str, float], None] | None = None,
) -> dict[str, list[dict[str, Any]]]:
    """Check, measure, print each row when it is known, and write all as JSON where asked to.

    Args:
        models: what to measure in full and beside ``bicycle/arc``; by default the two that have a C reference in
            full, and all beside.
        parts: some of ``models``, ``beside``, ``forces``, ``peers``, ``world``, ``learning``,
            ``starts``; by default all, or with
            ``models`` the first three.
        json_file: also written there.
        page: a page of documentation, whose tables are replaced; by default the models and parts of ``ON_PAGE``.
        told: called with what begins and the share that is done.

    Raises:
        ModelError: a batch does not equal the scalar function; nothing is timed then.
        MotorpoolError: ``compare`` cannot be read, ``page`` has no place for tables, or a file cannot be written.
        MissingExtraError: rich is not installed.
    """
    require("rich", extra="app", purpose="printing the tables of a benchmark")
    from motorpool.base.console import PrintableConsole

    older = None if compare is None else read_older(compare)
    if page is not None:
        checked_page(page)
    if json_file is not None:
        check_output(json_file, error=MotorpoolError)
    asked = _asked(models, parts, page)
    in_full = [find(model) for model in models or FUNCTIONS]
    beside = [find(model) for model in models or asked.models]
    wanted = parts_named(asked.parts)
    plan = Plan(in_full, beside, {}, quick)
    checked = _to_check(plan, {part.name for part in wanted})
    machine = describe_machine()
    printer = Printer(PrintableConsole(highlight=False, soft_wrap=True), older)
    printer.print_lines([f"{machine['processor']}, {machine['processors']} processors; {machine['software']}"])
    total = len(checked) + sum(part.progress(plan) for part in wanted)
    advance = _counting(max(1, total), told)
    with CReference() as c_reference:
        chosen, wrong = _checked(checked, c_reference, advance)
        reference = Reference(c_reference.compilers, chosen, wrong)
        for part in wanted:
            printer.print_part(part, part.rows(plan._replace(builds=chosen), advance))
            printer.print_notes(_notes_below(part.name, reference, plan))
    if page is not None:
        write_page(page, printer.tables, machine=machine, command=_command(models, parts, quick, page))
    if json_file is not None:
        with whole_file(json_file, error=MotorpoolError) as new:
            new.write_text(
                json.dumps(as_json(machine, reference.notes(), printer.content), indent=2) + "\n", encoding="utf-8"
            )
    return printer.content


def _notes_below(part: str, reference: Reference, plan: Plan) -> list[str]:
    """Return the notes that belong below the table of a part."""
    if part == "models":
        return reference.notes()
    if part == "forces" and plan.on_hills:
        return missing_programs()
    if part == "learning":
        return missing_environments()
    return missing_peers() if part == "peers" else []


def _asked(models: Sequence[Any] | None, parts: Sequence[str] | None, page: Path | None) -> _Asked:
    if page is not None:
        return _Asked((*FUNCTIONS, *ON_PAGE.models), parts or ON_PAGE.parts)
    return _Asked(names(), parts or (NAMES if models is None else NAMES[:3]))


def _command(models: Sequence[Any] | None, parts: Sequence[str] | None, quick: bool, page: Path) -> str:
    """Return the command of a run that wrote a page."""
    words = ["python benchmarks/bench.py"]
    words += ["--models", *map(str, models)] if models else []
    words += ["--parts", *parts] if parts else []
    words += ["--quick"] if quick else []
    return " ".join([*words, "--write", str(page)])


def _to_check(plan: Plan, parts: Container[str]) -> list[tuple[Model, str]]:
    both = [*plan.in_full] * ("models" in parts) + [*plan.beside] * ("beside" in parts)
    found = [(model, float_type) for model in both for float_type in FLOAT_TYPES]
    found += [(find(name), "float64") for name in plan.on_hills] if "forces" in parts else []
    return list(dict.fromkeys(found))


def _checked(
    models: Sequence[tuple[Model, str]], c_reference: CReference, advance: Callable[[str], None]
) -> tuple[dict[tuple[str, str], Build | None], list[str]]:
    """Return the fastest right build for each model and float type, and a sentence for each wrong one."""
    chosen: dict[tuple[str, str], Build | None] = {}
    sentences: list[str] = []
    for model, float_type in models:
        advance(f"checking {model.name} {float_type} against the scalar function")
        builds = c_reference.builds(model.name, float_type)
        wrong = check_agreement(model, float_type, builds)
        sentences += wrong.values()
        right = [build for build in builds if build.words not in wrong]
        chosen[model.name, float_type] = best_build(model, float_type, right)
    return chosen, sentences


def _counting(total: int, told: Callable[[str, float], None] | None) -> Callable[[str], None]:
    begun = 0

    def advance(words: str) -> None:
        nonlocal begun
        if told is not None:
            told(words, begun / total)
        begun += 1

    return advance


class _Parser(argparse.ArgumentParser):
    """Parser that refuses wrong usage in one sentence, as the other commands do."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"motorpool: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    command = "python benchmarks/bench.py"
    examples = f"examples:\n  {command} --quick\n  {command} --models bicycle tracked --json today.json\n"
    parser = _Parser(
        prog=command,
        description=(__doc__ or "").partition("\n")[0],
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--models", nargs="+", metavar="MODEL", help="some of the `motorpool models`; all by default")
    parser.add_argument("--parts", nargs="+", metavar="PART", help=f"some of {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="only 10 000 vehicles, and less time for each")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to FILE")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="an older run's JSON to compare each row with")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="also replace the tables of a page, between its markers"
    )
    return parser
