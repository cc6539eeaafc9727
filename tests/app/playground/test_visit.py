"""A visit without a wire: the messages, and when; and the playground that runs in the page's own browser."""

import json
import subprocess
import sys

import pytest
from pydantic import ConfigDict, TypeAdapter

from motorpool.app.playground.in_browser import BrowserPlayground
from motorpool.app.playground.visit import ACTS, CREDIT, SILENCE, TICK, Visit
from motorpool.app.viewer.schema.playground import COMMANDS, Catalogue, ServerMessage
from motorpool.models.registry import find

SERVER_MESSAGES = TypeAdapter(ServerMessage, config=ConfigDict(strict=True, extra="forbid"))
WITHOUT_LIBRARIES = """
import sys
for name in ("numpy", "llvmlite", "pydantic", "starlette", "typing_extensions", "yaml"):
    sys.modules[name] = None
from motorpool.app.playground.in_browser import BrowserPlayground
playground = BrowserPlayground()
playground.catalogue()
playground.obey('{"type": "compare", "left": "M1A1", "right": "articulated-lorry"}')
print(len(playground.update()))
"""


@pytest.fixture
def visit():
    return Visit(find, now=100.0)


def kinds(messages):
    return [message["type"] for message in messages]


def test_the_first_look_tells_everything_and_a_later_one_the_state(visit):
    assert kinds(visit.update(100.0)) == ["set-up", "state", "programs"]
    assert kinds(visit.update(100.1)) == ["state"]
    assert visit.session.time == pytest.approx(0.1)


def test_every_command_of_a_page_has_its_act():
    assert ACTS.keys() == COMMANDS.keys()


def test_a_program_in_another_language_is_an_answer(visit):
    (answer,) = visit.obey("export", {"side": "left", "language": "lua"}, now=100.0)
    SERVER_MESSAGES.validate_python(answer)
    assert (answer["type"], answer["side"], answer["file"]) == ("exported", "left", "tracked_simple.lua")
    assert kinds(visit.obey("export", {"side": "left", "language": "cobol"}, now=100.0)) == ["refused"]


def test_a_page_that_saw_nothing_gets_half_a_second_of_states(visit):
    told = [message for tick in range(100) for message in visit.update(100.0 + tick * TICK)]
    assert kinds(told).count("state") == CREDIT
    visit.obey("drive", {"forward": 0, "left": 0, "brake": 0, "seen": CREDIT}, now=102.0)
    assert "state" in kinds(visit.update(102.0))


def test_a_page_that_is_behind_learns_later_what_changed_in_a_pause(visit):
    visit.obey("pause", {}, now=100.0)
    for number in range(CREDIT + 1):
        visit.obey("slope", {"value": 0.01 * number}, now=100.0)
        told = visit.update(100.0)
    assert kinds(told) == ["set-up"]
    visit.obey("drive", {"forward": 0, "left": 0, "brake": 0, "seen": CREDIT}, now=100.0)
    assert kinds(visit.update(100.0)) == ["state"]
    assert kinds(visit.update(100.0)) == []


def test_a_page_that_says_nothing_has_let_go_of_the_keys(visit):
    visit.obey("drive", {"forward": 1, "left": 0, "brake": 0, "seen": 0}, now=100.0)
    visit.update(100.0 + 0.9 * SILENCE)
    assert visit.session.held_keys.forward == 1
    visit.update(100.0 + 1.1 * SILENCE)
    assert visit.session.held_keys.is_idle


def test_a_refusal_is_a_sentence_and_the_page_gets_the_true_state(visit):
    visit.update(100.0)
    (answer,) = visit.obey("set", {"side": "left", "name": "track_gauge", "value": -1}, now=100.0)
    assert (answer["type"], "must be positive" in answer["reason"]) == ("refused", True)
    assert "set-up" in kinds(visit.update(100.0))


def test_time_that_passes_without_a_step_is_lost(visit):
    visit.stand_still(150.0)
    visit.update(150.0)
    assert visit.session.tick == 0


def test_the_playground_in_a_browser_speaks_as_the_server_does():
    now = [5.0]
    playground = BrowserPlayground(clock=lambda: now[0])
    TypeAdapter(Catalogue).validate_json(playground.catalogue())
    told = playground.update()
    assert playground.obey('{"type":"drive","forward":1,"left":0,"brake":0,"seen":1}') == []
    now[0] += 0.1
    told += [*playground.update(), *playground.obey('{"type":"dt","value":9}')]
    for text in told:
        SERVER_MESSAGES.validate_json(text)
    assert kinds(map(json.loads, told)) == ["set-up", "state", "programs", "set-up", "state", "refused"]
    playground.restart()
    assert json.loads(playground.update()[1])["tick"] == 0


def test_the_playground_needs_no_library():
    done = subprocess.run([sys.executable, "-c", WITHOUT_LIBRARIES], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "3", "")
