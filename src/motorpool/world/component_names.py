"""Components of a world, by the names of their folders. Written by make generate; not to be edited."""

from .attitude.component import Attitude
from .avoidance.component import AvoidanceRules
from .contact.component import ContactSolver
from .drivers.component import Drivers
from .entity.component import Entities
from .guidance.component import Guidance
from .gunnery.component import Gunnery
from .model_switching.component import ModelSwitching
from .motion.component import ModelMotion
from .neighbours.component import Neighbours
from .recovery.component import Recovery
from .remote.component import Remote
from .ruts.component import Ruts
from .stability.component import Stability
from .traffic.component import Traffic
from .weather.component import Weather


class Components:
    """Attributes of a world that are components."""

    attitude: Attitude
    avoidance: AvoidanceRules
    contact: ContactSolver
    drivers: Drivers
    entity: Entities
    guidance: Guidance
    gunnery: Gunnery
    model_switching: ModelSwitching
    motion: ModelMotion
    neighbours: Neighbours
    recovery: Recovery
    remote: Remote
    ruts: Ruts
    stability: Stability
    traffic: Traffic
    weather: Weather
