"""Doors: what ships at each of them, Motorpool without a part of that, and what another package adds."""

import subprocess
import sys

import pytest

from motorpool.base import extensions
from motorpool.base.shipped import SHIPPED
from motorpool.errors import WorldError
from motorpool.world.avoidance.rules import OWN, RULES, NoAvoidance, Orca, by_number

WITHOUT = """
import sys
sys.modules["motorpool.studies.published"] = None
import motorpool as mp
from motorpool.studies.compare.ready_made import comparisons
from motorpool.models import registry
from motorpool.world.avoidance.rules import NAMES
world = mp.World(fleets=[("bicycle", 3), ("tracked", 3)])
world.run(seconds=0.2)
assert world.tick > 0
print(sorted(NAMES), len(comparisons()), [name for name in registry.names() if "1992" in name or "six-line" in name])
mp.model("bicycle/six-line")
"""


def test_without_what_was_published_everything_else_runs():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=300)
    assert done.stdout == "['dynamic-window', 'none', 'orca', 'search-cone'] 0 []\n", done.stderr
    assert done.stderr.splitlines()[-1].startswith(
        "motorpool.base.errors.ModelError: there is no model named 'bicycle/six-line'"
    )


@pytest.mark.parametrize("group", sorted(SHIPPED))
def test_every_place_that_ships_at_a_door_is_there(group):
    assert group in extensions.GROUPS
    assert extensions.shipped(group) == SHIPPED[group]
    assert all(extensions.load(place) is not None for place in SHIPPED[group].values())


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """An installed package with an entry point in every group."""
    (tmp_path / "stranger.py").write_text("OBJECT = 'theirs'\n")
    about = tmp_path / "stranger-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    lines = [f"[{group}]\ntheirs = stranger:OBJECT\n" for group in extensions.GROUPS]
    (about / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    extensions.installed.cache_clear()
    yield
    extensions.installed.cache_clear()


@pytest.mark.usefixtures("stranger")
@pytest.mark.parametrize("group", extensions.GROUPS)
def test_an_object_of_an_installed_package_is_found_at_every_door(group):
    assert extensions.load(extensions.provided(group)["theirs"]) == "theirs"


def test_objects_of_a_removed_folder_are_left_out(monkeypatch):
    monkeypatch.setattr(
        extensions, "SHIPPED", {"some": {"kept": "motorpool.base.wording", "gone": "motorpool.no.such:X"}}
    )
    extensions.shipped.cache_clear()
    assert extensions.shipped("some") == {"kept": "motorpool.base.wording"}
    extensions.shipped.cache_clear()


def test_numbers_of_rules_stay_those_of_recordings():
    names = ["none", "search-cone", "as-published", "dynamic-window", "program-1992", "orca"]
    assert [rule.name for rule in RULES.values()] == names
    assert list(RULES) == [0, 1, 2, 3, 4, 5]


def test_a_rule_without_a_number_gets_the_next_one():
    class Own(NoAvoidance):
        name = "own"
        number = None

    assert by_number([Own, *OWN])[6] is Own


@pytest.mark.parametrize(("name", "number"), [("other", 5), ("orca", 9)])
def test_two_rules_of_one_name_or_number_are_refused(name, number):
    other = type("Other", (Orca,), {"name": name, "number": number})
    with pytest.raises(WorldError, match=f"the avoidance rules 'orca' and {name!r} have the same name or number"):
        by_number([*OWN, other])


def test_an_unknown_option_of_rules_is_refused(world_of_two):
    world_of_two.avoidance.options.published_defects = world_of_two.avoidance.options.published_defects
    with pytest.raises(WorldError, match="there is no option of avoidance rules 'published_defect'"):
        world_of_two.avoidance.options.published_defect = 1


@pytest.fixture
def world_of_two():
    import motorpool as mp

    return mp.World(fleets=[("bicycle", 2)])
