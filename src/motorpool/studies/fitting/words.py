"""Texts about a fit: uncertain values, combinations that the log does not determine, and suggested drives."""

from collections.abc import Sequence
from typing import NamedTuple

from .confidence import EFFECT, KNOWN, Combination
from .fitting import Certainty, Estimate, Fit
from .log import Log
from .manoeuvres import Suggestion
from .prediction import Prediction, predict

MOST = 6  # greatest number of parameters in a sentence
TOLERANCE = 1.01  # ratio of held-out errors, fitted to start values, above which the fit is worse
ALIKE = 0.15  # greatest difference of shares of a combination that are treated as equal


class Trial(NamedTuple):
    """Predictions of a whole drive that was not fitted."""

    log: Log
    before: Prediction  # with the start values
    after: Prediction  # with the fitted ones


def trial_of(fit: Fit, log: Log) -> Trial:
    """Return the predictions of a drive with a path, not fitted, by the start values and by the fitted ones.

    Raises:
        FitError: it has no path, or lacks a command.
    """
    values, options = {**fit.model.module.Params._field_defaults, **fit.fixed}, fit.options
    before, after = [
        predict(log, fit.model, params=one, is_held=options.is_held, ground=options.ground)
        for one in (values, fit.params)
    ]
    return Trial(log, before, after)


def trial_words(one: Trial) -> str:
    """Return the error of a predicted drive."""
    return (
        f"{one.log.name}, not fitted: the predicted path is off by {_share(one.after.share)} of its "
        f"{one.after.driven:.3g} m, {_share(one.before.share)} with the start values"
    )


def refusal(fit: Fit, trials: Sequence[Trial] = ()) -> str:
    """Return why a fit is refused: it predicts data that were not fitted worse than its start values; else empty."""
    ratio = fit.unseen_ratio
    if ratio is not None and ratio > TOLERANCE:
        return (
            f"the fitted vehicle predicts what was held out of {fit.name} worse than the start values do: its "
            f"residuals are {ratio:.3g} times theirs; log a longer drive, or fit fewer parameters with --free NAME,..."
        )
    for one in trials:
        if one.after.share > TOLERANCE * one.before.share:
            return (
                f"the fitted vehicle predicts {one.log.name}, which was not fitted, worse than the start values do: "
                f"{_share(one.after.share)} of its path, not {_share(one.before.share)}; fit that drive, too, or fewer "
                "parameters with --free NAME,..."
            )
    return ""


def warnings_of(fit: Fit) -> list[str]:
    """Return warnings about the values, a sentence each."""
    found = list(dict.fromkeys(note for one in fit.signals for note in one.notes))
    found += [
        f"the {one.name}, {one.meaning}, is {one.value:.4g} {one.unit}: it is the log's and not in the vehicle's file"
        for one in fit.estimates
        if one.name not in fit.params
    ]
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
