"""The live page's server: real sockets, a small real world."""

import asyncio
import dataclasses
import itertools
import json
import os
import random
import signal
import socket
import sys
import threading
from types import SimpleNamespace

import httpx
import numpy as np
import pytest
from pace import patience
from programs import program
from screenless_browser import DEADLINE, ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.client import Client, credit_for
from motorpool.app.viewer.description import describe
from motorpool.app.viewer.frames import wire
from motorpool.app.viewer.frames.broadcast import Broadcast
from motorpool.app.viewer.people import driver_assignment
from motorpool.app.viewer.schema import binary
from motorpool.app.viewer.schema.binary import OBJECT
from motorpool.app.viewer.serving import binary_messages
from motorpool.app.viewer.serving.static import Page
from motorpool.errors import ViewerError
from motorpool.ground.objects.objects import scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.serving.access import Pass
from motorpool.models.registry import find
from motorpool.world.sources.player import Player

FORWARD = {"throttle": 1.0}


@pytest.fixture
def world():
    fleets = [mp.Fleet("bicycle", 6, name="cars"), mp.Fleet("tracked", 4, name="carriers")]
    terrain = Terrain.flat(size=1000.0, spacing=50.0)
    world = mp.World(fleets=fleets, terrain=terrain, objects=scatter_objects(terrain, count=30), seed=1)
    world.scatter_vehicles()
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


@pytest.fixture
def browser(viewer):
    with ScreenlessBrowser(viewer) as browser:
        yield browser


# ---------------------------------------------------------------- the still part of the world


def test_description_names_terrain_objects_and_fleets(viewer):
    described = httpx.get(f"{viewer.url}world.json").json()
    assert described["terrain"]["rows"] == described["terrain"]["columns"] == 21
    assert described["objects"]["count"] == 30
    places = [(fleet["name"], fleet["kind"], fleet["first"], fleet["count"]) for fleet in described["fleets"]]
    assert places == [("cars", "wheeled", 0, 6), ("carriers", "tracked", 6, 4)]
    assert [fleet["wheelbase"] for fleet in described["fleets"]] == [2.7, None]


def test_the_description_has_the_warnings_of_the_terrain():
    terrain = dataclasses.replace(Terrain.flat(size=100.0), warnings=("2 posts were outliers", "1 post had no height"))
    described = describe(mp.World(fleets=[mp.Fleet("polar", 1)], terrain=terrain))
    assert described["terrain"]["warnings"] == ["2 posts were outliers", "1 post had no height"]


def test_terrain_and_objects_arrive_as_they_are(viewer, world):
    heights = np.frombuffer(httpx.get(f"{viewer.url}terrain.bin").content, "<f4")
    assert (heights == world.terrain.heights.ravel()).all()
    objects = np.frombuffer(httpx.get(f"{viewer.url}objects.bin").content, OBJECT.dtype)
    assert objects.itemsize == 28
    for name in ("x", "y", "z", "yaw", "radius", "height", "kind"):
        assert (objects[name] == getattr(world.objects, name).astype(objects[name].dtype)).all()


def test_still_files_are_compressed_and_known_by_their_tag(viewer):
    first = httpx.get(f"{viewer.url}terrain.bin")
    assert first.headers["content-encoding"] == "gzip"
    plain = httpx.get(f"{viewer.url}terrain.bin", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    again = httpx.get(f"{viewer.url}terrain.bin", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_is_served_from_its_folder_and_nothing_else_is(world, tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>the page")
    (folder / "assets" / "main-1a2b.js").write_text("run()")
    (tmp_path / "secret.txt").write_text("secret")
    with Viewer(world, port=0, page=Page(folder)) as viewer:
        assert httpx.get(viewer.url).text == "<!doctype html>the page"
        script = httpx.get(f"{viewer.url}assets/main-1a2b.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        for path in ("secret.txt", "../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "assets/../../secret.txt"):
            assert _raw_status(viewer.port, f"/{path}") == 404


def test_a_page_that_is_built_anew_leaves_the_running_server_whole(world, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("old")
    (tmp_path / "assets" / "main.js").write_text("old script")
    with Viewer(world, port=0, page=Page(tmp_path)) as viewer:
        assert httpx.get(viewer.url).text == "old"
        (tmp_path / "assets" / "main.js").unlink()
        assert httpx.get(viewer.url + "assets/main.js").text == "old script"


def test_a_missing_page_says_how_to_build_it(world, tmp_path):
    with Viewer(world, port=0, page=Page(tmp_path)) as viewer:
        answer = httpx.get(viewer.url)
    assert answer.status_code == 503
    assert "make page" in answer.text


def test_no_request_opens_a_file_on_the_servers_own_thread(world, tmp_path):
    opened, is_noting = [], True

    def note(event, args):
        is_here = is_noting and event == "open" and threading.current_thread().name == "motorpool-viewer"
        if is_here and not str(args[0]).endswith((".pyc", ".py")):  # which libraries import once
            opened.append(args[0])

    sys.addaudithook(note)  # for ever, as there is no way to take it away
    own = tmp_path / "mine.toml"
    own.write_text(find("M1A1").vehicle.path.read_text())
    with Viewer(world, port=0) as viewer:
        for path in ("", "world.json", "terrain.bin", "playground", "playground/catalogue.json", "health", "no.html"):
            httpx.get(viewer.url + path)
        with ScreenlessBrowser(viewer) as browser:
            browser.take(0)
            browser.say(type="bookmark", slot=3, x=1.0, y=2.0, yaw=0.5, title="Home")
            browser.told("bookmarks")
        address = viewer.url.replace("http", "ws") + "playground/socket"
        with connect(address, compression=None) as playground:
            for model in (str(own), "M1A1", "M35A2:mass=9000", "tracked"):
                playground.send(json.dumps({"type": "choose", "side": "left", "model": model}))
            while '"left":{"model":"tracked/arc"' not in playground.recv(timeout=DEADLINE):
                pass
    is_noting = False
    assert opened == []


# ---------------------------------------------------------------- frames


def test_a_browser_gets_a_full_frame_then_what_changes_then_a_full_one_each_second(browser):
    kinds = [browser.frame().header["kind"] for _ in range(45)]
    assert kinds[0] == binary.FULL
    assert binary.DELTA in kinds
    assert binary.FULL in kinds[5:]


def test_frames_tell_tick_time_and_rate(browser, world):
    first, second = browser.frame().header, browser.until(lambda frame: frame.header["measured_hz"] > 0).header
    assert first["tick"] < second["tick"] <= world.tick
    assert second["time"] == pytest.approx(second["tick"] * world.dt)
    assert (second["own_vehicle"], second["flags"], second["rate"]) == (binary.NO_VEHICLE, 0, 1.0)


def test_what_a_browser_put_together_from_deltas_is_the_world(browser, world):
    for _ in range(20):
        browser.frame()
    browser.say(type="pause")
    browser.until(lambda frame: frame.header["flags"] == binary.PAUSED_FLAG and frame.header["tick"] == world.tick)
    expected = wire.quantise(world.vehicles)
    assert [browser.records[i].tobytes() for i in range(world.count)] == [record.tobytes() for record in expected]


@pytest.mark.parametrize("seed", range(5))
def test_a_delta_on_top_of_the_frame_before_equals_the_full_frame(world, seed):
    frames = []
    broadcast = Broadcast(_toy_pacer(), listener=frames.append)
    shuffle = random.Random(seed)
    for _ in range(20):
        for vehicle in shuffle.sample(range(world.count), shuffle.randrange(world.count)):
            world.vehicles.x[vehicle] += shuffle.uniform(-1, 1)
        broadcast.publish(world)
    for before, now in itertools.pairwise(frames):
        records = np.frombuffer(before.full, wire.RECORD).copy()
        delta = np.frombuffer(now.delta, wire.RECORD)
        records[delta["id"]] = delta
        assert records.tobytes() == now.full


@pytest.mark.parametrize("seed", range(5))
def test_what_is_far_from_a_driver_comes_a_frame_late_at_most_and_what_is_near_at_once(world, seed):
    frames, shuffle = [], random.Random(seed)
    broadcast = Broadcast(_toy_pacer(), listener=frames.append)
    world.vehicles.x[:] = [0.0, 10.0, 499.0, 501.0, *range(600, 1200, 100)]
    world.vehicles.y[:] = 0.0
    seen, size = {}, 0
    for _ in range(40):
        before = frames[-1].full if frames else b""
        moved = shuffle.sample(range(1, world.count), shuffle.randrange(world.count))
        for vehicle in moved:
            world.vehicles.yaw[vehicle] += 0.1
        broadcast.publish(world)
        message = frames[-1].message(is_full=not seen, own_vehicle=0, acknowledged_input=0, around=[0])
        records = wire.decode_frame(message).records
        seen |= {int(record["id"]): record.tobytes() for record in records}
        size += len(records)
        now, then = (np.frombuffer(full, wire.RECORD) for full in (frames[-1].full, before))
        assert [seen[i] for i in range(3)] == [now[i].tobytes() for i in range(3)]
        for i in range(3, world.count):
            assert seen[i] in (now[i].tobytes(), then[i].tobytes() if before else b"")
    everything = sum(len(frame.delta) for frame in frames[1:]) / wire.RECORD.itemsize
    assert size - world.count < 0.85 * everything + 40


def test_half_of_sixty_steps_make_frames_whatever_their_jitter(world):
    made, now = [], 0.0
    broadcast = Broadcast(_toy_pacer(), listener=made.append, rate_hz=30.0, clock=lambda: now)
    broadcast.has_audience = True
    jitter = random.Random(0)
    for step in range(600):
        now = step / 60 + jitter.uniform(-0.003, 0.003)
        broadcast.observe(world)
    assert len(made) == pytest.approx(300, abs=3)


def test_a_world_without_watchers_makes_no_frames(viewer, world):
    started = world.tick
    eventually(lambda: world.tick > started + 30)
    assert viewer.hub._newest is None


def test_a_paused_world_is_seen_and_steps_one_by_one(viewer, world, browser):
    browser.frame()
    browser.say(type="pause")
    browser.until(lambda frame: frame.header["flags"] == binary.PAUSED_FLAG and frame.header["tick"] == world.tick)
    paused_at = world.tick
    with ScreenlessBrowser(viewer) as late:
        assert len(late.frame().records) == world.count
    for steps in (1, 2, 3):
        browser.say(type="step")
        browser.until(lambda frame, steps=steps: frame.header["tick"] == paused_at + steps)
    assert world.tick == paused_at + 3
    browser.say(type="resume")
    browser.until(lambda frame: frame.header["flags"] == 0 and frame.header["tick"] > paused_at + 10)


def test_a_frame_says_paused_only_when_the_step_has_ended_in_which_the_world_was_paused(
    browser, viewer, world, monkeypatch
):
    browser.frame()
    has_begun, may_end, step = threading.Event(), threading.Event(), world.step

    def long_step():
        has_begun.set()
        assert may_end.wait(DEADLINE)
        step()

    monkeypatch.setattr(world, "step", long_step)
    assert has_begun.wait(DEADLINE)
    tick = world.tick
    browser.say(type="pause")
    eventually(lambda: viewer.hub._is_showing, "a frame that waits for the step")
    may_end.set()
    paused = browser.until(lambda frame: frame.header["flags"] == binary.PAUSED_FLAG)
    assert paused.header["tick"] == world.tick == tick + 1


def test_the_rate_can_be_changed(browser, viewer):
    browser.say(type="rate", value=4.0)
    browser.until(lambda frame: frame.header["rate"] == 4.0)
    assert viewer.pacer.rate == 4.0


# ---------------------------------------------------------------- credit


def test_a_browser_that_never_acknowledges_is_sent_no_more_than_its_credit(viewer, world):
    with ScreenlessBrowser(viewer, acknowledges=False) as silent, ScreenlessBrowser(viewer) as honest:
        for _ in range(60):
            honest.frame()
        client = viewer.hub.clients[silent.welcome["client"]]
        assert len(client._unacknowledged) == credit_for(30.0) == 8
        read = [silent.frame() for _ in range(8)]
        with pytest.raises(TimeoutError):
            silent.socket.recv(timeout=0.3)
        silent.acknowledges = True
        silent.socket.send(binary_messages.encode_acknowledgement(int(read[-1].header["frame"])))
        after = silent.frame()
        assert after.header["kind"] == binary.FULL
        assert after.header["frame"] > read[-1].header["frame"] + 30


def test_of_a_crowd_without_a_subject_half_comes_in_each_frame(world, monkeypatch):
    frames = []
    broadcast = Broadcast(_toy_pacer(), listener=frames.append)
    for _ in range(4):
        world.vehicles.yaw += 0.1
        broadcast.publish(world)
    for crowd, shares in ((world.count + 1, [world.count]), (world.count, [world.count // 2])):
        monkeypatch.setattr("motorpool.app.viewer.frames.broadcast.CROWD", crowd)
        messages = [frame.message(is_full=False, own_vehicle=-1, acknowledged_input=0) for frame in frames[2:]]
        ids = [set(wire.decode_frame(message).records["id"].tolist()) for message in messages]
        assert [len(one) for one in ids] == shares * 2
        assert ids[0] | ids[1] == set(range(world.count))


def test_credit_counts_frames_and_not_their_numbers(world):
    frames = []
    broadcast = Broadcast(_toy_pacer(), listener=frames.append)
    for _ in range(1000):
        broadcast.publish(world)

    async def offer_all():
        socket = _ToySocket()
        client = Client(socket, name="toy", shown=Pass("driver"), credit=8)
        sending = asyncio.create_task(client.send_frames())
        for frame in frames:
            client.offer(frame)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if frame.number % 100 == 0:
                client.acknowledge(_number(socket.sent[-1]))
        sending.cancel()
        return socket.sent

    sent = asyncio.run(offer_all())
    assert len(sent) == 8 * 10  # eight, and eight after each acknowledgement but the last
    kinds = {_number(message): message[0] for message in sent}
    for number, kind in kinds.items():
        assert kind == (binary.DELTA if number - 1 in kinds else binary.FULL)


# ---------------------------------------------------------------- drivers


def test_a_taken_vehicle_goes_where_it_is_driven_and_its_driver_sees_its_own_state(browser, world):
    browser.take(2)
    frame = browser.until(lambda frame: frame.own["speed"] > 2.0, driving=FORWARD)
    assert frame.header["own_vehicle"] == 2
    assert 0 < frame.header["acknowledged_input"] <= browser.sequence
    assert (frame.own["throttle"], frame.own["brake"]) == (1.0, 0.0)
    assert browser.records[2]["flags"] & binary.DRIVER_MASK == 2
    browser.say(type="release")
    released = browser.told("released")
    assert (released["vehicle"], released["is_parked"]) == (2, False)
    browser.until(lambda frame: frame.header["own_vehicle"] == binary.NO_VEHICLE)
    browser.until(lambda _: browser.records[2]["flags"] & binary.DRIVER_MASK == 0)


def test_a_silent_driver_loses_throttle_and_gets_the_brake(browser):
    browser.take(3)
    browser.until(lambda frame: frame.own["speed"] > 2.0, driving=FORWARD)
    browser.until(lambda frame: frame.own["throttle"] == 0.0 and frame.own["brake"] == 1.0)
    browser.until(lambda frame: frame.own["speed"] == 0.0)
    browser.until(lambda frame: frame.own["speed"] > 0.5, driving=FORWARD)


def test_a_browser_that_vanishes_in_mid_drive_leaves_a_standing_vehicle_and_a_running_world(viewer, world):
    browser = ScreenlessBrowser(viewer)
    browser.take(7)
    browser.until(lambda frame: frame.own["speed"] > 2.0, driving=FORWARD)
    browser.vanish()
    eventually(lambda: world.vehicles.speed[7] == 0.0, "standing still")
    assert world.vehicles.brake[7] == 1.0
    ticks = world.tick
    eventually(lambda: world.tick > ticks + 30, "the world going on")
    eventually(lambda: not viewer.hub.clients, "forgetting the connection")


def test_a_client_that_comes_back_gets_the_same_vehicle_which_no_other_took_meanwhile(viewer):
    with ScreenlessBrowser(viewer) as first:
        first.take(4)
        name = first.welcome["client"]
    eventually(lambda: name not in viewer.hub.clients)
    with ScreenlessBrowser(viewer) as other:
        other.say(type="take", vehicle=4)
        assert "another person drives vehicle 4" in other.told("refused")["reason"]
    with ScreenlessBrowser(viewer, client=name) as again:
        assert (again.welcome["client"], again.welcome["vehicle"]) == (name, 4)
        again.until(lambda frame: frame.own["speed"] > 1.0, driving=FORWARD)


def test_a_copied_tab_is_a_browser_of_its_own(viewer, browser, monkeypatch):
    monkeypatch.setattr("motorpool.app.viewer.hub.ALIVE", 60.0)
    browser.take(1)
    name = browser.welcome["client"]
    with ScreenlessBrowser(viewer, client=name) as copy:
        assert copy.welcome["client"] != name
        assert copy.welcome["vehicle"] == binary.NO_VEHICLE


def test_a_connection_that_went_silent_is_replaced(viewer, monkeypatch):
    monkeypatch.setattr("motorpool.app.viewer.hub.ALIVE", 0.0)
    with ScreenlessBrowser(viewer) as old:
        old.take(5)
        with ScreenlessBrowser(viewer, client=old.welcome["client"]) as new:
            assert new.welcome["vehicle"] == 5
            with pytest.raises(ConnectionClosed) as closed:
                old.until(lambda _: False)
            assert closed.value.rcvd.code == 4001
            new.until(lambda frame: frame.own["speed"] > 1.0, driving=FORWARD)


def test_taking_another_vehicle_gives_the_first_one_back(viewer, browser):
    browser.take(0)
    browser.take(9)
    with ScreenlessBrowser(viewer) as other:
        other.take(0)


def test_a_vehicle_that_does_not_exist_cannot_be_taken(browser):
    browser.say(type="take", vehicle=10)
    assert "from 0 to 9" in browser.told("refused")["reason"]


def test_four_browsers_drive_four_vehicles_and_see_each_other(viewer):
    browsers = [ScreenlessBrowser(viewer) for _ in range(4)]
    for vehicle, browser in enumerate(browsers):
        browser.take(vehicle)
    for _ in range(30):
        for browser in browsers:
            browser.drive(**FORWARD)
            browser.frame()
    for browser in browsers:
        browser.until(lambda frame: frame.own["speed"] > 1.0, driving=FORWARD)
        drivers = [browser.records[vehicle]["flags"] & binary.DRIVER_MASK for vehicle in range(10)]
        assert drivers == [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]
        browser.close()


def test_an_absent_driver_keeps_the_vehicle_for_a_minute():
    now = 0.0
    player = Player()
    held = driver_assignment.DriverAssignment(player, vehicle_count=3, clock=lambda: now)
    assert held.take("anna", 1) is None
    held.disconnect("anna")
    now = 59.0
    held.update()
    assert player.is_taken(1)
    now = 61.0
    held.update()
    assert not player.is_taken(1)
    assert held.reconnect("anna") == binary.NO_VEHICLE


def test_ever_new_names_from_one_address_do_not_hold_ever_more_vehicles():
    player = Player()
    held = driver_assignment.DriverAssignment(player, vehicle_count=200)
    for vehicle in range(200):
        held.take(f"name {vehicle}", vehicle)
        held.disconnect(f"name {vehicle}")
    taken = [vehicle for vehicle in range(200) if player.is_taken(vehicle)]
    assert taken == list(range(200 - driver_assignment.MAX_ABSENT_FROM_ONE, 200))


@pytest.mark.parametrize(("count", "kept"), [(1, 1), (2, 1), (20, 10), (400, driver_assignment.MAX_OF_ONE_KEY)])
def test_one_token_keeps_at_most_half_of_the_fleet_from_whatever_addresses(count, kept):
    player = Player()
    held = driver_assignment.DriverAssignment(player, vehicle_count=count)
    for vehicle in range(count):
        held.take(f"name {vehicle}", vehicle, bearer=Pass("driver", f"10.0.0.{vehicle}"))
        held.disconnect(f"name {vehicle}")
    assert sum(map(player.is_taken, range(count))) == kept


def test_a_client_that_takes_and_drops_vehicles_evicts_no_present_client_and_none_of_another_address():
    player = Player()
    held = driver_assignment.DriverAssignment(player, vehicle_count=100)
    held.take("anna", 0, bearer=Pass("driver", "10.0.0.1"))
    held.take("bert", 1, bearer=Pass("driver", "10.0.0.2"))
    held.disconnect("bert")
    for vehicle in range(2, 100):
        held.take(f"name {vehicle}", vehicle, bearer=Pass("driver", "10.0.0.9"))
        held.disconnect(f"name {vehicle}")
    assert (held.vehicle_of("anna"), held.reconnect("bert")) == (0, 1)
    assert sum(map(player.is_taken, range(100))) == 2 + driver_assignment.MAX_ABSENT_FROM_ONE


# ---------------------------------------------------------------- start and end


def test_a_port_in_use_is_one_sentence_with_the_port(world):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ViewerError, match=f"port {port} of 127.0.0.1 is in use; .* --port"):
            Viewer(world, port=port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "a" * 300])
def test_an_address_that_is_not_ours_is_refused(world, host):
    with pytest.raises(ViewerError, match="--host"):
        Viewer(world, host=host, port=0)


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_does_not_exist_is_refused(world, port):
    with pytest.raises(ViewerError, match=f"the port is {port}"):
        Viewer(world, port=port)


def test_a_world_too_large_for_the_wire_is_refused():
    with pytest.raises(ViewerError, match="1000001 vehicles; the live page shows at most 1000000"):
        Viewer(SimpleNamespace(count=1_000_001), port=0)


def test_stopping_leaves_the_world_without_observers_and_tells_the_browsers(world):
    with Viewer(world, port=0) as viewer:
        browser = ScreenlessBrowser(viewer)
        browser.take(0)
        browser.until(lambda _: world.vehicles.driver[0] == 2)
    with pytest.raises(ConnectionClosed):
        browser.until(lambda _: False)
    assert (world.observers, world.sources) == ([], [])
    assert world.vehicles.driver[0] == 0


def test_a_step_that_fails_ends_the_service_with_its_error(world):
    def fail():
        raise ZeroDivisionError("a bug in a model")

    world.step = fail
    with pytest.raises(ZeroDivisionError, match="a bug in a model"):
        Viewer(world, port=0).run()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_signal_to_end_ends_it_quietly_with_browsers_connected(number):
    text = (
        "import motorpool as mp; from motorpool.app.viewer import serve;"
        "serve(mp.World(fleets=[mp.Fleet('bicycle', 3)]), port=0, open_browser=False); print('ended')"
    )
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with program([sys.executable, "-c", text], env=environment) as process:
        url = process.stdout.readline().split()[5]
        with ScreenlessBrowser(SimpleNamespace(url=url)) as browser:
            browser.take(0)
            browser.until(lambda frame: frame.header["tick"] > 10)
            process.send_signal(number)
            output, errors = process.communicate(timeout=patience(150.0))
    assert (output, errors, process.returncode) == ("ended\n", "", 0)


# ---------------------------------------------------------------- helpers


class _ToySocket:
    def __init__(self):
        self.sent = []

    async def send_bytes(self, message):
        self.sent.append(message)


def _toy_pacer():
    return SimpleNamespace(is_paused=False, achieved_hz=60.0, rate=1.0)


def _number(message):
    return int(wire.decode_frame(message).header["frame"])


def _raw_status(port, path):
    """The status of a request whose path no library has tidied up."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return int(connection.recv(64).split()[1])


# ---------------------------------------------------------------- vehicles that come and go


def test_an_instructor_adds_a_vehicle_and_browsers_load_the_world_again(viewer, world):
    before = httpx.get(f"{viewer.url}world.json").json()
    with ScreenlessBrowser(viewer) as browser:
        assert browser.welcome["world"] == before["id"]
        browser.say(type="add-another", vehicle=7)
        eventually(lambda: world.count > 10)
        with pytest.raises(ConnectionClosed) as closed:
            browser.until(lambda _: False)
        assert closed.value.rcvd.code == 4002
    after = httpx.get(f"{viewer.url}world.json").json()
    assert after["id"] != before["id"]
    assert [fleet["name"] for fleet in after["fleets"]] == ["cars", "carriers", "carriers (2)"]
    with ScreenlessBrowser(viewer) as browser:
        assert browser.welcome["world"] == after["id"]
        frame = browser.frame()
        assert len(frame.records) == world.count
        is_absent = (frame.records["flags"] & binary.ABSENT_FLAG) != 0
        assert (~is_absent).sum() == 11 == world.present
        added = int(np.flatnonzero(~is_absent)[-1])
        assert (
            np.hypot(world.vehicles.x[added] - world.vehicles.x[7], world.vehicles.y[added] - world.vehicles.y[7]) < 60
        )
        browser.say(type="remove-vehicle", vehicle=added)
        eventually(lambda: world.present == 10)
        browser.say(type="add-another", vehicle=6)
        eventually(lambda: world.present == 11)
        assert world.vehicles.driver[added] != 4


def test_the_driver_of_a_removed_vehicle_drives_none(browser, world):
    browser.take(2)
    browser.drive(**FORWARD)
    eventually(lambda: world.vehicles.driver[2] == 2)
    browser.say(type="remove-vehicle", vehicle=2)
    assert browser.told("released") == {"type": "released", "vehicle": 2, "is_parked": False}
    assert browser.told("refused")["reason"] == "vehicle 2 was removed from the world"
    browser.until(lambda frame: frame.header["own_vehicle"] == -1)
    browser.say(type="remove-vehicle", vehicle=2)
    assert browser.told("refused")["reason"] == "vehicle 2 is not of this world, or was removed; it cannot be removed"
    assert world.present == 9
