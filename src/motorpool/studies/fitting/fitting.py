"""Fit of a vehicle to logs: choice of parameters, their values, and their confidence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import FitError, ModelError, require
from ...models.actuated import NAMES as ADDED
from ...models.actuated import STEER
from ...models.registry import Model, find
from ..logs.log import Log
from . import confidence
from .certificate import Certificate, certificate_of
from .channels import Signals, signals_of
from .confidence import Combination, Interval, Noise
from .parameters import Parameter, candidates, checked_names, checked_values, fitted_form, offset_of, plausible_starts
from .residuals import Problem, Residuals, noise_of
from .search import best_of
from .sensitivity import Predictor
from .steering_lag import AT_ZERO, CERTAIN, DELAY, LAG, LATE, advanced, lag_of
from .windows import Shape, Windows, shape_of, theta_names, theta_of, windows_of

Floats = NDArray[np.float64]
Told = Callable[[str, float], None]

ROUNDS = 4  # number of rounds of choosing parameters and weights and searching
WORSE = 1.01  # ratio of the costs without and with a parameter, from which it is kept
FARTHEST = 2.0  # greatest adjustment of a coordinate for another one
LIGHTEST = 1e-6  # weight of a column that is to have none, over the heaviest: at 0 its noise has no scale [1]
SETTLED = 0.02  # change of the weights below which no further round is made


@dataclass(frozen=True)
class Options:
    """Options of a fit."""

    free: Sequence[str] = ()  # parameters to fit; empty for those that the log determines
    also: Sequence[str] = ()  # parameters to fit beside those: "steer_delay"
    fix: Mapping[str, float | str] = field(default_factory=dict[str, float | str])  # parameters that are known
    offsets: Sequence[str] = ()  # columns of the log that may be shifted: "yaw_rate"; logged less true
    window: float = 3.0  # [s]
    hold_out: float = 0.2  # share of each log, at its end, that is predicted but not fitted
    starts: int = 8  # number of starts of searches
    seed: int = 0  # of the random starts
    is_robust: bool = False  # reduce the weight of large residuals (Huber)
    is_held: bool = False  # commands are constant between rows, else interpolated
    ground: Mapping[str, float] = field(default_factory=dict[str, float])  # other values than the model's usual ground
    is_quick: bool | None = None  # no effect since version 1.1; kept for calls that name it
    weights: Mapping[str, float] = field(default_factory=dict[str, float])  # of columns, beside their noise; else 1


class Estimate(NamedTuple):
    """Fitted parameter."""

    name: str
    unit: str
    meaning: str
    start: float
    value: float
    interval: Interval  # of 95 %
    is_at_bound: bool


class Score(NamedTuple):
    """Root of the mean square of the residuals of each channel [its unit]."""

    before: Floats  # with the start values
    after: Floats  # with the fitted ones


class Certainty(NamedTuple):
    """Confidence of a parameter by the log: relative deviations."""

    name: str
    alone: float  # if all other parameters are known
    beside: float  # if the fitted ones are unknown
    is_fitted: bool


@dataclass(frozen=True, eq=False)
class Fit:
    """Vehicle fitted to logs."""

    logs: tuple[Log, ...]
    model: Model
    options: Options
    signals: tuple[Signals, ...]  # of each log
    fixed: Mapping[str, float]  # parameters that were given
    estimates: tuple[Estimate, ...]
    params: Mapping[str, float]  # all parameters of the model
    noise: Noise
    channels: tuple[str, ...]
    windows: Windows  # fitted windows, then the held-out ones
    fitted_count: int  # of the windows
    before: Residuals  # of all windows, with the start values
    after: Residuals  # with the fitted ones
    certainties: tuple[Certainty, ...]
    unknown: tuple[Combination, ...]
    costs: Floats  # at the end of the searches
    evaluations: int
    workings: "Workings"
    undetermined: tuple[str, ...] = ()  # requested parameters that the log does not determine: at their start values

    def __repr__(self) -> str:
        names = ", ".join(f"{one.name} {one.value:.4g}" for one in self.estimates)
        return f"<Fit of {self.model.name!r} to {self.name!r}: {names}>"

    @property
    def name(self) -> str:
        """Name of its log, or of its logs."""
        names = [log.name for log in self.logs]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    @property
    def duration(self) -> float:
        """Duration of all logs [s]."""
        return sum(log.duration for log in self.logs)

    @property
    def dt(self) -> float:
        """Return the usual time between two rows [s]."""
        return float(np.median([log.dt for log in self.logs]))

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of a parameter."""
        for one in self.estimates:
            if one.name == name:
                return one
        raise KeyError(f"{name} was not fitted; fitted were {', '.join(one.name for one in self.estimates)}")

    def score(self, *, held_out: bool = False) -> Score:
        """Return the scores of the fitted windows, or of the held-out ones.

        Args:
            held_out: use the windows at the end of the log that were not fitted.
        """
        chosen = slice(self.fitted_count, None) if held_out else slice(0, self.fitted_count)
        return Score(*[_rms(one.raw[chosen], self.windows.is_measured[chosen]) for one in (self.before, self.after)])

    @property
    def steering_lag(self) -> float:
        """Return the time by which the logged steering follows the wheels [s]."""
        return next((one.value for one in self.estimates if one.name == LAG), 0.0)

    @cached_property
    def held_out(self) -> tuple[Certificate, ...]:
        """Return the errors of predictions of the end of each log with a path, which was not fitted."""
        found: list[Certificate] = []
        for number, log in enumerate(self.logs):
            begins = self.windows.time[self.fitted_count :][self.windows.log[self.fitted_count :] == number]
            try:
                if begins.size:
                    found.append(self.certificate(log.since(float(begins[0, 0]))))
            except FitError:
                continue  # no path, or no window of 3 s
        return tuple(found)

    def certificate(self, log: Log) -> Certificate:
        """Return the errors of predictions of a drive whose steering has no lag.

        Raises:
            FitError: as for ``certificate_of``.
        """
        options = self.options
        return certificate_of(log, self.model, params=self.params, is_held=options.is_held, ground=options.ground)

    @property
    def unseen_ratio(self) -> float | None:
        """Return the ratio of held-out residuals, fitted to start values, all channels by their noise; may be None."""
        if self.fitted_count == self.windows.number:
            return None
        before, after = [np.sum((one / self.noise.deviation) ** 2) for one in self.score(held_out=True)]
        return float(np.sqrt(after / max(before, 1e-300)))


@dataclass(frozen=True, eq=False)
class Workings:
    """Intermediate values of a fit, from which suggestions are computed."""

    predictor: Predictor
    parameters: tuple[Parameter, ...]  # all candidates
    places: tuple[int, ...]  # places of the candidates in theta
    coordinates: Floats  # of the fitted values
    theta: Floats
    information: Floats  # of the log about the candidates
    chosen: tuple[int, ...]  # fitted ones among the candidates


def fit(log: Log | Sequence[Log], model: Any = "single-track", *, told: Told | None = None, **options: Any) -> Fit:
    """Fit a model to a log, or to several of the same vehicle.

    Args:
        log: measured drive, or several with the same columns.
        model: a model's name, or a vehicle's: its values are the start.
        told: called with the present stage and the share that is done; it may raise to end the fit.
        **options: fields of ``Options``.

    Raises:
        FitError: the log lacks a quantity that the model needs, or an option is not possible.
        MissingExtraError: SciPy is not installed.

    Example:
        from motorpool.studies.fitting import fit, read_log

        found = fit(read_log("drive.csv"), "single-track")
        print(found["tyre_grip"].value, found["tyre_grip"].interval)
    """
    require("scipy.optimize", extra="app", purpose="a fit")
    logs = (log,) if isinstance(log, Log) else tuple(log)
    if not logs:
        raise FitError("there is no log to fit a vehicle to; give one or more")
    made, tell = _model(model), told or _silent
    found = _Fitting(logs, made, _checked(options), tell).run()
    if any(one.name == DELAY and one.value < AT_ZERO for one in found.estimates) and len(found.estimates) > 1:
        return _with_lag(found, made, tell)
    return found


def _silent(words: str, share: float) -> None:
    """Say nothing of the progress."""


def _with_lag(found: Fit, model: Model, told: Told) -> Fit:
    """Return the fit with the lag of the logged steering in place of a delay that ended at zero, if that is better.

    Args:
        model: the requested one, of which the fit was made.
    """
    options = found.options
    known = replace(
        options,
        free=[name for name in options.free if name != DELAY],
        also=[name for name in options.also if name != DELAY],
        fix={**options.fix, DELAY: 0.0},
    )
    names = [one.name for one in found.estimates if one.name in found.params and one.name != DELAY]
    same = replace(known, free=names, also=[], starts=1)

    def fit_at(lag: float, how: Options = same) -> Fit:
        told(f"looking for a lag of the logged steering: {lag:.3f} s", 0.9)
        return _Fitting(advanced(found.logs, lag), model, how, lambda words, share: told(words, 0.9)).run()

    rows = found.noise.effective  # one number for all lags, so that their likelihoods can be compared
    lag = lag_of(lambda seconds: -float(np.sum(rows * np.log(fit_at(seconds).score().after))))
    if lag is None:
        return found
    best = fit_at(lag.value, known)
    estimate = Estimate(LAG, "s", LATE, 0.0, lag.value, Interval(lag.low, lag.high), False)
    return replace(best, estimates=(*best.estimates, estimate))


def _model(name: Any) -> Model:
    try:
        return find(name)
    except ModelError as error:
        raise FitError(*error.args) from error


def _checked(options: Mapping[str, Any]) -> Options:
    unknown = set(options) - set(Options.__dataclass_fields__)
    if unknown:
        raise FitError(f"a fit has no option {sorted(unknown)[0]!r}; it has {', '.join(Options.__dataclass_fields__)}")
    made = Options(**options)
    ranges = {"window": (0.2, 60.0), "hold_out": (0.0, 0.8), "starts": (1, 1000)}
    for name, (low, high) in ranges.items():
        value = getattr(made, name)
        if not low <= value <= high:
            raise FitError(f"{name} is {value:g}; it must be from {low:g} to {high:g}")
    return made


class _Round(NamedTuple):
    """One choice of parameters and weights, with the result of its search."""

    chosen: list[int]  # fitted ones among the candidates
    at: Floats  # coordinates of all candidates
    deviations: Floats  # of the channels, by which they are weighted
    starts: Floats | None  # of the windows
    cost: float


class _Fitting:
    """Whole fit, from the log to the result."""

    def __init__(self, logs: tuple[Log, ...], model: Model, options: Options, told: Told):
        steering = ["steer_offset"] if STEER in options.offsets and STEER in model.module.Control._fields else []
        model = fitted_form(model, [*options.free, *options.also, *options.fix, *steering])
        self.logs, self.model, self.options, self.told = logs, model, options, told
        fixed = checked_values(model, options.fix)
        self.fixed = fixed
        self.params = {**model.module.Params._field_defaults, **fixed}
        for option, names in (("--free", options.free), ("--also", options.also), ("--offset", steering)):
            if twice := sorted(set(checked_names(model, names, option)) & set(fixed)):
                raise FitError(f"{twice[0]} is in {option} and in --fix; leave it out of one")
        self.also = [*options.also, *steering]
        self.signals = _same([signals_of(log, model, self.params) for log in logs], logs)
        shape = shape_of(*logs, seconds=options.window)
        self.windows, count = self._windows(shape)
        self.fitted = self.windows.take(slice(0, count))
        self.weights = _weights_of(options.weights, self.windows.channels, logs[0])
        self.names = theta_names(model, self.windows.channels)
        self.theta = theta_of(model, self.windows.channels, self.params)
        self.candidates = [*candidates(model, self.params, list(fixed)), *self._offsets()]
        self.places = [self.names.index(one.name) for one in self.candidates]
        ground = tuple(sorted(options.ground.items()))
        self.predictor = Predictor(model, self.windows, ground=ground)
        self.evaluations = 0
        self.spent = 0.0
        self.undetermined: list[str] = []

    def _windows(self, shape: Shape) -> tuple[Windows, int]:
        """Return all windows, the fitted ones first, and the number of fitted ones."""
        fitted: list[Windows] = []
        held: list[Windows] = []
        for number, (log, signals) in enumerate(zip(self.logs, self.signals, strict=True)):
            own = windows_of(log, signals, self.model, shape, is_held=self.options.is_held, number=number)
            count = own.number - round(self.options.hold_out * own.number)
            fitted.append(own.take(slice(0, count)))
            held.append(own.take(slice(count, None)))
        return Windows.joined([*fitted, *held]), sum(one.number for one in fitted)

    def run(self) -> Fit:
        """Return the fit."""
        self._tell("compiling the model and its derivatives", 0.02)
        before = self._problem(self.windows, [], noise_of(self.windows)).residuals(np.empty(0))
        size = _rms(before.raw[: self.fitted.number], self.fitted.is_measured)
        start = np.array([one.coordinate(one.start) for one in self.candidates])
        self._tell("looking for parameters that the log determines", 0.1)
        now = _Round([], start.copy(), np.maximum(noise_of(self.fitted), size), None, 0.0)
        now = now._replace(chosen=self._chosen(now))
        parameters = [self.candidates[one] for one in now.chosen]
        places = plausible_starts(parameters, self.options.starts, self.options.seed)
        now, costs = self._searched(now, places, 0.15)
        for number in range(1, ROUNDS):
            now, is_settled = self._next(now, start, 0.15 + 0.2 * number)
            if is_settled:
                break
        now = self._determined(now, start)
        return self._made(now.at, now.chosen, now.deviations, before, costs)

    def _next(self, now: "_Round", start: Floats, share: float) -> tuple["_Round", bool]:
        """Return the next round, with weights and parameters by the residuals, and whether it is the last.

        A parameter that the log does not determine is reset to its start value, and the others are adjusted by the
        derivatives; if that makes the fit worse, the parameter is kept.
        """
        self._tell("looking for parameters that the log determines", share - 0.04)
        problem = self._problem(self.fitted, now.chosen, now.deviations, now.at, now.starts)
        noise = confidence.noise_at(problem.residuals(now.at[now.chosen]), self.fitted, len(now.chosen))
        deviations = np.maximum(noise.deviation, 1e-3 * noise_of(self.fitted))
        change = float(np.max(np.abs(deviations / now.deviations - 1.0)))
        now = now._replace(deviations=deviations, cost=0.5 * float(np.sum(self.weights**2 * noise.rows)))
        fresh = self._chosen(now)
        if fresh == now.chosen:
            return (now, True) if change < SETTLED else (self._searched(now, None, share)[0], False)
        dropped = sorted(set(now.chosen) - set(fresh))
        trial, _ = self._searched(self._without(now, fresh, dropped, start), None, share)
        if not dropped or trial.cost <= WORSE * now.cost:
            return trial, False
        return self._searched(now._replace(chosen=sorted({*now.chosen, *fresh})), None, share)[0], False

    def _determined(self, now: "_Round", start: Floats) -> "_Round":
        """Return the round without the requested parameters that the log does not determine beside the others.

        They are reset to their start values one by one, the least determined one first, if that makes the fit no
        worse. If each makes it worse, and a value is at the end of its range, the one that does so least is reset.
        """
        requested = {*self.options.free, *self.also}
        while len(now.chosen) > 1:
            known, found = self._information(now, len(now.chosen))
            _, beside = confidence.relative_deviations(known, now.chosen)
            loose = [n for n in now.chosen if self.candidates[n].name in requested and beside[n] > confidence.UNKNOWN]
            rows = float(np.sum(confidence.noise_at(found, self.fitted, len(now.chosen)).effective))
            worse = max(WORSE, 1.0 + 2.0 * CERTAIN / rows)  # within the interval of 95 % of the likelihood
            trials: list[tuple[_Round, int]] = []
            for left in sorted(loose, key=lambda n: -float(beside[n])):
                fewer = [n for n in now.chosen if n != left]
                trials.append((self._searched(self._without(now, fewer, [left], start), None, 0.85)[0], left))
                if trials[-1][0].cost <= worse * now.cost:
                    break
            is_edge = any(self.candidates[n].is_at_bound(float(now.at[n])) for n in now.chosen)
            least, left = min(trials, key=lambda one: one[0].cost) if trials else (now, -1)
            if not trials or (least.cost > worse * now.cost and not is_edge):
                break
            now = least
            self.undetermined.append(self.candidates[left].name)
        return now

    def _without(self, now: "_Round", chosen: list[int], dropped: list[int], start: Floats) -> "_Round":
        """Return a round in which some parameters are reset to their start values and the others are adjusted."""
        at = now.at.copy()
        at[dropped] = start[dropped]
        if dropped:
            known, _ = self._information(now, 0)
            inner, cross = known[np.ix_(chosen, chosen)], known[np.ix_(chosen, dropped)]
            step = -np.linalg.pinv(inner, rcond=confidence.TINY, hermitian=True) @ cross @ (at - now.at)[dropped]
            low, high = (np.array([getattr(self.candidates[one], end) for one in chosen]) for end in ("low", "high"))
            at[chosen] = np.clip(at[chosen] + np.clip(step, -FARTHEST, FARTHEST), low, high)
        return now._replace(chosen=chosen, at=at)

    def _searched(self, now: "_Round", places: Floats | None, share: float) -> tuple["_Round", Floats]:
        """Return a round with the least sum of squares, and the final costs of its searches."""
        self._tell(f"searching {len(now.chosen)} parameters", share)
        problem = self._problem(self.fitted, now.chosen, now.deviations, now.at, now.starts)
        found, costs = best_of(problem, now.at[now.chosen][None, :] if places is None else places, told=self._heartbeat)
        self.evaluations += problem.evaluations
        at = now.at.copy()
        at[now.chosen] = found
        ended = problem.residuals(found)
        return now._replace(at=at, starts=ended.starts, cost=ended.cost), costs

    def _chosen(self, now: "_Round") -> list[int]:
        """Return the candidates to fit: the requested ones, or those that the log determines."""
        needed = [*self.also, *[one.name for one in self._offsets()]]
        if self.options.free:
            return [n for n, one in enumerate(self.candidates) if one.name in {*self.options.free, *needed}]
        known, _ = self._information(now, len(needed), is_first=not now.chosen)
        chosen = confidence.chosen_parameters(self.candidates, known, needed, now.chosen, left_out=ADDED)
        if not chosen:
            raise FitError(
                f"{self.logs[0].name} determines none of the parameters of {self.model.name} to a quarter of its "
                "value; check units and signs of its columns, log a drive with more steering, accelerating and "
                "braking, or choose parameters with --free NAME,..."
            )
        return chosen

    def hope(self, noise: Noise) -> Floats:
        """Return the deviations that a good fit may reach, between the sensors' noise and those of the start values.

        Before the fit, most of the residuals and of their autocorrelation will be explained by it. Parameters that
        the fit does not determine to a quarter are removed later.
        """
        return np.sqrt(noise_of(self.fitted) * np.maximum(noise.deviation, noise_of(self.fitted)))

    def _information(self, now: "_Round", count: int, *, is_first: bool = False) -> tuple[Floats, Residuals]:
        """Return the information of the log about all candidates, by the noise of the log, and the residuals."""
        every = list(range(len(self.candidates)))
        at, deviations = now.at, now.deviations
        starts = self._problem(self.fitted, [], deviations, at, now.starts).residuals(np.empty(0)).starts
        found = self._problem(self.fitted, every, deviations, at, starts).residuals(at)
        noise = confidence.noise_at(found, self.fitted, count)
        actual = np.maximum(noise.deviation, confidence.TINY) * np.sqrt(noise.inflation)
        factor = (self.hope(noise) if is_first else actual) * self.weights / deviations
        shape = (self.fitted.number, self.fitted.shape.rows, len(self.fitted.channels), len(every))
        slopes = found.slopes[:, : shape[1] * shape[2]].reshape(shape) / factor[:, None]
        flat = slopes.reshape(-1, len(every))
        return flat.T @ flat, found

    def _problem(
        self,
        windows: Windows,
        chosen: Sequence[int],
        deviations: Floats,
        at: Floats | None = None,
        starts: Floats | None = None,
    ) -> Problem:
        theta = self.theta.copy()
        if at is not None:
            theta[self.places] = [one.value(x) for one, x in zip(self.candidates, at, strict=True)]
        parameters, places = [self.candidates[one] for one in chosen], [self.places[one] for one in chosen]
        weighted = deviations / self.weights
        problem = Problem(
            self.predictor, windows, parameters, places, theta, weighted, is_robust=self.options.is_robust
        )
        if starts is not None:
            problem.starts = starts
        return problem

    def _made(self, at: Floats, chosen: list[int], deviations: Floats, before: Residuals, costs: Floats) -> Fit:
        self._tell("finding how certain the values are", 0.9)
        after = self._problem(self.windows, chosen, deviations, at).residuals(at[chosen])
        own = Residuals(*[part[: self.fitted.number] for part in after])
        noise = confidence.noise_at(own, self.fitted, len(chosen))
        bread, meat = confidence.information(own, self.fitted, deviations / self.weights, noise)
        spread, of_windows = confidence.covariance(bread, meat), confidence.covariance_of_windows(own, bread)
        parameters = [self.candidates[one] for one in chosen]
        ranges = confidence.intervals(parameters, at[chosen], spread, noise, of_windows, self.fitted.number)
        estimates = tuple(
            Estimate(one.name, one.unit, one.meaning, one.start, one.value(x), interval, one.is_at_bound(x))
            for one, x, interval in zip(parameters, at[chosen], ranges, strict=True)
        )
        known, _ = self._information(_Round(chosen, at, deviations, own.starts, own.cost), len(chosen))
        alone, beside = confidence.relative_deviations(known, chosen)
        names = [one.name for one in self.candidates]
        certainties = tuple(
            Certainty(name, float(alone[n]), float(beside[n]), n in chosen) for n, name in enumerate(names)
        )
        theta = self.theta.copy()
        for one in chosen:
            theta[self.places[one]] = self.candidates[one].value(float(at[one]))
        params = dict(zip(self.model.module.Params._fields, map(float, theta), strict=False))
        return Fit(
            logs=self.logs,
            model=self.model,
            options=self.options,
            signals=self.signals,
            fixed=self.fixed,
            estimates=estimates,
            params=params,
            noise=noise,
            channels=self.windows.channels,
            windows=self.windows,
            fitted_count=self.fitted.number,
            before=before,
            after=after,
            certainties=certainties,
            unknown=tuple(confidence.combinations(self.candidates, known)),
            undetermined=tuple(self.undetermined),
            costs=costs,
            evaluations=self.evaluations,
            workings=Workings(
                self.predictor, tuple(self.candidates), tuple(self.places), at, theta, known, tuple(chosen)
            ),
        )

    def _offsets(self) -> list[Parameter]:
        """Return the offsets of columns to fit; the offset of the steer angle belongs to the vehicle."""
        found: list[Parameter] = []
        for name in self.options.offsets:
            if name == STEER and name in self.model.module.Control._fields:
                continue
            if f"offset of {name}" not in self.names:
                known = ", ".join(name.removeprefix("offset of ") for name in self.names if name.startswith("offset"))
                raise FitError(f"--offset {name}: there is no such column to shift; there are {known}")
            unit = next((f.unit for f in _fields(self.model) if f.name == name), "m/s^2")
            found.append(offset_of(name, unit))
        return found

    def _tell(self, words: str, share: float) -> None:
        self.words, self.spent = words, max(share, self.spent)
        self.told(words, self.spent)

    def _heartbeat(self) -> None:
        self.spent += 0.02 * (0.9 - self.spent)
        self.told(self.words, self.spent)


def _same(signals: list[Signals], logs: tuple[Log, ...]) -> tuple[Signals, ...]:
    """Return the signals of logs that are fitted together; they must have the same channels.

    Raises:
        FitError: one has a channel that another lacks.
    """
    first = set(signals[0].channels)
    for one, log in zip(signals[1:], logs[1:], strict=True):
        if other := first ^ set(one.channels):
            name = sorted(other)[0]
            has, lacks = (logs[0].name, log.name) if name in first else (log.name, logs[0].name)
            raise FitError(
                f"{has} has {name} and {lacks} has not; logs that are fitted together need the same columns: name it "
                f"with --column {name}=COLUMN, or fit them apart"
            )
    return tuple(signals)


def _fields(model: Model) -> list[Any]:
    from ...models.fields import fields_of

    return [*fields_of(model.module.State), *fields_of(model.module.Control)]


def _rms(raw: Floats, is_measured: Any) -> Floats:
    rows = np.maximum(is_measured.sum(axis=(0, 1)), 1)
    return np.sqrt(np.sum(np.where(is_measured, raw, 0.0) ** 2, axis=(0, 1)) / rows)


def _weights_of(weights: Mapping[str, float], channels: Sequence[str], log: Log) -> Floats:
    """Return the weight of each channel.

    Raises:
        FitError: a name is none of the measured columns, a weight is negative, or all are zero.
    """
    for name, weight in weights.items():
        if name not in channels:
            raise FitError(f"--weight {name}: {log.name} has the measured columns {', '.join(channels)}; name one")
        if not 0.0 <= weight < np.inf:
            raise FitError(f"--weight {name}={weight:g} must be 0 or more")
    found = np.array([weights.get(name, 1.0) for name in channels])
    if not found.any():
        raise FitError("the weights of all measured columns are 0; leave one above")
    return np.maximum(found, LIGHTEST * found.max())
