"""Loader of scenario files; it checks a whole file before anything is built."""

import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from ...base.errors import Refusal, ScenarioError
from ...base.files import read_text
from ...base.keys import ON_TERRAIN
from ...base.trust import CodeFile, Trust, decide, refusal, untrusted
from ...base.wording import counted
from ...ground.terrain.roads import MOST_ROADS
from .document import MAX_BYTES, as_text, parse
from .fleet_keys import VEHICLE
from .format import FleetPart, ScenarioPart, marked_paths
from .named_code import code_in
from .named_files import BUILT_IN
from .problems import checked
from .shipped import find_file, similar_names

if TYPE_CHECKING:
    from .. import World
    from .landscape import Landscapes


class Scenario(NamedTuple):
    """Checked scenario file; ``build`` makes its world."""

    name: str
    text: str  # of the file, with the changes made by ``changed``
    folder: Path  # that paths in it are relative to
    where: str  # name of the file in messages
    content: ScenarioPart
    code: tuple[CodeFile, ...] = ()  # files of code that it names, as they were read; they run only if they are trusted
    is_changed: bool = False  # the text has other values than the file, so that messages have no lines

    def __repr__(self) -> str:
        fleets = len(self.content.vehicles)
        return (
            f"<Scenario {self.name!r} of {self.where}: {counted(self.vehicle_count, 'vehicle')} in "
            f"{counted(fleets, 'fleet')}\n {self.description or 'without a description'}>"
        )

    @property
    def description(self) -> str:
        """Description in the scenario file."""
        return " ".join(self.content.description.split())

    @property
    def vehicle_count(self) -> int:
        """Number of vehicles in all fleets."""
        return sum(fleet.count for fleet in self.content.vehicles)

    def refuse_untrusted(self) -> None:
        """Raise an error if the scenario names code that is not trusted.

        Raises:
            TrustError: with a line for each file of code.
        """
        if refused := untrusted(self.code):
            raise refusal(refused)

    def build(
        self, seed: int | None = None, *, landscapes: "Landscapes | None" = None, can_step: bool = True
    ) -> "World":
        """Build the world at its start; the same seed gives the same world.

        Args:
            seed: seed of all random numbers; that of the file by default.
            landscapes: store of landscapes, by which worlds of this scenario share equal parts.
            can_step: the world will be stepped; False for one that is only checked: no kernel is compiled then.

        Raises:
            TrustError: code that the scenario names is not trusted, or has changed since then.
            MotorpoolError: the terrain cannot be read, or something does not fit on it.
        """
        from .build import build_world

        self.refuse_untrusted()
        scenario = self if seed is None else self.changed(seed=seed)
        landscape = landscapes and landscapes.of(scenario.content, self.folder, self.where, scenario.text)
        world = build_world(
            scenario.content,
            folder=self.folder,
            where=self.where,
            text="" if scenario.is_changed else scenario.text,
            landscape=landscape,
            can_step=can_step,
        )
        world.scenario, world.scenario_folder = scenario.text, scenario.folder.absolute()
        world.code = scenario.code
        return world

    def changed(
        self,
        *,
        seed: int | None = None,
        vehicles: int | None = None,
        objects: int | None = None,
        terrain: str | os.PathLike[str] | None = None,
        exercise: Mapping[str, Any] | Literal[False] | None = None,
    ) -> "Scenario":
        """Return the scenario with some settings changed; None leaves one as it is.

        Args:
            vehicles: number of all vehicles, divided among the fleets in the old proportions.
            objects: number of scattered objects.
            terrain: "jacksboro", "flat", "hills", or a file, relative to the current folder.
            exercise: changed keys of the part in a distributed exercise; an empty mapping keeps the part or adds one
                with defaults, False removes it.

        Raises:
            ScenarioError: a value is not allowed.
        """
        values = self.content.model_dump(mode="json", exclude_unset=True)
        if seed is not None:
            values["seed"] = seed
        if vehicles is not None:
            values["vehicles"] = _resized(self.content.vehicles, values["vehicles"], vehicles)
            _add_roads(values, vehicles)
        if objects is not None:
            values["objects"] = {**values.get("objects", {}), "count": objects}
        if terrain is not None:
            values["terrain"] = {"source": _terrain_source(terrain)}
            _drop_places(values)
        if exercise is False:
            values.pop("exercise", None)
        elif exercise is not None:
            values["exercise"] = {**(values.get("exercise") or {}), **exercise}
        return _changed(values, self, f"{self.where} as changed")

    def varied(self, values: Mapping[str, Any]) -> "Scenario":
        """Return the scenario with other values by path, as ``vehicles.0.mass``; a fleet has an index or a name.

        Raises:
            ScenarioError: there is no such path, or a value is not allowed there.
        """
        content = self.content.model_dump(mode="json", exclude_unset=True)
        where = f"{self.where} with {', '.join(f'{path}={value}' for path, value in values.items())}"
        for path, value in values.items():
            _put(content, path, value, where)
        return _changed(content, self, where)


def _changed(values: Mapping[str, Any], scenario: Scenario, where: str) -> Scenario:
    text = as_text(values)
    return scenario_of(text, name=scenario.name, folder=scenario.folder, where=where, is_changed=True)


def _put(content: dict[str, Any], path: str, value: Any, where: str) -> None:
    """Set the value at a path; add an empty mapping for each key on the way that the file does not have."""
    steps = path.split(".")
    if steps[-1] == VEHICLE:
        steps[-1] = "model"
    place: Any = content
    for step, following in itertools.pairwise(steps):
        parts = cast("list[Any]", place) if isinstance(place, list) else None
        entries = cast("dict[str, Any]", place)
        place = _part(parts, step, where) if parts is not None else _entry(entries, step, following)
        if not isinstance(place, dict | list):
            raise ScenarioError(f"{where}: there is no place {path}, because {step} has no {following}")
    if isinstance(place, list):
        raise ScenarioError(f"{where}: {path} is a part, not a value; name a key of it, such as {path}.count")
    place[steps[-1]] = list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value


def _entry(place: dict[str, Any], step: str, following: str) -> Any:
    if place.get(step) is None and not following.isdigit():
        place[step] = {}
    return place.get(step)


def _part(parts: list[Any], step: str, where: str) -> Any:
    found = [cast("dict[str, Any]", part) if isinstance(part, dict) else {} for part in parts]
    names = [str(part.get("name") or part.get("model") or "") for part in found]
    if step.isdigit() and int(step) < len(parts):
        return parts[int(step)]
    if step in names:
        return parts[names.index(step)]
    sentence = f"{where}: there is no part {step}{similar_names(step, names)}; there are {len(parts)}, counted from 0"
    raise ScenarioError(Refusal(sentence, [name for name in names if name], kind="part"))


def _add_roads(values: dict[str, Any], vehicles: int) -> None:
    """Keep the density of generated roads if the area grows with the number of vehicles."""
    from ..world import PLAY_AREA, ROOM_A_VEHICLE

    roads: dict[str, Any] = values.get("roads") or {}
    growth = vehicles * ROOM_A_VEHICLE / (PLAY_AREA * PLAY_AREA)
    has_area = values.get("area") or roads.get("area")
    if growth > 1.0 and not has_area and roads.get("count"):
        values["roads"] = {**roads, "count": min(MOST_ROADS, round(growth * int(roads["count"])))}


def _drop_places(values: dict[str, Any]) -> None:
    """Remove keys with positions on the earlier terrain."""
    values.pop("area", None)
    values.pop("bookmarks", None)
    for part, keys in (
        ("objects", ("file", "area")),
        ("surface", ("file", "legend", "areas", "spacing")),
        ("roads", ("file", "lines", "area")),
    ):
        if part in values and values[part] is not None:
            values[part] = {key: value for key, value in values[part].items() if key not in keys}
    places = {path[0] for path in marked_paths(ON_TERRAIN, FleetPart)}
    values["vehicles"] = [{key: fleet[key] for key in fleet if key not in places} for fleet in values["vehicles"]]


def load(scenario: str | os.PathLike[str], *, with_files: bool = False, trust: Trust = False) -> Scenario:
    """Read a scenario: a file, or one that is part of Motorpool. No code that it names runs.

    Args:
        scenario: name or path.
        with_files: also refuse it if a file that it names does not exist.
        trust: whether ``build`` may run code that it names: True, or the SHA-256 of the files that may; see ``trust``.

    Raises:
        ScenarioError: it does not exist, or has mistakes; a line for each.
        TrustError: it names code beside that of the given SHA-256.
    """
    path = find_file(scenario)
    text = read_text(path, max_bytes=MAX_BYTES, error=ScenarioError)
    found = scenario_of(text, name=path.stem, folder=path.parent, where=str(scenario), with_files=with_files)
    if trust is not False:
        decide(found.code, trust)
    return found


def scenario_of(
    text: str, *, name: str, folder: Path, where: str, with_files: bool = False, is_changed: bool = False
) -> Scenario:
    """Return the scenario of a file's text.

    Args:
        where: name of the file in messages.
        with_files: also refuse it if a file that it names does not exist.
        is_changed: the text has other values than the file, so that messages have no lines.

    Raises:
        ScenarioError: it has mistakes; a line for each.
    """
    document = parse(text, where)._replace(has_lines=not is_changed)
    content = checked(document, folder, with_files=with_files)
    content = content.model_copy(update={"name": content.name or name})
    return Scenario(content.name, text, folder, where, content, code_in(document, folder), is_changed)


def _resized(fleets: list[FleetPart], values: list[dict[str, Any]], total: int) -> list[dict[str, Any]]:
    """Return the fleets with ``total`` vehicles in the old proportions, without empty fleets.

    A fleet with listed positions keeps its number of vehicles.
    """
    listed = sum(fleet.count for fleet in fleets if fleet.start.is_listed)
    weights = [0 if fleet.start.is_listed else fleet.count for fleet in fleets]
    if total <= listed or (total > listed and not any(weights)):
        raise ScenarioError(
            f"the number of vehicles is {total}; it must be above {listed}, the number that start at listed positions, "
            "and the scenario must have a fleet without listed positions for the others"
        )
    ends = [round((total - listed) * part / sum(weights)) for part in itertools.accumulate(weights)]
    shares = [end - start for start, end in itertools.pairwise([0, *ends])]
    counts = [share if weight else fleet.count for share, weight, fleet in zip(shares, weights, fleets, strict=True)]
    return [{**value, "count": count} for value, count in zip(values, counts, strict=True) if count]


def _terrain_source(terrain: str | os.PathLike[str]) -> str:
    """Return a terrain as a scenario names it; a path is relative to the current folder, not to the scenario's."""
    return str(terrain) if str(terrain) in BUILT_IN else str(Path(terrain).absolute())
