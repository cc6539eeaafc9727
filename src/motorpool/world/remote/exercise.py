"""Keys of a scenario's part in a distributed exercise (DIS)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, Strict

from ...base.keys import NonNegative, Part, Positive

Number16 = Annotated[int, Field(ge=1, le=65534)]
Port = Annotated[int, Field(ge=1, le=65535)]
Degrees = Annotated[tuple[float, float], Strict(False)]
Force = Literal["other", "friendly", "opposing", "neutral"]

MOST_ROOM = 20_000  # rows for vehicles of other programs; a step takes time for each, vacant or not


class ExercisePart(Part):
    """The world's part in a distributed exercise: its identity, its network addresses, and permissions of others."""

    example: ClassVar[str] = """
        exercise:
          address: 239.255.30.0
          exercise_id: 3
          force: friendly
          origin_deg: [36.38, -84.19]
    """

    address: str = Field(
        default="239.255.30.0",
        min_length=1,
        description="multicast group, broadcast address or host, with or without :port",
    )
    port: Port = Field(default=3000, description="UDP port to listen on, and to send to unless the address has one")
    interface: str = Field(
        default="127.0.0.1", min_length=1, description="network interface: this machine alone; 0.0.0.0 for any network"
    )
    exercise_id: Annotated[int, Field(ge=1, le=255)] = Field(default=1, description="number of the exercise")
    site: Number16 = Field(default=1, description="number of the site")
    application: Number16 | None = Field(
        default=None, description="number of this program at its site; by default from the process's number"
    )
    version: Literal[5, 6, 7] = Field(default=7, description="version of the protocol that is sent")
    force: Force = Field(default="friendly", description="side of this world's vehicles")
    room: Annotated[int, Field(ge=0, le=MOST_ROOM)] = Field(
        default=100, description="vehicles of others that the world has room for: so many wheeled, so many tracked"
    )
    room_per_host: Annotated[int, Field(ge=1, le=2 * MOST_ROOM)] | None = Field(
        default=None, description="vehicles that one host may have here; by default half of all that there is room for"
    )
    distance_threshold: Positive = Field(default=1.0, description="error from which on a vehicle is sent again [m]")
    angle_threshold_deg: Positive = Field(default=3.0, description="the same of its attitude [degrees]")
    heartbeat: Positive = Field(default=5.0, description="time after which a vehicle is sent again in any case [s]")
    time_out: Positive = Field(default=12.0, description="silence after which a vehicle of others is gone [s]")
    smoothing: NonNegative = Field(default=0.5, description="time in which a vehicle of others is corrected [s]")
    clamp_to_ground: bool = Field(default=True, description="land vehicles of others stand on this world's ground")
    synchronised: bool = Field(default=False, description="the machines' clocks agree: timestamps are absolute")
    obey: bool = Field(default=False, description="start, stop and remove what others ask, if it is addressed to us")
    accept_transfers: bool = Field(default=False, description="drive vehicles that others hand over")
    geoid_offset: float = Field(default=0.0, description="height of the terrain's zero above the ellipsoid [m]")
    origin_deg: Degrees | None = Field(
        default=None,
        description="latitude and longitude of the terrain's middle, if the terrain has none [degrees]",
    )
