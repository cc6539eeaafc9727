import importlib
import subprocess
import sys

import pytest

from motorpool.base.old_places import MOVED


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_a_module_is_found_by_its_old_place_with_a_warning(old: str, new: str) -> None:
    sys.modules.pop(f"motorpool.{old}", None)
    with pytest.warns(DeprecationWarning, match=f"motorpool.{old} has moved to motorpool.{new}"):
        found = importlib.import_module(f"motorpool.{old}")
    assert found is importlib.import_module(f"motorpool.{new}")
    assert found.__spec__ is not None
    assert found.__spec__.name == f"motorpool.{new}"


def test_a_module_below_an_old_place_is_the_one_below_the_new_one() -> None:
    program = """
from motorpool.terrain.surface import Surface
import motorpool.ground.terrain.surface, motorpool.terrain
assert Surface is motorpool.ground.terrain.surface.Surface
assert motorpool.terrain is motorpool.ground.terrain
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)
