"""``motorpool sweep``: runs a scenario many times with different values; writes a table and figures of the results."""

import contextlib
import sys
import time
from collections.abc import Callable, Collection, Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from ....base.command_line.consent import trust_code
from ....base.command_line.exit_codes import DONE, FAILED
from ....base.command_line.interruption import Interruption, interruptible
from ....base.errors import ClusterError, SweepError, unknown_name
from ....base.trust import decide
from ....world.scenario.loader import load
from ....world.scenario.named_code import code_in_values
from . import Results, grid, latin_hypercube, listed, sobol, sweep, vary
from .design import Point
from .figures import changing_measures, draw_effects, draw_trade_off
from .journal import NAME as JOURNAL
from .measures import MEASURES, find_own

PRINT_INTERVAL = 10.0  # interval between lines of progress without a terminal [s]
SAMPLES = {"sobol": sobol, "lhs": latin_hypercube}


class Design(NamedTuple):
    """Options for the runs of a sweep."""

    vary: Sequence[str] = ()  # each PATH=VALUES
    sample: str | None = None  # sobol:N or lhs:N instead of every combination
    points: Path | None = None  # CSV file instead of both
    seed: int = 0  # seed of the sample


class Work(NamedTuple):
    """Options for the execution of a sweep."""

    seconds: float  # simulated time of each run [s]
    measures: Sequence[str]
    workers: int | None
    ray: str | None = None  # address of a cluster; empty for the default one, None for RAY_ADDRESS or this machine

    @property
    def cluster(self) -> str | bool | None:
        """Return the cluster as an argument of ``sweep``."""
        return True if self.ray == "" else self.ray


def run_sweep(
    scenario: str, design: Design, work: Work, *, out: Path, trade_off: str | None, is_trusted: bool = False
) -> int:
    """Make the missing runs, write the table and the figures, print the summary, and return the exit code.

    Args:
        trade_off: two measures to draw against each other, as FIRST:SECOND.

    Raises:
        MotorpoolError: an option is wrong, or the scenario cannot be run.
    """
    points = points_of(design)
    pair = _pair_of(trade_off, [*(points[0] if points else ()), *MEASURES], find_own(work.measures))
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
        print(f"interrupted: finished runs are kept in {out}; the same command goes on from there")
        return interruption.exit_code
    except ClusterError as error:
        if not (out / JOURNAL).exists():
            raise
        raise ClusterError(f"{error}; finished runs are kept in {out}; the same command goes on from there") from error
    print(results.summary())
    print(f"{out / 'results.parquet'} has a row for each run ({time.perf_counter() - start:.1f} s)")
    for figure in _figures(results, out, pair):
        print(f"drew {figure}")
    return FAILED if results.failures else DONE


def _decide_on_code(scenario: str, points: Sequence[Point], *, is_typed: bool, is_trusted: bool) -> None:
    """Decide on the code of a sweep's models; code in ``--vary`` is given by the user and trusted."""
    found = load(scenario)
    varied = code_in_values(points, found.folder)
    if is_typed:
        decide(varied, True)
    trust_code([*found.code, *varied], is_trusted=is_trusted)


def points_of(design: Design) -> list[Point]:
    """Return the points of a sweep from its options.

    Raises:
        SweepError: options exclude each other, or one cannot be read.
    """
    if design.points is not None:
        if design.vary or design.sample:
            raise SweepError("--points lists every run; give it alone, without --vary and --sample")
        return listed(design.points)
    axes = [vary(text) for text in design.vary]
    if not axes:
        raise SweepError("a sweep needs values to vary; give --vary, such as --vary seed=0:100, or --points FILE.csv")
    if design.sample is None:
        return grid(axes)
    kind, _, count = design.sample.partition(":")
    if kind not in SAMPLES or not count.isdigit():
        raise SweepError(f"--sample is {design.sample!r}; it must be sobol:N or lhs:N, N runs of each")
    return SAMPLES[kind](axes, int(count), seed=design.seed)


def _pair_of(trade_off: str | None, known: Sequence[str], own: Collection[str]) -> tuple[str, str] | None:
    """Return the two measures of a figure; measures of the user's may have further names, which the runs return."""
    if trade_off is None:
        return None
    first, _, second = trade_off.partition(":")
    if not (first and second):
        raise SweepError(f"--trade-off is {trade_off!r}; give two measures, such as fuel:time")
    for name in (first, second):
        if name not in known and not own:
            raise SweepError(f"--trade-off {trade_off}: {unknown_name('', 'measure', name, known)}")
    return first, second


def _figures(results: Results, out: Path, trade_off: tuple[str, str] | None) -> Generator[Path, None, None]:
    if changing_measures(results):
        yield draw_effects(results, out / "effects.png")
    if trade_off is not None:
        yield draw_trade_off(results, *trade_off, out / "trade-off.png")


@contextlib.contextmanager
def _progress() -> Generator[Callable[[int, int, int], None], None, None]:
    """Show finished runs, rate and time left: a bar on a terminal, otherwise lines on stderr."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from ....base.console import progress_bar

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
            if not is_shown and passed - last >= PRINT_INTERVAL:
                last = passed
                left = f", about {(count - done) / rate:.0f} s left" if rate > 0.0 else ""
                print(f"motorpool: {done} of {count} runs, {words}{left}", file=sys.stderr, flush=True)

        yield show
