"""Texts about a fit: uncertain values, combinations that the log does not determine, and suggested drives."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...base.errors import FitError
from ..logs.log import Log
from ..logs.speed_scale import speed_scale_of
from .certificate import Certificate
from .confidence import EFFECT, KNOWN, Combination
from .fitting import Certainty, Estimate, Fit
from .manoeuvres import Suggestion
from .prediction import Prediction, predict
from .steering_lag import advanced

MOST = 6  # greatest number of parameters in a sentence
TOLERANCE = 1.01  # ratio of held-out errors, fitted to start values, above which the fit is worse
BICYCLE_TOLERANCE = 1.5  # ratio of errors over 3 s, vehicle to bicycle, above which the vehicle is refused
SCALE_TOLD = 0.003  # least difference of a speed's scale from 1 in a note; less is within the errors of paths
ALIKE = 0.15  # greatest difference of shares of a combination that are treated as equal


class Trial(NamedTuple):
    """Predictions of a whole drive that was not fitted."""

    log: Log
    before: Prediction  # with the start values
    after: Prediction  # with the fitted ones
    certificate: Certificate | None = None  # errors over windows; None if no window is long enough


def trial_of(fit: Fit, log: Log) -> Trial:
    """Return the predictions of a drive with a path, not fitted, by the start values and by the fitted ones.

    Raises:
        FitError: it has no path, or lacks a command.
    """
    values, options = {**fit.model.module.Params._field_defaults, **fit.fixed}, fit.options
    (log,) = advanced([log], fit.steering_lag)
    before, after = [
        predict(log, fit.model, params=one, is_held=options.is_held, ground=options.ground)
        for one in (values, fit.params)
    ]
    try:
        certificate = fit.certificate(log)
    except FitError:
        certificate = None
    return Trial(log, before, after, certificate)


def trial_words(one: Trial) -> list[str]:
    """Return the errors of a predicted drive, and those over windows."""
    whole = (
        f"{one.log.name}, not fitted: the predicted path is off by {_share(one.after.share)} of its "
        f"{one.after.driven:.3g} m, {_share(one.before.share)} with the start values"
    )
    return [whole, *(list(one.certificate.lines())[1:] if one.certificate else [])]


def certificates_of(fit: Fit, trials: Sequence[Trial] = ()) -> list[Certificate]:
    """Return the errors over windows of held-out data: the ends of the logs, then whole drives."""
    return [*fit.held_out, *(one.certificate for one in trials if one.certificate)]


def refusal(fit: Fit, trials: Sequence[Trial] = ()) -> str:
    """Return why a fit is refused, or an empty text.

    It predicts data that were not fitted worse than its start values do, or, with the measured speed, worse than a
    kinematic bicycle. The errors of all ``trials`` are added: one drive that is predicted worse does not refuse a fit
    that improves the others more.
    """
    ratio = fit.unseen_ratio
    if ratio is not None and ratio > TOLERANCE:
        return (
            f"the fitted vehicle predicts what was held out of {fit.name} worse than the start values do: its "
            f"residuals are {ratio:.3g} times theirs; log a longer drive, or fit fewer parameters with --free NAME,..."
        )
    before, after = sum(one.before.error for one in trials), sum(one.after.error for one in trials)
    if after > TOLERANCE * before:
        names = f"{trials[0].log.name}, which was" if len(trials) == 1 else f"the {len(trials)} drives that were"
        driven = sum(one.after.driven for one in trials) or 1.0
        return (
            f"the fitted vehicle predicts {names} not fitted, worse than the start values do: {_share(after / driven)} "
            f"of the path, not {_share(before / driven)}; fit more drives, or fewer parameters with --free NAME,..."
        )
    return _worse_than_bicycle(certificates_of(fit, trials)) if "speed" in fit.signals[0].imposed else ""


def _worse_than_bicycle(certificates: Sequence[Certificate]) -> str:
    """Return why a vehicle with tyres is refused that predicts a drive clearly worse than one without."""
    errors = [one.errors[0] for one in certificates]
    pairs = [(one.vehicle, one.bicycle) for one in errors if math.isfinite(one.vehicle) and math.isfinite(one.bicycle)]
    if not pairs:
        return ""
    vehicle, bicycle = (sum(each) / len(pairs) for each in zip(*pairs, strict=True))
    if vehicle <= BICYCLE_TOLERANCE * bicycle:
        return ""
    return (
        f"the fitted vehicle predicts what was not fitted worse than a kinematic bicycle of its wheelbase does: its "
        f"error over {errors[0].seconds:g} s is {_share(vehicle)} of the path, not {_share(bicycle)}; fix its known "
        "masses and axles with --fix, fit fewer parameters with --free NAME,..., or fit --model bicycle"
    )


def warnings_of(fit: Fit) -> list[str]:
    """Return warnings about the values, a sentence each."""
    found = list(dict.fromkeys(note for one in fit.signals for note in one.notes))
    found += [
        f"the {one.name}, {one.meaning}, is {one.value:.4g} {one.unit}: it is the log's and not in the vehicle's file"
        for one in fit.estimates
        if one.name not in fit.params
    ]
    found += [
        f"{name} was requested, and the log does not determine it beside the other parameters: it keeps its start "
        f"value, {fit.params[name]:.4g}; fix it, or drive what is suggested below"
        for name in fit.undetermined
    ]
    found += _scale_words(fit.logs)
    if fit.unseen_ratio is None:
        found.append("nothing was held out, so nothing here says how well another drive is predicted")
    found += [
        f"{one.name} is at the end of its range, {one.value:.3g}: the log is best explained by what the model does not "
        "allow, so the interval says little; fix it, or look for what the model lacks"
        for one in fit.estimates
        if one.is_at_bound
    ]
    for name, count, factor in zip(fit.channels, fit.noise.rows, fit.noise.inflation, strict=True):
        if factor > 2.0:
            found.append(
                f"the residuals of {name} follow one another: its {count:.0f} rows count as {count / factor:.0f} in "
                "the intervals; the model lacks something that the vehicle does"
            )
    spread = fit.costs.max() / max(fit.costs.min(), 1e-12) if fit.costs.size else 1.0
    if spread > 1.1:
        found.append("searches from different starts ended apart; the best is shown, and --starts 32 looks further")
    return found


def _scale_words(logs: Sequence[Log]) -> list[str]:
    """Return the difference of the logged speed from that of the path, if it is certain."""
    try:
        scale = speed_scale_of(logs)
    except FitError:
        return []
    if abs(scale.value - 1.0) < SCALE_TOLD or scale.low < 1.0 < scale.high:
        return []
    return [
        f"the speed along the path is {scale.value:.4g} ({scale.low:.4g} to {scale.high:.4g}) times the logged one, as "
        "with wheels of another radius; --scale-speed corrects it"
    ]


def unknown_words(fit: Fit, *, most: int = MOST) -> list[str]:
    """Return the parameters, up to ``most`` in a sentence, and combinations that the log does not determine."""
    found = [_combination(one) for one in fit.unknown]
    silent = [one.name for one in fit.certainties if not one.is_fitted and one.alone > EFFECT]
    weak = [one for one in fit.certainties if not one.is_fitted and KNOWN < one.alone <= EFFECT]
    if weak:
        found.append(f"hardly seen in this log: {_listed([one.name for one in weak], most)}")
    if silent:
        found.append(f"without effect in this log: {_listed(silent, most)}")
    return found


def _combination(one: Combination) -> str:
    """Return a sentence about a combination: parts that change by the same factor, or in opposite directions."""
    up = [name for name, share in zip(one.names, one.shares, strict=True) if share > 0.0]
    down = [name for name, share in zip(one.names, one.shares, strict=True) if share < 0.0]
    if not down:
        sizes = [abs(share) for share in one.shares]
        how = "by the same factor" if max(sizes) - min(sizes) < ALIKE else "together"
        return f"{_joined(up)} may all grow {how} and the log stays the same: it determines their ratios only"
    ending = "s" if len(down) == 1 else ""
    return f"{_joined(up)} may grow while {_joined(down)} shrink{ending}, and the log stays the same"


def suggestion_words(one: Suggestion) -> str:
    """Return a suggested manoeuvre with the information that it would add."""
    parts = [f"{name} from ±{_percent(before)} to ±{_percent(after)}" for name, before, after in one.gains]
    return f"{one.words}: {', '.join(parts)}"


def estimate_words(one: Estimate) -> tuple[str, str, str]:
    """Return a value, its interval and its relative width."""
    half = 0.5 * (one.interval.high - one.interval.low)
    relative = "at its bound" if one.is_at_bound else f"±{_percent(half / abs(one.value))}" if one.value else ""
    return f"{one.value:.5g}", f"{one.interval.low:.5g} to {one.interval.high:.5g}", relative


def certainty_words(one: Certainty) -> str:
    """Return the confidence of a parameter that was not fitted."""
    return "if all others were" if one.alone <= KNOWN else "hardly"


def _share(share: float) -> str:
    return f"{100.0 * share:.2g} %"


def _percent(share: float) -> str:
    return "100 % or more" if share >= 0.995 else f"{100.0 * share:.2g} %"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _listed(names: Sequence[str], most: int) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
