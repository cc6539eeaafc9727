"""``motorpool vehicles``: prints the motor pool as a table, prints one vehicle in full, or draws all vehicles."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from ..base.console import PrintableConsole
from ..base.errors import ModelError, VehicleError
from ..base.files import check_output, whole_file
from ..base.terminal import is_encodable
from ..base.wording import counted
from ..models import find
from ..models.fields import fields_of
from ..models.own_model import title_of
from ..models.registry import Model
from . import motor_pool, real_cars
from .facts import facts_of, figures_by_status, values_by_status
from .figures import STATUS, UNITS, Figure, parse_check
from .silhouettes import longest, silhouette
from .vehicle_file import NamedVehicle

NARROW = 100  # width of the console below which the pictures are small [columns]
SMALL, MEDIUM, LARGE = 26, 40, 66  # widths of the longest vehicle [columns]
SHEETS = (".png", ".svg", ".pdf", ".html")


def show_vehicles() -> None:
    """Print a table of all vehicles of the motor pool, with pictures to one scale."""
    models = all_models()
    vehicles = all_vehicles()
    console = PrintableConsole()
    columns = SMALL if console.width < NARROW else MEDIUM
    scale = longest(vehicles) / (2 * columns)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("vehicle", ratio=1)
    for heading in ("mass\n\n[t]", "power\n\n[kW]", "top\nspeed\n[km/h]", "length\n\n[m]"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("all to one scale", no_wrap=True, min_width=columns)
    for model, vehicle in zip(models, vehicles, strict=True):
        table.add_row(_label(vehicle), *facts_of(vehicle), _side_view(model, scale))
    console.print(table)
    console.print(Text(f"{values_by_status(vehicles)}; {figures_by_status(vehicles)}"))
    console.print(Text("motorpool vehicles NAME shows one in full; --pictures FILE draws them all."))


def show_vehicle(name: str) -> None:
    """Print one vehicle: its picture, its values with their sources, and its reference figures.

    Raises:
        ModelError: there is no such vehicle, or its file is wrong.
    """
    model = find(name)
    vehicle = model.vehicle
    if vehicle is None:
        raise ModelError(f"{model.name} is a motion model, not a vehicle; motorpool models {model.name} describes it")
    console = PrintableConsole()
    scale = longest([vehicle]) / (2 * LARGE)
    console.print(Text.assemble((vehicle.title, "bold"), f"  {vehicle.name}, moved by {vehicle.model}"))
    if vehicle.base is not None:
        console.print(Text(_difference(vehicle, vehicle.base)))
    console.print(Text(f"{vehicle.summary}\n"))
    console.print(Text.assemble(_side_view(model, scale), "\n"))
    size = vehicle.body
    console.print(Text(f"{size.length:g} m long, {size.width:g} m wide, {size.height:g} m high; {vehicle.path}"))
    console.print(_params(vehicle, model.module.Params))
    if vehicle.figures:
        console.print(_figures(vehicle.figures))
        console.print(Text("V verified, R recalled, E estimated, D derived; in parentheses the admissible range"))


def show_real_cars(words: str) -> None:
    """Print a table of the real cars with some words in their names or titles.

    Raises:
        VehicleError: there is none.
    """
    names = real_cars.names_with(words)
    if not names:
        raise VehicleError(
            f"none of {len(real_cars.rows())} real cars has {words!r} in its name; --search with a make lists its cars"
        )
    console = PrintableConsole()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("real car", overflow="fold")
    for heading in ("mass\n[kg]", "power\n[kW]", "air drag\n[kg/m]", "wheelbase\n[m]"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("source")
    for name in names:
        row = real_cars.rows()[name]
        power = f"{1e-3 * float(row['power']):.0f}" if row["power"] else ""
        table.add_row(name, f"{float(row['mass']):.0f}", power, row["air_drag"], row["wheelbase"], row["source"])
    console.print(table)
    console.print(Text(f'{counted(len(names), "car")}; what is empty follows from the mass. mp.Vehicle("{names[0]}")'))
    console.print(Text(f"motorpool vehicles {names[0]} shows it in full; --check measures its figures."))


def draw_sheet(path: Path, *, overwrite: bool = False) -> Path:
    """Draw all vehicles in side and plan view, to one scale, as a picture or a page; return its path.

    Raises:
        VehicleError: the file cannot be written, or its suffix is not one of ``SHEETS``.
    """
    if path.suffix.lower() not in SHEETS:
        raise VehicleError(f"--pictures {path} must end in one of {', '.join(SHEETS)}")
    check_output(path, error=VehicleError)
    if path.exists() and not overwrite:
        raise VehicleError(f"--pictures {path} exists; add --force to overwrite it")
    from .sheet import save_sheet

    with whole_file(path, error=VehicleError) as new:
        save_sheet(all_models(), new)
    return path


def all_vehicles() -> list[NamedVehicle]:
    """Return the vehicles that ship with Motorpool."""
    return [model.vehicle for model in all_models() if model.vehicle is not None]


def all_models() -> list[Model]:
    """Return the models of the vehicles that ship with Motorpool."""
    return [find(name) for name in motor_pool.names()]


def _side_view(model: Model, scale: float) -> Text:
    """Return the side view of a vehicle; empty for a stream whose encoding lacks its characters, as Windows' own."""
    picture = silhouette(model, scale)
    return Text(picture if is_encodable(picture) else "")


def _label(vehicle: NamedVehicle) -> Text:
    return Text.assemble((vehicle.name, "bold"), f"\n{vehicle.title}\n", (vehicle.model, "dim"))


def _difference(vehicle: NamedVehicle, base: NamedVehicle) -> str:
    """Return a description of a vehicle's base and of the values that differ from it."""
    given = [f"{path} {_number(vehicle, path)} for {_number(base, path) or 'none'}" for path in sorted(vehicle.own)]
    return f"{base.title} ({title_of(base.name)}) with other values: {', '.join(given) or 'none'}"


def _number(vehicle: NamedVehicle, path: str) -> str:
    table, _, name = path.partition(".")
    tables: Mapping[str, Mapping[str, Any]] = {
        "params": vehicle.params,
        "handling": vehicle.handling,
        "body": vehicle.body._asdict() | {"look": vehicle.look},
    }
    value = tables[table].get(name)
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)


def _origin(vehicle: NamedVehicle, name: str) -> str:
    """Return the title of the base that a parameter's value comes from; empty for the vehicle's own value."""
    at = vehicle
    while at.base is not None and f"params.{name}" not in at.own:
        at = at.base
    return "" if at is vehicle else title_of(at.name)


def _params(vehicle: NamedVehicle, structure: type) -> Table:
    table = Table("value", "", "unit", "meaning", "source", box=box.SIMPLE_HEAD)
    table.columns[1].justify = "right"
    for field in fields_of(structure):
        if field.name not in vehicle.params:  # optional, and left out
            continue
        remark = vehicle.remarks[field.name]
        source = ", ".join(filter(None, (remark.text, STATUS.get(remark.status, ""))))
        source = ": ".join(filter(None, (_origin(vehicle, field.name), source)))
        value = f"{vehicle.params[field.name]:.6g}"
        table.add_row(field.name, value, field.unit, Text(field.meaning), Text(source))
    return table


def _figures(figures: Sequence[Figure]) -> Table:
    table = Table("reference figure", "", "", "source", "", "simulated by", box=box.SIMPLE_HEAD)
    table.columns[1].justify = "right"
    for figure in figures:
        value = figure.value if isinstance(figure.value, str) else f"{figure.value:g} {figure.unit}".strip()
        source = f"{figure.source}; {figure.note}" if figure.note else figure.source
        table.add_row(Text(figure.quantity), Text(value), _bounds(figure), Text(source), figure.status, _check(figure))
    return table


def _bounds(figure: Figure) -> str:
    if figure.low is None and figure.high is None:
        return ""
    low = "" if figure.low is None else f"{figure.low:g}"
    high = "" if figure.high is None else f"{figure.high:g}"
    if not high:
        return f"({low} or more)"
    return f"({low} to {high})" if low else f"(up to {high})"


def _check(figure: Figure) -> str:
    check = parse_check(figure.check)
    if check is None:
        return ""
    if check.is_value:
        return f"its {check.name}"
    return check.name if check.at is None else f"{check.name}, {check.at / UNITS[check.unit]:g} {check.unit}"
