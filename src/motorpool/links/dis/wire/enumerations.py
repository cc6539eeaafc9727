"""Enumerations of DIS that this package uses.

Source: SISO-REF-010-2024 (v34), "Reference for Enumerations for Simulation Interoperability"; the names follow its
titles. Other values in a PDU are kept as plain numbers.
"""

from enum import IntEnum
from typing import Any, NamedTuple

NO_ID, ALL_IDS = 0, 0xFFFF  # site, application or entity: none; all
LARGEST_ID = 0xFFFE  # of a site, application or entity; 0xFFFF means all of them


class Version(IntEnum):
    """Supported protocol versions (UID 3)."""

    IEEE_1278_1_1995 = 5
    IEEE_1278_1A_1998 = 6
    IEEE_1278_1_2012 = 7


class PduType(IntEnum):
    """Supported PDU types (UID 4)."""

    ENTITY_STATE = 1
    FIRE = 2
    DETONATION = 3
    COLLISION = 4
    CREATE_ENTITY = 11
    REMOVE_ENTITY = 12
    START_RESUME = 13
    STOP_FREEZE = 14
    ACKNOWLEDGE = 15
    SET_DATA = 19
    COMMENT = 22
    TRANSFER_OWNERSHIP = 35


PDU_TITLES = (  # of the types 0 to 72 (UID 4), those included that are not supported
    "Other", "Entity State", "Fire", "Detonation", "Collision", "Service Request", "Resupply Offer",
    "Resupply Received", "Resupply Cancel", "Repair Complete", "Repair Response", "Create Entity", "Remove Entity",
    "Start/Resume", "Stop/Freeze", "Acknowledge", "Action Request", "Action Response", "Data Query", "Set Data", "Data",
    "Event Report", "Comment", "Electromagnetic Emission", "Designator", "Transmitter", "Signal", "Receiver", "IFF",
    "Underwater Acoustic", "Supplemental Emission/Entity State", "Intercom Signal", "Intercom Control",
    "Aggregate State", "IsGroupOf", "Transfer Ownership", "IsPartOf", "Minefield State", "Minefield Query",
    "Minefield Data", "Minefield Response NACK", "Environmental Process", "Gridded Data", "Point Object State",
    "Linear Object State", "Areal Object State", "TSPI", "Appearance", "Articulated Parts", "LE Fire", "LE Detonation",
    "Create Entity-R", "Remove Entity-R", "Start/Resume-R", "Stop/Freeze-R", "Acknowledge-R", "Action Request-R",
    "Action Response-R", "Data Query-R", "Set Data-R", "Data-R", "Event Report-R", "Comment-R", "Record-R",
    "Set Record-R", "Record Query-R", "Collision-Elastic", "Entity State Update", "Directed Energy Fire",
    "Entity Damage Status", "Information Operations Action", "Information Operations Report", "Attribute",
)  # fmt: skip


class ProtocolFamily(IntEnum):
    """Protocol family (UID 5)."""

    ENTITY_INFORMATION = 1
    WARFARE = 2
    SIMULATION_MANAGEMENT = 5
    ENTITY_MANAGEMENT = 7


class ForceId(IntEnum):
    """Side that an entity belongs to (UID 6)."""

    OTHER = 0
    FRIENDLY = 1
    OPPOSING = 2
    NEUTRAL = 3


class EntityKind(IntEnum):
    """Kind of an entity type (UID 7)."""

    OTHER = 0
    PLATFORM = 1
    MUNITION = 2
    LIFE_FORM = 3
    ENVIRONMENTAL = 4
    CULTURAL_FEATURE = 5
    SUPPLY = 6
    RADIO = 7
    EXPENDABLE = 8
    SENSOR = 9


class Domain(IntEnum):
    """Domain of a platform's entity type (UID 8); of a munition's targets."""

    OTHER = 0
    LAND = 1
    AIR = 2
    SURFACE = 3
    SUBSURFACE = 4
    SPACE = 5


class DeadReckoning(IntEnum):
    """Dead reckoning algorithm (UID 44).

    First letter: fixed (F) or rotating (R); second: constant position (P) or velocity (V); third: world (W) or body (B)
    axes.
    """

    OTHER = 0
    STATIC = 1
    FPW = 2
    RPW = 3
    RVW = 4
    FVW = 5
    FPB = 6
    RPB = 7
    RVB = 8
    FVB = 9


class MarkingCharacterSet(IntEnum):
    """Character set of an entity's marking (UID 45)."""

    UNUSED = 0
    ASCII = 1


class VariableParameter(IntEnum):
    """Designator of a variable parameter record (UID 56); only articulated parts are decoded."""

    ARTICULATED_PART = 0
    ATTACHED_PART = 1
    SEPARATION = 2
    ENTITY_TYPE = 3
    ENTITY_ASSOCIATION = 4


class ArticulatedPart(IntEnum):
    """Articulated part of a land vehicle (UID 59); the sum with a metric is an articulation's parameter type.

    The second to tenth part of a kind are each 32 above the previous one.
    """

    PRIMARY_TURRET = 4096
    PRIMARY_GUN = 4416
    PRIMARY_LAUNCHER = 4736
    SECONDARY_TURRET = 5696
    SECONDARY_GUN = 6016


class ArticulationMetric(IntEnum):
    """Metric of an articulated part (UID 58): position or angle [m] or [rad], or its rate."""

    POSITION = 1
    POSITION_RATE = 2
    EXTENSION = 3
    EXTENSION_RATE = 4
    X = 5
    X_RATE = 6
    Y = 7
    Y_RATE = 8
    Z = 9
    Z_RATE = 10
    AZIMUTH = 11
    AZIMUTH_RATE = 12
    ELEVATION = 13
    ELEVATION_RATE = 14
    ROTATION = 15
    ROTATION_RATE = 16


class DetonationResult(IntEnum):
    """Result of a detonation (UID 62)."""

    OTHER = 0
    ENTITY_IMPACT = 1
    ENTITY_PROXIMATE = 2
    GROUND_IMPACT = 3
    GROUND_PROXIMATE = 4
    DETONATION = 5
    NONE = 6
    HIGH_EXPLOSIVE_HIT_SMALL = 7
    HIGH_EXPLOSIVE_HIT_MEDIUM = 8
    HIGH_EXPLOSIVE_HIT_LARGE = 9
    ARMOUR_PIERCING_HIT = 10
    DIRT_BLAST_SMALL = 11
    DIRT_BLAST_MEDIUM = 12
    DIRT_BLAST_LARGE = 13
    AIR_HIT = 17
    BUILDING_HIT_SMALL = 18
    BUILDING_HIT_MEDIUM = 19
    BUILDING_HIT_LARGE = 20
    ENVIRONMENT_IMPACT = 22
    AIR_BURST = 25


class CollisionType(IntEnum):
    """Kind of a collision (UID 189)."""

    INELASTIC = 0
    ELASTIC = 1


class AcknowledgeFlag(IntEnum):
    """PDU that an Acknowledge answers (UID 69)."""

    CREATE_ENTITY = 1
    REMOVE_ENTITY = 2
    START_RESUME = 3
    STOP_FREEZE = 4
    TRANSFER_OWNERSHIP = 5


class ResponseFlag(IntEnum):
    """Answer of an Acknowledge (UID 70)."""

    OTHER = 0
    ABLE_TO_COMPLY = 1
    UNABLE_TO_COMPLY = 2
    PENDING_OPERATOR_ACTION = 3


class TransferType(IntEnum):
    """Kind of a transfer of ownership (UID 224)."""

    OTHER = 0
    PUSH_ENTITY = 1
    AUTOMATIC_PULL_ENTITY = 2


class BitField(NamedTuple):
    """Bit field of an unsigned integer, counted from the lowest bit."""

    shift: int
    width: int = 1

    @property
    def mask(self) -> int:
        """Return the integer with only these bits set."""
        return (1 << self.width) - 1 << self.shift

    def read(self, word: Any) -> Any:
        """Return the value of the field in a word or an array of words."""
        return (word & self.mask) >> self.shift

    def placed(self, value: Any) -> Any:
        """Return a value, or an array of unsigned integers, shifted to the field, to be combined by ``|``."""
        return value << self.shift


class LandAppearance(NamedTuple):
    """Bit fields of a land platform's appearance (UID 31); see `LAND_APPEARANCE`."""

    camouflage_paint: BitField = BitField(0)
    mobility_killed: BitField = BitField(1)
    fire_power_killed: BitField = BitField(2)
    damage: BitField = BitField(3, 2)  # none, slight, moderate, destroyed
    smoke_plume: BitField = BitField(5)
    engine_smoke: BitField = BitField(6)
    trailing_dust: BitField = BitField(7, 2)  # none, small, medium, large
    hatch: BitField = BitField(9, 3)  # not applicable, closed, popped, popped with a person, open, open with a person
    head_lights: BitField = BitField(12)
    tail_lights: BitField = BitField(13)
    brake_lights: BitField = BitField(14)
    flaming: BitField = BitField(15)
    launcher_raised: BitField = BitField(16)
    camouflage_type: BitField = BitField(17, 2)  # desert, winter, forest
    concealed: BitField = BitField(19)
    frozen: BitField = BitField(21)  # not to be extrapolated
    engine_on: BitField = BitField(22)
    deactivated: BitField = BitField(23)
    tent_extended: BitField = BitField(24)
    ramp_down: BitField = BitField(25)
    blackout_lights: BitField = BitField(26)
    blackout_brake_lights: BitField = BitField(27)
    spot_lights: BitField = BitField(28)
    interior_lights: BitField = BitField(29)
    surrendered: BitField = BitField(30)
    masked: BitField = BitField(31)


LAND_APPEARANCE = LandAppearance()


class Damage(IntEnum):
    """Values of a land platform's damage bits."""

    NONE = 0
    SLIGHT = 1
    MODERATE = 2
    DESTROYED = 3


class TrailingDust(IntEnum):
    """Values of a land platform's dust bits."""

    NONE = 0
    SMALL = 1
    MEDIUM = 2
    LARGE = 3
