"""Elements of OpenDRIVE that are read, and the use that is made of each; all others are counted as left out."""

from collections import Counter

from ...base.terminal import printable
from .xml_elements import Element

MOST_NAMES = 100  # limit of the different names of elements that are counted by name

# "parent/child": use of the child; the documentation's table is made of it
READ = {
    "OpenDRIVE/header": "offset and map projection",
    "header/geoReference": "map projection, as a PROJ string or WKT",
    "header/offset": "position of the map in its projection, and its rotation",
    "OpenDRIVE/road": "road; `rule` says whether it is driven on the left",
    "road/link": "links to other roads",
    "link/predecessor": "road, junction or lane before",
    "link/successor": "road, junction or lane after",
    "road/type": "category of the road; a new section begins where it changes",
    "type/speed": "speed limit, in m/s, km/h or mph",
    "road/planView": "reference line",
    "planView/geometry": "curve of the reference line",
    "geometry/line": "straight line",
    "geometry/arc": "circular arc",
    "geometry/spiral": "Euler spiral",
    "geometry/poly3": "cubic polynomial",
    "geometry/paramPoly3": "parametric cubic curve, normalized or by arc length",
    "road/elevationProfile": "heights along the road",
    "elevationProfile/elevation": "height of the reference line",
    "road/lateralProfile": "heights across the road",
    "lateralProfile/superelevation": "rotation of the cross section about the reference line",
    "lateralProfile/crossfall": "slope to one side (1.4)",
    "lateralProfile/shape": "height of the cross section, linear between two positions",
    "road/lanes": "lanes",
    "lanes/laneOffset": "lateral position of the centre lane",
    "lanes/laneSection": "part of the road with the same lanes, or those of one side (`singleSide`); a new section "
    "of the network begins there",
    "laneSection/left": "lanes to the left of the reference line",
    "laneSection/center": "centre lane, which has no width",
    "laneSection/right": "lanes to the right of the reference line",
    "left/lane": "lane",
    "center/lane": "centre lane, which has no width",
    "right/lane": "lane",
    "lane/link": "links to lanes of the sections before and after",
    "lane/width": "width",
    "lane/border": "outer border; ignored if the lane has a width",
    "lane/height": "height of the lane above the road at its inner and outer border, linear between two positions",
    "lane/speed": "speed limit; the lowest one of a carriageway counts",
    "lane/material": "surface: the class of asphalt, concrete, cobble, gravel, grass, sand or earth",
    "road/objects": "objects beside the road",
    "objects/object": "box, cylinder or tree, if it is at least 0.3 m high and stands on the ground",
    "object/repeat": "row of objects, or a continuous one such as a guard rail",
    "object/outline": "outline of an object (1.4)",
    "object/outlines": "outlines of an object",
    "outlines/outline": "outline; its first ring counts",
    "outline/cornerRoad": "corner in s and t",
    "outline/cornerLocal": "corner in u and v",
    "road/signals": "signs and traffic lights",
    "signals/signal": "stop, yield or priority sign, or traffic light, before a junction or on a road in it",
    "signals/signalReference": "the same of a signal of another road",
    "OpenDRIVE/controller": "group of traffic lights that are green together: a phase of its junction's program",
    "controller/control": "traffic light of the group",
    "objects/bridge": "bridge: section of the network with level 1",
    "objects/tunnel": "tunnel: section of the network with level -1",
    "OpenDRIVE/junction": "junction: its connections join roads; a virtual junction is counted",
    "junction/connection": "joins an incoming road to a connecting road, or to a linked road in a direct junction",
    "junction/priority": "roads of the junction of which the vehicles on one go first",
    "junction/controller": "controller of its traffic lights; `sequence` orders the phases",
    "connection/laneLink": "pair of lanes that are joined",
}


def count_unread(element: Element, left_out: Counter[str], *, parent: str) -> None:
    """Count the elements that are not read, by name, from an element on; elements in them are not counted.

    Args:
        left_out: counts by description, changed in place.
        parent: tag of the element's parent.
    """
    waiting = [(parent, element)]
    while waiting:
        tag, each = waiting.pop()
        if f"{tag}/{each.tag}" not in READ:
            name = f"elements <{printable(each.tag[:40])}>"
            left_out[name if name in left_out or len(left_out) < MOST_NAMES else "elements of other names"] += 1
            continue
        waiting.extend((each.tag, child) for child in each.children)
