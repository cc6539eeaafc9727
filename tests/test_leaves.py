"""The core runs without each of the other rooms, and of the subjects in them."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

LEAVES = (
    "app", "app.playground", "app.viewer", "compile.translation", "learning", "links", "links.dis", "links.ros", "maps",
    "recording", "studies", "studies.distributed", "studies.fitting", "studies.mobility", "studies.published",
)  # fmt: skip

PROGRAM = """
import sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith("motorpool.LEAF."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Gone())
import motorpool as mp

car = mp.Vehicle("bicycle", wheelbase=2.7)
car.steer_angle, car.speed = 0.2, 10.0
car.step(dt=1 / 60)
tank = mp.Vehicle("M1A1")
tank.drive(5.0, 0.3, dt=0.05)
fleet = mp.Fleet("tracked", 3, left_track_speed=1.0, right_track_speed=[1.0, 1.5, 2.0]).run(0.05, 20)
world = mp.load("playground").build(seed=1)
world.run(seconds=1)
assert world.time == 1.0
print("done", *sorted(name for name in sys.modules if f"{name}.".startswith("motorpool.LEAF.")))
"""


@pytest.mark.parametrize("leaf", LEAVES)
def test_the_core_runs_without_a_leaf(leaf: str) -> None:
    program = PROGRAM.replace("LEAF", leaf)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"


def test_a_room_of_the_core_is_missed() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM.replace("LEAF", "vehicles")], capture_output=True, timeout=300)
    assert done.returncode != 0
