"""Trailers: bodies that a vehicle pulls, placed behind it by its hitch angles.

Positions are relative to the reference point of the vehicle, so that they stay right while contacts move the vehicle.
The stages are scalar functions for compiled kernels.
"""

# Fields may be called like the methods of a tuple.
# pyright: reportIncompatibleMethodOverride=false

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats, Indices, Words
from ...ground.terrain.heightfield import Heightfield
from ...ground.terrain.levels import Decks, stand
from ...models.mathematics import Real, atan2, sincos, wrap_angle
from ...vehicles.fleet import Fleet, outlines_of, trailer_counts
from ...vehicles.fleet.inertia import trailer_inertia_of
from ..columns import Whole
from ..drivers.columns import DriverInputs
from ..drivers.kinds import ABSENT
from ..scene import Scene
from .columns import Body, Motion, Pose

SPREAD = 0.8  # distance between the wheels of an axle over the width of a trailer [1]


class Trailers(NamedTuple):
    """Trailers of all vehicles, a row each; those of a vehicle are adjacent rows, the first one first."""

    first: Indices  # (vehicles,): row of the first trailer
    count: Indices  # (vehicles,): number of trailers, in the rows from ``first`` on
    own_count: Indices  # (vehicles,): number of trailers of a vehicle that is there and pulls them
    vehicle: Indices  # (trailers,): id of the vehicle that pulls it
    hitch_angle: Floats  # yaw minus that of what pulls it [rad]
    yaw_rate: Floats  # counter-clockwise [rad/s]
    yaw: Floats  # counter-clockwise from east [rad]
    hitch_x: Floats  # hitch, east of the vehicle's reference point [m]
    hitch_y: Floats  # north of it [m]
    axle_x: Floats  # middle of the axles, east of the vehicle's reference point [m]
    axle_y: Floats  # north of it [m]
    x: Floats  # centre of the body, east of the vehicle's reference point [m]
    y: Floats  # north of it [m]
    z: Floats  # floor under the centre of the body, up; see ``rest_trailers`` [m]
    pitch: Floats  # nose down positive [rad]
    roll: Floats  # right side down positive [rad]
    hitch: Floats  # hitch behind the reference point of what pulls it, which of a trailer is its axles [m]
    reach: Floats  # from the hitch to its axles [m]
    middle: Floats  # centre of the body, ahead of its axles [m]
    half_length: Floats  # [m]
    half_width: Floats  # [m]
    height: Floats  # [m]
    mass: Floats  # [kg]
    yaw_inertia: Floats  # [kg m^2]
    centre_offset: Floats  # centre of mass, behind the hitch [m]
    swings: Words  # 1 if the model has its yaw rate: its hitch is then a joint in impacts, else it is stiff


class Lorries(NamedTuple):
    """Vehicles of a fleet that pull trailers."""

    fleet: Fleet
    rows: "slice[int, int, None]"  # of the vehicle table
    first: int  # row of the first trailer of the first vehicle
    most: int  # number of rows for each vehicle

    def rows_of(self, number: int) -> slice:
        """Return the rows of the first trailers (number 0), the second ones (1), and so on."""
        return slice(self.first + number, self.first + self.fleet.count * self.most, self.most)


class TrailerTable:
    """Trailers of one world.

    Attributes:
        bodies: the trailers, for stages.
    """

    def __init__(self, scene: Scene):
        self._scene, self.bodies = scene, room_for(0, 0)
        self.bind()

    def bind(self) -> None:
        """Make room for the trailers of all vehicles."""
        scene, first = self._scene, 0
        self._lorries: list[Lorries] = []
        for fleet, rows in zip(scene.fleets, scene.vehicles.rows, strict=True):
            most = len(fleet.model.trailers)
            if most:
                self._lorries.append(Lorries(fleet, rows, first, most))
                first += fleet.count * most
        self._is_described = False
        if (scene.vehicles.count, first) != (self.bodies.first.size, self.count):
            self._make_room(first)
        self._columns = list(self._columns_of_states())
        self._of_any_number = [each for each in self._lorries if each.fleet.model.trailer_count is not None]

    def _make_room(self, count: int) -> None:
        self.bodies = room_for(self._scene.vehicles.count, count)
        for lorries in self._lorries:
            count, most = lorries.fleet.count, lorries.most
            some = slice(lorries.first, lorries.first + count * most)
            self.bodies.first[lorries.rows] = lorries.first + most * np.arange(count)
            self.bodies.vehicle[some] = lorries.rows.start + np.repeat(np.arange(count), most)

    def _columns_of_states(self) -> Iterator[tuple[Floats, Any, str]]:
        """Yield hitch angles and yaw rates of trailers, and the state and the field that they are read from."""
        for lorries in self._lorries:
            for number, fields in enumerate(lorries.fleet.model.trailers):
                some, state = lorries.rows_of(number), lorries.fleet.state
                yield self.bodies.hitch_angle[some], state, fields.hitch_angle
                if fields.yaw_rate is not None:
                    yield self.bodies.yaw_rate[some], state, fields.yaw_rate

    @property
    def count(self) -> int:
        """Return the number of rows."""
        return self.bodies.vehicle.size

    def forget_dimensions(self) -> None:
        """Take the dimensions of trailers anew from their fleets, because vehicles have changed."""
        self._is_described = False

    def place(self) -> None:
        """Place the trailers behind their vehicles."""
        if not self._lorries or not self._scene.can_step:
            return
        if not self._is_described:
            for lorries in self._lorries:
                _describe(self.bodies, lorries)
            self._is_described = True
        for fleet, rows, _, _ in self._of_any_number:
            self.bodies.own_count[rows] = trailer_counts(fleet)
        for column, state, name in self._columns:
            column[:] = getattr(state, name)
        vehicles = self._scene.vehicles
        self._scene.run(
            place_trailers, self.bodies, vehicles.pose, vehicles.motion, vehicles.entity.body, vehicles.inputs
        )

    def rest(self) -> None:
        """Set height, pitch and roll of the trailers from the ground."""
        if self.count:
            self._scene.run(
                rest_trailers, self.bodies, self._scene.vehicles.pose, self._scene.ground, self._scene.decks
            )

    def hand_back(self) -> None:
        """Write hitch angles and yaw rates that contacts have changed into the states of the models."""
        for lorries in self._lorries:
            for number, fields in enumerate(lorries.fleet.model.trailers):
                if fields.yaw_rate is not None:
                    some, state = lorries.rows_of(number), lorries.fleet.state
                    getattr(state, fields.hitch_angle)[:] = self.bodies.hitch_angle[some]
                    getattr(state, fields.yaw_rate)[:] = self.bodies.yaw_rate[some]


def room_for(vehicles: int, count: int) -> Trailers:
    """Return rows for ``count`` trailers of a number of vehicles."""
    columns: dict[str, Any] = {name: np.zeros(count) for name in Trailers._fields}
    columns["first"], columns["count"], columns["own_count"] = np.zeros((3, vehicles), np.int32)
    columns["vehicle"], columns["swings"] = np.zeros(count, np.int32), np.zeros(count, np.int8)
    return Trailers(**columns)


def _describe(bodies: Trailers, lorries: Lorries) -> None:
    """Write the dimensions and the inertia of trailers."""
    fleet = lorries.fleet
    plans, kind = outlines_of(fleet)
    bodies.own_count[lorries.rows] = trailer_counts(fleet)
    for number, fields in enumerate(fleet.model.trailers):
        some = lorries.rows_of(number)
        known = [plan.trailers[number] if number < len(plan.trailers) else None for plan in plans]
        for name in ("hitch", "reach", "middle", "height"):
            getattr(bodies, name)[some] = _of_each([getattr(plan, name, 0.0) for plan in known], kind)
        length = _of_each([plan.front - plan.back if plan is not None else 1.0 for plan in known], kind)
        width = _of_each([plan.width if plan is not None else 1.0 for plan in known], kind)
        bodies.half_length[some], bodies.half_width[some] = 0.5 * length, 0.5 * width
        usual = length, width, bodies.height[some], bodies.reach[some] - bodies.middle[some]
        inertia = trailer_inertia_of(fleet, fields, *usual)
        bodies.mass[some], bodies.yaw_inertia[some], bodies.centre_offset[some] = inertia
        bodies.swings[some] = fields.yaw_rate is not None and len(fleet.model.trailers) == 1


def _of_each(values: Sequence[float], kind: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the value of each vehicle.

    Args:
        values: a value for each kind of vehicle.
        kind: number of the kind of each vehicle.
    """
    return np.array(values, np.float64)[kind]


def place_trailers(
    trailers: Whole[Trailers], pose: Whole[Pose], motion: Whole[Motion], body: Whole[Body], inputs: Whole[DriverInputs]
) -> None:
    """Place all trailers; a trailer whose model has no yaw rate turns as its axles roll without slip."""
    for t in range(trailers.vehicle.size):
        i: int = trailers.vehicle[t]
        if trailers.first[i] != t:
            continue
        is_there = inputs.driver[i] != ABSENT and body.pulls_trailers[i] != 0
        trailers.count[i] = trailers.own_count[i] if is_there else 0
        if trailers.count[i] > 0:
            place_trailers_of(i, trailers, pose.yaw)
            if trailers.swings[t] == 0:
                turn_trailers_of(i, trailers, pose, motion)


def place_trailers_of(i: int, trailers: Trailers, yaws: Floats) -> None:
    """Place the trailers of a vehicle.

    Args:
        i: id of the vehicle.
        yaws: yaw of each vehicle of the world [rad].
    """
    yaw, axle_x, axle_y = yaws[i], 0.0, 0.0
    first: int = trailers.first[i]
    for t in range(first, first + trailers.count[i]):
        sine, cosine = sincos(yaw)
        hitch_x, hitch_y = axle_x - trailers.hitch[t] * cosine, axle_y - trailers.hitch[t] * sine
        yaw = wrap_angle(yaw + trailers.hitch_angle[t])
        sine, cosine = sincos(yaw)
        axle_x, axle_y = hitch_x - trailers.reach[t] * cosine, hitch_y - trailers.reach[t] * sine
        trailers.yaw[t], trailers.hitch_x[t], trailers.hitch_y[t] = yaw, hitch_x, hitch_y
        trailers.axle_x[t], trailers.axle_y[t] = axle_x, axle_y
        trailers.x[t], trailers.y[t] = axle_x + trailers.middle[t] * cosine, axle_y + trailers.middle[t] * sine


def rest_trailers(
    trailers: Whole[Trailers], pose: Whole[Pose], ground: Whole[Heightfield], decks: Whole[Decks]
) -> None:
    """Set height, pitch and roll of trailers, which rest on the ground at their axles and on the hitch."""
    for t in range(trailers.vehicle.size):
        i: int = trailers.vehicle[t]
        if t >= trailers.first[i] + trailers.count[i]:
            continue
        hitch_z = pose.z[i] + trailers.hitch[t] * sincos(pose.pitch[i])[0]
        if t > trailers.first[i]:
            x, y = pose.x[i] + trailers.hitch_x[t], pose.y[i] + trailers.hitch_y[t]
            hitch_z, _, _, _ = stand(ground, decks, x, y, hitch_z)
        sine, cosine = sincos(trailers.yaw[t])
        x, y, half = pose.x[i] + trailers.axle_x[t], pose.y[i] + trailers.axle_y[t], SPREAD * trailers.half_width[t]
        left, _, _, _ = stand(ground, decks, x - half * sine, y + half * cosine, hitch_z)
        right, _, _, _ = stand(ground, decks, x + half * sine, y - half * cosine, hitch_z)
        z = 0.5 * (left + right)
        trailers.pitch[t] = -atan2(hitch_z - z, trailers.reach[t])
        trailers.roll[t] = atan2(left - right, 2.0 * half)
        trailers.z[t] = z - trailers.middle[t] * sincos(trailers.pitch[t])[0]


def turn_trailers_of(i: int, trailers: Trailers, pose: Pose, motion: Motion) -> None:
    """Set the yaw rates of the trailers of a vehicle, whose axles do not slip.

    Args:
        i: id of the vehicle.
    """
    first: int = trailers.first[i]
    for t in range(first, first + trailers.count[i]):
        x, y = velocity_of_hitch(t, trailers, pose, motion)
        sine, cosine = sincos(trailers.yaw[t])
        trailers.yaw_rate[t] = (y * cosine - x * sine) / trailers.reach[t]


def velocity_of_hitch(t: int, trailers: Trailers, pose: Pose, motion: Motion) -> tuple[Real, Real]:
    """Return the velocity of the hitch of a trailer, east and north [m/s].

    Args:
        t: row of the trailer.
    """
    i: int = trailers.vehicle[t]
    sine, cosine = sincos(pose.yaw[i])
    x = motion.speed[i] * cosine - motion.lateral_speed[i] * sine
    y = motion.speed[i] * sine + motion.lateral_speed[i] * cosine
    yaw_rate, from_x, from_y = motion.yaw_rate[i], 0.0, 0.0
    for k in range(trailers.first[i], t + 1):
        x, y = x - yaw_rate * (trailers.hitch_y[k] - from_y), y + yaw_rate * (trailers.hitch_x[k] - from_x)
        yaw_rate, from_x, from_y = trailers.yaw_rate[k], trailers.hitch_x[k], trailers.hitch_y[k]
    return x, y
