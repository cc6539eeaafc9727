"""Orders: a script whose steps wait for a condition: a time, a position, another vehicle near, an arrival.

    orders = [
        Order(to=[(200.0, 0.0)], speed=8.0),
        Order(on_arrival=True, brake=1.0),
        Order(near=(7, 30.0), to=[(0.0, 0.0)]),
    ]
    world.sources.append(Orders([0], orders))

Each vehicle executes the orders one by one: an order begins when all its conditions are met, and holds until the next
begins. A person may take a vehicle at any time; after its release it continues with its current order. The column
``order`` holds the number of orders that have begun, so a restored world continues at the same order.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import WorldError
from ...base.wording import counted, numbered
from ..drivers.kinds import AUTOPILOT, PLAYER, SCRIPT


class Order(NamedTuple):
    """A condition to wait for, and the change to make then."""

    # conditions: all that are given must be met
    time: float | None = None  # simulated time has reached this [s]
    position: tuple[float, float, float] | None = None  # (x, y) is within the third number [m]
    near: tuple[int, float] | None = None  # the vehicle with that id is within the second number [m]
    on_arrival: bool = False  # the vehicle has reached the end of its route

    # changes that it makes then
    throttle: float | None = None  # -1..1, backward negative [1]; by hand, as are the next two
    brake: float | None = None  # 0..1 [1]
    steer: float | None = None  # -1..1, left positive [1]
    to: Sequence[Sequence[float]] | None = None  # drive along these waypoints as for ``Goals.route``
    plan: bool = False  # along a planned route
    speed: float | None = None  # desired speed from now on [m/s]
    hold: bool = False  # stop and stand

    @property
    def is_by_hand(self) -> bool:
        """Return whether it sets the pedals and the steering wheel."""
        return not (self.throttle is None and self.brake is None and self.steer is None)


class Orders:
    """A source by which each vehicle executes orders, at least one, independently.

    Raises:
        WorldError: no order, or an order that is contradictory or not finite.
    """

    def __init__(self, vehicle_ids: Sequence[int], orders: Sequence[Order]):
        self._vehicle_ids = np.asarray(vehicle_ids, np.intp)
        self._orders = list(orders)
        _check(self._orders)

    def __repr__(self) -> str:
        return f"<Orders: {counted(len(self._orders), 'order')} for {numbered(self._vehicle_ids)}>"

    def read(self, world: Any) -> None:
        """Begin the orders that are due, and write the pedals and the steering that orders set."""
        for vehicle in self._vehicle_ids:
            count = int(world.vehicles.order[vehicle])
            if count < len(self._orders) and _is_due(self._orders[count], world, vehicle):
                _begin(self._orders[count], world, int(vehicle))
                count += 1
                world.vehicles.order[vehicle] = count
            if count and world.vehicles.driver[vehicle] != PLAYER:
                _drive(self._orders[count - 1], world.vehicles, vehicle)


def _is_due(order: Order, world: Any, vehicle: Any) -> bool:
    vehicles = world.vehicles
    x, y = float(vehicles.x[vehicle]), float(vehicles.y[vehicle])
    if order.time is not None and world.time < order.time:
        return False
    if order.position is not None and not math.hypot(order.position[0] - x, order.position[1] - y) <= order.position[2]:
        return False
    if order.near is not None:
        other, within = order.near
        if not math.hypot(float(vehicles.x[other]) - x, float(vehicles.y[other]) - y) <= within:
            return False
    return not order.on_arrival or bool(vehicles.has_arrived[vehicle])


def _begin(order: Order, world: Any, vehicle: int) -> None:
    if order.speed is not None:
        world.vehicles.desired_speed[vehicle] = order.speed
    if order.to is not None:
        send = world.guidance.plan if order.plan else world.guidance.route
        send([vehicle], order.to)
    if order.hold:
        world.guidance.hold([vehicle])


def _drive(order: Order, vehicles: Any, vehicle: Any) -> None:
    """Write the pedals and the steering of an order, or set the autopilot as the driver."""
    vehicles.driver[vehicle] = SCRIPT if order.is_by_hand else AUTOPILOT
    if order.is_by_hand:
        vehicles.throttle[vehicle] = order.throttle or 0.0
        vehicles.brake[vehicle] = order.brake or 0.0
        vehicles.target_steer[vehicle] = order.steer or 0.0


def _check(orders: Sequence[Order]) -> None:
    if not orders:
        raise WorldError("a script needs at least one order, for example Order(to=[(100.0, 0.0)])")
    for number, order in enumerate(orders):
        values = [order.time, *(order.position or ()), *(order.near or ()), order.throttle, order.brake, order.steer]
        if not all(value is None or math.isfinite(value) for value in [*values, order.speed]):
            raise WorldError(f"order {number} is {order}; every value must be finite")
        if order.speed is not None and order.speed < 0.0:
            raise WorldError(f"order {number} has a speed of {order.speed} m/s; it must be zero or positive")
        if sum((order.is_by_hand, order.to is not None, order.hold)) > 1:
            raise WorldError(f"order {number} drives by hand, goes somewhere or holds: choose one of these")
