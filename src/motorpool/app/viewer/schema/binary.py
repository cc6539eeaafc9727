"""The layouts of the live page's binary messages, version 1, and of a world's files: little endian, packed.

A number with a ``scale`` travels as a whole number: what it means is that number times the scale.
"""

import math
import struct
from typing import NamedTuple

import numpy as np

from .fields import EAST, NORTH, PITCH, ROLL, UP, YAW

VERSION = 1  # of the layouts; a page of another one asks for a reload

FULL = 1  # kind of a frame that holds every vehicle
DELTA = 2  # kind of a frame that holds what changed since the frame numbered one less
INTEREST = 3  # kind of a frame that holds vehicles in the browser's area of interest, each at its own rate
RUTS_KIND = 4  # kind of a message with ruts
CYCLE = 18  # frames of interest in which every vehicle of the area comes at least once
INPUT_KIND = 1  # kind of a browser's message: input
ACKNOWLEDGEMENT_KIND = 2  # likewise: the newest frame that it has got
VIEWPOINT_KIND = 3  # likewise: where its camera is

NO_VEHICLE = -1  # own vehicle of a client that only watches
PAUSED_FLAG = 1  # in the header
DRIVER_MASK = 0b11  # in a record: 0 autopilot, 1 script, 2 player, 3 another program
BLOCKED_FLAG = 4  # stands against an object or a vehicle
OFF_MAP_FLAG = 8  # has reached the edge of the map
NOT_FINITE_FLAG = 16  # its state is no finite number
ABSENT_FLAG = 32  # its row is vacant
PARKED_FLAG = 64  # parked with its brakes on until a user drives it
HAND_BRAKE = 1  # of an input's buttons

ANGLE_UNIT = math.pi / 32_767  # [rad]
POSITION_UNIT = 1e-3  # [m]
SPEED_UNIT = 1e-2  # [m/s]
FAR_POSITION_UNIT = 0.25  # of a far record [m]
FAR_SPEED_UNIT = 0.5  # [m/s]
STEER_UNIT = 1 / 127  # fraction of full lock
GAZE_UNIT = 1 / 127  # of a component of a unit vector
BRAKE_UNIT = 1 / 255  # fraction
DEPTH_ROOT_UNIT = 1 / 255  # of the square root of a rut's depth over the greatest depth [1]
RATE_UNIT = 0.1  # of the header's measured_hz [Hz]

CONSTANTS = {  # that the page needs, too
    name: globals()[name]
    for name in (
        *("VERSION", "FULL", "DELTA", "INTEREST", "RUTS_KIND", "CYCLE", "NO_VEHICLE", "PAUSED_FLAG"),
        *("DRIVER_MASK", "BLOCKED_FLAG", "OFF_MAP_FLAG", "NOT_FINITE_FLAG", "ABSENT_FLAG", "PARKED_FLAG", "HAND_BRAKE"),
    )
}

STRUCT_CODES = {
    "u1": "B",
    "i1": "b",
    "<u2": "H",
    "<i2": "h",
    "<u4": "I",
    "<i4": "i",
    "<f4": "f",
    "<f8": "d",
    "V3": "3x",
}


class Field(NamedTuple):
    """Number in a layout."""

    name: str
    dtype: str  # NumPy's word for its bytes
    meaning: str  # with its unit after scaling
    scale: float = 0.0  # what one of the whole numbers that travel is worth; 0 where the number travels as it is
    low: float = -math.inf  # what the page may send, after scaling
    high: float = math.inf


class Layout(NamedTuple):
    """Layout: a packed sequence of numbers."""

    name: str
    title: str
    fields: tuple[Field, ...]

    @property
    def dtype(self) -> np.dtype[np.void]:
        """NumPy data type of the layout."""
        return np.dtype([(field.name, field.dtype) for field in self.fields])

    @property
    def code(self) -> str:
        """Format of the layout for `struct`."""
        return "<" + "".join(STRUCT_CODES[field.dtype] for field in self.fields)

    @property
    def size(self) -> int:
        """Size of the layout [bytes]."""
        return self.dtype.itemsize

    def offset(self, name: str) -> int:
        """Return the offset of a field [bytes]."""
        names = [field.name for field in self.fields]
        return struct.calcsize(self.code[: 1 + names.index(name)])


_X, _Y, _Z = Field("x", "<f4", EAST), Field("y", "<f4", NORTH), Field("z", "<f4", UP)
_YAW = Field("yaw", "<f4", YAW)

HEADER = Layout(
    "header",
    "header of a frame",
    (
        Field("kind", "u1", "1 full, 2 delta, 3 interest"),
        Field("version", "u1", "1"),
        Field("count", "<u2", "records that follow"),
        Field("frame", "<u4", "number of the frame; a delta applies to the frame numbered one less"),
        Field("tick", "<u4", "world steps since the start"),
        Field("time", "<f8", "simulated time [s]"),
        Field("acknowledged_input", "<u4", "sequence of the newest input that came from this browser"),
        Field("own_vehicle", "<i4", "id of the vehicle that this browser drives, -1 for none"),
        Field("flags", "u1", "bit 0: paused"),
        Field("reserved", "u1", "0"),
        Field("measured_hz", "<u2", "world steps a wall-clock second [Hz]", RATE_UNIT),
        Field("rate", "<f4", "simulated seconds a wall-clock second that are asked for"),
    ),
)

OWN_STATE = Layout(
    "own_state",
    "state of the own vehicle, zeros without one",
    (
        _X,
        _Y,
        _Z,
        _YAW,
        Field("pitch", "<f4", PITCH),
        Field("roll", "<f4", ROLL),
        Field("speed", "<f4", "signed [m/s]"),
        Field("steer", "<f4", "fraction of full lock, left positive"),
        Field("throttle", "<f4", "fraction -1..1"),
        Field("brake", "<f4", "fraction 0..1"),
        Field("odometer", "<f4", "distance driven [m]"),
        Field("ground_slope", "<f4", "steepest slope of the ground under the vehicle [rad]"),
    ),
)

_FLAGS = Field(
    "flags",
    "u1",
    "bits 0-1 driver: 0 autopilot, 1 script, 2 player, 3 another program; 2 blocked; 3 off the map; 4 not finite; "
    "5 absent, which is not drawn; 6 parked",
)

RECORD = Layout(
    "record",
    "record of a vehicle",
    (
        Field("id", "<u2", "of the vehicle"),
        Field("yaw", "<i2", YAW, ANGLE_UNIT),
        Field("pitch", "<i2", PITCH, ANGLE_UNIT),
        Field("roll", "<i2", ROLL, ANGLE_UNIT),
        Field("x", "<i4", EAST, POSITION_UNIT),
        Field("y", "<i4", NORTH, POSITION_UNIT),
        Field("z", "<i4", UP, POSITION_UNIT),
        Field("speed", "<i2", "signed, saturating [m/s]", SPEED_UNIT),
        Field("steer", "i1", "fraction of full lock, left positive", STEER_UNIT),
        _FLAGS,
    ),
)

NEAR_RECORD = Layout(
    "near_record",
    "record of a vehicle in a frame of interest",
    (Field("id", "<u4", "of the vehicle"), *RECORD.fields[1:]),
)

FAR_RECORD = Layout(
    "far_record",
    "record of a vehicle farther away; it stands on the ground",
    (
        Field("id", "<u4", "of the vehicle"),
        Field("x", "<i2", "east of the contents' x", FAR_POSITION_UNIT),
        Field("y", "<i2", "north of the contents' y", FAR_POSITION_UNIT),
        Field("yaw", "<i2", YAW, ANGLE_UNIT),
        Field("speed", "i1", "signed, saturating [m/s]", FAR_SPEED_UNIT),
        _FLAGS,
    ),
)

CONTENTS = Layout(
    "contents",
    "contents of a frame of interest, after the own state; then come near records, far records and cells",
    (
        Field("x", "<f4", "of the middle of the far records, east [m]"),
        Field("y", "<f4", "north [m]"),
        Field("far_count", "<u2", "far records; the header counts the near ones"),
        Field("first_row", "<u2", "of the density's cells that follow, from the south"),
        Field("row_count", "<u2", "rows of cells that follow"),
        Field("column_count", "<u2", "cells in a row"),
        Field("present_count", "<u4", "vehicles of the world, without rows that are kept free"),
    ),
)

DENSITY_CELL = Layout(
    "density_cell",
    "cell of the density: vehicles in it, saturating, rows from south to north",
    (
        Field("wheeled", "<u2", "wheeled vehicles"),
        Field("tracked", "<u2", "tracked vehicles"),
        Field("point", "<u2", "points"),
    ),
)

RUTS = Layout(
    "ruts",
    "head of a message with ruts; then come tiles, and the cells of each tile, rows from south to north; no tiles: "
    "all ruts are removed",
    (
        Field("kind", "u1", "4"),
        Field("version", "u1", "1"),
        Field("count", "<u2", "tiles that follow"),
    ),
)

RUT_TILE = Layout(
    "rut_tile",
    "tile of ruts",
    (
        Field("column", "<u2", "tiles west of it"),
        Field("row", "<u2", "tiles south of it"),
    ),
)

RUT_CELL = Layout(
    "rut_cell",
    "cell of a tile of ruts",
    (Field("depth_root", "u1", "square root of its depth over 1.5 m; 0 without a rut", DEPTH_ROOT_UNIT),),
)

INPUT = Layout(
    "input",
    "input, on every key event and every 100 ms",
    (
        Field("kind", "u1", "1"),
        Field("sequence", "<u4", "one more with each input, modulo 2**32"),
        Field("buttons", "u1", "bit 0: hand brake"),
        Field("throttle", "i1", "fraction -1..1", STEER_UNIT, -1.0, 1.0),
        Field("brake", "u1", "fraction 0..1", BRAKE_UNIT, 0.0, 1.0),
        Field("steer", "i1", "fraction of full lock -1..1, left positive", STEER_UNIT, -1.0, 1.0),
    ),
)

ACKNOWLEDGEMENT = Layout(
    "acknowledgement",
    "acknowledgement of a frame",
    (
        Field("kind", "u1", "2"),
        Field("frame", "<u4", "number of the frame that has arrived"),
    ),
)

VIEWPOINT = Layout(
    "viewpoint",
    "place of the camera, at most ten times a second while it moves",
    (
        Field("kind", "u1", "3"),
        Field("x", "<f4", EAST),
        Field("y", "<f4", NORTH),
        Field("z", "<f4", UP),
        Field("gaze_x", "i1", "direction of the view, a unit vector: east", GAZE_UNIT, -1.0, 1.0),
        Field("gaze_y", "i1", "north", GAZE_UNIT, -1.0, 1.0),
        Field("gaze_z", "i1", "up", GAZE_UNIT, -1.0, 1.0),
        Field("target", "<i4", "id of the vehicle that the camera looks at, -1 for none"),
        Field("selected", "<i4", "id of the selected vehicle, -1 for none"),
    ),
)

HEIGHT = Layout("height", "height of a point of the terrain, rows from south to north", (_Z,))

SQUARE = Layout(
    "square",
    "square of the surface, rows from south to north",
    (Field("soil_class", "u1", "number of its class in the surface's classes"),),
)

ROAD_POINT = Layout(
    "road_point",
    "point of a road, one road after another",
    (
        _X,
        _Y,
    ),
)

DECK_POINT = Layout(
    "deck_point",
    "point of a deck, one deck after another, row by row along it, from left to right",
    (
        _X,
        _Y,
        _Z,
    ),
)

OBJECT = Layout(
    "object",
    "object",
    (
        _X,
        _Y,
        _Z,
        _YAW,
        Field("radius", "<f4", "of the circle around it [m]"),
        Field("height", "<f4", "above the ground [m]"),
        Field("kind", "u1", "number of its kind in the objects' kinds"),
        Field("reserved", "V3", "0"),
    ),
)

TO_PAGE = (HEADER, OWN_STATE, RECORD, CONTENTS, NEAR_RECORD, FAR_RECORD, DENSITY_CELL, RUTS, RUT_TILE, RUT_CELL)
FROM_PAGE = (INPUT, ACKNOWLEDGEMENT, VIEWPOINT)
FILES = {
    "terrain.bin": HEIGHT,
    "surface.bin": SQUARE,
    "roads.bin": ROAD_POINT,
    "decks.bin": DECK_POINT,
    "objects.bin": OBJECT,
}
