"""The base of a vehicle's file: another vehicle, whose values hold where the file gives none.

title = "Family car, laden"
base = "car"          # a vehicle's name, or the path of a file, relative to this one

[params]
mass = 1900.0         # [kg] with five people and their luggage (E)

A file inherits its base's summary, model, entity type, body, handling and parameters, the latter with their remarks,
and the sensors whose names it does not give itself. It does not inherit the published figures: they are the base's. Its
title is the file's name where it gives none.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ..base.errors import VehicleError, suggestion
from ..models.actuated import ENDING
from ..models.own_model import PYTHON_SUFFIX, VEHICLE_SUFFIX, from_folder
from .real_cars import is_in_table
from .sensor_specs import KEY as SENSORS
from .sensor_specs import merged
from .toml_lines import Lines
from .vehicle_file import NamedVehicle, Remark
from .vehicle_problems import Problem, remark_of

KEY = "base"
MOST = 16  # files, each the base of the next


def base_word(values: Mapping[str, Any], path: Path, lines: Lines) -> str | None:
    """Return the name of the base that a file gives; None if it has none.

    Raises:
        VehicleError: it is no text.
    """
    word = values.get(KEY)
    if word is None or (isinstance(word, str) and word.strip()):
        return word
    raise VehicleError(
        f"{_where(path, lines)}: base is {word!r}; it must be a vehicle's name, "
        f"or the path of a file ({VEHICLE_SUFFIX})"
    )


def base_path(word: str, path: Path, lines: Lines, *, known: Mapping[str, Path], chain: Sequence[Path]) -> Path:
    """Return the file of a base.

    Args:
        chain: files whose bases led here, this one last.

    Raises:
        VehicleError: there is no such vehicle, or it leads back to a file of the chain.
    """
    found = Path(from_folder(word, path.parent)) if word.endswith(VEHICLE_SUFFIX) else known.get(word)
    where = _where(path, lines)
    if found is None:
        advice = suggestion(word, known) or "`motorpool vehicles` lists all, and a motion model is named by model = ..."
        raise VehicleError(f"{where}: base is {word!r}, and there is no such vehicle; {advice}")
    if not found.is_file() and not is_in_table(found):
        raise VehicleError(f"{where}: base is {word!r}, and there is no file {found}")
    files = [file.resolve() for file in chain]
    if found.resolve() in files:
        names = " -> ".join(file.name for file in [*chain, found])
        raise VehicleError(f"{where}: base is {word!r}, which leads back to this file ({names}); name another base")
    if len(chain) >= MOST:
        raise VehicleError(f"{where}: more than {MOST} files are each the base of the next; name a vehicle of fewer")
    return found


def with_base(values: Mapping[str, Any], base: NamedVehicle, path: Path) -> dict[str, Any]:
    """Return the values of a file with those of its base where it gives none."""
    size = {name: value for name, value in base.body._asdict().items() if value is not None}
    body: dict[str, Any] = {**size, "look": base.look}
    if base.shape is not None:
        body["shape"] = str(base.shape.absolute())
    model = str(Path(base.model).absolute()) if base.model.endswith(PYTHON_SUFFIX) else base.model
    inherited: dict[str, Any] = {"summary": base.summary, "model": model}
    if base.entity_type is not None:
        inherited["entity_type"] = str(base.entity_type)
    tables = {"body": body, "handling": base.handling, "params": base.params}
    given = {name: value for name, value in values.items() if name != KEY}
    over: dict[str, Any] = {name: _over(inner, given.get(name, {})) for name, inner in tables.items()}
    own = given.get(SENSORS, [])
    if base.sensors and isinstance(own, list):
        over[SENSORS] = merged(cast("list[Any]", own), base.sensors)
    return {"title": path.stem, **inherited, **given, **over}


def model_problem(values: Mapping[str, Any], model: str, base: NamedVehicle) -> Problem | None:
    """Return the refusal of a file that names another model than its base's, or its actuated form."""
    if "model" not in values or model in (base.model, f"{base.model}{ENDING}"):
        return None
    return Problem(
        ("model",),
        f"model is {values['model']!r}, and the base {base.name} is a {base.model}; leave model out, "
        "or leave base out and give every value",
    )


def own_values(values: Mapping[str, Any]) -> frozenset[str]:
    """Return the paths of the values that a file gives itself: "params.mass", "body.length"."""
    tables = {name: values.get(name) for name in ("body", "handling", "params")}
    return frozenset(
        f"{name}.{key}" for name, table in tables.items() if isinstance(table, dict) for key in cast("Any", table)
    )


def remarks_of(
    names: Sequence[str], lines: Lines, *, own: frozenset[str], base: NamedVehicle | None
) -> Mapping[str, Remark]:
    """Return the remark on each parameter: the file's own, or its base's where the value is."""
    return {
        name: base.remarks[name]
        if base is not None and f"params.{name}" not in own
        else remark_of(lines.comment(("params", name)))
        for name in names
    }


def _over(inherited: Mapping[str, Any], own: Any) -> Any:
    return {**inherited, **cast("dict[str, Any]", own)} if isinstance(own, dict) else own


def _where(path: Path, lines: Lines) -> str:
    return f"{path}:{lines.number((KEY,))}"
