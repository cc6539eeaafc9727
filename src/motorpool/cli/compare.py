"""``motorpool compare``: models side by side, or the ready-made comparisons, as tables and figures."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..compare import figures, runs
from ..compare.comparison import Comparison
from ..compare.ready_made import comparisons
from ..compare.settings import parse_entries
from ..console import PrintableConsole
from ..errors import ModelError, Refusal, closest_names
from ..models import registry
from ..plotting.style import save_figure
from ..vehicles import motor_pool
from .waiting import waiting


def show_list() -> None:
    """Print the ready-made comparisons."""
    table = Table("comparison", "document", "what it shows", box=SIMPLE_HEAD)
    for comparison in comparisons():
        table.add_row(comparison.name, comparison.document, comparison.title)
    PrintableConsole().print(table)


class Inputs(NamedTuple):
    """Values of the options; None for an option that is not given."""

    settings: Sequence[str] = ()
    speed: float | None = None  # [m/s]
    steer: float | None = None  # -1..1, left positive
    seconds: float | None = None
    dt: float | None = None  # [s]
    reference: str | None = None

    def checked(self) -> "Inputs":
        """Return the inputs with defaults instead of None.

        Raises:
            ModelError: a number is out of its range.
        """
        filled = self._replace(**{name: value for name, value in _DEFAULTS.items() if getattr(self, name) is None})
        for name in _DEFAULTS:
            value = getattr(filled, name)
            if not math.isfinite(value) or (name in ("seconds", "dt") and value <= 0.0):
                raise ModelError(
                    f"--{name} is {value:g}; it must be {'positive' if name in ('seconds', 'dt') else 'a number'}"
                )
        if filled.steer is not None and abs(filled.steer) > 1.0:
            raise ModelError(f"--steer is {filled.steer:g}; it must be from -1 (full right) to 1 (full left)")
        return filled


_DEFAULTS = {"speed": 5.0, "steer": 0.5, "seconds": 4.0, "dt": 0.1}
OWN_LIMIT = "own"  # value of --reference for errors of each model against its own limit
MOST_STEPS = 5_000  # limit of steps at the longest dt; a study of errors takes about a hundred times as many
SUFFIXES = (".png", ".svg", ".pdf")  # of figures


def draw_all(folder: Path, names: Sequence[str], *, overwrite: bool) -> None:
    """Draw every ready-made comparison as a .png in a folder, which is created if it does not exist.

    Raises:
        ModelError: ``names`` has models, a figure exists already, or a file cannot be written.
    """
    if names:
        raise ModelError(f"--all draws every ready-made comparison; leave out {' '.join(names)}")
    ready_made = comparisons()
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"--all {folder} is not a folder; give a folder, or a name that does not exist yet")
    paths = [folder / f"{comparison.name}.png" for comparison in ready_made]
    for path in paths:
        _check_free(path, overwrite=overwrite)
    _make_folder(folder)
    with waiting("drawing", total=len(ready_made)) as show:
        for number, (comparison, path) in enumerate(zip(ready_made, paths, strict=True)):
            show(f"drawing {comparison.name}, {number + 1} of {len(ready_made)}", done=number)
            _save(comparison.draw(), path)
    print(f"drew {len(ready_made)} figures in {folder}")


def compare(names: Sequence[str], inputs: Inputs, *, out: Path | None, overwrite: bool) -> None:
    """Draw a ready-made comparison, or compare models: print a table and write a figure.

    Args:
        names: models, with or without settings, or one ready-made comparison.
        out: file of the figure; None for one in the working folder, named after the models or the comparison.

    Raises:
        ModelError: a name or an option is wrong, or the figure cannot be written.
    """
    if not names:
        raise ModelError(
            "compare needs models, for example: motorpool compare tracked/arc tracked/simple; or see --list"
        )
    comparison = _ready_made(names)
    out = out or Path(f"{comparison.name if comparison else 'compare-' + _file_name(names)}.png")
    _check_free(out, overwrite=overwrite)
    _check_place(out)
    if comparison is None:
        _compare_models(names, inputs.checked(), out)
        return
    for option, value in zip(("--set", *(f"--{name}" for name in Inputs._fields[1:])), inputs, strict=True):
        if value is not None and value != []:
            raise ModelError(f"{option} is for models; the ready-made comparison {comparison.name} has its own inputs")
    print(comparison.title)
    with waiting(f"drawing {comparison.name}"):
        path = _save(comparison.draw(), out)
    print(path)


def _compare_models(names: Sequence[str], inputs: Inputs, out: Path) -> None:
    settings, speed, steer, seconds, dt, reference = inputs
    assert speed is not None
    assert steer is not None
    assert seconds is not None
    assert dt is not None
    if not dt <= seconds <= MOST_STEPS * dt:
        raise ModelError(f"--dt is {dt:g} s; for {seconds:g} s it must be from {seconds / MOST_STEPS:g} to {seconds:g}")
    reference = reference or names[0]
    others = [] if reference == OWN_LIMIT else [reference]
    entries = parse_entries([*names, *others], settings, speed=speed, steer=steer)
    goal = entries.pop() if others else None
    with waiting("simulating") as show:
        simulated = [runs.run(entry, seconds=seconds, dt=dt) for entry in entries]
        for run in simulated:
            if run.problem:
                raise ModelError(f"after {run.times[-1]:.3g} s at dt {dt:g} s, {run.problem}")
        show("measuring errors at shorter steps")
        studies = runs.studies(entries, seconds=seconds, dts=runs.halved(dt), reference=goal)
    is_own = goal is None or list(names) == [reference]
    against = "from its own limit" if is_own else f"from {reference}"
    title = ", ".join([f"{seconds:g} s at {speed:g} m/s, steering command {steer:g}", *settings])
    _show_table(simulated, studies, title=f"{title}\nerrors {against}")
    with waiting("drawing"):
        path = _save(figures.compare_figure(simulated, studies, title=title, against=against), out)
    print(path)


def _show_table(simulated: Sequence[runs.Run], studies: Sequence[runs.Study], *, title: str) -> None:
    """Print the final pose of each model, its errors at the longest and the shortest step, and the orders."""
    ends = [f"error at\ndt {dt:.3g} s" for dt in (studies[0].dts[0], studies[0].dts[-1])]
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 1, 0))
    table.add_column("model", overflow="fold")
    for heading in ("end: x, y [m]\nyaw [°], turns added", *ends, "order"):
        table.add_column(heading, no_wrap=True)
    for run, study in zip(simulated, studies, strict=True):
        x, y, _ = run.pose
        yaw = float(np.degrees(np.unwrap(run["yaw"])[-1]))  # a full circle is 360, not 0
        position, heading = study.position_errors, study.heading_errors
        errors = [f"{position[at]:.2g} m\n{math.degrees(heading[at]):.2g}°" for at in (0, -1)]
        orders = "\n".join(runs.order_words(study.dts, errors) for errors in (position, heading))
        place = f"{x:.3f} {y:.3f}\n{yaw:.3f}"
        table.add_row(*[Text(cell) for cell in (figures.wrapped(run.name), place, *errors, orders)])
    PrintableConsole().print(table)


def _ready_made(names: Sequence[str]) -> Comparison | None:
    """Return the ready-made comparison of that name; None if the names are those of models.

    Raises:
        ModelError: a name is not known, or a comparison is given together with another name.
    """
    known = {comparison.name: comparison for comparison in comparisons()}
    given = [name for name in names if name in known]
    if given and len(names) > 1:
        raise ModelError(f"{given[0]} is a ready-made comparison; it is drawn alone: motorpool compare {given[0]}")
    if given:
        return known[given[0]]
    for name in names:
        _check_known(name, list(known))
    return None


def _check_known(name: str, ready_made: list[str]) -> None:
    base, _ = registry.split_name(name)
    if registry.is_known(base):
        registry.find(base)  # raises if its file is wrong
        return
    models = [*registry.names(), *(alias for model in registry.names() for alias in registry.aliases(model))]
    close = closest_names(base, [*models, *motor_pool.names(), *ready_made])
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    sentence = (
        f"there is no model or comparison named {base}{meant}; "
        "motorpool models lists the models, motorpool compare --list the comparisons"
    )
    kind, known = ("comparison", ready_made) if close and close[0] in ready_made else ("model", registry.names())
    raise ModelError(Refusal(sentence, known, kind=kind))


def _file_name(names: Sequence[str]) -> str:
    return re.sub(r"[^A-Za-z0-9.=]+", "-", "-".join(names)).strip("-")[:100]


def _check_free(path: Path, *, overwrite: bool) -> None:
    if path.is_dir():
        raise ModelError(f"{path} is a directory; name a file")
    if path.exists() and not overwrite:
        raise ModelError(f"{path} exists already; name another file with --out, or overwrite it with --force")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelError(f"the folder {folder} cannot be created: {error.strerror}") from error


def _check_place(path: Path) -> None:
    if path.suffix.lower() not in SUFFIXES:
        raise ModelError(f"{path} cannot be written: a figure is a file that ends in {', '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise ModelError(f"{path} cannot be written: there is no folder {path.parent}; make it first")


def _save(figure: Any, path: Path) -> Path:
    try:
        return save_figure(figure, path)
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror or error}") from error
