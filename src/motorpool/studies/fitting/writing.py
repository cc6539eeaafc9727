"""Files of a fit: each is complete, or does not exist."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ...base.errors import FitError
from ...base.files import check_output, whole_file
from ...base.wording import counted
from ...models.fields import fields_of
from ...models.own_model import VEHICLE_SUFFIX
from ...vehicles.fleet import body_of
from ...vehicles.vehicle_file import NamedVehicle
from .fitting import Estimate, Fit
from .manoeuvres import Suggestion
from .report import report_text
from .words import Trial, certificates_of, refusal

DIGITS = 6  # significant digits of a fitted value


def vehicle_text(fit: Fit, path: Path, trials: Sequence[Trial] = ()) -> str:
    """Return the text of a vehicle file for ``path``; a base that is a file is named relative to it.

    Certificates of drives that were not fitted stand in its comments.
    """
    base = fit.model.vehicle
    parts = [*_head(fit, path, base, trials), "", *_params(fit, is_whole=base is None)]
    return "\n".join(parts) + "\n"


def _head(fit: Fit, path: Path, base: NamedVehicle | None, trials: Sequence[Trial]) -> Iterator[str]:
    rows = counted(int(fit.noise.rows.sum()), "measured value")
    yield f"# Fitted to {_plain(fit.name)}: {fit.duration:.4g} s, {rows}. Values with 95 % intervals."
    for one in fit.estimates:
        if one.name not in fit.params:
            yield f"# The {one.name}, {one.meaning}: {_digits(one.value)} {one.unit}, of the log and not the vehicle."
    for note in dict.fromkeys(note for log in fit.logs for note in log.notes):
        yield f"# {_plain(note[0].upper() + note[1:])}."
    for one in certificates_of(fit, trials):
        yield from (f"# {_plain(line)}" for line in one.lines())
    yield f"title = {_text(path.stem)}"
    if base is not None:
        yield f"base = {_text(_base_word(base, path))}"
        if fit.model.plain.name != base.model:
            yield f"model = {_text(fit.model.plain.name)}"
        return
    yield f"summary = {_text(f'{fit.model.plain.name}, fitted to {fit.name}.')}"
    yield f"model = {_text(fit.model.plain.name)}"
    body, usual = body_of(fit.model), fit.model.module.Params._field_defaults
    scale = _wheelbase(fit, fit.params) / _wheelbase(fit, usual)
    yield ""
    yield "[body] # outer dimensions [m]: not fitted, a car's in proportion to the wheelbase"
    for name in ("length", "width", "height"):
        yield f"{name} = {scale * getattr(body, name):.4g}"


def _wheelbase(fit: Fit, params: Mapping[str, float]) -> float:
    return sum(params[name] for name in fit.model.dimensions.get("wheelbase", ())) or 1.0


def _params(fit: Fit, *, is_whole: bool) -> Iterator[str]:
    fitted = {one.name: one for one in fit.estimates}
    base = fit.model.vehicle
    added = set(fit.params) - set(base.params if base is not None else ())
    yield "[params] # of the model, SI; D derived from the log, E estimated"
    for field in fields_of(fit.model.module.Params):
        unit = field.unit or "1"
        if field.name in fitted:
            one = fitted[field.name]
            yield f"{field.name} = {_digits(one.value)} # [{unit}] {_remark(one, fit)} (D)"
        elif field.name in fit.fixed:
            yield f"{field.name} = {fit.params[field.name]!r} # [{unit}] given, not fitted (E)"
        elif is_whole or field.name in _settings(fit) or field.name in added:
            yield f"{field.name} = {fit.params[field.name]!r} # [{unit}] not fitted (E)"


def _settings(fit: Fit) -> set[str]:
    """Return the parameters set in the name of the model: "car:mass=1600"."""
    usual = fit.model.usual.module.Params._field_defaults
    return {name for name, value in fit.model.module.Params._field_defaults.items() if usual[name] != value}


def _remark(one: Estimate, fit: Fit) -> str:
    bound = "at its bound, " if one.is_at_bound else ""
    return f"{bound}{one.interval.low:.5g} to {one.interval.high:.5g}, fitted to {_plain(fit.name)}"


def _base_word(base: NamedVehicle, path: Path) -> str:
    """Return the name of a built-in vehicle, or the path of a file relative to the new file's folder."""
    if not base.name.endswith(VEHICLE_SUFFIX):
        return base.name
    if base.path.resolve() == path.resolve():
        raise FitError(f"{path} is the base itself; name another file with --out")
    return os.path.relpath(base.path.resolve(), path.resolve().parent)


def _digits(value: float) -> str:
    return repr(float(f"{value:.{DIGITS}g}"))


def _text(word: str) -> str:
    plain = _plain(word).replace("\\", "/").replace('"', "'")
    return f'"{plain}"'


def _plain(word: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in word)


REPORT = ".html"


def write_fit(
    fit: Fit,
    path: str | os.PathLike[str],
    *,
    report: str | os.PathLike[str] | None = None,
    suggested: Sequence[Suggestion] = (),
    trials: Sequence[Trial] = (),
    overwrite: bool = False,
    keep: bool = False,
) -> Path:
    """Write the vehicle's file, and the report if one is named; return the file's path.

    A vehicle that predicts held-out data worse than its start values is not written; its report is.

    Args:
        path: vehicle file to write, ending in .toml.
        report: report to write, ending in .html.
        trials: whole drives that were not fitted.
        keep: write the vehicle even if it is worse than its start.

    Raises:
        FitError: a file exists, or cannot be written, or the vehicle is worse than its start.
    """
    file = Path(path)
    page = None if report is None else Path(report)
    check_places(file, page, overwrite=overwrite)
    text = vehicle_text(fit, file, trials)
    if page is not None:
        write_report(fit, page, suggested=suggested, trials=trials)
    if not keep and (reason := refusal(fit, trials)):
        raise FitError(f"{reason}; or write it all the same: keep=True")
    _write(file, text)
    return file


def write_report(fit: Fit, path: Path, *, suggested: Sequence[Suggestion] = (), trials: Sequence[Trial] = ()) -> None:
    """Write the report alone; an existing one is overwritten.

    Raises:
        FitError: it cannot be written.
    """
    _write(path, report_text(fit, suggested, trials))


def check_places(file: Path, page: Path | None, *, overwrite: bool) -> None:
    """Check that the vehicle's file and the report can be written; ``overwrite`` allows existing ones.

    Raises:
        FitError: a suffix is wrong, a file exists, or it cannot be written.
    """
    for path, suffix in ((file, VEHICLE_SUFFIX), (page, REPORT)):
        if path is None:
            continue
        if path.suffix.lower() != suffix:
            raise FitError(f"{path} must end in {suffix}; name another file")
        check_output(path, error=FitError)
        if path.exists() and not overwrite:
            raise FitError(f"{path} exists already; name another file with --out, or overwrite it with --force")


def _write(path: Path, text: str) -> None:
    with whole_file(path, error=FitError) as new:
        new.write_text(text, encoding="utf-8")
