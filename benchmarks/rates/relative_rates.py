"""Every model beside ``bicycle/arc``: how fast its batch is, and why where it is much slower."""

from typing import NamedTuple

from motorpool.models.registry import Model, find

from .agreement import DT, random_fleet
from .cases import FEW, ROLLOUT_STEPS
from .operation_count import why_slow
from .timing import time_pairs

MEASURE = "bicycle/arc"
MUCH_SLOWER = 0.25  # of its rate: below this the report says why


class RelativeRate(NamedTuple):
    """A model's rate and how many times that of ``bicycle/arc`` it is."""

    model: Model
    float_type: str
    million_steps_a_second: float
    ratio: float
    reason: str  # empty unless it is much slower


def measure_relative_rates(model: Model, float_type: str, *, budget: float) -> RelativeRate:
    """Return the rate of a model beside that of ``bicycle/arc``, in turns on one thread.

    Few vehicles that fit the cache, and many steps a call.

    Args:
        budget: time for the measurement [s].
    """
    steps = ROLLOUT_STEPS[FEW]
    fleet, measure = random_fleet(model, FEW, float_type), random_fleet(MEASURE, FEW, float_type)
    timing = time_pairs(
        lambda: fleet.step(DT, steps, threads=1),
        lambda: measure.step(DT, steps, threads=1),
        budget=budget,
        threads=1,
    )
    ratio = timing.ratio or 0.0
    reason = why_slow(model, find(MEASURE)) if ratio < MUCH_SLOWER else ""
    return RelativeRate(model, float_type, FEW * steps / timing.seconds / 1e6, ratio, reason)
