"""Tags of OpenStreetMap, and the objects that they become.

The tables of this module are all that the reader knows of tags. ``docs/map-tags.md`` is written from them by
``tools/generated/map_tags.py``. What a table lacks is counted in ``PlaceMap.left_out``.

Meanings of the tags: https://wiki.openstreetmap.org/wiki/Map_features. Widths, speeds, heights and densities are
estimates for elements without a tag of their own, not values of a standard.

Values of tags (lengths, speeds and whole numbers) are texts that anybody may have written; they are read here, too.
"""

import re
from collections import Counter
from typing import NamedTuple

from ...base.terminal import in_one_line


class Highway(NamedTuple):
    """Road of one class."""

    width: float  # of the carriageway, if neither width nor lanes are tagged [m]
    lanes: int  # in both directions together; of a motorway in its one direction
    lane_width: float  # [m]
    speed_kmh: float  # if no speed limit is tagged
    kind: str = "dry-asphalt"  # surface class, if no surface is tagged
    is_one_way: bool = False


HIGHWAYS = {  # ways that vehicles drive on
    "motorway": Highway(11.0, 2, 3.75, 120.0, is_one_way=True),
    "motorway_link": Highway(5.5, 1, 3.75, 60.0),
    "trunk": Highway(7.5, 2, 3.5, 100.0),
    "trunk_link": Highway(5.0, 1, 3.5, 60.0),
    "primary": Highway(7.0, 2, 3.5, 80.0),
    "primary_link": Highway(5.0, 1, 3.5, 50.0),
    "secondary": Highway(6.5, 2, 3.25, 80.0),
    "secondary_link": Highway(4.5, 1, 3.25, 50.0),
    "tertiary": Highway(6.0, 2, 3.0, 70.0),
    "tertiary_link": Highway(4.5, 1, 3.0, 50.0),
    "unclassified": Highway(5.5, 2, 2.75, 50.0),
    "residential": Highway(5.5, 2, 2.75, 40.0),
    "living_street": Highway(5.0, 2, 2.5, 10.0),
    "service": Highway(4.0, 1, 3.0, 20.0),
    "road": Highway(5.5, 2, 2.75, 50.0),
    "track": Highway(3.0, 1, 3.0, 25.0, kind="dry-earth"),
    "raceway": Highway(10.0, 2, 5.0, 120.0, is_one_way=True),
    "escape": Highway(4.0, 1, 4.0, 40.0, kind="gravel"),
}
SERVICE_WIDTHS = {"parking_aisle": 5.0, "driveway": 3.0, "alley": 3.0, "drive-through": 3.0}  # of highway=service [m]
ONE_WAY_MARGIN = 1.0  # width beside the lanes of a one-way road without tagged width [m]

SURFACES = {  # surface class by surface=*
    "paved": "dry-asphalt",
    "asphalt": "dry-asphalt",
    "chipseal": "dry-asphalt",
    "tartan": "dry-asphalt",
    "concrete": "concrete",
    "concrete:lanes": "concrete",
    "concrete:plates": "concrete",
    "paving_stones": "concrete",
    "paving_stones:lanes": "concrete",
    "bricks": "concrete",
    "sett": "concrete",
    "cobblestone": "concrete",
    "unhewn_cobblestone": "concrete",
    "metal": "concrete",
    "wood": "concrete",
    "rock": "gravel",
    "gravel": "gravel",
    "fine_gravel": "gravel",
    "compacted": "gravel",
    "pebblestone": "gravel",
    "shells": "gravel",
    "unpaved": "gravel",
    "grass_paver": "grass",
    "grass": "grass",
    "ground": "dry-earth",
    "earth": "dry-earth",
    "dirt": "dry-earth",
    "clay": "dry-earth",
    "woodchips": "dry-earth",
    "sand": "dry-sand",
    "mud": "mud",
    "snow": "packed-snow",
    "ice": "ice",
}
TRACKTYPES = {  # surface class by tracktype=*, if surface is not tagged
    "grade1": "dry-asphalt",
    "grade2": "gravel",
    "grade3": "dry-earth",
    "grade4": "dry-earth",
    "grade5": "grass",
}
SMOOTHNESS = {  # surface class by smoothness=*, if neither surface nor tracktype is tagged
    "excellent": "dry-asphalt",
    "good": "dry-asphalt",
    "intermediate": "dry-asphalt",
    "bad": "gravel",
    "very_bad": "gravel",
    "horrible": "dry-earth",
    "very_horrible": "dry-earth",
    "impassable": "dry-earth",
}

ONE_WAYS = {  # direction of traffic by oneway=*: with the way, against it, or both
    "yes": 1,
    "true": 1,
    "1": 1,
    "-1": -1,
    "reverse": -1,
    "no": 0,
    "false": 0,
    "0": 0,
}
ROUNDABOUT = "roundabout"  # value of junction=* whose vehicles go before those that come in
ROUNDABOUTS = (ROUNDABOUT, "circular")  # values of junction=* that make a road one-way
LIGHTS = "traffic_signals"
SIGNS = (LIGHTS, "stop", "give_way")  # values of highway=* of nodes
PRIORITY_ROADS = ("designated", "yes", "yes_unposted")  # values of priority_road=* of ways
SPEED_WORDS_KMH = {"walk": 5.0, "none": 130.0}  # words of maxspeed=*
ZONES_KMH = {  # speed limit by the part behind the country of maxspeed=*, as in "DE:urban"
    "urban": 50.0,
    "rural": 90.0,
    "trunk": 100.0,
    "motorway": 130.0,
    "living_street": 10.0,
    "walk": 5.0,
    "school": 30.0,
    "bicycle_road": 30.0,
    "nsl_restricted": 48.3,
    "nsl_single": 96.6,
    "nsl_dual": 112.7,
}
COUNTRY_ZONES_KMH = {"DE:rural": 100.0, "AT:rural": 100.0, "FR:rural": 80.0, "FR:trunk": 110.0, "IT:trunk": 110.0}
ACCESS_KEYS = ("motorcar", "motor_vehicle", "vehicle", "access")  # the first that is tagged decides
NO_ACCESS = ("no",)  # their values that close a road to vehicles
NO_BRIDGES = ("no",)  # values of bridge=* that are no bridge
NO_TUNNELS = ("no", "building_passage", "culvert")  # values of tunnel=* that keep a road on the ground
LAYERS = 10  # largest level above and below the ground

METRES_PER_LEVEL = 3.0  # of building:levels=* and roof:levels=*
BUILDING_HEIGHTS = {  # height by building=*, if neither height nor building:levels is tagged [m]
    "apartments": 15.0,
    "barn": 7.0,
    "bungalow": 4.0,
    "cabin": 4.0,
    "carport": 3.0,
    "cathedral": 30.0,
    "chapel": 8.0,
    "church": 15.0,
    "commercial": 10.0,
    "detached": 7.0,
    "garage": 3.0,
    "garages": 3.0,
    "greenhouse": 4.0,
    "hangar": 12.0,
    "hotel": 15.0,
    "house": 7.0,
    "hut": 3.0,
    "industrial": 9.0,
    "kiosk": 3.0,
    "office": 15.0,
    "residential": 9.0,
    "retail": 7.0,
    "roof": 4.0,
    "ruins": 3.0,
    "school": 9.0,
    "semidetached_house": 7.0,
    "shed": 3.0,
    "stable": 5.0,
    "terrace": 7.0,
    "tower": 20.0,
    "warehouse": 9.0,
}
BUILDING_HEIGHT = 6.0  # of other buildings [m]
HEIGHTS = (0.5, 1000.0)  # range of the heights that are believed [m]


class Ground(NamedTuple):
    """Ground of an area."""

    kind: str | None = None  # surface class; None leaves the ground's
    trees_per_hectare: float = 0.0
    is_water: bool = False


_WATER = Ground(is_water=True)
_FOREST = Ground("dry-earth", 200.0)
_GRASS = Ground("grass")
# Of an area with several of these tags the first one counts. A tagged surface replaces the surface class.
GROUND = {
    "natural=water": _WATER,
    "waterway=riverbank": _WATER,
    "waterway=dock": _WATER,
    "landuse=reservoir": _WATER,
    "landuse=basin": _WATER,
    "landuse=salt_pond": _WATER,
    "leisure=swimming_pool": _WATER,
    "amenity=parking": Ground("dry-asphalt"),
    "aeroway=apron": Ground("concrete"),
    "aeroway=helipad": Ground("concrete"),
    "aeroway=runway": Ground("dry-asphalt"),
    "aeroway=taxiway": Ground("dry-asphalt"),
    "place=square": Ground("concrete"),
    "natural=wood": _FOREST,
    "natural=scrub": Ground("dry-earth", 20.0),
    "natural=heath": _GRASS,
    "natural=moor": Ground("wet-grass"),
    "natural=fell": _GRASS,
    "natural=tundra": _GRASS,
    "natural=grassland": _GRASS,
    "natural=bare_rock": Ground("gravel"),
    "natural=rock": Ground("gravel"),
    "natural=scree": Ground("gravel"),
    "natural=shingle": Ground("gravel"),
    "natural=sand": Ground("dry-sand"),
    "natural=dune": Ground("dry-sand"),
    "natural=beach": Ground("dry-sand"),
    "natural=mud": Ground("mud"),
    "natural=glacier": Ground("ice"),
    "natural=wetland": Ground("mud"),
    "leisure=garden": Ground("grass", 10.0),
    "leisure=park": Ground("grass", 30.0),
    "leisure=golf_course": Ground("grass", 10.0),
    "leisure=pitch": _GRASS,
    "leisure=playground": _GRASS,
    "leisure=dog_park": _GRASS,
    "leisure=common": _GRASS,
    "landuse=forest": _FOREST,
    "landuse=orchard": Ground("grass", 100.0),
    "landuse=plant_nursery": Ground("dry-earth", 50.0),
    "landuse=vineyard": Ground("dry-earth"),
    "landuse=farmland": Ground("dry-earth"),
    "landuse=farm": Ground("dry-earth"),
    "landuse=farmyard": Ground("dry-earth"),
    "landuse=meadow": _GRASS,
    "landuse=grass": _GRASS,
    "landuse=village_green": _GRASS,
    "landuse=recreation_ground": _GRASS,
    "landuse=greenfield": _GRASS,
    "landuse=winter_sports": _GRASS,
    "landuse=allotments": Ground("grass", 20.0),
    "landuse=cemetery": Ground("grass", 20.0),
    "landuse=brownfield": Ground("gravel"),
    "landuse=quarry": Ground("gravel"),
    "landuse=railway": Ground("gravel"),
    "landuse=construction": Ground("dry-earth"),
    "landuse=landfill": Ground("dry-earth"),
    "landuse=industrial": Ground("concrete"),
    "landuse=commercial": Ground("concrete"),
    "landuse=retail": Ground("concrete"),
    "landuse=garages": Ground("dry-asphalt"),
    "landuse=residential": Ground(trees_per_hectare=5.0),
}
WETLANDS = {  # ground of natural=wetland by wetland=*
    "bog": Ground("mud"),
    "fen": Ground("mud"),
    "mangrove": Ground("mud", 200.0),
    "marsh": Ground("mud"),
    "reedbed": Ground("mud"),
    "saltmarsh": Ground("mud"),
    "swamp": Ground("mud", 100.0),
    "tidalflat": Ground("mud"),
    "wet_meadow": Ground("wet-grass"),
}
INTERMITTENT = Ground("wet-earth")  # of water with intermittent=yes

WATERWAYS = {  # width by waterway=*, if it is not tagged [m]
    "river": 10.0,
    "canal": 8.0,
    "stream": 2.0,
    "tidal_channel": 4.0,
    "ditch": 1.0,
    "drain": 1.0,
}


class Thing(NamedTuple):
    """Single object at a node."""

    kind: str  # "tree", "rock" or "building"
    radius: float  # [m]
    height: float  # if it is not tagged [m]


THINGS = {
    "natural=tree": Thing("tree", 0.4, 10.0),
    "natural=rock": Thing("rock", 1.5, 1.5),
    "natural=stone": Thing("rock", 1.0, 1.0),
    "man_made=chimney": Thing("building", 2.0, 40.0),
    "man_made=mast": Thing("building", 1.0, 30.0),
    "man_made=silo": Thing("building", 3.0, 15.0),
    "man_made=tower": Thing("building", 3.0, 20.0),
    "man_made=water_tower": Thing("building", 4.0, 30.0),
    "power=tower": Thing("building", 2.0, 30.0),
}
ROW_SPACING = 8.0  # of the trees of natural=tree_row [m]

BARRIER_RADIUS = 0.5  # of the cylinders that walls and fences are made of, side by side [m]
BARRIERS = {  # by barrier=* of ways
    "city_wall": Thing("building", BARRIER_RADIUS, 6.0),
    "fence": Thing("building", BARRIER_RADIUS, 1.5),
    "hedge": Thing("tree", BARRIER_RADIUS, 1.5),
    "retaining_wall": Thing("building", BARRIER_RADIUS, 1.5),
    "wall": Thing("building", BARRIER_RADIUS, 2.0),
}
GATES = ("entrance", "gate", "lift_gate", "sliding_gate", "swing_gate")  # values of barrier=* of nodes that open them
GATE_WIDTH = 5.0  # of the opening [m]

# Keys that make an element something. If no table above has its value, the element is counted by the key and the value.
FEATURES = (
    "highway", "building", "waterway", "natural", "landuse", "leisure", "barrier", "amenity", "aeroway", "place",
    "man_made", "power", "building:part",
)  # fmt: skip
# Keys whose elements are counted by the key alone.
OTHER_FEATURES = (
    "railway", "aerialway", "boundary", "route", "tourism", "historic", "shop", "sport", "military", "piste:type",
    "public_transport", "emergency", "office", "craft", "traffic_sign", "addr:housenumber",
)  # fmt: skip
# Keys that say more of an element. All other tags are counted together.
DETAILS = (
    "access", "area", "bridge", "building:levels", "direction", "driving_side", "height", "intermittent", "junction",
    "lanes", "lanes:backward", "lanes:forward", "layer", "location", "maxspeed", "maxspeed:backward",
    "maxspeed:forward", "motor_vehicle", "motorcar", "name", "oneway", "priority_road", "roof:levels", "service",
    "smoothness", "stop", "surface", "tracktype", "traffic_signals:direction", "tunnel", "type", "vehicle", "wetland",
    "width",
)  # fmt: skip
KEYS = frozenset((*FEATURES, *OTHER_FEATURES, *DETAILS))


_NUMBER = r"(\d{1,6}(?:[.,]\d{1,6})?)"
_LENGTH = re.compile(_NUMBER + r"\s*(m|metres?|meters?|km|cm|ft|feet|mi|')?")
_FEET_AND_INCHES = re.compile(r"(\d{1,5})'\s*(\d{1,2}(?:\.\d{1,3})?)\"")
_SPEED = re.compile(_NUMBER + r"\s*(km/h|kmh|kph|mph|knots)?")
_METRES = {"km": 1000.0, "cm": 0.01, "ft": 0.3048, "feet": 0.3048, "'": 0.3048, "mi": 1609.344}
_KMH = {"mph": 1.609344, "knots": 1.852}
SPEEDS_KMH = (1.0, 400.0)  # range of the speed limits that are believed

MOST_KINDS = 500  # limit of the different words in a count of what was left out
LONGEST_WORD = 40  # characters of a tag's value in these words


def length(text: str) -> float | None:
    """Return a length [m] from a text such as "3.5", "3,5 m" or "40 ft"; None if it is none."""
    if found := _LENGTH.fullmatch(text.strip()):
        return float(found[1].replace(",", ".")) * _METRES.get(found[2] or "m", 1.0)
    if found := _FEET_AND_INCHES.fullmatch(text.strip()):
        return 0.3048 * (float(found[1]) + float(found[2]) / 12.0)
    return None


def length_within(text: str, limits: tuple[float, float]) -> float | None:
    """Return a length [m] from a text; None if it is none or beyond the limits."""
    value = length(text)
    return value if value is not None and limits[0] <= value <= limits[1] else None


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return a whole number of a range; None if the text is none."""
    found = re.fullmatch(r"[+-]?\d{1,6}", text.strip(), re.ASCII)
    return int(text) if found and low <= int(text) <= high else None


def speed_limit(text: str) -> float | None:
    """Return a speed limit [m/s]: the lowest of a list such as "80;50", a word, or a country's zone; None otherwise."""
    values = [_one_speed_limit(part.strip()) for part in text.split(";")[:20]]
    known = [value for value in values if value is not None]
    return min(known) / 3.6 if known else None


def _one_speed_limit(text: str) -> float | None:
    """Return a speed limit [km/h]."""
    if text in SPEED_WORDS_KMH:
        return SPEED_WORDS_KMH[text]
    country, _, zone = text.rpartition(":")
    if country:
        numbered = re.fullmatch(r"(?:zone)?(\d{1,3})", zone, re.ASCII)
        return float(numbered[1]) if numbered and int(numbered[1]) else COUNTRY_ZONES_KMH.get(text, ZONES_KMH.get(zone))
    found = _SPEED.fullmatch(text)
    value = float(found[1].replace(",", ".")) * _KMH.get(found[2] or "", 1.0) if found else 0.0
    return value if SPEEDS_KMH[0] <= value <= SPEEDS_KMH[1] else None


def count(left_out: Counter[str], words: str, number: int = 1) -> None:
    """Count elements that were left out; beyond 500 different words under "elements of other kinds"."""
    if number > 0:
        left_out[words if words in left_out or len(left_out) < MOST_KINDS else "elements of other kinds"] += number


def tag_word(key: str, value: str) -> str:
    """Return a tag as words of one short line."""
    return in_one_line(f"{key}={value if len(value) <= LONGEST_WORD else value[: LONGEST_WORD - 1] + '…'}")
