"""The components of a world in the order of their construction, each after those that it asks the scene for.

``World.step`` has the order of their stages.
"""

from typing import Any

from .attitude.component import Attitude
from .avoidance.columns import Autopilot
from .avoidance.component import AvoidanceRules
from .component import Component
from .contact.component import ContactSolver
from .drivers.component import Drivers
from .entity.columns import Entity
from .entity.component import Entities
from .guidance.component import Guidance
from .gunnery.component import Gunnery
from .model_switching.component import ModelSwitching
from .motion.component import ModelMotion
from .neighbours.component import Neighbours
from .recovery.component import Recovery
from .remote.component import Remote
from .stability.component import Stability
from .weather.component import Weather

COMPONENTS: tuple[type[Component], ...] = (
    Entities, ModelSwitching, Neighbours, Guidance, AvoidanceRules, Recovery, Drivers, Gunnery, ContactSolver,
    ModelMotion, Attitude, Stability, Remote, Weather,
)  # fmt: skip
GROUPS: dict[str, Any] = {"entity": Entity, "autopilot": Autopilot}  # structures of several components' columns


def structures() -> dict[str, Any]:
    """Return the structures of columns of all components, by name."""
    return {name: structure for component in COMPONENTS for name, structure in component.columns.items()}
