"""``motorpool fit``: a vehicle fitted to logs, its file and its report."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..compile import cache
from ..console import PrintableConsole, progress_bar
from ..errors import FitError, ModelError
from ..fitting import Fit, Log, Suggestion, fit, read_log, suggestions, write_fit
from ..fitting.words import (
    Trial,
    estimate_words,
    refusal,
    suggestion_words,
    trial_of,
    trial_words,
    unknown_words,
    warnings_of,
)
from ..fitting.writing import check_places, write_report
from ..models.registry import find
from ..terrain.surface import CLASSES, FIELDS, rows_of
from .interruption import Interruption, interruptible

TELL_EVERY = 10.0  # without a terminal a line of progress comes so often [s]


class Source(NamedTuple):
    """The options that say what is read."""

    logs: Sequence[Path]
    tests: Sequence[Path]
    columns: Sequence[str]
    vehicle: int | None
    is_held: bool


class Choice(NamedTuple):
    """The options that say what is fitted."""

    model: str
    base: str | None
    free: str
    also: str
    fix: Sequence[str]
    offsets: Sequence[str]
    soil: str | None


class Search(NamedTuple):
    """The options that say how."""

    window: float
    hold_out: float
    starts: int
    seed: int
    is_robust: bool


def run_fit(
    source: Source, choice: Choice, work: Search, *, out: Path, report: Path | None, overwrite: bool, keep: bool
) -> int:
    """Fit, write the vehicle's file and the report, print the values; returns the exit code.

    A vehicle that predicts what it has not seen worse than its start values is not written, unless it is to be kept.

    Args:
        source: what is read.
        choice: what is fitted.
        work: how.
        out: the vehicle's file.
        report: the report's file; beside ``out`` by default.
        overwrite: files that exist.
        keep: write the vehicle even if it is worse than its start.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    page = report or out.with_suffix(".html")
    check_places(out, page, overwrite=overwrite)
    name = _model_name(choice)
    logs, tests = (_read(paths, name, source) for paths in (source.logs, source.tests))
    os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(cache.cache_folder() / "jax"))  # a second fit starts at once
    begin = time.perf_counter()
    try:
        with interruptible() as raise_if_interrupted, _progress() as show:

            def told(words: str, share: float) -> None:
                show(words, share)
                raise_if_interrupted()

            found = fit(logs, name, told=told, **_options(source, choice, work))
            trials = [trial_of(found, log) for log in tests]
            told("looking for what to drive next", 0.96)
            suggested = suggestions(found)
    except Interruption as interruption:
        print("interrupted: nothing was written")
        return interruption.exit_code
    reason = "" if keep else refusal(found, trials)
    if reason:
        write_report(found, page, suggested=suggested, trials=trials)
    else:
        write_fit(found, out, report=page, suggested=suggested, trials=trials, overwrite=overwrite, keep=keep)
    _show(found, suggested, trials)
    spent = f"({time.perf_counter() - begin:.0f} s)"
    print(f"wrote {page} {spent}" if reason else f"wrote {out} and {page} {spent}")
    if reason:
        print(f"motorpool: {reason}, or write it all the same with --keep", file=sys.stderr)
    return 1 if reason else 0


def _read(paths: Sequence[Path], name: str, source: Source) -> list[Log]:
    logs = [read_log(path, model=name, columns=source.columns, vehicle=source.vehicle) for path in paths]
    for path, log in zip(paths, logs, strict=True):
        print(f"{path}: {log}")
    return logs


def _model_name(choice: Choice) -> str:
    """Return the name of the model or of the vehicle whose values are the start."""
    try:
        model = find(choice.model)
        if choice.base is None:
            return choice.model
        base = find(choice.base)
    except ModelError as error:
        raise FitError(*error.args) from error
    if base.plain.name != model.plain.name:
        raise FitError(
            f"--base {choice.base} is a {base.plain.name}, and --model is {choice.model}; leave --model out, or name a "
            "vehicle of that model"
        )
    return choice.base


def _options(source: Source, choice: Choice, work: Search) -> dict[str, object]:
    return {
        "free": _listed(choice.free),
        "also": _listed(choice.also),
        "fix": dict(_fixed(text, choice.model) for text in choice.fix),
        "offsets": choice.offsets,
        "ground": _ground(choice),
        "window": work.window,
        "hold_out": work.hold_out,
        "starts": work.starts,
        "seed": work.seed,
        "is_robust": work.is_robust,
        "is_held": source.is_held,
    }


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _fixed(text: str, model: str) -> tuple[str, float | str]:
    """Return a name and its value: a number, or the word of a parameter that has words."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        usual = next((f"{name}={value:g}" for name, value in find(model).module.Params._field_defaults.items()), "")
        raise FitError(f"--fix {text} is not understood; write NAME=VALUE, such as {usual}")
    try:
        return name, float(value)
    except ValueError:
        return name, value


def _ground(choice: Choice) -> dict[str, float]:
    """Return the values of a soil that the model reads; none for its usual ground."""
    if choice.soil is None:
        return {}
    if choice.soil not in CLASSES:
        raise FitError(f"--ground is {choice.soil!r}; it must be one of {', '.join(CLASSES)}")
    module = find(choice.model).module
    names = module.Ground._fields if hasattr(module, "Ground") else ()
    row = rows_of((choice.soil,))[0]
    return {name: float(value) for name, value in zip(FIELDS, row, strict=True) if name in names}


def _show(found: Fit, suggested: Sequence[Suggestion], trials: Sequence[Trial]) -> None:
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
    for one in trials:
        print(trial_words(one))
    for title, sentences in (
        ("note", warnings_of(found)),
        ("not told", unknown_words(found)),
        ("drive next", [suggestion_words(one) for one in suggested]),
    ):
        for sentence in sentences:
            print(f"{title}: {sentence}")


@contextlib.contextmanager
def _progress() -> Generator[Callable[[str, float], None], None, None]:
    """Show what is done, how much of it and the time left: a bar on a terminal, else a line now and then."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    begin, last, is_shown = time.perf_counter(), 0.0, sys.stderr.isatty()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with progress_bar(*columns, disable=not is_shown) as bar:
        task = bar.add_task("reading", total=1.0)

        def show(words: str, share: float) -> None:
            nonlocal last
            bar.update(task, description=words, completed=share)
            passed = time.perf_counter() - begin
            if not is_shown and passed - last >= TELL_EVERY:
                last = passed
                left = f", about {passed / share * (1.0 - share):.0f} s left" if share > 0.1 else ""
                print(f"motorpool: {words} ({share:.0%}{left})", file=sys.stderr, flush=True)

        yield show
