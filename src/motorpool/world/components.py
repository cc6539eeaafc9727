"""The components of a world in the order of their construction, each after those that it asks the scene for.

``World.step`` has the order of their stages.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

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
from .ruts.component import Ruts
from .settings import Setting, declared
from .stability.component import Stability
from .traffic.component import Traffic
from .weather.component import Weather

if TYPE_CHECKING:
    from .scenario_keys import ScenarioKeys

COMPONENTS: tuple[type[Component], ...] = (
    Entities, ModelSwitching, Neighbours, Guidance, AvoidanceRules, Traffic, Recovery, Drivers, Gunnery, ContactSolver,
    Ruts, ModelMotion, Attitude, Stability, Remote, Weather,
)  # fmt: skip
GROUPS: dict[str, Any] = {"entity": Entity, "autopilot": Autopilot}  # structures of several components' columns


def structures() -> dict[str, Any]:
    """Return the structures of columns of all components, by name."""
    return {name: structure for component in COMPONENTS for name, structure in component.columns.items()}


def settings() -> list[Setting]:
    """Return the settings that components declare: keywords of ``World``, each of one component."""
    return [setting for component in COMPONENTS for setting in declared(component.settings)]


def set_later() -> dict[str, str]:
    """Return advice, by name, on settings that belong to fleets and are set once the world is made."""
    return {name: advice for component in COMPONENTS for name, advice in component.set_later.items()}


def scenario_keys() -> "list[ScenarioKeys]":
    """Return the scenario keys of the components that have a module ``keys``; importing it needs pydantic."""
    folders = [component.__module__.rpartition(".")[0] for component in COMPONENTS]
    return [import_module(f"{folder}.keys").KEYS for folder in folders if find_spec(f"{folder}.keys")]
