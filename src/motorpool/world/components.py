"""Components of a world in the order of their construction, with their columns, settings and scenario keys.

``component_names`` lists them by folder; ``World.step`` has the order of their stages.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .avoidance.columns import Autopilot
from .component import Component
from .component_names import Components
from .entity.columns import Entity
from .settings import Setting, declared

if TYPE_CHECKING:
    from .scenario_keys import ScenarioKeys

ORDER = (  # of construction: each after those that it asks the scene for; others follow, by name
    "entity", "model_switching", "neighbours", "guidance", "avoidance", "traffic", "recovery", "drivers", "gunnery",
    "contact", "ruts", "motion", "attitude", "stability", "remote", "weather",
)  # fmt: skip
COMPONENTS: tuple[type[Component], ...] = tuple(
    Components.__annotations__[name] for name in dict.fromkeys((*ORDER, *Components.__annotations__))
)
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
