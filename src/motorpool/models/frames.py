"""Every frame that the project's documents use, and the way between it and ours: pure maps, no dynamics.

Ours is ISO 8855: world x east, y north, z up; body x forward, y left, z up; ``yaw`` counter-clockwise
from east, in (-pi, pi]; ``pitch`` nose down and ``roll`` right side down positive.

| frame | where | its axes |
|---|---|---|
| compass | maps, instruments | heading clockwise from north |
| tracks | document 000, the text | x right, y up the page, heading clockwise from +y |
| panel | document 000, the Java program | pixels right and *down*; heading 0 is down, clockwise as seen |
| screen | document 001 on a screen | pixels right and *down*; angle from +x, clockwise as seen |
| Godot | a Node3D | x right, y up, z backward: east, up, south |
| Unity | a Transform | x right, y up, z forward, left-handed: east, up, north |
| thesis | document 003 | x, y up, z to the right of a vehicle at direction 0; direction clockwise from above |

Documents 001 (on paper), 002 and 004 use an angle counter-clockwise from +x: ours, so they need nothing.
"Clockwise as seen" is clockwise from above in ours: no map here mirrors the ground, so a left turn
stays a left turn.
"""

from typing import NamedTuple, Protocol, TypeAlias

from .mathematics import HALF_PI, TWO_PI, Real, floor, select, sincos, wrap_angle

Triple: TypeAlias = tuple[Real, Real, Real]  # a vector


class Placed(Protocol):
    """Anything with a place and a yaw, such as a ``State``."""

    @property
    def x(self) -> Real:
        """Place, east [m]."""
        ...

    @property
    def y(self) -> Real:
        """Place, north [m]."""
        ...

    @property
    def yaw(self) -> Real:
        """Counter-clockwise from east [rad]."""
        ...


def yaw_of_heading(heading: Real) -> Real:
    """Yaw [rad] in (-pi, pi] of a heading [rad], clockwise from north."""
    return wrap_angle(HALF_PI - heading)


def heading_of_yaw(yaw: Real) -> Real:
    """Heading [rad], clockwise from north, in [0, 2 pi) as on a compass."""
    heading = HALF_PI - yaw
    turned = heading - TWO_PI * floor(heading / TWO_PI)
    return select(turned < TWO_PI, turned, 0.0)  # a hair west of north rounds to a whole turn


def from_tracks(x: Real, y: Real, heading: Real) -> tuple[Real, Real, Real]:
    """Return our (x, y, yaw) of a pose in document 000's text: right and up the page [m], clockwise from +y [rad]."""
    return x, y, yaw_of_heading(heading)


def to_tracks(x: Real, y: Real, yaw: Real) -> tuple[Real, Real, Real]:
    """Return the pose (x, y, heading) in document 000's text; heading in [0, 2 pi).

    Args:
        x, y: east and north [m].
        yaw: counter-clockwise from east [rad].
    """
    return x, y, heading_of_yaw(yaw)


def from_panel(right: Real, down: Real, heading: Real) -> tuple[Real, Real, Real]:
    """Return our (x, y, yaw) of a pose in document 000's program [rad]: the same ground, seen turned by half a turn.

    Args:
        heading: 0 is down, clockwise as seen [rad].
    """
    return -right, down, yaw_of_heading(heading)


def to_panel(x: Real, y: Real, yaw: Real) -> tuple[Real, Real, Real]:
    """Return the pose (right, down, heading) in document 000's program; heading in [0, 2 pi).

    Args:
        x, y: east and north [m].
        yaw: counter-clockwise from east [rad].
    """
    return -x, y, heading_of_yaw(yaw)


def from_screen(
    right: Real, down: Real, angle: Real = 0.0, *, scale: Real = 1.0, left: Real = 0.0, top: Real = 0.0
) -> tuple[Real, Real, Real]:
    """Our (x, y, yaw) of a pose on a screen whose y axis, and so whose angles, point down.

    Example:
        x, y, _ = mp.from_screen(480, 300, scale=10.0, left=-48.0, top=30.0)  # a click, at 10 pixels a metre

    Args:
        right, down: place on the screen [pixels].
        angle: from +x, clockwise as seen [rad].
        scale: pixels per metre [pixels/m].
        left: x at the left edge of the screen [m].
        top: y at its top edge [m].
    """
    return left + right / scale, top - down / scale, wrap_angle(-angle)


def to_screen(
    x: Real, y: Real, yaw: Real, *, scale: Real = 1.0, left: Real = 0.0, top: Real = 0.0
) -> tuple[Real, Real, Real]:
    """Return the pose (right, down, angle) on such a screen; angle in (-pi, pi], clockwise as seen.

    ``ctx.rotate(angle)`` of a canvas and ``rotation = angle`` in Godot take that angle; pygame's
    ``transform.rotate`` takes degrees counter-clockwise as seen, which is ``math.degrees(yaw)``.

    Example:
        car = mp.Vehicle("bicycle", x=3.0, y=4.0)
        right, down, angle = mp.to_screen(car.x, car.y, car.yaw, scale=10.0, left=-48.0, top=30.0)

    Args:
        yaw: counter-clockwise from east [rad].
        scale: pixels per metre [pixels/m].
        left: x at the left edge of the screen [m].
        top: y at its top edge [m].
    """
    return (x - left) * scale, (top - y) * scale, wrap_angle(-yaw)


class GodotPose(NamedTuple):
    """Position and rotation of a Node3D in Godot: x right, y up, z backward; a node looks along -z, here north."""

    x: Real  # east [m]
    y: Real  # up [m]
    z: Real  # south [m]
    rotation_x: Real  # nose up [rad]
    rotation_y: Real  # counter-clockwise from north, from above [rad]
    rotation_z: Real  # left side down [rad]


class UnityPose(NamedTuple):
    """Position and Euler angles of a Transform in Unity: x right, y up, z forward, left-handed; +z is north here."""

    x: Real  # east [m]
    y: Real  # up [m]
    z: Real  # north [m]
    angle_x: Real  # nose down [degree]
    angle_y: Real  # clockwise from north, from above [degree]
    angle_z: Real  # left side down [degree]


def to_godot(x: Real, y: Real, z: Real, yaw: Real, pitch: Real = 0.0, roll: Real = 0.0) -> GodotPose:
    """Return the pose of a Node3D in Godot, whose ``rotation`` is applied in the order YXZ, its default.

    Args:
        x, y, z: east, north and up [m].
        yaw: counter-clockwise from east [rad].
        pitch: nose down [rad].
        roll: right side down [rad].

    Example:
        pose = mp.to_godot(3.0, 4.0, 0.0, yaw=0.5)
        print(pose.x, pose.y, pose.z, pose.rotation_y)
    """
    return GodotPose(x, z, -y, -pitch, wrap_angle(yaw - HALF_PI), -roll)


def to_unity(x: Real, y: Real, z: Real, yaw: Real, pitch: Real = 0.0, roll: Real = 0.0) -> UnityPose:
    """Return the pose of a Transform in Unity, for ``position`` and ``eulerAngles``, which are in degrees.

    Args:
        x, y, z: east, north and up [m].
        yaw: counter-clockwise from east [rad].
        pitch: nose down [rad].
        roll: right side down [rad].

    Example:
        pose = mp.to_unity(3.0, 4.0, 0.0, yaw=0.5)
        print(pose.x, pose.y, pose.z, pose.angle_y)
    """
    degrees = 2.0 * 180.0 / TWO_PI
    return UnityPose(x, z, y, pitch * degrees, wrap_angle(HALF_PI - yaw) * degrees, -roll * degrees)


def from_thesis(x: Real, y: Real, z: Real, direction: Real) -> tuple[Real, Real, Real, Real]:
    """Our (x, y, z, yaw) of a place and direction in document 003.

    Args:
        x, y, z: place in the document's axes, of which y is up [m].
        direction: to the right of x [rad].
    """
    return x, -z, y, wrap_angle(-direction)


def to_thesis(x: Real, y: Real, z: Real, yaw: Real) -> tuple[Real, Real, Real, Real]:
    """Return the (x, y, z, direction) of document 003; direction in [0, 2 pi), as its code keeps it.

    Args:
        x, y, z: east, north and up [m].
        yaw: counter-clockwise from east [rad].
    """
    direction = -yaw - TWO_PI * floor(-yaw / TWO_PI)  # negative of the smallest numbers, whose quotient is 0
    return x, z, -y, select((direction >= 0.0) & (direction < TWO_PI), direction, 0.0)


def attitude_from_thesis(pitch: Real, roll: Real) -> tuple[Real, Real]:
    """Our pitch and roll [rad] of document 003's, whose pitch is nose *up*; roll is right side down in both."""
    return -pitch, roll


def attitude_to_thesis(pitch: Real, roll: Real) -> tuple[Real, Real]:
    """Pitch (nose up) and roll [rad] of document 003."""
    return -pitch, roll


def body_axes(yaw: Real, pitch: Real, roll: Real) -> tuple[Triple, Triple, Triple]:
    """Return a body's forward, left and up in the world, a unit vector each: R = Rz(yaw) Ry(pitch) Rx(roll).

    The yaw is counter-clockwise from east, the pitch nose down and the roll right side down positive [rad].
    """
    sin_yaw, cos_yaw = sincos(yaw)
    sin_pitch, cos_pitch = sincos(pitch)
    sin_roll, cos_roll = sincos(roll)
    forward = cos_yaw * cos_pitch, sin_yaw * cos_pitch, -sin_pitch
    left = (
        cos_yaw * sin_pitch * sin_roll - sin_yaw * cos_roll,
        sin_yaw * sin_pitch * sin_roll + cos_yaw * cos_roll,
        cos_pitch * sin_roll,
    )
    up = (
        cos_yaw * sin_pitch * cos_roll + sin_yaw * sin_roll,
        sin_yaw * sin_pitch * cos_roll - cos_yaw * sin_roll,
        cos_pitch * cos_roll,
    )
    return forward, left, up
