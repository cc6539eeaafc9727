"""Description of a recording: scenario, fleets, version, machine, files and sources of inputs.

It is JSON in the file's metadata; ``validation.described`` reads it.
"""

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import RecordingError, TerrainError
from ..base.files import sha256_of
from ..models.own_model import FILE_SUFFIXES
from ..vehicles import motor_pool
from ..world.scenario.document import as_text, parse
from ..world.sources.player import Player
from .columns import ABOUT_KEY, COLUMNS, FORMAT

if TYPE_CHECKING:
    from ..vehicles.fleet import Fleet
    from ..world import World
    from .journal import Journal as WrittenJournal


def describe(world: "World", every: int, journal: "WrittenJournal") -> dict[str, str]:
    """Return a recording's description, as the key and JSON text of Parquet's file metadata.

    The ``journal`` has seen the first tick.
    """
    from .. import __version__

    about: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "every": every,
        "scenario": portable_scenario(world.scenario),
        **made_of(world),
        "vehicles": [shipped_vehicle(fleet) for fleet in world.fleets],
        "first_tick": journal.first_tick,
        "machine": machine(),
        "sources": other_sources(world),
        "checked": journal.names,
        "checked_every": journal.interval,
        "files": files_of(world),
        "columns": {column.name: {"scale": column.scale, "meaning": column.meaning} for column in COLUMNS},
    }
    return {ABOUT_KEY: json.dumps(about)}


def made_of(world: "World") -> dict[str, Any]:
    """Return the part of a description that is the same when the scenario is built again."""
    return {
        "dt": world.dt,
        "seed": world.seed,
        "name": world.name,
        "terrain": _terrain(world.terrain),
        "objects": world.objects.count,
        "fleets": fleets_in(world.population.built),
        "code": [{"file": file.path.name, "sha256": file.sha256} for file in world.code],
    }


def _terrain(terrain: Any) -> dict[str, Any]:
    about = {"name": terrain.name, "source": terrain.source, "sha256": terrain_hash(terrain)}
    if getattr(terrain, "crs", None) is None:
        return about
    east, north = terrain.origin_easting, terrain.origin_northing
    return {**about, "crs": terrain.crs, "origin_easting": east, "origin_northing": north}


def fleets_in(fleets: Iterable["Fleet"], *, first: int = 0) -> list[dict[str, Any]]:
    """Return the descriptions of fleets.

    Args:
        first: id of the first vehicle.
    """
    found: list[dict[str, Any]] = []
    for fleet in fleets:
        named = {"name": fleet.name, "model": portable_model(fleet.model.name), "kind": fleet.kind}
        found.append({**named, "first": first, "count": fleet.count, "body": fleet.body._asdict()})
        first += fleet.count
    return found


def shipped_vehicle(fleet: "Fleet") -> str:
    """Return the name of a fleet's vehicle; of a file, that of the vehicle that ships on which it is based, or ""."""
    vehicle, shipped = fleet.model.vehicle, motor_pool.names()
    while vehicle is not None and vehicle.name not in shipped:
        vehicle = vehicle.base
    return vehicle.name if vehicle is not None else ""


OUR_SOURCES = "motorpool.world.sources."
OUR_NETWORK = "motorpool.links.dis."
PACKAGE = Path(__file__).parents[1]
MAX_FILE_BYTES = 1 << 36  # of a file that a scenario names, such as a terrain


def machine() -> dict[str, str]:
    """Return the properties on which the last bits of a computation depend: processor and versions of compilers."""
    from ..compile.processor import compiler_version, processor_name

    return {
        "processor": processor_name(),
        "system": platform.system(),
        "compiler": compiler_version(),
        "numpy": np.__version__,
    }


def other_sources(world: "World", *, scripts: bool = True) -> list[str]:
    """Return the classes of the world's sources besides people, in order; ``scripts``: also scenarios'.

    A source whose ``is_recorded`` is true changes the world by actions only, as people do, and is left out, too.
    """
    others = [
        source
        for source in world.sources
        if not isinstance(source, Player) and not getattr(source, "is_recorded", False)
    ]
    names = [f"{type(source).__module__}.{type(source).__qualname__}" for source in others]
    return [name for name in names if scripts or not name.startswith(OUR_SOURCES)]


def differences(recorded: Mapping[str, Any]) -> list[str]:
    """Return the differences between this machine and ``machine()`` of the recording, in words."""
    now = machine().items()
    return [f"{name} {recorded.get(name)} (here {value})" for name, value in now if recorded.get(name) != value]


def terrain_hash(terrain: Any) -> str:
    """Return the SHA-256 of a terrain's posts and where they are, in hexadecimal digits."""
    digest = hashlib.sha256(repr([float(terrain.spacing), float(terrain.x_west), float(terrain.y_south)]).encode())
    digest.update(np.ascontiguousarray(terrain.heights).data)
    for deck in terrain.decks:
        digest.update(deck.points.data)
    return digest.hexdigest()


def files_of(world: "World") -> list[dict[str, str]]:
    """Return the name and the SHA-256 of each file that a world was made of, besides code: terrain, objects, vehicles.

    Names are relative to the scenario's folder, or to this package ("motorpool/vehicles/..."); of a file that is
    elsewhere only its own name is given: the author's folders are private.
    """
    from ..world.scenario.named_files import named_files

    folder = Path(world.scenario_folder)
    names = [name for _, name in named_files(_values_of(world.scenario))]
    files = [_found(name, folder) for name in names]
    for fleet in world.population.built:
        vehicle = fleet.model.vehicle
        while vehicle is not None:
            files.append(vehicle.path)
            vehicle = vehicle.base
    return [
        {"file": _portable(file, folder), "sha256": sha256_of(file, max_bytes=MAX_FILE_BYTES, error=RecordingError)}
        for file in dict.fromkeys(files)
        if file.is_file()
    ]


def portable_scenario(text: str) -> str:
    """Return a scenario's text with the names of files in place of absolute paths, which are its author's own."""
    from ..world.scenario.named_code import named_models
    from ..world.scenario.named_files import named_files

    values = _values_of(text)
    places = [(place, name) for place, name in (*named_files(values), *named_models(values)) if _is_absolute(name)]
    for place, name in places:
        at = values
        for step in place[:-1]:
            at = at[step]
        at[place[-1]] = PureWindowsPath(name).name  # it reads the slashes of all systems
    return as_text(values) if places else text


def portable_model(name: str) -> str:
    """Return a model's name, of a file without its folder."""
    is_file = any(f"{suffix}:" in name or name.endswith(suffix) for suffix in FILE_SUFFIXES)
    return PureWindowsPath(name).name if is_file else name


def _values_of(text: str) -> Any:
    return parse(text, "the scenario").values if text else {}


def _is_absolute(name: str) -> bool:
    return PurePosixPath(name).is_absolute() or PureWindowsPath(name).is_absolute()


def _found(name: str, folder: Path) -> Path:
    from ..world.scenario.ground import find_terrain

    try:
        return find_terrain(name, folder)  # also other files: only tiles are searched for elsewhere
    except TerrainError:
        return folder / name


def _portable(file: Path, folder: Path) -> str:
    for root, prefix in ((folder, ""), (PACKAGE, "motorpool/")):
        if file.absolute().is_relative_to(root.absolute()):
            return prefix + file.absolute().relative_to(root.absolute()).as_posix()
    return file.name
