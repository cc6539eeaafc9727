"""The motor pool: named vehicles, each a file that says which motion model moves it, with which values, and why.

    tank = Vehicle("M1A1")
    heavier = Vehicle("M1A1:mass=62000")
    own = Vehicle("./my_tank.toml")   # base = "M1A1" and some other values

The files that ship lie in ``vehicles/``, one a vehicle; ``vehicle_file`` says what a file holds. Nothing in a file is
taken on trust: all that is missing, unknown, out of range or contradictory is refused at once, each with its line.
"""

import math
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from ..base.errors import ModelError, Refusal, VehicleError
from ..base.files import read_text
from ..base.terminal import in_one_line
from ..base.wording import counted
from ..models.fields import Field, field_of, fields_of
from ..models.outline import is_open
from ..models.own_model import VEHICLE_SUFFIX, from_folder
from . import real_cars
from .base import base_path, base_word, model_problem, own_values, remarks_of, with_base
from .figures import Figure
from .sensor_specs import KEY as SENSORS
from .sensor_specs import spec_of
from .toml_lines import Lines
from .vehicle_file import Body, NamedVehicle, parse_entity_type
from .vehicle_problems import Problem, model_problems, problems_of

SHIPPED = Path(__file__).parent / "files"

FindModel = Callable[[str], Any]

MAX_BYTES = 1_000_000  # of a vehicle's file; those that ship have some ten thousand
MAX_DIGITS = 40  # of a number
MAX_SHOWN = 20  # mistakes of a file in one message
MAX_WORD = 60  # characters of a word that is searched for
ALIKE = 0.85  # similarity of a real car's name from which it may be meant
MAX_DEPTH = 8  # of tables and lists in each other
DEEP_KEY = re.compile(  # dotted keys with many parts
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{8 * MAX_DEPTH}}}"""
)

_LOOK_OF_KIND = {"tracked": "tank", "wheeled": "car"}


def names() -> list[str]:
    """Return the vehicles that ship with Motorpool."""
    return list(_shipped())


def file_of(name: str) -> Path | None:
    """Return the file of a vehicle: that at a path ending in .toml, one that ships, or a row of the table of real cars.

    "t72a" finds T-72A.
    """
    if name.endswith(VEHICLE_SUFFIX):
        return Path(name)
    wanted = _plain(name)
    found = next((path for known, path in _shipped().items() if _plain(known) == wanted), None)
    return found or real_cars.path_of(name)


def names_of_word(word: str, keys: Sequence[str]) -> list[str]:
    """Return the names of the vehicles with a word in their title or summary: "hmmwv" is in "M998 HMMWV".

    Args:
        word: in any case.
        keys: keys of a vehicle's file, in whose texts the word is searched for: "title", "summary".
    """
    wanted = re.compile(rf"\b{re.escape(word[:MAX_WORD])}\b", re.IGNORECASE)
    files = _shipped().items() if word else ()
    return [name for name, path in files if any(wanted.search(_contents(path, 0)[0].get(key, "")) for key in keys)]


def names_in_table(words: str) -> list[str]:
    """Return the names of the real cars with each of some words in their names, or of those that are spelt alike.

    Args:
        words: three letters or more, in any case.
    """
    if len(words) < 3 or len(words) > MAX_WORD:
        return []
    from difflib import get_close_matches

    return real_cars.names_with(words) or get_close_matches(words.casefold(), real_cars.rows(), 3, ALIKE)


def read_vehicle(path: Path, name: str, *, find_model: FindModel, chain: tuple[Path, ...] = ()) -> NamedVehicle:
    """Return the vehicle of a file, read again only when the file or its base has changed.

    Args:
        find_model: what turns the file's ``model`` into a ``registry.Model``.
        chain: files whose bases led here.

    Raises:
        VehicleError: the file cannot be read, or a line for each thing that is wrong in it.
    """
    try:
        age = (path.parent if real_cars.is_in_table(path) else path).stat().st_mtime_ns
    except OSError as error:
        raise VehicleError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
    values, lines = _contents(path, age)
    word, base = base_word(values, path, lines), None
    if word is not None:
        file = base_path(word, path, lines, known=_known(word), chain=(*chain, path))
        base = read_vehicle(file, word, find_model=find_model, chain=(*chain, path))
    model, problem = _model_of(values if base is None else with_base(values, base, path), path.parent, find_model)
    return _read(path, name, age, base, model, problem)


def _known(word: str) -> dict[str, Path]:
    """Return the vehicles that ship, and the one that a word means: "t72a" is T-72A."""
    file = None if word.endswith(VEHICLE_SUFFIX) else file_of(word)
    return _shipped() if file is None else {**_shipped(), word: file}


@lru_cache(maxsize=1024)
def _plain(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).casefold()


@cache
def _shipped() -> dict[str, Path]:
    files = sorted(SHIPPED.glob(f"*{VEHICLE_SUFFIX}"), key=lambda path: path.stem.casefold())
    return {path.stem: path for path in files}


@lru_cache(maxsize=256)
def _contents(path: Path, _age: int) -> tuple[dict[str, Any], Lines]:
    is_row = real_cars.is_in_table(path)
    text = real_cars.text_of(path) if is_row else read_text(path, max_bytes=MAX_BYTES, error=VehicleError)
    return _parsed(path, text), Lines(text)


@lru_cache(maxsize=256)
def _read(
    path: Path, name: str, age: int, base: NamedVehicle | None, model: Any, problem: Problem | None
) -> NamedVehicle:
    given, lines = _contents(path, age)
    values = given if base is None else with_base(given, base, path)
    problems = [] if problem is None else [problem]
    other = None if model is None or base is None else model_problem(given, model.name, base)
    if other is not None:
        problems.append(other)
    elif model is None:
        problems += model_problems(values, lines)
    else:
        params = _params_of(model, values)
        problems += problems_of(values, lines, params=params, folder=path.parent, model=model.name)
        if not problems:
            problems += _impossible(model, values)
    if problems:
        raise VehicleError(Refusal("\n".join(_sentences(path, lines, problems))))
    vehicle = _vehicle(path, name, values, model)
    own = own_values(given)
    remarks = remarks_of(list(vehicle.params), lines, own=own, base=base)
    place = (
        base.model_place
        if base is not None and "model" not in given
        else f"{in_one_line(str(path))}:{lines.number(('model',))}"
    )
    return replace(vehicle, remarks=remarks, base=base, own=own, model_place=place)


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """Return the values of a TOML text.

    Raises:
        VehicleError: it is no TOML, has a number of thousands of digits, or is nested too deep.
    """
    if DEEP_KEY.search(text):  # before parsing, which would take memory by the square of its length
        raise VehicleError(f"{path} is nested more than {MAX_DEPTH} deep; it must be tables of values")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VehicleError(_syntax_sentence(path, text, str(error))) from error
    except ValueError as error:  # Python converts no number of so many digits
        raise VehicleError(f"{path} has a number of more than {MAX_DIGITS} digits; write it shorter") from error
    except RecursionError as error:
        raise VehicleError(f"{path} is nested more than {MAX_DEPTH} deep; it must be tables of values") from error
    _check_size(path, values)
    return values


def _check_size(path: Path, values: dict[str, Any]) -> None:
    """Refuse tables in tables in tables, and whole numbers that no float holds."""
    layer: list[Any] = [values]
    for _ in range(MAX_DEPTH):
        if any(isinstance(value, int) and abs(value) > 10**MAX_DIGITS for value in layer):
            raise VehicleError(f"{path} has a number of more than {MAX_DIGITS} digits; write it shorter")
        layer = [inner for outer in layer for inner in _inside(outer)]
    if layer:
        raise VehicleError(f"{path} is nested more than {MAX_DEPTH} deep; it must be tables of values")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else []


def _syntax_sentence(path: Path, text: str, message: str) -> str:
    match = re.search(r"\s*\(at line (\d+), column \d+\)", message)
    line = int(match[1]) if match else text.count("\n") + 1
    problem = message[: match.start()] if match else message.partition(" (at ")[0]
    return f"{path}:{line}: this is no TOML: {problem[:1].lower()}{problem[1:]}"


def _sentences(path: Path, lines: Lines, problems: list[Problem]) -> list[str]:
    found = {(lines.number(problem.path), problem.sentence): problem.advice for problem in problems}
    where = in_one_line(str(path))
    first = sorted(found)[:MAX_SHOWN]
    shown = [f"{where}:{line}: {sentence}{found[line, sentence]()}" for line, sentence in first]
    more = len(found) - len(shown)
    return [*shown, f"{where}: and {counted(more, 'more mistake')}; correct these first"] if more else shown


def _model_of(values: Mapping[str, Any], folder: Path, find_model: FindModel) -> tuple[Any, Problem | None]:
    name = values.get("model")
    if not isinstance(name, str) or not name.strip():
        return None, None
    if file_of(name.partition(":")[0]) is not None:
        sentence = f"model is {name!r}, which is a vehicle; it must be a motion model; base = {name!r} takes its values"
        return None, Problem(("model",), sentence)
    try:
        return find_model(from_folder(name, folder)), None
    except ModelError as error:
        return None, Problem(("model",), f"model: {error}")


def _params_of(model: Any, values: Mapping[str, Any]) -> tuple[Field, ...]:
    if not is_open(model.module.Params):
        return fields_of(model.module.Params)
    given = values.get("params")
    names = cast("dict[str, Any]", given) if isinstance(given, dict) else ()
    return tuple(field_of(name, float, math.nan, "") for name in names)


def _impossible(model: Any, values: Mapping[str, Any]) -> list[Problem]:
    """Return the mistake of parameters outside the model's validity; none for valid ones."""
    if not model.limit:
        return []
    params = model.module.Params(**_checked(values["params"], fields_of(model.module.Params), "params"))
    if model.module.is_valid(model.module.Control(), params, 0.0):
        return []
    return [Problem(("params",), f"the model {model.name} has no answer for these params: {model.limit}")]


def _vehicle(path: Path, name: str, values: Mapping[str, Any], model: Any) -> NamedVehicle:
    body = dict(values["body"])
    look, shape = body.pop("look", _LOOK_OF_KIND.get(model.kind, "car")), body.pop("shape", None)
    figures = cast("list[dict[str, Any]]", values.get("figure", []))
    params = _params_of(model, values)
    return NamedVehicle(
        name=name,
        title=values["title"],
        summary=" ".join(values["summary"].split()),
        model=model.name,
        path=path,
        body=Body(**_checked(body, fields_of(Body), "body")),
        entity_type=parse_entity_type(values["entity_type"]) if "entity_type" in values else None,
        look=look,
        shape=None if shape is None else path.parent / shape,
        handling={key: float(value) for key, value in values.get("handling", {}).items()},
        params=_checked(values["params"], params, "params"),
        remarks={},
        figures=tuple(Figure(**figure) for figure in figures),
        sensors=tuple(spec_of(table) for table in values.get(SENSORS, [])),
    )


def _checked(values: Mapping[str, Any], fields: tuple[Field, ...], where: str) -> dict[str, float]:
    return {field.name: field.check(values[field.name], where) for field in fields if field.name in values}
