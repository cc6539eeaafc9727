"""Terrain and soil of a mobility map from the arguments of its command: files, names, or soils made from the terrain.

The legend of a soil map is an argument, or a file beside the map: ``soil.yaml`` or ``soil.json`` beside ``soil.tif``,
with the keys of a scenario's ``surface``:

    legend: {1: mud, 2: dry-earth, 7: gravel}
    kind: dry-earth                 # class where the map has no value
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from ...base.errors import ScenarioError, WorldError, unknown_name
from ...base.files import check_format, read_text
from ...base.operating_system import expanded
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.heightfield_files import JACKSBORO, load_terrain
from ...ground.terrain.soil_map import map_of_terrain
from ...ground.terrain.surface import CLASSES, Surface
from ...ground.terrain.surface_files import READERS, load_surface
from ...world.scenario.document import MAX_BYTES, parse
from ...world.scenario.ground import find_terrain

MADE = "terrain"  # name of the soil map that is made from the terrain
LEGENDS = (".yaml", ".yml", ".json")
FLAT = "flat"  # 2 by 2 km of level ground


class Legend(NamedTuple):
    """Meaning of a soil map's numbers."""

    classes: dict[int, str] | None = None  # name of the class of each number; None: order of ``surface.CLASSES``
    elsewhere: str | None = None  # class where the map has no value


def terrain_named(source: str) -> Terrain:
    """Return the terrain of a file or a name; SRTM tiles are searched in the same folders as for scenarios.

    Raises:
        TerrainError: there is no such terrain, or it cannot be read.
    """
    if source == FLAT:
        return Terrain.flat()
    return load_terrain(source if source == JACKSBORO else find_terrain(source, Path()))


def soil_named(soil: str, terrain: Terrain, *, legend: str | None = None, seed: int = 0) -> Surface:
    """Return the soils of a terrain: from a file, one class everywhere, or made from the terrain.

    Args:
        soil: path of a soil map, name of a class, or "terrain".
        legend: classes of the numbers in a file, such as "1=mud,2=dry-earth"; by default the file beside it.

    Raises:
        WorldError: there is no such map or class, or the legend is not valid.
    """
    suffix = Path(soil).suffix.lower()
    is_file = suffix == ".npz" or suffix in READERS
    if legend is not None and not is_file:
        raise WorldError(f"a legend belongs to a soil map from a file, and {soil} is no file; leave out the legend")
    if soil == MADE:
        return map_of_terrain(terrain, seed=seed)
    if is_file:
        path = expanded(soil)
        found = Legend(legend_of(legend)) if legend is not None else legend_beside(path)
        return load_surface(path, terrain, legend=found.classes, elsewhere=found.elsewhere)
    if soil not in CLASSES:
        check_format(expanded(soil), error=WorldError)
        known = (MADE, *CLASSES)
        raise WorldError(f"{unknown_name('', 'soil', soil, known, listed='docs/ground.md')}; or name a soil map's file")
    return Surface.uniform(soil, terrain)


def legend_of(text: str) -> dict[int, str]:
    """Parse a legend such as "1=mud,2=dry-earth".

    Raises:
        WorldError: it is not of that form.
    """
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(number.strip().isdecimal() and name.strip() for number, _, name in pairs):
        raise WorldError(f"the legend is {text!r}; write it as 1=mud,2=dry-earth")
    return {int(number): name.strip() for number, _, name in pairs}


def legend_beside(path: Path) -> Legend:
    """Return the legend in the file beside a soil map; an empty one without such a file.

    Raises:
        WorldError: the file is not a legend.
    """
    beside = next((path.with_suffix(suffix) for suffix in LEGENDS if path.with_suffix(suffix).is_file()), None)
    if beside is None or path.suffix.lower() == ".npz":
        return Legend()
    try:
        text = read_text(beside, max_bytes=MAX_BYTES, error=WorldError)
        values: Any = parse(text, beside.name).values
    except ScenarioError as error:
        raise WorldError(*error.args) from error
    facts = cast(Mapping[str, Any], values if isinstance(values, Mapping) else {})
    if not isinstance(facts.get("legend"), Mapping):
        raise WorldError(f"{beside.name} has no legend; write it as legend: {{1: mud, 2: dry-earth}}")
    numbers = cast(Mapping[Any, Any], facts["legend"])
    wrong = [number for number in numbers if not str(number).isdecimal()]
    if wrong:
        raise WorldError(f"{beside.name}: the legend names {wrong[0]!r}; its keys must be whole numbers")
    elsewhere = facts.get("kind")
    classes = {int(str(number)): str(name) for number, name in numbers.items()}
    return Legend(classes, None if elsewhere is None else str(elsewhere))
