"""``motorpool fit``: fits a vehicle to logs and writes its file and a report."""

import contextlib
import sys
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ...base.command_line.exit_codes import DONE, FAILED
from ...base.command_line.interruption import Interruption, interruptible
from ...base.console import PrintableConsole, progress_bar
from ...base.errors import FitError
from ..logs.speed_scale import scaled_to_path
from . import Fit, Log, Suggestion, fit, read_log, suggestions, write_fit
from .hints import steering_hint
from .option_words import fixed_of, ground_of, start_of, weight_of
from .words import (
    Trial,
    estimate_words,
    refusal,
    suggestion_words,
    trial_of,
    trial_words,
    unknown_words,
    warnings_of,
)
from .writing import check_places, write_report

PRINT_INTERVAL = 10.0  # interval between lines of progress without a terminal [s]


class Source(NamedTuple):
    """Options for the logs."""

    logs: Sequence[Path]
    tests: Sequence[Path]
    columns: Sequence[str]
    vehicle: int | None
    rate: float | None
    database: Path | None
    is_held: bool
    is_scaled: bool


class Choice(NamedTuple):
    """Options for the model and its parameters."""

    model: str
    base: str | None
    free: str
    also: str
    fix: Sequence[str]
    offsets: Sequence[str]
    soil: str | None
    weights: Sequence[str] = ()


class Search(NamedTuple):
    """Options for the search."""

    window: float
    hold_out: float
    starts: int
    seed: int
    is_robust: bool


def run_fit(
    source: Source, choice: Choice, search: Search, *, out: Path, report: Path | None, overwrite: bool, keep: bool
) -> int:
    """Fit, write the vehicle's file and the report, print the values, and return the exit code.

    Args:
        report: file of the report; beside ``out`` by default.
        keep: write the vehicle even if it predicts test data worse than its start values.

    Raises:
        MotorpoolError: a log or an option is wrong, or a file cannot be written.
    """
    if not out.name:
        raise FitError(f"--out is {out}, which is a folder; name a file of a vehicle, such as car.toml")
    page = report or out.with_suffix(".html")
    check_places(out, page, overwrite=overwrite)
    name = start_of(choice.model, choice.base)
    logs, tests = (_read(paths, name, source) for paths in (source.logs, source.tests))
    if source.is_scaled:
        logs, tests = scaled_to_path(logs, tests)
    begin = time.perf_counter()
    try:
        with interruptible() as raise_if_interrupted, _progress() as show:

            def told(words: str, share: float) -> None:
                show(words, share)
                raise_if_interrupted()

            found = fit(logs, name, told=told, **_options(source, choice, search))
            trials = [trial_of(found, log) for log in tests]
            told("selecting suggested test drives", 0.96)
            suggested = suggestions(found)
            hint = steering_hint(found, lambda words, share: told(words, 0.98))
    except Interruption as interruption:
        print("interrupted: nothing was written")
        return interruption.exit_code
    reason = "" if keep else refusal(found, trials)
    if reason:
        write_report(found, page, suggested=suggested, trials=trials)
    else:
        write_fit(found, out, report=page, suggested=suggested, trials=trials, overwrite=overwrite, keep=keep)
    _show(found, suggested, trials, hint)
    spent = f"({time.perf_counter() - begin:.0f} s)"
    print(f"wrote {page} {spent}" if reason else f"wrote {out} and {page} {spent}")
    if reason:
        print(f"motorpool: {reason}, or write it anyway with --keep", file=sys.stderr)
    return FAILED if reason else DONE


def _read(paths: Sequence[Path], name: str, source: Source) -> list[Log]:
    logs = [
        read_log(
            path,
            model=name,
            columns=source.columns,
            vehicle=source.vehicle,
            rate=source.rate,
            database=source.database,
        )
        for path in paths
    ]
    for path, log in zip(paths, logs, strict=True):
        print(f"{path}: {log}")
    return logs


def _options(source: Source, choice: Choice, search: Search) -> dict[str, object]:
    return {
        "free": _listed(choice.free),
        "also": _listed(choice.also),
        "fix": dict(fixed_of(text, choice.model) for text in choice.fix),
        "offsets": choice.offsets,
        "weights": dict(map(weight_of, choice.weights)),
        "ground": ground_of(choice.soil, choice.model),
        "window": search.window,
        "hold_out": search.hold_out,
        "starts": search.starts,
        "seed": search.seed,
        "is_robust": search.is_robust,
        "is_held": source.is_held,
    }


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _show(found: Fit, suggested: Sequence[Suggestion], trials: Sequence[Trial], hint: str) -> None:
    table = Table("parameter", "unit", "start", "value", "95 % interval", "", box=SIMPLE_HEAD, pad_edge=False)
    table.columns[0].overflow = "fold"
    for column in (2, 3, 5):
        table.columns[column].justify = "right"
    for one in found.estimates:
        table.add_row(one.name, one.unit or "1", f"{one.start:.5g}", *estimate_words(one))
    PrintableConsole().print(table)
    held = found.windows.number > found.fitted_count
    score = found.score(held_out=held)
    where = "in the windows that were not fitted" if held else "in the fitted windows"
    for name, before, after in zip(found.channels, score.before, score.after, strict=True):
        print(f"{name}: residual {after:.3g} {where}, {before:.3g} with the start values")
    for words in [*(list(one.lines()) for one in found.held_out), *map(trial_words, trials)]:
        print("\n".join(words))
    for title, sentences in (
        ("note", [*warnings_of(found), *([hint] if hint else [])]),
        ("not determined", unknown_words(found)),
        ("drive next", [suggestion_words(one) for one in suggested]),
    ):
        for sentence in sentences:
            print(f"{title}: {sentence}")


@contextlib.contextmanager
def _progress() -> Generator[Callable[[str, float], None], None, None]:
    """Show the present work, its share and the time left: a bar on a terminal, otherwise lines on stderr."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    begin, last, is_shown = time.perf_counter(), 0.0, sys.stderr.isatty()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with progress_bar(*columns, disable=not is_shown) as bar:
        task = bar.add_task("reading", total=1.0)

        def show(words: str, share: float) -> None:
            nonlocal last
            bar.update(task, description=words, completed=share)
            passed = time.perf_counter() - begin
            if not is_shown and passed - last >= PRINT_INTERVAL:
                last = passed
                left = f", about {passed / share * (1.0 - share):.0f} s left" if share > 0.1 else ""
                print(f"motorpool: {words} ({share:.0%}{left})", file=sys.stderr, flush=True)

        yield show
