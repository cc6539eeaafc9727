"""``motorpool terrain``: a world of a map."""

from pathlib import Path
from typing import Annotated

import typer

from ..base.command_line.command import Command


def terrain(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder of the world: a scenario and what it names.")],
    osm: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An extract of OpenStreetMap: XML or JSON, also .gz or .bz2; or .osm.pbf."),
    ] = None,
    opendrive: Annotated[Path | None, typer.Option(metavar="FILE", help="Roads in OpenDRIVE: .xodr, also .gz.")] = None,
    other: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="A map of any format that is known here, also by other packages."),
    ] = None,
    heights: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="An elevation model: SRTM, GeoTIFF, ...; flat, or the roads' own, by default. Repeatable: tiles that "
            "cover the map together. Or an image (.png, .pgm). Without a map: ground alone.",
        ),
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTH[,DEPTH]", help="Size of an image of --heights [m].")
    ] = None,
    heights_range: Annotated[
        tuple[float, float] | None,
        typer.Option("--range", metavar="LOW HIGH", help="Heights of black and of white in an image [m]."),
    ] = None,
    area: Annotated[
        str | None, typer.Option(metavar="W,S,E,N", help="Part of the map [degrees, or metres of an OpenDRIVE file].")
    ] = None,
    spacing: Annotated[
        float | None, typer.Option(metavar="METRES", help="Between posts of the ground; 6, more for a large map.")
    ] = None,
    track: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A drive that a vehicle repeats: .gpx, .kml or .geojson. Repeatable."),
    ] = None,
    unknown: Annotated[
        str | None, typer.Option(metavar="free|occupied", help="Unknown space of an occupancy map; free by default.")
    ] = None,
    left: Annotated[
        bool | None, typer.Option("--left/--right", help="Side of the road; by default as the map says.")
    ] = None,
    trees: Annotated[
        int, typer.Option(min=0, help="Greatest number of trees in woods, which are thinned evenly.")
    ] = 60_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the trees.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the files of a world in the folder.")] = False,
) -> int:
    """Make a world of a map or heights: roads on levelled ground, soils, buildings, woods, and a scenario."""
    from . import console as making
    from .elevation import scale_of

    options = {"unknown": unknown} if unknown is not None else {}
    map_ = making.source_of(osm, opendrive, other, has_heights=bool(heights))
    scale = scale_of(size, heights_range)
    source = making.Source(map_, heights or (), scale, area, spacing, left, seed, trees, track or (), options)
    return making.run_terrain(source, out, overwrite=force)


TERRAIN = Command(
    "terrain",
    terrain,
    examples=(
        "motorpool terrain --osm andorra.osm.gz --heights N42E001.hgt.zip --out andorra",
        "motorpool terrain --opendrive crossing.xodr --out crossing",
        "motorpool terrain --map warehouse.yaml --out warehouse",
        "motorpool terrain --heights hill.png --size 2000 --range 0 300 --out hill",
    ),
)
