"""The playground's server: real sockets, and strangers at them."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest
from pace import patience
from programs import program
from pydantic import ConfigDict, TypeAdapter
from screenless_browser import DEADLINE, eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import motorpool as mp
from motorpool.app.playground.catalogue import Catalogue
from motorpool.app.playground.visit import CREDIT, SILENCE
from motorpool.app.viewer import Playground, Viewer
from motorpool.app.viewer.schema.playground import MAX_TEXT_BYTES, ServerMessage
from motorpool.app.viewer.serving import playground_socket
from motorpool.app.viewer.serving.playground_socket import MAX_VISITORS, PlaygroundClient
from motorpool.links.serving.budget import Budget
from motorpool.models.registry import find

SERVER_MESSAGES = TypeAdapter(ServerMessage, config=ConfigDict(strict=True, extra="forbid"))
TOKEN = "correct-horse-battery-staple"


class Visit:
    """Speaks the playground's protocol; keeps the newest of everything."""

    def __init__(self, server, *, acknowledges=True, **options):
        self._open = contextlib.ExitStack()
        address = f"ws://{urlsplit(server.url).netloc}/playground/socket"
        self.socket = self._open.enter_context(
            connect(address, compression=None, max_queue=None, ping_interval=None, **options)
        )
        self.acknowledges = acknowledges
        self.newest = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._open.close()

    def read(self):
        text = self.socket.recv(timeout=DEADLINE)
        SERVER_MESSAGES.validate_json(text)  # the schema holds on every message of every test
        message = json.loads(text)
        self.newest[message["type"]] = message
        if message["type"] == "state" and self.acknowledges and message["number"] % 10 == 0:
            self.say(type="drive", forward=0, left=0, brake=0, seen=message["number"])
        return message

    def until(self, condition):
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            if condition(message := self.read()):
                return message
        raise AssertionError(f"no such message within {DEADLINE} s")

    def told(self, kind, condition=lambda _: True):
        return self.until(lambda message: message["type"] == kind and condition(message))

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def close_code(self):
        with pytest.raises(ConnectionClosed) as closed:
            self.until(lambda _: False)
        return closed.value.rcvd.code


@pytest.fixture(scope="module")
def server():
    with Playground(port=0) as server:
        yield server


@pytest.fixture
def visit(server):
    with Visit(server) as visit:
        yield visit


def address(server, path):
    return f"http://{urlsplit(server.url).netloc}{path}"


def refusal(server, **options):
    with pytest.raises(InvalidStatus) as refused:
        Visit(server, **options)
    return refused.value.response.status_code


# ---------------------------------------------------------------- the page and the catalogue


def test_the_root_of_a_server_without_a_world_leads_to_the_playground(server):
    answer = httpx.get(address(server, "/"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/playground")
    assert server.url.endswith("/playground")


def test_the_catalogue_describes_the_models_and_says_whether_there_is_a_world(server):
    described = httpx.get(address(server, "/playground/catalogue.json")).json()
    assert described["has_world"] is False
    (gauge, *_) = next(model for model in described["models"] if model["name"] == "tracked/arc")["parameters"]
    assert (gauge["name"], gauge["unit"], gauge["low"], gauge["high"], gauge["is_open"]) == (
        "track_gauge", "m", 0.0, None, True,
    )  # fmt: skip
    assert gauge["meaning"] == "between track centre lines"


def test_a_live_world_has_the_playground_beside_it():
    with Viewer(mp.World(fleets=[mp.Fleet("bicycle", 2)]), port=0) as viewer:
        assert httpx.get(address(viewer, "/playground/catalogue.json")).json()["has_world"] is True
        with Visit(viewer) as visit:
            visit.told("state", lambda state: state["tick"] > 10)


def test_the_command_serves_it_until_it_is_interrupted():
    command = [sys.executable, "-m", "motorpool", "playground", "--port", "0", "--no-browser"]
    with program(command) as process:
        url = re.search(r"http://\S+", process.stdout.readline())[0]
        assert httpx.get(f"{url}/catalogue.json").json()["models"]
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE) == 0
        assert process.stderr.read() == ""


def test_a_port_in_use_is_said_in_a_sentence(server):
    command = [sys.executable, "-m", "motorpool", "playground", "--port", str(server.port), "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience(150.0))
    assert done.returncode == 2
    assert done.stderr.startswith(f"motorpool: port {server.port} of 127.0.0.1 is in use")
    assert len(done.stderr.splitlines()) == 1


# ---------------------------------------------------------------- a visit


def test_a_visitor_gets_everything_and_then_the_changes(visit):
    assert visit.read() == {"type": "welcome", "version": 1}
    assert visit.read()["type"] == "set-up"
    assert visit.read()["type"] == "state"
    assert "mp.Vehicle" in visit.told("programs")["left"]
    state = visit.told("state", lambda state: state["time"] > 0.5)
    assert state["gap"] > 0.0


def test_steps_are_not_ahead_of_the_clock(server):
    start = time.monotonic()
    with Visit(server) as visit:
        state = visit.told("state", lambda state: state["time"] > 1.0)
        assert state["time"] < time.monotonic() - start


def test_keys_drive(visit):
    visit.say(type="compare", left="bicycle/six-line", right="bicycle/arc")
    visit.acknowledges = False
    for _ in range(30):
        state = visit.told("state")
        visit.say(type="drive", forward=1, left=1, brake=0, seen=state["number"])
    assert visit.told("state")["left"]["speed"] > 0.3
    assert visit.newest["set-up"]["holding"] is False


def test_a_client_that_says_nothing_about_the_keys_has_let_go_of_them():
    now = [100.0]
    visitor = _visitor(now)
    visitor.session.drive(1.0, 0.0, 0.0)
    now[0] += 0.5 * SILENCE
    asyncio.run(_play_for(visitor, 1))
    assert visitor.session.held_keys.forward == 1.0
    now[0] += SILENCE
    asyncio.run(_play_for(visitor, 1))
    assert visitor.session.held_keys.is_idle


def test_grounds_stand_still_while_they_have_used_more_than_their_share_of_the_processor():
    now = [100.0]
    visitor = _visitor(now, socket=_ToySocket(now, delay=0.02), rate=0.5)
    visitor._processor.charge(3.0)  # of which one was there, so that four seconds are to wait
    for elapsed, has_moved in ((1.0, False), (2.0, False), (2.0, True)):
        now[0] += elapsed
        asyncio.run(_play_for(visitor, 1))
        assert (visitor.session.tick > 0) == has_moved


def test_no_client_is_served_while_the_share_of_the_processor_is_used_up():
    now = [100.0]
    socket = _ToySocket(now)
    visitor = _visitor(now, socket=socket, rate=0.5)
    socket.heard = ['{"type":"pause"}']

    async def listen():
        listening = asyncio.create_task(visitor._listen())
        visitor._processor.charge(2.0)
        await asyncio.sleep(0.1)
        told_early = visitor.session.is_paused
        now[0] += 3.0
        await asyncio.wait_for(listening, DEADLINE)
        return told_early

    assert asyncio.run(listen()) is False
    assert visitor.session.is_paused


def test_what_a_visitor_asks_for_is_charged():
    now = [100.0]
    socket = _ToySocket(now)
    visitor = _visitor(now, socket=socket, rate=0.0)
    visitor._processor.charge(1.0 - 1e-9)
    socket.heard = ['{"type":"compare","left":"M1A1:mass=50000","right":"tracked"}']
    asyncio.run(visitor._listen())
    assert visitor._processor.has_debt


def test_every_browser_has_a_ground_of_its_own(server, visit):
    with Visit(server) as other:
        visit.say(type="dt", value=0.25)
        assert visit.told("set-up", lambda told: told["dt"] == 0.25)
        other.told("state", lambda state: state["tick"] > 20)
        assert other.newest["set-up"]["dt"] == pytest.approx(1 / 60)


def test_a_parameter_that_is_refused_is_answered_with_a_sentence_and_with_what_is(visit):
    visit.say(type="set", side="left", name="track_gauge", value=-1)
    assert "must be positive" in visit.told("refused")["reason"]
    assert visit.told("set-up")["left"]["values"]["track_gauge"] == 2.8
    visit.say(type="set", side="left", name="track_gauge", value=3)
    assert visit.told("set-up")["left"]["values"]["track_gauge"] == 3.0


def test_a_paused_ground_is_quiet_and_steps_one_by_one(visit):
    visit.told("state")
    visit.say(type="pause")
    held = visit.told("set-up", lambda told: told["paused"])
    tick = visit.told("state")["tick"]
    visit.say(type="step")
    assert visit.told("state", lambda state: state["tick"] > tick)["tick"] == tick + 1
    assert held["type"] == "set-up"


# ---------------------------------------------------------------- strangers


@pytest.mark.parametrize("message", [b"", b"\x01\x02", "", "hello", '{"type":"dt","value":NaN}', '{"type":"eval"}'])
def test_what_is_not_understood_ends_the_connection_with_1003(server, message):
    with Visit(server) as visit:
        visit.socket.send(message)
        assert visit.close_code() == 1003


def test_what_is_too_large_ends_the_connection_with_1009(server):
    for size in (MAX_TEXT_BYTES, 20_000):
        with Visit(server) as visit:
            visit.say(type="choose", side="left", model="x" * size)
            assert visit.close_code() == 1009


def test_a_flood_ends_only_its_own_connection(server, visit):
    with Visit(server) as flooding:
        for _ in range(1000):
            with contextlib.suppress(ConnectionClosed):
                flooding.say(type="step")
        assert flooding.close_code() == 1008
    tick = visit.told("state")["tick"]
    visit.told("state", lambda state: state["tick"] > tick + 10)


@pytest.fixture
def own_vehicle(tmp_path):
    """A file of a user's own vehicle."""
    text = find("M1A1").vehicle.path.read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("mass = 57154.0", "mass = 60000.0"))
    return str(path)


@pytest.mark.parametrize("name", ["{}", "{}:mass=1", "/dev/null.toml", "../../{}", "//host/x.toml", "os.path"])
def test_a_page_cannot_name_a_file_of_the_server(server, own_vehicle, name):
    asked = name.format(own_vehicle)
    with Visit(server) as visit:
        visit.say(type="choose", side="left", model=asked)
        reason = visit.told("refused")["reason"]
        assert reason.startswith("there is no model named")
        visit.say(type="compare", left="tracked", right=asked)
        assert visit.told("refused")["reason"] == reason


def test_a_page_cannot_run_a_python_file_of_the_server(server, tmp_path):
    path, mark = tmp_path / "mine.py", tmp_path / "it_ran"
    path.write_text(f"open({str(mark)!r}, 'w')")
    with Visit(server) as visit:
        visit.say(type="choose", side="left", model=str(path))
        assert "no model named" in visit.told("refused")["reason"]
    assert not mark.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
def test_a_named_pipe_that_a_page_names_stops_no_client(server, visit, tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with Visit(server) as hostile:
        hostile.say(type="choose", side="left", model=str(pipe))
        assert "no model named" in hostile.told("refused")["reason"]
    tick = visit.told("state")["tick"]
    visit.told("state", lambda state: state["tick"] > tick + 10)


def test_a_vehicles_file_named_when_the_server_starts_is_in_the_catalogue(own_vehicle):
    with Playground(port=0, own=[own_vehicle]) as server:
        described = httpx.get(address(server, "/playground/catalogue.json")).json()
        assert own_vehicle in [model["name"] for model in described["models"]]
        with Visit(server) as visit:
            visit.say(type="choose", side="left", model=f"{own_vehicle}:track_gauge=3")
            told = visit.told("set-up", lambda told: told["left"]["model"] == own_vehicle)
            assert (told["left"]["values"]["mass"], told["left"]["values"]["track_gauge"]) == (60000.0, 3.0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("title = 1", "mine.toml:"), (None, "cannot be read"), ("", "mine.toml")],
)
def test_a_vehicles_file_that_is_wrong_is_said_on_the_command_line(tmp_path, text, sentence):
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_text(text)
    command = [sys.executable, "-m", "motorpool", "playground", str(path), "--port", "0", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience(150.0))
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_another_sites_script_is_refused(server):
    assert refusal(server, origin="http://evil.example") == 403
    with Visit(server, origin=address(server, "")) as visit:
        visit.told("state")


def test_a_client_that_acknowledges_nothing_is_sent_no_more_than_the_credit(server):
    with Visit(server, acknowledges=False) as visit:
        visit.told("state", lambda state: state["number"] == CREDIT)
        with pytest.raises(TimeoutError):
            visit.socket.recv(timeout=0.4)
        visit.say(type="drive", forward=0, left=0, brake=0, seen=CREDIT)
        assert visit.told("state")["tick"] > CREDIT + 10


def test_when_all_grounds_are_taken_the_next_visitor_is_informed(monkeypatch):
    monkeypatch.setattr(playground_socket, "MAX_VISITORS", 1)
    with Playground(port=0) as server:
        with Visit(server) as visit:
            visit.told("state")
            assert refusal(server) == 503
        eventually(lambda: server.grounds.visitors == 0)
        with Visit(server) as visit:
            visit.told("state")
    assert MAX_VISITORS >= 8


def test_beyond_loopback_the_token_opens_page_and_socket():
    with Playground(port=0, token=TOKEN) as server:
        assert httpx.get(address(server, "/playground")).status_code == 403
        assert httpx.get(address(server, "/playground/catalogue.json")).status_code == 403
        assert refusal(server) == 403
        with httpx.Client() as client:
            answer = client.get(server.url)
            assert (answer.status_code, answer.headers["location"]) == (303, "/playground")
            assert client.get(address(server, "/playground/catalogue.json")).status_code == 200
            cookie = answer.headers["set-cookie"].partition(";")[0]
        with Visit(server, additional_headers={"Cookie": cookie}) as visit:
            visit.told("state")


def test_the_token_leads_to_no_other_place():
    with Playground(port=0, token=TOKEN) as server:
        for path in ("//evil.example", "/%2F%2Fevil.example", "/playground/..//evil"):
            answer = httpx.get(f"{address(server, path)}?token={TOKEN}")
            assert answer.headers["location"] == "/"


def _visitor(now, *, socket=None, rate=1000.0):
    """A visitor whose time stands still, and its share of the processor with it."""
    processor = Budget(rate=rate, size=1.0, clock=lambda: now[0])
    return PlaygroundClient(socket or _ToySocket(now), catalogue=Catalogue(), processor=processor, clock=lambda: now[0])


class _ToySocket:
    """Takes every message; time passes when it is asked to wait."""

    def __init__(self, now, *, delay=0.0):
        self.sent, self.heard, self._now, self._delay = [], [], now, delay

    async def send_text(self, text):
        self.sent.append(SimpleNamespace(**json.loads(text)))
        self._now[0] += self._delay

    async def receive(self):
        if self.heard:
            return {"type": "websocket.receive", "text": self.heard.pop(0)}
        return {"type": "websocket.disconnect"}


async def _play_for(visitor, turns):
    playing = asyncio.create_task(visitor._play())
    for _ in range(4 * turns):
        await asyncio.sleep(0)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
