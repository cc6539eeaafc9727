"""Cases to measure: every combination of model, float type, number of vehicles, threads and steps a call."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from motorpool.compile.columns import parts_of
from motorpool.models.registry import Model

from .agreement import DT, random_fleet
from .c_reference import Build
from .timing import Timing, Work, fastest, time_pairs

FEW, MANY = 10_000, 1_000_000
ROLLOUT_STEPS = {FEW: 100, MANY: 20}


class Case(NamedTuple):
    """One row of the table."""

    model: Model
    float_type: str
    vehicles: int
    steps: int  # a call
    threads: int | None  # None: as many as the work deserves, which is what a user gets

    @property
    def threads_used(self) -> int:
        """Number of threads that the case uses on this machine."""
        return len(parts_of(self.vehicles, self.steps, self.threads))


class Result(NamedTuple):
    """A row's numbers."""

    case: Case
    timing: Timing

    @property
    def million_steps_a_second(self) -> float:
        """Vehicle-steps."""
        return self.case.vehicles * self.case.steps / self.timing.seconds / 1e6


def all_cases(models: Sequence[Model], *, quick: bool) -> list[Case]:
    """Return the rows, a model's and float type's together; more threads only where the work deserves them."""
    cases = [
        Case(model, float_type, vehicles, steps, threads)
        for model in models
        for float_type in ("float64", "float32")
        for vehicles in ((FEW,) if quick else (FEW, MANY))
        for steps in (1, ROLLOUT_STEPS[vehicles])
        for threads in (1, None)
    ]
    return [case for case in cases if case.threads == 1 or case.threads_used > 1]


def best_build(model: Model, float_type: str, builds: Sequence[Build]) -> Build | None:
    """Return the fastest build of the C reference for this model, all tried in turns; None without builds."""
    if len(builds) < 2:
        return builds[0] if builds else None
    fleets = [random_fleet(model, FEW, float_type) for _ in range(3)]  # which pages memory lies in makes a difference
    works = {
        (build.words, number): _work_of(build, fleet, ROLLOUT_STEPS[FEW], 1)
        for number, fleet in enumerate(fleets)
        for build in builds
    }
    chosen, _ = fastest(works)
    return next(build for build in builds if build.words == chosen)


def measure(case: Case, build: Build | None, *, budget: float) -> Result:
    """Return the times of the fleet's ``step`` and of a build of the C reference on the same columns, in turns."""
    fleet = random_fleet(case.model, case.vehicles, case.float_type)

    def ours() -> None:
        fleet.step(DT, case.steps, threads=case.threads)

    theirs = _work_of(build, fleet, case.steps, case.threads) if build else None
    return Result(case, time_pairs(ours, theirs, budget=budget, threads=case.threads_used))


def _work_of(build: Build, fleet: Any, steps: int, threads: int | None) -> Work:
    step = build.stepper(fleet)
    return lambda: step(DT, steps, threads)
