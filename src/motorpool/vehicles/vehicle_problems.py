"""Everything that is wrong with a vehicle's file, at once, each in a sentence with its line.

``my_tank.toml:14: params.mass is -2 kg; it must be positive (in combat order [kg])``
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path as File
from typing import Any, NamedTuple, cast

from ..base.errors import ModelError, closest_names, one_of
from ..models.fields import Field, fields_of
from .figures import CALCULATIONS, MANOEUVRES, STATUS, UNITS, Figure, parse_check
from .sensor_specs import KEY as SENSORS
from .sensor_specs import MOST_SENSORS, problems_of_sensor
from .shape.look import looks
from .toml_lines import Lines, Path
from .vehicle_file import Body, Handling, Remark, parse_entity_type
from .vehicle_keys import FIGURE, TOP, Keys, shown

_TEXTS = {
    "title": "what it is called in full",
    "summary": "a sentence that says what it is",
    "model": "a motion model; `motorpool models` lists them",
}
_TABLES = {"body": "its outer dimensions", "params": "the model's parameters"}
_BODY_TEXTS = ("shape", "look")
_TOP_KEYS = (*_TEXTS, "base", "entity_type", "body", "handling", "params", "figure", SENSORS)
_FIGURE_TEXTS = ("quantity", "unit", "source", "status", "check", "note")
_FIGURE_NUMBERS = ("low", "high")
MOST_MISSPELT = 100  # keys of a table that are compared with those that it lacks

_REMARK = re.compile(r"(?:\[(?P<unit>[^\]]*)\])?\s*(?P<text>.*?)\s*(?:\((?P<status>[A-Z])\))?$")


class Problem(NamedTuple):
    """An error in a file, and its place."""

    path: Path
    sentence: str
    advice: Callable[[], str] = str  # continues the sentence; called for the problems that are shown, for it takes time


def problems_of(
    values: Mapping[str, Any], lines: Lines, *, params: Iterable[Field], folder: File, model: str
) -> list[Problem]:
    """Return everything that is wrong with a file whose model, with this name and these parameters, is known."""
    params = tuple(params)
    keys = Keys(keys_by_table(params), lines)._replace(params_listed=f"`motorpool models {model}`")
    misplaced = _misplaced(values, keys, "params")
    needed = [field.name for field in params if not field.is_optional and field.name not in misplaced]
    problems = [
        *_outer_problems(values, keys),
        *_body_problems(_table(values, "body"), folder, keys),
        *_number_problems("handling", _table(values, "handling"), fields_of(Handling), keys, needed=()),
        *_number_problems("params", _table(values, "params"), params, keys, needed=needed),
        *_remark_problems(_table(values, "params"), lines, params),
        *_figure_problems(values.get("figure", []), keys),
        *_sensor_problems(values.get(SENSORS, [])),
    ]
    wrong = {problem.path for problem in problems}
    return [*problems, *_contradictions(*(_right(values, name, wrong) for name in ("body", "params", "handling")))]


def model_problems(values: Mapping[str, Any], lines: Lines) -> list[Problem]:
    """Return the mistakes of a file whose model cannot be found.

    Args:
        values: what the file says.
        lines: on which lines.
    """
    keys = Keys(keys_by_table(), lines)
    return [
        *_outer_problems(values, keys),
        *_body_problems(_table(values, "body"), None, keys),
        *_number_problems("handling", _table(values, "handling"), fields_of(Handling), keys, needed=()),
        *_figure_problems(values.get("figure", []), keys),
        *_sensor_problems(values.get(SENSORS, [])),
    ]


def keys_by_table(params: Iterable[Field] = ()) -> dict[str, Sequence[str]]:
    """Return the keys of a file by table.

    Args:
        params: fields of its model's parameters.
    """
    return {
        TOP: _TOP_KEYS,
        "params": [field.name for field in params],
        "body": [*Body._fields, *_BODY_TEXTS],
        "handling": Handling._fields,
        FIGURE: Figure._fields,
    }


def _misplaced(values: Mapping[str, Any], keys: Keys, table: str) -> set[str]:
    """Return the keys of a table that the file has in other places, where they are unknown."""
    paths = [(key,) for key in values] + [
        (name, key) for name in ("body", "handling", "params") for key in _table(values, name)
    ]
    unknown = [path for path in paths if path[-1] not in keys.tables[path[0] if len(path) > 1 else TOP]]
    return {path[-1] for path in unknown if table in keys.places_of(path)}


def remark_of(comment: str) -> Remark:
    """Return a comment's unit, text and status."""
    match = _REMARK.fullmatch(comment.strip())
    return Remark(*(match[name] or "" for name in ("unit", "text", "status"))) if match else Remark(text=comment)


def _table(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = values.get(name)
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _right(values: Mapping[str, Any], name: str, wrong: set[Path]) -> dict[str, float]:
    numbers = {key: float(value) for key, value in _table(values, name).items() if _is_number(value)}
    return {key: value for key, value in numbers.items() if (name, key) not in wrong}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


# ---- what is there, and what should be


def _outer_problems(values: Mapping[str, Any], keys: Keys) -> Iterator[Problem]:
    misplaced = _misplaced(values, keys, TOP)
    for key in values.keys() - set(_TOP_KEYS):
        yield _unknown((key,), keys)
    for key, meaning in _TEXTS.items():
        if key not in values:
            if key not in misplaced:
                yield Problem((key,), f'{key} is missing; add {key} = "..." ({meaning})')
        elif not _is_text(values[key]):
            yield Problem((key,), f"{key} is {values[key]!r}; it must be text ({meaning})")
    yield from _entity_type_problems(values)
    for key, meaning in _TABLES.items():
        if key not in values:
            yield Problem((key,), f"the table [{key}] is missing; add it ({meaning})")
    for key in ("body", "handling", "params"):
        if key in values and not isinstance(values[key], dict):
            yield Problem((key,), f"{key} is {values[key]!r}; it must be a table: [{key}] and its keys below")


def _unknown(path: Path, keys: Keys) -> Problem:
    return Problem(path, f"there is no key {shown(path)}", partial(keys.advice, path))


def _entity_type_problems(values: Mapping[str, Any]) -> Iterator[Problem]:
    try:
        parse_entity_type(str(values.get("entity_type", "1.1")))
    except ValueError as error:
        yield Problem(("entity_type",), f"entity_type: {error}")


def _number_problems(
    table: str, values: Mapping[str, Any], fields: Iterable[Field], keys: Keys, *, needed: Iterable[str]
) -> Iterator[Problem]:
    """Unknown, wrong and missing numbers."""
    known = {field.name: field for field in fields}
    unknown = [name for name in values if name not in known]
    for name, value in values.items():
        if name not in known:
            yield _unknown((table, name), keys)
            continue
        try:
            known[name].check(value, table)
        except ModelError as error:
            yield Problem((table, name), str(error))
    if not values:
        return
    meant = {close for name in unknown[:MOST_MISSPELT] for close in closest_names(name, known)[:1]}
    for name in needed:
        if name not in values and name not in meant:
            field = known[name]
            sentence = f"{table}.{name} is missing; add {name} = {field.default!r} # [{field.unit}] {field.meaning}"
            yield Problem((table,), sentence.rstrip())


def _body_problems(body: Mapping[str, Any], folder: File | None, keys: Keys) -> Iterator[Problem]:
    numbers = {key: value for key, value in body.items() if key not in _BODY_TEXTS}
    needed = ("length", "width", "height")
    yield from _number_problems("body", numbers, fields_of(Body), keys, needed=needed)
    if "look" in body and body["look"] not in looks():
        yield Problem(
            ("body", "look"), f"body.look is {body['look']!r}; it must be one of {one_of(body['look'], looks())}"
        )
    shape = body.get("shape")
    if "shape" in body and not (isinstance(shape, str) and shape.endswith(".glb")):
        yield Problem(("body", "shape"), f"body.shape is {shape!r}; it must be the path of a glTF file (.glb)")
    elif isinstance(shape, str) and folder is not None and not (folder / shape).is_file():
        yield Problem(("body", "shape"), f"body.shape is {shape!r}, and there is no file {folder / shape}")


def _remark_problems(params: Mapping[str, Any], lines: Lines, fields: Iterable[Field]) -> Iterator[Problem]:
    """Remarks that contradict the model: another unit than the field has, a status that means nothing."""
    for field in fields:
        remark = remark_of(lines.comment(("params", field.name)))
        if field.name not in params:
            continue
        if remark.unit and field.unit and remark.unit != field.unit:
            sentence = f"params.{field.name} is in {field.unit}, and its comment says [{remark.unit}]; convert it"
            yield Problem(("params", field.name), sentence)
        if remark.status and remark.status not in STATUS:
            yield Problem(("params", field.name), _status(f"params.{field.name}'s comment", remark.status))


def _status(where: str, status: Any) -> str:
    words = ", ".join(f"{letter} ({word})" for letter, word in STATUS.items())
    return f"{where} has the status {status!r}; it must be one of {words}"


# ---- figures


def _figure_problems(figures: Any, keys: Keys) -> Iterator[Problem]:
    if not isinstance(figures, list):
        yield Problem(("figure",), f"figure is {figures!r}; write [[figure]] with two brackets, once for each")
        return
    for index, figure in enumerate(cast("list[Any]", figures)):
        if isinstance(figure, dict):
            yield from _one_figure(("figure", index), cast("dict[str, Any]", figure), keys)
        else:
            yield Problem(("figure", index), f"{shown(('figure', index))} is {figure!r}; it must be a table")


def _one_figure(path: Path, figure: Mapping[str, Any], keys: Keys) -> Iterator[Problem]:
    where = shown(path)
    for key in figure.keys() - set(Figure._fields):
        yield _unknown((*path, key), keys)
    for key in ("quantity", "value", "unit", "source", "status"):
        if key not in figure:
            yield Problem(path, f"{where}.{key} is missing; add {key} = ...")
    for key in _FIGURE_TEXTS:
        if key in figure and not isinstance(figure[key], str):
            yield Problem((*path, key), f"{where}.{key} is {figure[key]!r}; it must be text")
    for key in _FIGURE_NUMBERS:
        if key in figure and not _is_number(figure[key]):
            yield Problem((*path, key), f"{where}.{key} is {figure[key]!r}; it must be a finite number")
    if "value" in figure and not (_is_number(figure["value"]) or _is_text(figure["value"])):
        yield Problem((*path, "value"), f"{where}.value is {figure['value']!r}; it must be a finite number or a word")
    if isinstance(figure.get("unit"), str) and figure["unit"] not in UNITS:
        units = ", ".join(unit for unit in UNITS if unit)
        yield Problem((*path, "unit"), f"{where}.unit is {figure['unit']!r}; it must be one of {units}")
    if isinstance(figure.get("status"), str) and figure["status"] not in STATUS:
        yield Problem((*path, "status"), _status(where, figure["status"]))
    if isinstance(figure.get("check"), str):
        yield from _check_problems((*path, "check"), figure["check"])
    yield from _order_problems(path, figure)


def _check_problems(path: Path, text: str) -> Iterator[Problem]:
    try:
        parse_check(text)
    except ValueError:
        known = [*MANOEUVRES, *CALCULATIONS]
        close = closest_names(text.partition(" ")[0], known)
        advice = f" (did you mean {' or '.join(close)}?)" if close else ""
        sentence = f"{shown(path)} is {text!r}{advice}; it must be params.NAME, body.NAME or a manoeuvre, perhaps with "
        yield Problem(path, f'{sentence}a value ("acceleration 32 km/h"): {", ".join(known)}')


def _order_problems(path: Path, figure: Mapping[str, Any]) -> Iterator[Problem]:
    low, value, high = (figure.get(key) for key in ("low", "value", "high"))
    where = shown(path)
    if _is_number(low) and _is_number(high) and cast("float", low) > cast("float", high):
        yield Problem((*path, "low"), f"{where} goes from {low} down to {high}; swap low and high")
        return
    if isinstance(value, str) and (low is not None or high is not None):
        yield Problem((*path, "value"), f"{where} is a word, {value!r}, and cannot have bounds; remove low and high")
    for key, bound, is_beyond in (("low", low, "below"), ("high", high, "above")):
        if _is_number(bound) and _is_number(value):
            difference = cast("float", value) - cast("float", bound)
            if (difference < 0.0) if key == "low" else (difference > 0.0):
                yield Problem((*path, "value"), f"{where}.value is {value}, {is_beyond} its own {key}, {bound}")


# ---- sensors


def _sensor_problems(sensors: Any) -> Iterator[Problem]:
    if not isinstance(sensors, list):
        yield Problem((SENSORS,), f"{SENSORS} is {sensors!r}; write [[{SENSORS}]] with two brackets, once for each")
        return
    tables = cast("list[Any]", sensors)
    if len(tables) > MOST_SENSORS:
        yield Problem((SENSORS,), f"there are {len(tables)} sensors; a vehicle has at most {MOST_SENSORS}")
        return
    names: set[Any] = set()
    for index, table in enumerate(tables):
        path, where = (SENSORS, index), shown((SENSORS, index))
        if not isinstance(table, dict):
            yield Problem(path, f"{where} is {table!r}; it must be a table")
            continue
        values = cast("dict[str, Any]", table)
        for key, sentence in problems_of_sensor(values, where):
            yield Problem((*path, *key), sentence)
        name = values.get("name")
        if isinstance(name, str) and name in names:
            yield Problem((*path, "name"), f"{where}.name is {name!r}, as of another sensor; give each its own")
        names.add(name if isinstance(name, str) else None)


# ---- what is fine alone and not together


def _contradictions(
    body: Mapping[str, float], params: Mapping[str, float], handling: Mapping[str, float]
) -> Iterator[Problem]:
    known = {f"body.{name}": value for name, value in body.items()}
    known |= {f"params.{name}": value for name, value in params.items()}
    known |= {f"handling.{name}": value for name, value in handling.items()}
    for smaller, larger, reason in _ORDERS:
        if smaller in known and larger in known and known[smaller] > known[larger]:
            sentence = f"{smaller} is {known[smaller]:g}, more than {larger}, {known[larger]:g}: {reason}"
            yield Problem(tuple(smaller.split(".")), sentence)
    yield from _size_problems(body, params)


# What may not be more than what, and why.
_ORDERS = (
    ("params.contact_length", "body.length", "a track does not reach beyond its hull"),
    ("params.track_gauge", "body.width", "the tracks lie under the body"),
    ("params.track_width", "body.width", "the wheels stand under the body"),
    ("params.front_track_width", "body.width", "the wheels stand under the body"),
    ("params.rear_track_width", "body.width", "the wheels stand under the body"),
    ("params.wheelbase", "body.length", "the axles lie under the body"),
    ("params.centre_height", "body.height", "the centre of mass lies inside of the body"),
    ("params.max_reverse_speed", "params.max_speed", "no vehicle here drives back faster than ahead"),
    ("handling.max_reverse_speed", "handling.max_speed", "no vehicle here drives back faster than ahead"),
)


def _size_problems(body: Mapping[str, float], params: Mapping[str, float]) -> Iterator[Problem]:
    """Sums that do not fit, and a vehicle that would fall over where it stands."""
    front, rear = params.get("front_axle_offset"), params.get("rear_axle_offset")
    if front is not None and rear is not None and front + rear > body.get("length", math.inf):
        yield Problem(
            ("params", "front_axle_offset"),
            f"params.front_axle_offset and params.rear_axle_offset make a wheelbase of {front + rear:g}, "
            f"more than body.length, {body['length']:g}: the axles lie under the body",
        )
    height = params.get("centre_height")
    for name in ("track_width", "track_gauge", "front_track_width", "rear_track_width"):
        if height is not None and name in params and params[name] < 2.0 * STEEPEST_STAND * height:
            yield Problem(
                ("params", "centre_height"),
                f"params.centre_height is {height:g}, too high for params.{name}, {params[name]:g}: it would fall over "
                f"on a side slope of {100.0 * params[name] / (2.0 * height):.0f} %; "
                f"{100.0 * STEEPEST_STAND:.0f} % is the least",
            )


STEEPEST_STAND = 0.3  # side slope on which every vehicle must stand: half its track over the height of its centre
