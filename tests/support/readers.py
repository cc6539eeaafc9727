"""All readers of files, with the suffixes that each takes: for laws that hold for every one of them.

``modules`` of a reader are those that open its files; ``test_opened_files`` finds a module that no reader has.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import motorpool as mp
from motorpool.ground.objects import object_files, shape_files
from motorpool.ground.roads.network_files import load_network
from motorpool.ground.terrain import heightfield_files, surface_files
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.learning import task as tasks
from motorpool.learning.policy import Policy
from motorpool.links.dis.tools.captures import read_capture
from motorpool.maps import tracks, world_folder
from motorpool.maps.importer import importers
from motorpool.models.own_model import own_in_data
from motorpool.recording.recording import read_recording
from motorpool.recording.sensor_recording import read_sensors
from motorpool.studies import fitting
from motorpool.studies.distributed.sweep import design
from motorpool.studies.logs import tables
from motorpool.studies.mobility import raster, soil_maps
from motorpool.studies.tyres import read_tyre
from motorpool.world.scenario import start


class Reader(NamedTuple):
    """A reader of files."""

    suffixes: tuple[str, ...]
    read: Callable[[Path], Any]
    modules: tuple[str, ...]  # that open the files, below motorpool
    beside: tuple[str, ...] = ()  # suffixes of the files that belong to a file of its format


def ground() -> Terrain:
    """Return level ground on a map."""
    return Terrain.from_heights([[0.0, 0.0], [0.0, 0.0]], 1000.0, crs="EPSG:32610")


def _terrain(path: Path) -> Any:
    return heightfield_files.load_terrain(path)


def _soil_map(path: Path) -> Any:
    return surface_files.load_surface(path, ground())


def _legend(path: Path) -> Any:
    return soil_maps.legend_beside(path.with_suffix(".tif"))


def _world_of_map(path: Path) -> Any:
    return world_folder.make_world(world_folder.read_map(path), name="map")


def _places(path: Path) -> Any:
    return start.as_filed(path, 1, where="test")


def _recording(path: Path) -> Any:
    recording = read_recording(path)
    return list(recording.chunks()), recording.journal()


def _log(path: Path) -> Any:
    database = path.with_suffix(".dbc")
    return fitting.read_log(path, database=database if database.exists() else None)


def _sensors(path: Path) -> Any:
    return read_sensors(path).channels


def _scenario(path: Path) -> Any:
    return mp.load(path).build()


READERS: dict[str, Reader] = {
    "terrain": Reader(
        tuple(heightfield_files.READERS),
        _terrain,
        (
            "ground.terrain.raster_gdal", "ground.terrain.raster_hgt",
            "ground.terrain.raster_esri", "ground.terrain.archives",
            "ground.terrain.raster_asc", "ground.terrain.projection",
            "ground.terrain.heightfield_files",
        ),
        (".hdr", ".prj"),
    ),
    "soil map": Reader((".npz", *surface_files.READERS), _soil_map, (), (".hdr", ".prj")),
    "legend of a soil map": Reader(soil_maps.LEGENDS, _legend, ("studies.mobility.soil_maps",)),
    "mobility map": Reader((".tif",), raster.read, ("studies.mobility.raster",), ("-limits-by-heading.tif",)),
    "map": Reader(
        tuple(suffix for importer in importers() for suffix in importer.suffixes),
        _world_of_map,
        (
            "maps.compressed", "maps.importer", "maps.osm.reading", "maps.osm.json_reading", "maps.osm.xml_reading",
            "maps.osm.pbf_reading", "maps.opendrive.xml_elements", "maps.console", "maps.images",
            "maps.occupancy.reading",
        ),
    ),
    "track": Reader(tracks.SUFFIXES, tracks.read_tracks, ("maps.tracks",)),
    "road network": Reader((".geojson",), load_network, ("ground.roads.network_files",)),
    "objects": Reader(
        tuple(object_files.READERS),
        lambda path: object_files.load_objects(path, ground()),
        ("ground.objects.object_files",),
    ),
    "shape": Reader((".glb",), shape_files.read_shape, ("ground.objects.shape_files",)),
    "scenario": Reader((".yaml",), _scenario, ("world.scenario.loader",)),
    "places": Reader((".csv",), _places, ("world.scenario.start",)),
    "vehicle": Reader((".toml",), lambda path: mp.Vehicle(str(path)), ("vehicles.motor_pool",)),
    "tyre": Reader((".tir",), read_tyre, ("studies.tyres.tyre_file",)),
    "model": Reader((".py",), lambda path: own_in_data(str(path)), ("models.own_model",)),
    "log": Reader(
        tables.SUFFIXES,
        _log,
        ("studies.logs.tables", "studies.logs.text", "studies.logs.ros", "studies.logs.measurement"),
        (".dbc",),
    ),
    "recording": Reader((".parquet",), _recording, ("recording.recording", "recording.recorder", "recording.command")),
    "recording of sensors": Reader((".sensors.parquet",), _sensors, ("recording.sensor_recording",)),
    "capture": Reader((".pcap",), lambda path: list(read_capture(path)), ("links.dis.tools.captures",)),
    "task": Reader((".yaml",), tasks.load, ("learning.task",)),
    "policy": Reader((".npz",), Policy.load, ()),
    "points of a sweep": Reader((".csv",), design.listed, ("studies.distributed.sweep.design",)),
}  # fmt: skip

OWN_FILES = {  # modules that read files that Motorpool, its developer or the operating system wrote, and why
    "compile.array_cache": "its own cache",
    "compile.flat": "its own cache of kernels, and its own modules",
    "studies.distributed.cluster": "the address of the user's own cluster, checked to be its own",
    "studies.distributed.sweep.runs": "code that the user named as an argument",
    "app.examples": "examples of the package",
    "app.examples.__main__": "examples of the package",
    "base.files": "the reading itself",
    "base.operating_system": "the kernel's files of this process",
    "world.scenario.generated": "a sample of matplotlib",
    "world.scenario.shipped": "scenarios of the package",
    "world.scenario.stored_roads": "a table of the package",
    "studies.page": "a page of the documentation, and /proc",
    "compile.translation.fmi.archive": "templates of the package, and what the compiler made",
    "vehicles.real_cars": "a table of the package",
    "vehicles.trial_results": "a table of the package",
    "app.viewer.serving.static": "the page of the package",
}
