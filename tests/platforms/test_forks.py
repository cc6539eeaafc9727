"""Processes that are forked after threads have run: they have none of these threads, and start their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pace import patience

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks of programs with threads are Linux's")

TWO_WAYS = """
import os, sys, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # of forks of programs with threads
import numpy as np
from motorpool import Fleet
fleet = Fleet("bicycle", 4000, speed=np.linspace(1.0, 30.0, 4000), steer_angle=0.1)
fleet.step(1 / 60, threads=3)
"""
BY_HAND = (
    TWO_WAYS
    + """
reading, writing = os.pipe()
child = os.fork()
fleet.step(1 / 60, 10, threads=3)
if child == 0:
    os.write(writing, fleet.state.x.tobytes())
    os._exit(0)
os.close(writing)
content = open(reading, "rb").read()
assert os.waitpid(child, 0)[1] == 0
print(content == fleet.state.x.tobytes())
"""
)
BY_MULTIPROCESSING = (
    TWO_WAYS
    + """
import multiprocessing
def stepped(number):
    fleet.step(1 / 60, 10, threads=3)
    return fleet.state.x.tobytes()
with multiprocessing.get_context("fork").Pool(2) as pool:
    found = pool.map(stepped, range(1), chunksize=1)
print(found == [stepped(0)])
"""
)
# Another thread compiles while this one forks: the child compiles, too.
WHILE_COMPILING = """
import os, sys, threading, time, warnings
warnings.simplefilter("ignore", DeprecationWarning)
from motorpool import Fleet
from motorpool.compile import notices
began = threading.Event()
class Heard:
    def began(self): began.set()
    def ended(self, seconds): pass
    def progressed(self, done, total): pass
with notices.listening(Heard()):
    other = threading.Thread(target=lambda: Fleet("bicycle", 1).step(1 / 60))
    other.start()
    began.wait()
    child = os.fork()
    if child == 0:
        Fleet("tracked/simple", 1).step(1 / 60)
        os._exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7)
    other.join()
"""
RECORDED = """
import os, sys, warnings
warnings.simplefilter("ignore", DeprecationWarning)
import motorpool as mp
from motorpool.errors import RecordingError
world = mp.World(fleets=[("bicycle", 2)])
recorder = mp.Recorder("run.parquet")
world.run(seconds=3, observers=[recorder])
child = os.fork()
if child == 0:
    try:
        world.run(seconds=100, observers=[recorder])
    except RecordingError as error:
        print(error, flush=True)
    sys.exit(0)  # closes what is open, but not the file of the parent
os.waitpid(child, 0)
world.run(seconds=3, observers=[recorder])
recorder.close()
print(mp.read_recording("run.parquet").tick_count)
"""


def printed(program: str, folder: Path, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=patience(60.0),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("program", [BY_HAND, BY_MULTIPROCESSING], ids=["by hand", "by multiprocessing"])
def test_a_child_that_is_forked_after_a_threaded_step_steps_to_the_same_bits(program: str, tmp_path: Path):
    assert printed(program, tmp_path, MOTORPOOL_THREADS="3") == ["True"]


@pytest.mark.slow
def test_a_child_that_is_forked_while_another_thread_compiles_compiles_too(tmp_path: Path):
    assert printed(WHILE_COMPILING, tmp_path, MOTORPOOL_CACHE=str(tmp_path)) == ["True"]


@pytest.mark.slow
def test_a_recording_stays_that_of_the_process_that_began_it(tmp_path: Path):
    refusal, ticks = printed(RECORDED, tmp_path)
    assert refusal == (
        "run.parquet is being recorded by the process that has forked this one; "
        "make a new Recorder with another name in each process"
    )
    assert ticks == "360"
