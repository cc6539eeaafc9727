"""The reference of scenario files: every key with its type, unit and default, and examples that load."""

import pytest
import scenario_reference

from motorpool.world.scenario import load
from motorpool.world.scenario.format import json_schema

EXAMPLES = {path: scenario_reference.example_of(part) for path, part in scenario_reference.parts().items()}


@pytest.fixture(scope="module")
def keys():
    return {key.path: key for key in scenario_reference.all_keys()}


@pytest.fixture(scope="module")
def page():
    return scenario_reference.page()


def test_a_nested_key_has_its_path_unit_and_default(keys):
    assert keys["vehicles[].start.grid.columns"].default == "`10`"
    assert keys["vehicles[].model"].default == "required"
    assert (keys["terrain.spacing"].unit, keys["terrain.spacing"].default) == ("m", "")
    assert keys["dt"].default == "1/60"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("weather", "`dry`, `rain`, `snow`, `fog`"),
        ("terrain.spacing", "number, above 0"),
        ("area", "list of 4 numbers"),
        ("alone", "`true` or `false`"),
        ("bookmarks[].title", "text, not empty, at most 24 long"),
        ("vehicles[].script[].steer", "number, at least -1, at most 1"),
        ("roads.kind", scenario_reference.SURFACE),
    ],
)
def test_a_type_is_said_in_words_with_its_limits(keys, path, words):
    field = keys[path].field
    assert scenario_reference.words(field.annotation, field.metadata) == words


def test_every_key_of_the_schema_is_on_the_page(page):
    schema = json_schema()
    parameters = scenario_reference.keys_of(
        scenario_reference.ScenarioPart.model_fields["vehicles"].annotation.__args__[0], ""
    )
    names = {key.name for key in parameters}
    for part, definition in schema["$defs"].items():
        for name in definition.get("properties", ()):
            if part != "FleetPart" or name in names:
                assert f"| `{name}` |" in page, (part, name)
    assert all(f"| `{name}` |" in page for name in schema["properties"])


@pytest.mark.parametrize(
    "row",
    [
        "| `repair_duration` | number, positive | s | `60.0` | `repair_after` | time after its last hit at which a "
        "vehicle is repaired; `math.inf` for never |",
        "| `recovery` | `off`, `report`, `free` |  | `'free'` | `recovery` | vehicles that make no headway: ",
        "| `armament` | mapping of names to Armament |  | empty |  | guns, by fleet name; ",
    ],
)
def test_the_keywords_of_a_world_are_on_the_page(page, row):
    assert row in page


def test_every_mapping_has_an_example_of_its_own():
    assert all(EXAMPLES.values())
    assert len(set(EXAMPLES.values())) == len(EXAMPLES)


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_is_a_scenario(path, tmp_path):
    fleet = "" if "vehicles:" in EXAMPLES[path] else "vehicles: [{model: bicycle}]\n"
    file = tmp_path / "example.yaml"
    file.write_text(f"{EXAMPLES[path]}\n{fleet}", encoding="utf-8")
    assert load(file).vehicle_count > 0
