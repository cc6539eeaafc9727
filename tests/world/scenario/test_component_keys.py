"""Components own their keys: the loader finds them by the list of components, and names none of them."""

import ast
import re
from inspect import Parameter, signature
from pathlib import Path

import pytest

import motorpool.world.scenario
from motorpool.world import world
from motorpool.world.avoidance.rules import NAMES
from motorpool.world.components import COMPONENTS, scenario_keys, settings
from motorpool.world.scenario.format import FleetPart, ScenarioPart

SOURCES = sorted(Path(motorpool.world.scenario.__file__).parent.glob("*.py"))
ALLOWED = {"components", "scenario_keys", "settings", "world"}  # modules of the world that no component owns


def imported_from_the_world(path: Path) -> set[str]:
    """Return the names that a module imports from ``motorpool.world``, without those that follow the first dot."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    return {match[1] for node in nodes if (match := re.match(r"world\.(\w+)", node.module or ""))}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_scenario_package_names_no_component_and_no_avoidance_rule(path: Path):
    assert imported_from_the_world(path) <= ALLOWED
    text = path.read_text(encoding="utf-8")
    assert not [rule for rule in NAMES if rule != "none" and f'"{rule}"' in text]


def test_a_world_takes_no_setting_of_a_component_by_name():
    parameters = signature(world.World).parameters
    assert not parameters.keys() & {setting.name for setting in settings()}
    assert parameters["settings"].kind is Parameter.VAR_KEYWORD


def test_every_key_of_a_component_is_a_key_of_scenario_files():
    for keys in scenario_keys():
        assert keys.top.model_fields.keys() <= ScenarioPart.model_fields.keys()
        assert keys.fleet.model_fields.keys() <= FleetPart.model_fields.keys()
    top = [setting.file_key for setting in settings() if not setting.is_by_fleet]
    assert set(top) <= ScenarioPart.model_fields.keys()


def test_keys_are_found_in_the_folders_of_the_components_that_have_some():
    folders = Path(world.__file__).parent
    with_keys = [component.name for component in COMPONENTS if (folders / component.name / "keys.py").exists()]
    assert [type(keys).__module__.split(".")[2] for keys in scenario_keys()] == with_keys
