"""Extensions: Motorpool without the one that ships, and what another one adds."""

import subprocess
import sys

import pytest

from motorpool import extensions
from motorpool.errors import WorldError
from motorpool.world.avoidance.no_avoidance import NoAvoidance
from motorpool.world.avoidance.orca import Orca
from motorpool.world.avoidance.rules import OWN, RULES, by_number

WITHOUT = """
import sys
sys.modules["motorpool.published"] = None
import motorpool as mp
from motorpool.compare.ready_made import comparisons
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
        "motorpool.errors.ModelError: there is no model named 'bicycle/six-line'"
    )


def test_every_place_that_the_shipped_extension_names_is_there():
    for group in (extensions.MODELS, extensions.RULES, extensions.COMPARISONS):
        places = extensions.shipped(group)
        assert places
        assert all(extensions.load(place) is not None for place in places.values())


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
