"""``motorpool run`` with the page: its port before all else, and other scenarios in the place of the first."""

import contextlib
import signal
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from command_line import motorpool
from pace import patience
from programs import program
from screenless_browser import ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed

from motorpool.app.cli.app import run_app
from motorpool.app.cli.precompilation import CompileStep, ListStep
from motorpool.app.running.command import parts
from motorpool.app.running.live import OfferedScenarios
from motorpool.app.running.options import RunOptions
from motorpool.app.running.run import Run
from motorpool.errors import MotorpoolError, ScenarioError
from motorpool.world import World
from motorpool.world.part import Participant
from motorpool.world.scenario import names

SCENARIO = "terrain: {{source: flat, size: 1000}}\nvehicles: [{{model: bicycle, count: {count}}}]\n"


def run_of(*scenarios: str, **given: Any) -> Run:
    """A run of scenarios with options of its parts."""
    options = RunOptions(scenario=list(scenarios), vehicles=given.pop("vehicles", None))
    kinds = [part.kind for part in parts()]
    chosen = [{name: given[name] for name in kind.Options.__dataclass_fields__ if name in given} for kind in kinds]
    return Run(options, [kind(kind.Options(**each)) for kind, each in zip(kinds, chosen, strict=True)])


@pytest.fixture
def few(tmp_path: Path) -> str:
    path = tmp_path / "few.yaml"
    path.write_text(SCENARIO.format(count=3))
    return str(path)


@pytest.fixture
def more(tmp_path: Path) -> str:
    path = tmp_path / "more.yaml"
    path.write_text(SCENARIO.format(count=5) + "description: Two more.\n")
    return str(path)


@pytest.mark.parametrize("command", [("run", "parking"), ("playground", "no-such-model.py")])
def test_a_port_in_use_is_reported_before_a_world_is_built(command: tuple[str, ...]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = motorpool(*command, "--no-browser", "--port", port)
    assert done.returncode == 2
    assert done.stderr.startswith(f"motorpool: port {port} of 127.0.0.1 is in use")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["run", "no-such-scenario"], ["playground", "no-such-model.py"]])
def test_a_command_that_is_refused_gives_its_port_back(command: list[str]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        address = other.getsockname()
    with pytest.raises(MotorpoolError) as refused:  # which holds on to whatever the command made
        run_app([*command, "--no-browser", "--port", str(address[1])])
    assert refused.value
    with socket.socket() as again:
        again.bind(address)


def test_what_is_offered_is_what_was_given_then_what_ships(few: str, more: str):
    offered = OfferedScenarios(run_of(few, more, vehicles=4))
    found = offered.scenarios()
    assert [scenario["name"] for scenario in found] == [few, more, *names()]
    assert [scenario["vehicles"] for scenario in found[:2]] == [4, 5]  # the first as the options change it
    assert found[1]["description"] == "Two more."
    assert offered.offers(more)
    assert not offered.offers("/etc/passwd")


def test_a_scenario_that_is_wrong_is_reported_before_the_page_is_served(few: str, tmp_path: Path):
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("vehicles: [{model: bicycle, cuont: 5}]\n")
    with pytest.raises(ScenarioError, match="cuont"):
        OfferedScenarios(run_of(few, str(wrong))).check()


def test_a_world_stays_while_it_is_recorded_or_takes_part_in_an_exercise(few: str, tmp_path: Path):
    assert OfferedScenarios(run_of(few)).refusal() is None
    recorded = OfferedScenarios(run_of(few, record=tmp_path / "out.parquet"))
    assert recorded.refusal() == "this world is recorded to out.parquet; end the server and start the other scenario"
    assert "exercise" in (OfferedScenarios(run_of(few, exercise=["site=7"])).refusal() or "")


@pytest.mark.parametrize("is_late", [False, True])
def test_the_first_world_is_shown_before_its_step_is_compiled(few: str, is_late: bool):
    """A world of regions, or of an exercise, is shown when it is ready."""
    order: list[str] = []

    @contextlib.contextmanager
    def compiling(*_: object, **__: object) -> Generator[ListStep, None, None]:
        def list_step(world: World) -> CompileStep:
            order.append(f"listed at {world.tick}")
            return lambda: order.append("compiled")

        yield list_step

    class Late(Participant):
        def attends(self, scenario: object) -> bool:
            return True

    Late.is_late = is_late
    offered = OfferedScenarios(Run(RunOptions(scenario=[few]), [Late(None)]), compiling=compiling)
    built = offered.build(few, lambda built: order.append(f"shown at {built.world.tick}"))
    assert order == ["listed at 0", *([] if is_late else ["shown at 0"]), "compiled"]
    assert built.pacer is not None
    assert built.pacer.world is built.world
    assert built.world.tick == 0


def test_headless_runs_one_scenario(few: str, more: str):
    done = motorpool("run", few, more, "--headless")
    assert done.returncode == 2
    assert done.stderr == "motorpool: --headless runs one scenario, not 2; without it, the page offers them all\n"


class Served:
    """What a ``ScreenlessBrowser`` needs to know of a server in another process."""

    def __init__(self, url: str):
        self.url = url


def test_another_scenario_takes_the_place_of_the_first_behind_the_same_address(few: str, more: str):
    command = [sys.executable, "-m", "motorpool", "run", few, more, "--port", "0", "--no-browser"]
    with program(command) as process:
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        assert urlsplit(url).hostname == "127.0.0.1"
        first = eventually(lambda: httpx.get(f"{url}session.json").json()["world"], "the first world")
        eventually(lambda: httpx.get(f"{url}session.json").json()["state"]["building"] is None, "its compilation")
        with ScreenlessBrowser(Served(url)) as teacher:
            assert teacher.welcome["world"] == first
            teacher.until(lambda _: len(teacher.records) == 3)
            teacher.say(type="scenario", name=more)
            with pytest.raises(ConnectionClosed):
                teacher.until(lambda _: False)
        eventually(lambda: httpx.get(f"{url}session.json").json().get("world") not in (None, first), "the second world")
        with ScreenlessBrowser(Served(url)) as teacher:
            teacher.until(lambda _: len(teacher.records) == 5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=patience(60.0))
        assert process.returncode == 0, errors
