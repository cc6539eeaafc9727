"""Settings of a world's participation in an exercise."""

import ipaddress
import math
import os
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import ExerciseError
from .endpoint import ADDRESS, FASTEST_SOURCE, INTERFACE, PORT
from .motion.dead_reckoning import Thresholds
from .motion.smoothing import DURATION
from .wire.enumerations import LARGEST_ID, ForceId, Version

if TYPE_CHECKING:
    from ...world.remote.exercise import ExercisePart


class ExerciseSettings(NamedTuple):
    """Participation of a world in an exercise: identity, network and permissions of other programs."""

    address: str = ADDRESS  # IPv4 address of a multicast group, a broadcast or a host, optionally with :port
    port: int = PORT  # UDP port to listen on, and to send to unless the address has one
    interface: str = INTERFACE  # loopback by default; 0.0.0.0 for any network
    exercise: int = 1  # 1 to 255
    site: int = 1
    application: int = 0  # unique within the site; 0 derives it from the process id
    version: int = Version.IEEE_1278_1_2012  # 5, 6 or 7
    force: int = ForceId.FRIENDLY  # side of this world's vehicles
    thresholds: Thresholds = Thresholds()
    smoothing: float = DURATION  # duration of the correction after a received state [s]
    clamps_to_ground: bool = True  # remote land vehicles stand on this world's ground
    is_synchronised: bool = False  # this machine's clock is synchronised with the others': absolute timestamps
    obeys: bool = False  # carry out Start, Stop and Remove that are addressed to this world
    accepts_transfers: bool = False  # accept vehicles that other programs hand over
    geoid_offset: float = 0.0  # height of the world's z = 0 above the ellipsoid [m]
    # latitude, longitude of (0, 0), for terrain without a reference system [deg]
    origin_deg: tuple[float, float] | None = None
    most_a_second: int = FASTEST_SOURCE  # limit of datagrams of one host per second
    most_of_host: int | None = None  # limit of vehicles of one host; by default half of the free rows

    def checked(self) -> "ExerciseSettings":
        """Return the settings with all defaults resolved.

        Raises:
            ExerciseError: a value is not allowed.
        """
        application = self.application or os.getpid() % LARGEST_ID + 1
        for name, value, least, most in (
            ("exercise", self.exercise, 1, 255),
            ("site", self.site, 1, LARGEST_ID),
            ("application", application, 1, LARGEST_ID),
            ("version", self.version, min(Version), max(Version)),
            ("force", self.force, 0, 255),
            ("most_a_second", self.most_a_second, 1, 10**9),
            ("most_of_host", 1 if self.most_of_host is None else self.most_of_host, 1, 10**9),
        ):
            if not least <= value <= most:
                raise ExerciseError(
                    f"{name} of the exercise is {value}; it must be a whole number of {least} to {most}"
                )
        for name, limit in (*self.thresholds._asdict().items(), ("smoothing", self.smoothing)):
            if not 0.0 <= limit < 1e6:
                raise ExerciseError(f"{name} of the exercise is {limit}; it must be a finite number, zero or positive")
        return self._replace(application=application)


def check_reach(part: "ExercisePart", given: Collection[str]) -> None:
    """Raise an error if a scenario, not its user, names addresses beyond this machine.

    Multicast groups are allowed: their datagrams stay on the interface.

    Args:
        given: keys of the part that the user gave.

    Raises:
        ExerciseError: the interface or the address is not the loopback's.
    """
    for key, value in (("interface", part.interface), ("address", part.address.partition(":")[0])):
        if key in given or value == "localhost":
            continue
        try:
            address = ipaddress.IPv4Address(value)
        except ValueError:  # refused with its own sentence when the port is opened
            continue
        if not (address.is_loopback or (key == "address" and address.is_multicast)):
            raise ExerciseError(
                f"the scenario names {key} {value} for its exercise, which is beyond this machine; a scenario alone "
                f"opens no network: if you want that, add --exercise {key}={getattr(part, key)}"
            )


def settings_of(part: "ExercisePart") -> ExerciseSettings:
    """Return the settings of a scenario's key ``exercise``."""
    return ExerciseSettings(
        address=part.address,
        port=part.port,
        interface=part.interface,
        exercise=part.exercise_id,
        site=part.site,
        application=part.application or 0,
        version=part.version,
        force=ForceId[part.force.upper()],
        thresholds=Thresholds(
            part.distance_threshold, math.radians(part.angle_threshold_deg), part.heartbeat, part.time_out
        ),
        smoothing=part.smoothing,
        clamps_to_ground=part.clamp_to_ground,
        is_synchronised=part.synchronised,
        obeys=part.obey,
        accepts_transfers=part.accept_transfers,
        geoid_offset=part.geoid_offset,
        origin_deg=part.origin_deg,
        most_of_host=part.room_per_host,
    )
