"""``motorpool sweep``: a scenario many times with other values, a table of the results and figures of them."""

import contextlib
import sys
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..distributed.sweep import Results, grid, latin_hypercube, listed, sobol, sweep, vary
from ..distributed.sweep.design import Point
from ..distributed.sweep.figures import changing_measures, draw_effects, draw_trade_off
from ..errors import SweepError
from ..scenario.loader import load
from ..scenario.named_code import code_in_values
from ..trust import decide
from .interruption import Interruption, interruptible
from .trusting import trust_code

TELL_EVERY = 10.0  # without a terminal a line of progress comes so often [s]
SAMPLES = {"sobol": sobol, "lhs": latin_hypercube}


class Design(NamedTuple):
    """The options that say which runs a sweep has."""

    vary: Sequence[str] = ()  # PATH=VALUES each
    sample: str | None = None  # sobol:N or lhs:N in place of every combination
    points: Path | None = None  # a CSV file in place of both
    seed: int = 0  # of the sample


class Work(NamedTuple):
    """The options that say how they are made."""

    seconds: float
    measures: Sequence[str]
    workers: int | None
    ray: str | None = None  # address of a cluster; empty for the usual one, None for RAY_ADDRESS or this machine

    @property
    def cluster(self) -> str | bool | None:
        """Return the cluster as ``sweep`` takes it."""
        return True if self.ray == "" else self.ray


def run_sweep(
    scenario: str, design: Design, work: Work, *, out: Path, trade_off: str | None, is_trusted: bool = False
) -> int:
    """Make the runs that are missing, write the table and the figures, print the summary; returns the exit code.

    Args:
        scenario: name of a scenario, or path of its file.
        design: which runs.
        work: how they are made.
        out: folder for all that is written.
        trade_off: two measures to draw against each other, as FIRST:SECOND.
        is_trusted: whether code runs that the scenario and a file of points name.

    Raises:
        MotorpoolError: something of it is not possible.
    """
    points, pair = points_of(design), _pair_of(trade_off)
    _decide_on_code(scenario, points, is_typed=design.points is None, is_trusted=is_trusted)
    start = time.perf_counter()
    try:
        with interruptible() as raise_if_interrupted, _progress() as show:

            def told(done: int, count: int, failed: int) -> None:
                show(done, count, failed)
                raise_if_interrupted()

            results = sweep(
                scenario, points, out=out, seconds=work.seconds, measures=work.measures, workers=work.workers,
                ray=work.cluster, told=told,
            )  # fmt: skip
    except Interruption as interruption:
        print(f"interrupted: what is done is kept in {out}; the same command goes on from there")
        return interruption.exit_code
    print(results.summary())
    print(f"{out / 'results.parquet'} has a row for each run ({time.perf_counter() - start:.1f} s)")
    for figure in _figures(results, out, pair):
        print(f"drew {figure}")
    return 1 if results.failures else 0


def _decide_on_code(scenario: str, points: Sequence[Point], *, is_typed: bool, is_trusted: bool) -> None:
    """Decide on the code of a sweep's models; those of ``--vary`` are the user's own choice."""
    found = load(scenario)
    varied = code_in_values(points, found.folder)
    if is_typed:
        decide(varied, True)
    trust_code([*found.code, *varied], is_trusted=is_trusted)


def points_of(design: Design) -> list[Point]:
    """Return the points of a sweep from its options.

    Raises:
        SweepError: they contradict each other, or one says nothing that is known.
    """
    if design.points is not None:
        if design.vary or design.sample:
            raise SweepError("--points lists every run; give it alone, without --vary and --sample")
        return listed(design.points)
    axes = [vary(text) for text in design.vary]
    if not axes:
        raise SweepError("a sweep varies something; give --vary, such as --vary seed=0:100, or --points FILE.csv")
    if design.sample is None:
        return grid(axes)
    kind, _, count = design.sample.partition(":")
    if kind not in SAMPLES or not count.isdigit():
        raise SweepError(f"--sample is {design.sample!r}; it must be sobol:N or lhs:N, N runs of each")
    return SAMPLES[kind](axes, int(count), seed=design.seed)


def _pair_of(trade_off: str | None) -> tuple[str, str] | None:
    """Return the two measures that an option names."""
    if trade_off is None:
        return None
    first, _, second = trade_off.partition(":")
    if not (first and second):
        raise SweepError(f"--trade-off is {trade_off!r}; give two measures, such as fuel:time")
    return first, second


def _figures(results: Results, out: Path, trade_off: tuple[str, str] | None) -> Generator[Path, None, None]:
    if changing_measures(results):
        yield draw_effects(results, out / "effects.png")
    if trade_off is not None:
        yield draw_trade_off(results, *trade_off, out / "trade-off.png")


@contextlib.contextmanager
def _progress() -> Generator[Callable[[int, int, int], None], None, None]:
    """Show runs done, rate and time left: a bar on a terminal, else a line now and then, on stderr."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from ..console import progress_bar

    start, first, last, is_shown = time.perf_counter(), -1, 0.0, sys.stderr.isatty()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with progress_bar(*columns, disable=not is_shown) as bar:
        task = bar.add_task("", total=None, rate="")

        def show(done: int, count: int, failed: int) -> None:
            nonlocal first, last
            first = done if first < 0 else first
            passed = time.perf_counter() - start
            rate = (done - first) / max(passed, 1e-9)
            words = f"{rate:.1f} runs/s" + (f", {failed} failed" if failed else "")
            bar.update(task, completed=done, total=count, rate=words)
            if not is_shown and passed - last >= TELL_EVERY:
                last = passed
                left = f", about {(count - done) / rate:.0f} s left" if rate > 0.0 else ""
                print(f"motorpool: {done} of {count} runs, {words}{left}", file=sys.stderr, flush=True)

        yield show
