"""``motorpool compare``: models side by side, or the ready-made comparisons, as tables and figures."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ...base.command_line.waiting import waiting
from ...base.console import PrintableConsole
from ...base.errors import ModelError
from ...base.files import check_output, whole_file
from ...base.plotting.style import save_figure
from . import figures, runs
from .models import Inputs, compare_models
from .ready_made import comparisons, ready_made_of


def show_list() -> None:
    """Print the ready-made comparisons."""
    table = Table("comparison", "document", "what it shows", box=SIMPLE_HEAD)
    for comparison in comparisons():
        table.add_row(comparison.name, comparison.document, comparison.title)
    PrintableConsole().print(table)


SUFFIXES = (".png", ".svg", ".pdf")  # of figures


def draw_all(folder: Path, names: Sequence[str], *, overwrite: bool) -> None:
    """Draw every ready-made comparison as a .png in a folder, which is created if it does not exist.

    Raises:
        ModelError: ``names`` has models, a figure exists already, or a file cannot be written.
    """
    if names:
        raise ModelError(f"--all draws every ready-made comparison; leave out {' '.join(names)}")
    ready_made = comparisons()
    paths = [folder / f"{comparison.name}.png" for comparison in ready_made]
    for path in paths:
        _check_free(path, overwrite=overwrite)
    with waiting("drawing", total=len(ready_made)) as show:
        for number, (comparison, path) in enumerate(zip(ready_made, paths, strict=True)):
            show(f"drawing {comparison.name}, {number + 1} of {len(ready_made)}", done=number)
            _save(comparison.draw(), path)
    print(f"drew {len(ready_made)} figures in {folder}")


def compare(names: Sequence[str], given: Mapping[str, Any], *, out: Path | None, overwrite: bool) -> None:
    """Draw a ready-made comparison, or compare models: print a table and write a figure.

    Args:
        names: models, with or without settings, or one ready-made comparison.
        given: options that are given, by the names of fields of ``Inputs``; others are None or empty.
        out: file of the figure; None for one in the working folder, named after the models or the comparison.

    Raises:
        ModelError: a name or an option is wrong, or the figure cannot be written.
    """
    if not names:
        raise ModelError(
            "compare needs models, for example: motorpool compare tracked/arc tracked/simple; or see --list"
        )
    comparison = ready_made_of(names)
    inputs = {name: value for name, value in given.items() if value is not None and value != []}
    out = out or Path(f"{comparison.name if comparison else 'compare-' + _file_name(names)}.png")
    _check_free(out, overwrite=overwrite)
    _check_place(out)
    if comparison is None:
        _compare_models(names, Inputs(**inputs), out)
        return
    if inputs:
        option = "--set" if "settings" in inputs else f"--{next(iter(inputs))}"
        raise ModelError(f"{option} is for models; the ready-made comparison {comparison.name} has its own inputs")
    print(comparison.title)
    with waiting(f"drawing {comparison.name}"):
        path = _save(comparison.draw(), out)
    print(path)


def _compare_models(names: Sequence[str], inputs: Inputs, out: Path) -> None:
    with waiting("simulating") as show:
        found = compare_models(names, inputs, told=show)
    _show_table(found.simulated, found.studies, title=f"{found.title}\nerrors {found.against}")
    with waiting("drawing"):
        figure = figures.compare_figure(found.simulated, found.studies, title=found.title, against=found.against)
        path = _save(figure, out)
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


def _file_name(names: Sequence[str]) -> str:
    return re.sub(r"[^A-Za-z0-9.=]+", "-", "-".join(names)).strip("-")[:100]


def _check_free(path: Path, *, overwrite: bool) -> None:
    check_output(path, error=ModelError)
    if path.exists() and not overwrite:
        raise ModelError(f"{path} exists already; name another file with --out, or overwrite it with --force")


def _check_place(path: Path) -> None:
    if path.suffix.lower() not in SUFFIXES:
        raise ModelError(f"{path} cannot be written: a figure is a file that ends in {', '.join(SUFFIXES)}")


def _save(figure: Any, path: Path) -> Path:
    with whole_file(path, error=ModelError) as new:
        save_figure(figure, new)
    return path
