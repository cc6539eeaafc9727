"""Checks of a scenario: all mistakes at once, each in a sentence with its line.

``convoy.yaml:14: vehicles[3].wheelbase is -2.7 m; it must be positive (front to rear axle [m])``
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ...base.errors import ModelError, Refusal, ScenarioError, TerrainError, closest_names
from ...base.terminal import in_one_line
from ...base.wording import KeyPath, counted, shown_path
from ...ground.terrain.hills import HILLS
from ...models import registry
from ...models.fields import Field, fields_of
from ...models.outline import is_open
from ..scenario_keys import Problem, WrittenFleet
from .document import Document
from .fleet_keys import VEHICLE
from .format import KEYS, FleetPart, ScenarioPart, SurfacePart, TerrainPart
from .ground import find_terrain
from .key_problems import Format, problem_of, unknown_key_at
from .named_files import named_files
from .plain_values import validated

MAX_SHOWN = 20  # mistakes of a file in one message; a hostile file may have any number of them
SCENARIO = Format(
    ScenarioPart, "docs/scenarios.md", "this is no scenario; it must be a mapping with at least the key vehicles"
)
MAX_COUNTED = 200  # of each kind, of which the message says how many more there are


def checked(document: Document, folder: Path = Path(), *, with_files: bool = False) -> ScenarioPart:
    """Return the scenario that a document describes.

    Args:
        with_files: also refuse it if a file that it names does not exist; ``changed`` may replace such a file.

    Raises:
        ScenarioError: with a line for each mistake.
    """
    scenario, document, mistakes = validated(ScenarioPart, document)
    problems = [problem_of(details, SCENARIO) for details in mistakes[:MAX_COUNTED]]
    uncounted = len(mistakes) - MAX_COUNTED
    problems += itertools.islice(_model_problems(document.values, folder), MAX_COUNTED)
    if with_files:
        missing = itertools.islice(missing_files(document.values, folder), MAX_COUNTED)
        problems += [Problem(path, sentence) for path, sentence in missing]
    if scenario is not None:
        problems += _contradictions(scenario)
    if problems or scenario is None:
        raise ScenarioError(refusal(document, problems, uncounted=max(0, uncounted)))
    return scenario


def refusal(document: Document, problems: Sequence[Problem], *, uncounted: int = 0) -> Refusal:
    """Return the first sentences, a line each, with the allowed names if one sentence alone refuses a name.

    Args:
        problems: mistakes of the document.
        uncounted: number of mistakes beside them.
    """
    lists = [problem.sentence for problem in problems if isinstance(problem.sentence, Refusal)]
    text = "\n".join(_sentences(document, problems, uncounted))
    return Refusal(text, lists[0].known, kind=lists[0].kind) if len(lists) == 1 else Refusal(text)


def _sentences(document: Document, problems: Iterable[Problem], uncounted: int) -> list[str]:
    written = [_as_written(problem, document.values) for problem in problems]
    lines = sorted({(document.line(p.path, of_key=p.is_about_key), p.sentence) for p in written})
    where = in_one_line(document.where)
    shown = [
        f"{where}:{line}: {sentence}" if document.has_lines else f"{where}: {sentence}"
        for line, sentence in lines[:MAX_SHOWN]
    ]
    more = len(lines) - len(shown) + uncounted
    return [*shown, f"{where}: and {counted(more, 'more mistake')}; correct these first"] if more else shown


def _as_written(problem: Problem, values: Any) -> Problem:
    """Return a problem with the file's path: roads may be a plain list, which pydantic reads as ``roads.lines``."""
    if problem.path[:2] == ("roads", "lines") and isinstance(_mapping(values).get("roads"), list):
        return problem._replace(path=("roads", *problem.path[2:]), sentence=problem.sentence.replace(".lines", "", 1))
    return problem


# ---- models and their parameters


def _model_problems(values: Any, folder: Path) -> Iterator[Problem]:
    """Yield models that do not exist, and parameters that are unknown or out of range."""
    for index, value in enumerate(_list(_mapping(values).get("vehicles"))):
        path, fleet = ("vehicles", index), _mapping(value)
        if VEHICLE in fleet and "model" in fleet:
            sentence = f"{shown_path(path)} has a vehicle and a model; keep one"
            yield Problem((*path, VEHICLE), sentence, is_about_key=True)
        for key in ("model", VEHICLE):
            if isinstance(fleet.get(key), str):
                yield from _fleet_problems(path, fleet, key, folder)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _fleet_problems(path: KeyPath, fleet: Mapping[str, Any], named: str, folder: Path) -> Iterator[Problem]:
    """Yield the mistakes of a fleet whose model is the value of the key ``named``."""
    try:
        model = registry.find_in_data(fleet[named], folder)
    except ModelError as error:
        lines = str(error).splitlines()  # a line for each mistake in a vehicle's or a model's file
        yield from (Problem((*path, named), f"{shown_path(path)}: {line}") for line in lines)
        return
    params = {field.name: field for field in fields_of(model.module.Params)}
    written = WrittenFleet(path, fleet, named, model, folder)
    for keys in KEYS:
        yield from keys.model_problems(written)
    for key, value in fleet.items():
        if key in params:
            yield from _param_problems((*path, key), value, params[key], fleet.get("count", 1))
        elif key not in (VEHICLE, *FleetPart.model_fields) and not is_open(model.module.Params):
            known = [*FleetPart.model_fields, *params]
            yield Problem((*path, key), unknown_key_at((*path, key), known, SCENARIO), True)


def _param_problems(path: KeyPath, value: Any, field: Field, count: Any) -> Iterator[Problem]:
    """Yield the mistake of a parameter: one value for all vehicles, or a list of one for each."""
    if isinstance(value, list) and len(_list(value)) != count:
        sentence = (
            f"{shown_path(path)} has {len(_list(value))} values for {count} vehicles; give one for all, or one for each"
        )
        yield Problem(path, sentence)
        return
    for one in _list(value) if isinstance(value, list) else [value]:
        try:
            field.check(one, shown_path(path[:-1]))
        except ModelError as error:
            yield Problem(path, str(error))
            return


# ---- contradictions between allowed values


def _contradictions(scenario: ScenarioPart) -> Iterator[Problem]:
    names: dict[str, int] = {}
    for index, fleet in enumerate(scenario.vehicles):
        path: KeyPath = ("vehicles", index)
        if fleet.title in names:
            same = f"{shown_path(path)} is named {fleet.title!r} like {shown_path(('vehicles', names[fleet.title]))}"
            yield Problem((*path, "name"), f"{same}; give each its own name")
        names.setdefault(fleet.title, index)
        yield from _start_problems(path, fleet)
    for keys in KEYS:
        yield from keys.problems(scenario)
    yield from _area_problems((), scenario.area, "area")
    yield from _area_problems(("objects",), scenario.objects.area, "area")
    yield from _area_problems(("terrain",), scenario.terrain.crop, "crop")
    yield from _area_problems(("roads",), scenario.roads.area, "area")
    if scenario.surface is not None:
        yield from _surface_problems(scenario.surface)
    yield from _terrain_problems(scenario.terrain)


def _terrain_problems(terrain: TerrainPart) -> Iterator[Problem]:
    if terrain.size is not None and terrain.source not in ("flat", HILLS):
        yield Problem(
            ("terrain", "size"), 'terrain.size is for "source: flat" and "hills" only; use crop for a part of a file'
        )
    if terrain.crop is not None and terrain.source in ("flat", HILLS):
        kind = "flat ground has" if terrain.source == "flat" else "hills have"
        yield Problem(("terrain", "crop"), f"terrain.crop is for files; {kind} a size")
    for key in ("steepness", "seed"):
        if getattr(terrain, key) is not None and terrain.source != HILLS:
            yield Problem(("terrain", key), f'terrain.{key} is for "source: hills" only')


def _surface_problems(surface: SurfacePart) -> Iterator[Problem]:
    path: KeyPath = ("surface",)
    if surface.by is not None and (surface.file is not None or surface.kind is not None):
        other = "file" if surface.file is not None else "kind"
        yield Problem((*path, "by"), f"surface is made by the {surface.by} and has a {other}; keep one")
    if surface.seed is not None and surface.by is None:
        yield Problem((*path, "seed"), "surface.seed is for a map that is made; add by: terrain")
    if surface.legend is not None and surface.file is None:
        yield Problem((*path, "legend"), "surface.legend is for a file; add file, or leave it out")
    if surface.spacing is not None and surface.file is not None:
        yield Problem((*path, "spacing"), "surface.spacing is not for files, which have their own; leave it out")
    for number in surface.legend or {}:
        if not (number.isascii() and number.isdigit() and int(number) <= 255):
            where = (*path, "legend", number)
            yield Problem(where, f"{shown_path(where)} names the number {number!r}; it must be 0 to 255", True)
    for number, patch in enumerate(surface.areas):
        where = (*path, "areas", number)
        shapes = [key for key in ("area", "circle", "polygon") if getattr(patch, key) is not None]
        if len(shapes) != 1:
            has = " and ".join(shapes) or "no shape"
            yield Problem(where, f"{shown_path(where)} has {has}; give it one of area, circle, polygon")
        yield from _area_problems(where, patch.area, "area")


def _start_problems(path: KeyPath, fleet: FleetPart) -> Iterator[Problem]:
    start = fleet.start
    given = [key for key in ("area", "grid", "formation", "positions", "file") if getattr(start, key) is not None]
    if len(given) > 1:
        yield Problem((*path, "start"), f"{shown_path(path)}.start has {' and '.join(given)}; keep one")
    if start.positions is not None and len(start.positions) != fleet.count:
        given_count = f"{len(start.positions)} positions for {fleet.count} vehicles"
        sentence = f"{shown_path(path)}.start.positions has {given_count}; give one for each vehicle"
        yield Problem((*path, "start", "positions"), sentence)
    yield from _area_problems((*path, "start"), start.area, "area")


def _area_problems(path: KeyPath, area: tuple[float, float, float, float] | None, key: str) -> Iterator[Problem]:
    if area is not None and not (area[0] < area[2] and area[1] < area[3]):
        where, allowed = (*path, key), "west, south, east, north with west < east and south < north"
        yield Problem(where, f"{shown_path(where)} is {list(area)}; it must be {allowed}")


# ---- files that do not exist


def missing_files(values: Any, folder: Path) -> Iterator[tuple[KeyPath, str]]:
    """Yield the path of each key of a document, which may be wrong, that names a missing file, with an error message.

    Models and vehicles of files are left out: finding the model reports them.
    """
    for path, name in named_files(values):
        if path[0] == "terrain":
            yield from _terrain(path, name, folder)
        elif _is_missing(folder / name):
            yield path, _sentence(path, folder / name)


def _terrain(path: KeyPath, source: str, folder: Path) -> Iterator[tuple[KeyPath, str]]:
    try:
        file = find_terrain(source, folder)
    except TerrainError as error:
        yield path, f"{shown_path(path)}: {error}"
        return
    if _is_missing(file):
        yield path, f'{_sentence(path, file)}; "jacksboro" is always there'


def _is_missing(file: Path) -> bool:
    """Return whether there is no file; other faults, such as a pipe in its place, are reported when it is read."""
    return file.is_dir() or not file.exists()


def _sentence(path: KeyPath, file: Path) -> str:
    if file.is_dir():
        return f"{shown_path(path)} names {file}, which is a folder; name a file in it"
    beside = [other.name for other in file.parent.iterdir()] if file.parent.is_dir() else []
    close = closest_names(file.name, beside)
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    return f"{shown_path(path)}: there is no file {file}{meant}; its path is relative to the scenario's folder"
