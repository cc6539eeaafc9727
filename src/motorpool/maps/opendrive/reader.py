"""Reading of OpenDRIVE files into place maps."""

from collections import Counter
from pathlib import Path

from ...base.errors import TerrainError
from ...base.files import AnyPath
from ...ground.roads.network import RoadNetwork
from ..place_map import MapThings, PlaceMap
from .carriageways import Piece, pieces_of
from .elements import count_unread
from .lane_areas import areas_of
from .network import Junction, network_of, read_junction
from .objects import objects_of
from .placement import placed, read_placement
from .road import Road
from .road_reader import read_road
from .signals import Controllers, controlled_by
from .xml_elements import Element, root_children

ROOT = "OpenDRIVE"
MOST_ROADS = 200_000
FREE_POINTS = 100_000  # of lanes, in any file
POINTS_PER_RECORD = 40  # and for each curve, elevation and lane
FREE_LENGTH = 200_000.0  # of carriageways with heights, of any number of records [m]
LENGTH_PER_RECORD = 100.0  # of longer ones, on average; roads of real maps have several in it [m]


def read_opendrive(path: AnyPath) -> PlaceMap:
    """Return the map of an OpenDRIVE file (1.4 to 1.8, XML, also compressed by gzip).

    What is not understood or not used is counted in ``left_out``; roads and records with missing or wrong numbers are
    left out and counted, too. Heights are those of the file; if all of them are zero, roads lie on the ground (z is
    NaN).

    Raises:
        TerrainError: the file cannot be read, is no OpenDRIVE file, has no road that can be read, or is too large.
    """
    left_out: Counter[str] = Counter()
    header, roads, junctions, controllers = _read(path, left_out)
    label = Path(path).name
    if not roads:
        reasons = f" ({', '.join(left_out)})"[:300] if left_out else ""
        raise TerrainError(
            f"{label} has no road that can be read{reasons}; it needs a <road> with <planView> and <lanes>"
        )
    placement = read_placement(header, left_out)
    has_heights = bool(placement.z) or not all(road.is_flat for road in roads)
    roads, origin = placed(roads, placement)
    pieces = _pieces(roads, left_out, label)
    if not pieces:
        reasons = ", ".join(words for words in left_out if words.startswith("roads that could not be sampled"))
        raise TerrainError(f"{label} has no road that can be used ({reasons[:300]}); correct its curves")
    network = network_of(pieces, junctions, left_out, has_heights=has_heights, controllers=controllers)
    if has_heights:
        _check_length(network, roads, label)
    found = objects_of([road_pieces[0].road for road_pieces in pieces.values()], left_out)
    areas = areas_of((piece for road_pieces in pieces.values() for piece in road_pieces), left_out)
    return PlaceMap(
        network=network,
        buildings=found.buildings,
        areas=found.areas + areas,
        things=MapThings.of(found.things),
        crs=placement.crs,
        origin=origin,
        left_out=left_out,
    )


def _read(path: AnyPath, left_out: Counter[str]) -> tuple[Element | None, list[Road], list[Junction], Controllers]:
    """Return the header, the roads, the junctions and the controllers of a file."""
    header: Element | None = None
    roads: dict[str, Road] = {}
    junctions: list[Junction] = []
    controllers: dict[str, tuple[str, ...]] = {}
    for element in root_children(path, root=ROOT):
        count_unread(element, left_out, parent=ROOT)
        if element.tag == "header" and header is None:
            header = element
        elif element.tag == "junction":
            junctions.append(read_junction(element, left_out))
        elif element.tag == "controller":
            controllers[element.get("id")] = controlled_by(element)
        elif element.tag == "road":
            road = read_road(element, left_out)
            if road is not None and road.id in roads:
                left_out["roads with the id of another road"] += 1
            elif road is not None:
                roads[road.id] = road
            if len(roads) > MOST_ROADS:
                raise TerrainError(f"{Path(path).name} has more than {MOST_ROADS} roads; cut a part out of it")
    return header, list(roads.values()), junctions, controllers


def _check_length(network: RoadNetwork, roads: list[Road], label: str) -> None:
    """Raise an error for carriageways much longer than their records let expect; the ground is levelled for them.

    Raises:
        TerrainError: they are.
    """
    total = sum(section.length for section in network.sections)
    records = sum(map(_records_of, roads))
    most = FREE_LENGTH + LENGTH_PER_RECORD * records
    if total > most:
        raise TerrainError(
            f"{label} has {total / 1e3:.0f} km of carriageways with heights in {records} curves, elevations and "
            f"lanes; at most {most / 1e3:.0f} km are read with so few: cut a part out of it"
        )


def _records_of(road: Road) -> int:
    """Return the number of a road's curves, elevations and lanes."""
    lanes = sum(len(section.lanes) for section in road.sections)
    return len(road.plan.geometries) + len(road.elevation.starts) + lanes


def _pieces(roads: list[Road], left_out: Counter[str], label: str) -> dict[str, list[Piece]]:
    """Return the pieces of each road that can be sampled, by the road's id."""
    found: dict[str, list[Piece]] = {}
    total = 0
    most = FREE_POINTS + POINTS_PER_RECORD * sum(map(_records_of, roads))
    for road in roads:
        pieces = pieces_of(road, left_out)
        if pieces:
            found[road.id] = pieces
        total += sum(len(piece.s) * len(piece.borders) for piece in pieces)
        if total > most:
            raise TerrainError(
                f"{label} needs more than {most} points for its lanes, and a file with so few curves, elevations and "
                "lanes may have no more; cut a part out of it"
            )
    return found
