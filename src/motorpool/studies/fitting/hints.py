"""Hints of a fit: parameters of the steering that were not requested and would explain more."""

import math

import numpy as np

from ...base.errors import FitError
from ...models.actuated import ENDING, NAMES, STEER
from .fitting import Fit, Told, fit

ASKED = ("steer_offset", "steer_delay")  # the steering's common errors that a log determines by itself
HINTED = 0.9  # ratio of residuals, with over without them, from which they are worth a hint


def steering_hint(found: Fit, told: Told) -> str:
    """Return a sentence if an offset and a delay of the steering explain more of the held-out data; else empty.

    A second fit finds that out, if nothing is said of the steering and a part of the log was held out.
    """
    options = found.options
    said = {*options.also, *options.fix, *options.offsets} & {*NAMES, STEER}
    has_steering = STEER in found.model.module.Control._fields and not found.model.plain.name.endswith(ENDING)
    if said or options.free or not has_steering or found.unseen_ratio is None:
        return ""
    try:
        more = fit(
            found.logs, found.model, told=told, **{**vars(options), "also": [*options.also, *ASKED], "starts": 1}
        )
    except FitError:
        return ""
    without, beside = (
        float(np.sum((one.score(held_out=True).after / found.noise.deviation) ** 2)) for one in (found, more)
    )
    ratio = math.sqrt(beside / max(without, 1e-300))
    if ratio > HINTED:
        return ""
    values = [f"{one.name} {one.value:.3g} {one.unit}" for one in more.estimates if one.name not in found.params]
    return (
        f"the residuals of what was not fitted are {100.0 * (1.0 - ratio):.0f} % less with --also {','.join(ASKED)} "
        f"({', '.join(values)})"
    )
