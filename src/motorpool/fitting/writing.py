"""Files of a fit: each is complete, or does not exist."""

import os
from collections.abc import Sequence
from pathlib import Path

from ..errors import FitError
from ..files import check_output, whole_file
from ..vehicles.vehicle_file import SUFFIX
from .fitting import Fit
from .manoeuvres import Suggestion
from .report import report_text
from .vehicle_text import vehicle_text
from .words import Trial, refusal

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
        path: of the vehicle's file, ending in .toml.
        report: of the report, ending in .html.
        trials: whole drives that were not fitted.
        keep: write the vehicle even if it is worse than its start.

    Raises:
        FitError: a file exists, or cannot be written, or the vehicle is worse than its start.
    """
    file = Path(path)
    page = None if report is None else Path(report)
    check_places(file, page, overwrite=overwrite)
    text = vehicle_text(fit, file)
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
    for path, suffix in ((file, SUFFIX), (page, REPORT)):
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
