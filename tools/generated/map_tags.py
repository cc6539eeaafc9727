"""Write docs/map-tags.md: what becomes of each tag of OpenStreetMap, from ``motorpool.maps.osm.tags``.

python tools/generated/map_tags.py            # write the page
python tools/generated/map_tags.py --check    # exit code 1 if the page is out of date

The tables are those that the reader uses, so that the page cannot differ from it.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from motorpool.maps.osm import tags
from motorpool.maps.osm.roads import MOST_LANES, WIDTHS
from motorpool.maps.osm.signs import REACH, TOGETHER
from motorpool.maps.osm.tags import SPEEDS_KMH

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "map-tags.md"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit code."""
    text = page()
    if arguments == ["--check"]:
        if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
            return 0
        print("docs/map-tags.md is out of date; run make generate", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


def page() -> str:
    """Return the text of the page."""
    return "\n".join(
        [
            "# Tags of OpenStreetMap\n",
            "This page lists every tag that the reader of OpenStreetMap files knows, and what becomes of an element "
            "with it. Elements and values that are not listed "
            "are counted in `PlaceMap.left_out`, by words such as `ways of highway=steps`. The widths, speeds, heights "
            "and densities are defaults for elements without a tag of their own; they are estimates. The surface "
            "classes are those of [Ground](ground.md).\n",
            *_roads(),
            *_areas(),
            *_others(),
        ]
    )


def _roads() -> Iterable[str]:
    yield "## Roads\n"
    yield (
        "A way with one of these values of `highway` is a road for vehicles. Roads are split at the nodes that they "
        "share. All other values, such as `footway`, `steps`, `cycleway` and `construction`, are counted.\n"
    )
    rows = [
        (f"`{value}`", f"{road.width:g}", f"{road.lanes}", f"{road.lane_width:g}", f"{road.speed_kmh:g}",
         f"`{road.kind}`", "one-way" if road.is_one_way else "both")
        for value, road in tags.HIGHWAYS.items()
    ]  # fmt: skip
    titles = (
        "`highway`",
        ">width [m]",
        ">lanes",
        ">lane width [m]",
        ">speed limit [km/h]",
        "surface class",
        "direction",
    )
    yield _table(titles, rows)
    services = ", ".join(f"`{value}` {width:g} m" for value, width in tags.SERVICE_WIDTHS.items())
    yield _table(("tag", "treatment"), [
        ("`width`", f"width of the carriageway, {WIDTHS[0]:g} to {WIDTHS[1]:g} m; in metres, feet (`12'6\"`) or with a "
         "unit"),
        ("`lanes`, `lanes:forward`, `lanes:backward`", f"number of lanes, 1 to {MOST_LANES}; without `width`, the "
         "width is the number of lanes times the lane width"),
        ("`service` with `highway=service`", f"width: {services}"),
        ("`oneway`", f"{_values(tags.ONE_WAYS, 1)}: one-way; {_values(tags.ONE_WAYS, -1)}: one-way, against the way; "
         f"{_values(tags.ONE_WAYS, 0)}: both directions. A one-way road without `lanes` and `width` has one lane, and "
         f"is {tags.ONE_WAY_MARGIN:g} m wider than the lane"),
        (f"`junction` = {_words(tags.ROUNDABOUTS)}", "one-way, unless `oneway` is tagged"),
        (f"`junction` = `{tags.ROUNDABOUT}`; `priority_road` = {_words(tags.PRIORITY_ROADS)}",
         "priority at the ends of the road"),
        ("`highway` = `stop`, `give_way` of a node", f"[stop, or give way](traffic.md), at the end of the road before "
         f"the junction within {REACH:g} m that `direction` (`forward`, `backward`, `both`) says, or the nearest one; "
         "of a node of a junction, for the smaller roads there by the table above, or for all with `stop=all`"),
        (f"`highway` = `{tags.LIGHTS}` of a node", "traffic lights at the junction, for all roads there, or for the "
         f"one before it, as for signs (`traffic_signals:direction`); junctions within {TOGETHER:g} m have one set of "
         "lights, and none between them"),
        ("`maxspeed`, `maxspeed:forward`, `maxspeed:backward`", "speed limit in km/h, mph or knots, "
         f"{SPEEDS_KMH[0]:g} to {SPEEDS_KMH[1]:g} km/h; the lowest of several; words and zones: see below"),
        ("`layer`", f"order of crossing roads, -{tags.LAYERS} to {tags.LAYERS}; 1 on a bridge and -1 in a tunnel "
         "without it"),
        ("`bridge`", f"a bridge, unless the value is {_words(tags.NO_BRIDGES)}"),
        ("`tunnel`", f"a tunnel, unless the value is {_words(tags.NO_TUNNELS)}: these roads are on the ground"),
        (_words(tags.ACCESS_KEYS), f"the first that is tagged decides; {_words(tags.NO_ACCESS)}: closed to vehicles, "
         "counted; all other values: open"),
        ("`area=yes`", "a closed way becomes an area with the surface class of the road"),
        ("`driving_side`", "`left` or `right` for the whole map, by the number of tags; right without a tag"),
        ("`name`", "name of the road"),
    ])  # fmt: skip
    yield "### Surface classes of roads\n"
    yield (
        "The first of `surface`, `tracktype` and `smoothness` that is tagged decides; otherwise the road has the class "
        "of the table above. Of a list, such as `asphalt;gravel`, the first value counts.\n"
    )
    yield _table(("surface class", "`surface`", "`tracktype`", "`smoothness`"), [
        (f"`{kind}`", *(_values(table, kind) for table in (tags.SURFACES, tags.TRACKTYPES, tags.SMOOTHNESS)))
        for kind in dict.fromkeys([*tags.SURFACES.values(), *tags.TRACKTYPES.values(), *tags.SMOOTHNESS.values()])
    ])  # fmt: skip
    yield "### Speed limits by word\n"
    yield "A zone is written behind its country, such as `FR:urban`.\n"
    words = [(f"`{word}`", f"{speed:g}") for word, speed in tags.SPEED_WORDS_KMH.items()]
    zones = [(f"a country and `:{zone}`", f"{speed:g}") for zone, speed in tags.ZONES_KMH.items()]
    own = [(f"`{word}`", f"{speed:g}") for word, speed in tags.COUNTRY_ZONES_KMH.items()]
    numbered = [("a country and `:30`, `:zone30` or `:zone:30`", "the number")]
    yield _table(("`maxspeed`", ">speed limit [km/h]"), [*words, *own, *zones, *numbered])


def _areas() -> Iterable[str]:
    yield "## Areas\n"
    yield (
        "Closed ways, and relations with `type=multipolygon`: their rings are assembled from the member ways in any "
        "order, and a point belongs to the area by the even-odd rule. A multipolygon without a tag of this page takes "
        "the tags of its outer ways. Of an area with several tags, the first one of this table counts. `surface`, "
        "`tracktype` and `smoothness` replace the surface class. Small areas cover large ones; water covers all.\n"
    )
    titles = "surface class", ">trees per hectare", "passable"
    yield _table(("tag", *titles), [_ground(*item) for item in tags.GROUND.items()])
    yield "`natural=wetland` with `wetland`:\n"
    yield _table(("`wetland`", *titles), [_ground(*item) for item in tags.WETLANDS.items()])
    yield _table(("tag", "treatment"), [
        ("`intermittent=yes`", f"water becomes `{tags.INTERMITTENT.kind}`, passable"),
        ("`layer` below 0, `location=underground`, `tunnel`", "an area or waterway below the ground is counted"),
        ("`highway=pedestrian` with `area=yes`", "`concrete`"),
    ])  # fmt: skip
    yield "## Buildings\n"
    yield (
        "Closed ways and multipolygons with `building`, unless its value is `no`. Inner rings are courtyards. The "
        f"height is `height` ({tags.HEIGHTS[0]:g} to {tags.HEIGHTS[1]:g} m), otherwise `building:levels` and "
        f"`roof:levels` times {tags.METRES_PER_LEVEL:g} m, otherwise that of this table; "
        f"{tags.BUILDING_HEIGHT:g} m for other values. "
        "`location=underground`: counted. `building:part`: counted.\n"
    )
    heights = tags.BUILDING_HEIGHTS
    yield _table((">height [m]", "`building`"), [
        (f"{height:g}", _values(heights, height)) for height in sorted(set(heights.values()))
    ])  # fmt: skip


def _others() -> Iterable[str]:
    yield "## Waterways\n"
    yield "Lines that vehicles cannot pass, except on bridges. `width` replaces the width of the table.\n"
    yield _table(
        ("`waterway`", ">width [m]"), [(f"`{value}`", f"{width:g}") for value, width in tags.WATERWAYS.items()]
    )
    yield "## Single objects\n"
    yield "Nodes; `height` replaces the height of the table.\n"
    yield _table(("tag", "object", ">radius [m]", ">height [m]"), [
        (f"`{tag}`", thing.kind, f"{thing.radius:g}", f"{thing.height:g}") for tag, thing in tags.THINGS.items()
    ])  # fmt: skip
    yield f"A way with `natural=tree_row` becomes trees at distances of {tags.ROW_SPACING:g} m.\n"
    yield "## Walls and fences\n"
    yield (
        f"Ways, as rows of cylinders with a radius of {tags.BARRIER_RADIUS:g} m that touch; `height` replaces the "
        f"height of the table. Nodes with `barrier` = {_words(tags.GATES)} on or near a wall open it over "
        f"{tags.GATE_WIDTH:g} m, and so does a road.\n"
    )
    yield _table(("`barrier`", "drawn as", ">height [m]"), [
        (f"`{value}`", thing.kind, f"{thing.height:g}") for value, thing in tags.BARRIERS.items()
    ])  # fmt: skip
    yield "## Counted elements\n"
    yield (
        f"Other elements with the keys {_words(tags.FEATURES)} are counted by key and value, those with "
        f"{_words(tags.OTHER_FEATURES)} by the key alone. This includes other barriers, cliffs, and the coastline: "
        "the sea is not drawn, because its area is open where an extract ends, and would have to be guessed. "
        "Relations other than multipolygons are counted by their `type`. Tags with "
        "other keys are counted together. Missing nodes and ways, open rings, ways with one node, duplicate numbers "
        "and values that are no number are counted, too.\n"
    )


def _ground(tag: str, ground: tags.Ground) -> Sequence[str]:
    kind = f"`{ground.kind}`" if ground.kind else "that of the ground"
    trees = f"{ground.trees_per_hectare:g}" if ground.trees_per_hectare else ""
    return f"`{tag}`", "water" if ground.is_water else kind, trees, "no" if ground.is_water else "yes"


def _values(table: Mapping[str, object], value: object) -> str:
    """Return the keys with a value, as code."""
    return _words(key for key, known in table.items() if known == value)


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns of numbers have titles with a leading ``>``."""
    lines = [
        [title.lstrip(">") for title in titles],
        ["---:" if title.startswith(">") else "---" for title in titles],
        *map(list, rows),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
