"""Mapping of held keys: to a speed and a steering command, the same for both vehicles, or to a vehicle's pedals."""

from typing import Any, NamedTuple

from ...world.drivers.direct_pedals import pedal_share, pedals_of_keys, starting_speed
from ...world.drivers.manual_control import Handling, drive_by_hand, handling_of

OPEN_GROUND = Handling(
    max_speed=12.0, max_reverse_speed=5.0, acceleration=3.0, braking=8.0, coasting=1.0, steer_rate=2.5
)
CAR_PARK = OPEN_GROUND._replace(max_speed=3.0, max_reverse_speed=2.0, acceleration=1.5, braking=6.0)


class HeldKeys(NamedTuple):
    """Keys that are held down, or their equivalents on a touch screen."""

    forward: float = 0.0  # -1..1, backward negative; north for a vehicle that is commanded by a direction [1]
    left: float = 0.0  # -1..1, right negative; west for a vehicle that is commanded by a direction [1]
    brake: float = 0.0  # 0..1 [1]

    @property
    def is_idle(self) -> bool:
        """Return whether no key is held down."""
        return self == IDLE


class Command(NamedTuple):
    """Command of a drivable model."""

    speed: float = 0.0  # forward positive [m/s]
    steer: float = 0.0  # -1..1, left positive [1]


IDLE = HeldKeys()


def command_after(command: Command, held_keys: HeldKeys, dt: float, *, handling: Handling = OPEN_GROUND) -> Command:
    """Return the command after a step of ``dt`` [s] with these keys held."""
    speed, steer = command
    return Command(*drive_by_hand(speed, steer, held_keys.forward, held_keys.brake, held_keys.left, handling, dt))


def press_pedals(vehicle: Any, now: Command, held_keys: HeldKeys, dt: float) -> None:
    """Set the controls of a vehicle with pedals for a step of ``dt`` [s], as a person's keys set them in a world.

    Args:
        now: present speed of the vehicle, and its steering command.
    """
    speed, steer = now
    throttle, brake = pedals_of_keys(held_keys.forward, held_keys.brake, speed)
    keys = HeldKeys(throttle, 0.0, brake)
    commanded = command_after(now, keys, dt, handling=handling_of(vehicle.model)).speed
    share = pedal_share(speed, throttle, False, 1.0)
    vehicle.drive(starting_speed(commanded, speed, throttle) if share > 0.0 else commanded, steer, dt=dt)
    if share > 0.0:
        vehicle.throttle, vehicle.brake = throttle, brake
    elif share < 0.0 and "parking_brake" in vehicle.model.switches:
        vehicle.parking_brake = 1.0
