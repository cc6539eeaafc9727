"""The live page among people who harm it: worlds that end twice, links in the wrong hands, names that deceive."""

import asyncio
import contextlib
import json
import logging
import re
import threading
from urllib.parse import urlsplit

import httpx
import pytest
from axe import serious_issues
from glb import TOY, box_glb
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import patience
from pages import LIGHT, opened_pages, wait_for_text, wait_until
from screenless_browser import ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.hub import Hub
from motorpool.app.viewer.people.access_control import MAX_SOCKETS_FROM_ONE, SENT_AWAY, AccessControl
from motorpool.app.viewer.people.driver_assignment import MAX_OF_ONE_GUEST, DriverAssignment
from motorpool.app.viewer.people.driver_names import Names
from motorpool.app.viewer.people.lookalikes import skeleton
from motorpool.app.viewer.scenario_choice import Built, ScenarioChoice
from motorpool.app.viewer.serving.client_log import ClientLog
from motorpool.app.viewer.serving.live_world import LiveWorld, Succession
from motorpool.errors import ModelError
from motorpool.ground.objects import shape_files
from motorpool.ground.objects.shape_files import read_shape
from motorpool.ground.terrain.bookmarks import Bookmark
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.links.serving.access import BARRED, OLD_LINK, REMOVED, USED_LINK, Access, Pass
from motorpool.world.sources.player import Player


def small_world(count: int = 3) -> mp.World:
    """Vehicles that stand on a flat square."""
    world = mp.World(fleets=[mp.Fleet("bicycle", count)], terrain=Terrain.flat(size=500.0, spacing=50.0))
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 0.0
    return world


_KEYS = (
    "children",
    "mesh",
    "nodes",
    "primitives",
    "count",
    "bufferView",
    "componentType",
    "type",
    "byteLength",
    "buffer",
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2**33) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3),
    max_leaves=6,
)

# ---------------------------------------------------------------- a world ends while another one takes its place


def live(world: mp.World) -> LiveWorld:
    return LiveWorld(world, choice=ScenarioChoice())


def is_left_alone(world: LiveWorld) -> bool:
    """Return whether nothing of the viewer is in the world, and no thread steps it."""
    return (world.world.observers, world.world.sources, world.pacer.is_running) == ([], [], False)


def test_a_world_stops_at_each_call_and_once_before_it_starts():
    world = live(small_world())
    world.start()
    world.start()
    assert len(world.world.observers) == len(set(world.world.observers)) > 0
    world.stop()
    world.stop()
    assert is_left_alone(world)
    never_run = live(small_world())
    never_run.stop()
    assert is_left_alone(never_run)


def test_a_server_that_ends_while_worlds_are_exchanged_stops_both_and_starts_none():
    first, second, third = live(small_world()), live(small_world()), live(small_world())
    worlds = Succession(first)
    worlds.advance()
    worlds.show(second)
    worlds.show(third)
    assert first.pacer.is_running
    worlds.end()
    worlds.advance()  # of the exchange, which comes too late
    worlds.end()
    assert all(map(is_left_alone, (first, second, third)))


class TwoWorlds:
    """Offers one scenario."""

    def scenarios(self):
        return []

    def offers(self, name):
        return name == "second"

    def refusal(self):
        return None

    def build(self, name, stand):
        return Built(name, small_world(), None)


def test_a_server_ends_in_the_middle_of_an_exchange(monkeypatch):
    """The server's task is cancelled where it waits for the browsers of the first world to leave."""
    is_exchanging = threading.Event()

    async def never_gone(_: Hub) -> None:
        is_exchanging.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Hub, "send_away", never_gone)
    first = small_world()
    viewer = Viewer(first, port=0).offer(TwoWorlds()).start()
    assert viewer.choice.choose("second", pytest.fail) is None
    assert is_exchanging.wait(patience(60.0))
    viewer.stop()
    viewer.stop()
    assert (first.observers, first.sources) == ([], [])
    assert (viewer.world.observers, viewer.world.sources, viewer.pacer.is_running) == ([], [], False)


# ---------------------------------------------------------------- links in the wrong hands

TOKEN = "correct-horse-battery-staple"
MANY = 8  # places of the server below


@pytest.fixture(scope="module")
def shared_world():
    return small_world(20)


@pytest.fixture
def viewer(shared_world, monkeypatch):
    """A server with tokens, whose links lead to an address that stands for this machine's."""
    with Viewer(shared_world, port=0, token=TOKEN, max_clients=MANY) as viewer:
        monkeypatch.setattr(viewer.links, "_addressed", lambda token: [f"{home(viewer)}?token={token}"])
        yield viewer


def home(viewer: Viewer) -> str:
    return viewer.url.partition("?")[0]


def way_in(link: str) -> tuple[int, str]:
    """Follow a link as a browser does; return the answer's status and the cookie that it has afterwards."""
    answer = httpx.get(link)
    return answer.status_code, answer.headers.get("set-cookie", "").partition(";")[0]


def cookie_by(link: str) -> str:
    status, cookie = way_in(link)
    assert status == 303
    return cookie


def refusal(viewer: Viewer, **shown: str) -> tuple[int, str]:
    """Status and sentence of a socket that is not let in."""
    with pytest.raises(InvalidStatus) as refused:
        ScreenlessBrowser(viewer, **shown)
    return refused.value.response.status_code, refused.value.response.body.decode()


def end_of(browser: ScreenlessBrowser) -> tuple[int, str]:
    """Code and reason of a connection's end."""
    with pytest.raises(ConnectionClosed) as closed:
        browser.until(lambda _: False)
    return closed.value.rcvd.code, closed.value.rcvd.reason


def people_of(instructor: ScreenlessBrowser, condition) -> list[dict]:
    """The list of people for an instructor, when the condition holds."""
    while not condition(message := instructor.told("people")):
        pass
    return message["people"]


def person_called(instructor: ScreenlessBrowser, name: str) -> int:
    people = people_of(instructor, lambda message: any(one["name"] == name for one in message["people"]))
    return next(one["person"] for one in people if one["name"] == name)


def test_drivers_take_all_their_places_and_an_instructor_comes_in_and_sends_them_away(viewer, shared_world):
    with contextlib.ExitStack() as crowd:
        drivers = [
            crowd.enter_context(ScreenlessBrowser(viewer, token=viewer.access.driver_token)) for _ in range(MANY - 2)
        ]
        for vehicle, driver in enumerate(drivers):
            driver.take(vehicle)
        assert refusal(viewer, token=viewer.access.driver_token)[0] == 503
        instructor = crowd.enter_context(ScreenlessBrowser(viewer, token=TOKEN))
        assert instructor.welcome["role"] == "instructor"
        people = people_of(instructor, lambda message: len(message["people"]) == MANY - 1)
        assert {(one["role"], one["address"]) for one in people} == {("driver", "loopback"), ("instructor", "loopback")}
        assert next(one for one in people if one["vehicle"] == 3)["person"] == drivers[3].welcome["person"]
        instructor.say(type="remove", person=drivers[3].welcome["person"])
        assert end_of(drivers[3]) == (SENT_AWAY, REMOVED)
        eventually(lambda: shared_world.vehicles.driver[3] == 0, "the autopilot of the vehicle that was driven")
        drivers[2].say(type="remove", person=instructor.welcome["person"])
        assert "only an instructor may" in drivers[2].told("refused")["reason"]
        instructor.say(type="remove", person=instructor.welcome["person"])
        assert "an instructor cannot be sent away" in instructor.told("refused")["reason"]
        instructor.say(type="remove", person=999)
        assert instructor.told("refused")["reason"] == "that person has left"


def test_a_removed_guest_needs_the_link_again_and_a_banned_one_is_not_let_in_by_it(viewer):
    with ScreenlessBrowser(viewer, token=TOKEN) as instructor:
        first, friend = cookie_by(viewer.driver_url), cookie_by(viewer.driver_url)
        with ScreenlessBrowser(viewer, cookie=friend) as stays:
            with ScreenlessBrowser(viewer, cookie=first) as driver:
                instructor.say(type="remove", person=driver.welcome["person"])
                assert end_of(driver) == (SENT_AWAY, REMOVED)
            assert refusal(viewer, cookie=first) == (403, REMOVED)
            again = cookie_by(viewer.driver_url)
            with ScreenlessBrowser(viewer, cookie=again) as driver:
                driver.say(type="name", name="Mallory")
                instructor.say(type="ban", person=person_called(instructor, "Mallory"))
                assert end_of(driver)[0] == SENT_AWAY
            assert way_in(viewer.driver_url)[0] == 403
            assert httpx.get(viewer.driver_url).text == BARRED
            assert refusal(viewer, token=viewer.access.driver_token) == (403, BARRED)
            stays.frame()
            with ScreenlessBrowser(viewer, token=TOKEN) as another:
                assert another.told("people")["barred"] == [{"address": "loopback", "name": "Mallory"}]
                another.say(type="lift-ban", address="loopback")
                while another.told("people")["barred"]:
                    pass
            assert way_in(viewer.driver_url)[0] == 303
        assert refusal(viewer, cookie=again) == (403, REMOVED)  # the pass itself stays worthless


@pytest.mark.parametrize("drop", [False, True])
def test_a_replaced_link_lets_no_guest_in_and_present_ones_stay_or_go_as_chosen(viewer, drop):
    old_link, old_token = viewer.driver_url, viewer.access.driver_token
    here = cookie_by(old_link)
    with ScreenlessBrowser(viewer, token=TOKEN) as instructor, ScreenlessBrowser(viewer, cookie=here) as driver:
        instructor.say(type="rotate-link", role="driver", drop=drop)
        assert instructor.told("links")["role"] == "driver"
        assert (way_in(old_link), httpx.get(old_link).text) == ((403, ""), OLD_LINK)
        assert refusal(viewer, token=old_token) == (403, OLD_LINK)
        session = httpx.get(f"{home(viewer)}session.json", headers={"authorization": f"Bearer {TOKEN}"}).json()
        assert [link["url"] for link in session["links"]] == [viewer.driver_url] != [old_link]
        if drop:
            assert end_of(driver) == (SENT_AWAY, OLD_LINK)
            assert refusal(viewer, cookie=here) == (403, OLD_LINK)
        else:
            driver.frame()
            driver.close()
            with ScreenlessBrowser(viewer, cookie=here) as again:
                again.frame()
        with ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as newcomer:
            newcomer.frame()


def test_an_instructors_link_is_replaced_and_all_other_instructors_go(viewer):
    mine, other = cookie_by(viewer.url), cookie_by(viewer.url)
    with ScreenlessBrowser(viewer, cookie=mine) as instructor, ScreenlessBrowser(viewer, cookie=other) as intruder:
        instructor.say(type="rotate-link", role="instructor", drop=True)
        assert end_of(intruder) == (SENT_AWAY, OLD_LINK)
        instructor.frame()
    assert refusal(viewer, token=TOKEN) == (403, OLD_LINK)
    with ScreenlessBrowser(viewer, cookie=mine) as again:
        assert again.welcome["role"] == "instructor"


def test_a_link_for_one_lets_the_first_browser_in_and_no_other(viewer):
    with ScreenlessBrowser(viewer, token=TOKEN) as instructor:
        instructor.say(type="invite")
        (link,) = instructor.told("invitation")["links"]
        assert link["url"] != viewer.driver_url
        bearer = {"authorization": f"Bearer {TOKEN}"}
        assert httpx.get(f"{home(viewer)}{link['code']}", headers=bearer).content.startswith(b"<svg ")
        assert httpx.head(link["url"]).status_code == 303  # a chat program looks whether it is there
        ours, late = cookie_by(link["url"]), cookie_by(link["url"])
        with ScreenlessBrowser(viewer, cookie=ours) as driver:
            assert driver.welcome["role"] == "driver"
            assert refusal(viewer, cookie=late) == (403, USED_LINK)
            assert way_in(link["url"])[0] == 403
            assert httpx.get(link["url"], headers={"cookie": ours}).status_code == 303  # from a bookmark of its own
            assert refusal(viewer, token=urlsplit(link["url"]).query.partition("=")[2]) == (403, USED_LINK)
        with ScreenlessBrowser(viewer, cookie=ours) as again:
            again.frame()


def test_drivers_see_no_link_to_hand_on(viewer):
    bearer = {"authorization": f"Bearer {viewer.access.driver_token}"}
    assert httpx.get(f"{home(viewer)}session.json", headers=bearer).json()["links"] == []
    assert httpx.get(f"{home(viewer)}join/0.svg", headers=bearer).status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        lambda cookie: cookie[:-1] + ("0" if cookie[-1] != "0" else "1"),
        lambda cookie: "=1.".join(cookie.split("=2.")),  # a driver who would like to be an instructor
        lambda cookie: cookie.rpartition(".")[0] + ".",
        lambda cookie: cookie.partition("=")[0] + "=" + 4000 * "9",
        lambda cookie: cookie.partition("=")[0] + "=2..",
    ],
)
def test_a_pass_that_was_changed_is_none(viewer, change):
    cookie = cookie_by(viewer.driver_url)
    assert httpx.get(f"{home(viewer)}session.json", headers={"cookie": cookie}).status_code == 200
    assert httpx.get(f"{home(viewer)}session.json", headers={"cookie": change(cookie)}).status_code == 403


def test_a_python_program_replaces_a_link_too(viewer):
    with ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as driver:
        viewer.access.rotate("driver", drop=True)
        assert end_of(driver) == (SENT_AWAY, OLD_LINK)


def test_everything_ends_with_the_pass_also_a_playground(viewer):
    cookie = cookie_by(viewer.driver_url)
    address = f"ws://{urlsplit(viewer.url).netloc}/playground/socket"
    with connect(address, additional_headers={"Cookie": cookie}) as playground:
        assert json.loads(playground.recv(timeout=patience(60.0)))["type"] == "welcome"
        viewer.access.rotate("driver", drop=True)
        with contextlib.suppress(ConnectionClosed):
            for _ in playground:
                pass
        assert playground.close_code == SENT_AWAY


def test_drivers_of_one_address_leave_sockets_to_an_instructor_there():
    """Thirty-two sockets of one network behind one address, of which an instructor's comes last."""
    opened: list[str] = []

    async def application(scope, receive, send):
        opened.append(scope["pass"].role)
        await receive()

    access = Access.for_host("0.0.0.0", TOKEN)
    gate = AccessControl(application, access=access, host="127.0.0.1", cookie="pass")

    async def open_socket(token: str | None) -> list[dict]:
        headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {token}".encode())]
        scope = {"type": "websocket", "path": "/ws", "query_string": b"", "scheme": "ws", "headers": headers}
        scope |= {"client": ("198.51.100.7", 1), "extensions": {"websocket.http.response": {}}}
        sent: list[dict] = []

        async def receive():
            return await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        await gate(scope, receive, send)
        return sent

    async def crowd() -> list[dict]:
        tasks = [asyncio.create_task(open_socket(access.driver_token)) for _ in range(32)]
        tasks.append(asyncio.create_task(open_socket(access.instructor_token)))
        await asyncio.sleep(0)
        while len(opened) < MAX_SOCKETS_FROM_ONE + 1 and not tasks[-1].done():
            await asyncio.sleep(0)
        refused = [task.result() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return refused

    refused = asyncio.run(crowd())
    assert opened == ["driver"] * MAX_SOCKETS_FROM_ONE + ["instructor"]
    assert [messages[0]["status"] for messages in refused] == [503] * (32 - MAX_SOCKETS_FROM_ONE)


def test_a_token_and_a_browser_have_a_number_of_vehicles():
    now, player = 0.0, Player()
    held = DriverAssignment(player, vehicle_count=100, most_of_key=10, clock=lambda: now)
    for vehicle in range(MAX_OF_ONE_GUEST):
        assert held.take(f"tab {vehicle}", vehicle, bearer=Pass("driver", "a", 2, "one browser")) is None
    reason = held.take("one tab more", 50, bearer=Pass("driver", "a", 2, "one browser"))
    assert reason == "your browser has 4 vehicles, which is the most; give one back first"
    for vehicle in range(MAX_OF_ONE_GUEST, 10):
        assert held.take(f"tab {vehicle}", vehicle, bearer=Pass("driver", "a", 2, f"browser {vehicle}")) is None
    reason = held.take("late", 60, bearer=Pass("driver", "b", 2, "late"))
    assert reason == "the drivers of your link have 10 vehicles, which is the most; wait for one"
    assert held.take("tab 9", 61, bearer=Pass("driver", "a", 2, "browser 9")) is None  # one for another
    assert held.take("invited", 62, bearer=Pass("driver", "b", 3, "invited")) is None  # by another link
    assert held.take("teacher", 63, bearer=Pass("instructor", "b", 1, "teacher")) is None
    held.disconnect("tab 0")
    assert held.take("late", 60, bearer=Pass("driver", "b", 2, "late")) is None  # in place of one who is gone
    assert not player.is_taken(0)


# ---------------------------------------------------------------- names that deceive


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("Instru\u0441tor", "role"),  # a Cyrillic c
        ("Instructor", "role"),
        ("INSTRUCTOR 2", "role"),
        ("the teacher", "role"),
        ("lnstructor", "role"),  # an l for the I
        ("1nstruct0r", "role"),
        ("Adrnin", "role"),  # rn for m
        ("\u00cdnstructor", "role"),
        ("\U0001d400dmin", "role"),
        ("\ua4f2\ua4e0\ua4e2\ua4d4\ua4e3\ua4f4\ua4da\ua4d4\ua4f3\ua4e3", "role"),  # all of it in Lisu letters
        ("\u0410nna", "like-another"),  # Anna with a Cyrillic A
        ("anna", "like-another"),
        ("B\u043eris", "mixed-scripts"),
        ("\u03bcBob", "mixed-scripts"),
        ("Anna 2", ""),
        ("\u0410\u043d\u043d\u0430", ""),  # Anna as Russians write her
        ("\u042f\u0440\u043e\u0441\u043b\u0430\u0432", ""),
        ("Zo\u00eb", ""),
        ("\uae40\ubbfc\uc218", ""),
        ("\u592a\u90ce Taro\u541b", ""),
        ("\u0928\u092e\u0938\u094d\u0924\u0947", ""),
        ("Bj\u00f6rn Constructor", ""),
    ],
)
def test_names_that_look_like_others_are_marked(name, mark):
    names = Names()
    names.call("first", "Anna")
    names.call("second", name)
    assert (names.mark_of("first"), names.mark_of("second")) == ("", mark)


def test_an_instructor_may_be_called_so_and_the_first_of_two_lookalikes_has_no_mark():
    names = Names()
    names.call("teacher", "Instructor")
    assert names.mark_of("teacher", may_rule=True) == ""
    names.call("early", "Bob")
    names.call("late", "B\u043eb")
    assert (names.mark_of("early"), names.mark_of("late")) == ("", "like-another")
    names.call("early", "Rob")
    assert names.mark_of("late") == "mixed-scripts"


def test_marks_of_vowels_tell_names_apart():
    assert skeleton("\u0930\u093e\u092e") != skeleton("\u0930\u092e\u093e")  # Ram and Rama, in Devanagari


def test_every_client_gets_a_mark(viewer):
    token = viewer.access.driver_token
    with ScreenlessBrowser(viewer, token=token) as driver, ScreenlessBrowser(viewer, token=token) as other:
        driver.say(type="name", name="Instru\u0441tor")
        driver.take(0)
        while not (drivers := other.told("drivers")["drivers"]):
            pass
        assert [(one["mark"], one["role"], one["person"]) for one in drivers] == [
            ("role", "driver", driver.welcome["person"])
        ]


# ---------------------------------------------------------------- bookmarks of others


def bookmark(slot: int, title: str) -> dict:
    return {"type": "bookmark", "slot": slot, "x": 1.0, "y": 2.0, "yaw": 0.0, "title": title}


def bookmarks_of(browser: ScreenlessBrowser, condition) -> dict[int, dict]:
    """The bookmarks that a browser is told, by slot, when the condition holds for their titles."""
    while True:
        found = {one["slot"]: one for one in browser.told("bookmarks")["bookmarks"]}
        if condition({slot: one["title"] for slot, one in found.items()}):
            return found


def test_a_driver_changes_bookmarks_of_its_own_and_an_instructor_all(viewer, shared_world):
    with (
        ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as anna,
        ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as ben,
        ScreenlessBrowser(viewer, token=TOKEN) as teacher,
    ):
        anna.say(type="name", name="Anna")
        anna.say(**bookmark(0, "Ford"))
        told = bookmarks_of(ben, lambda titles: titles.get(0) == "Ford")
        assert (told[0]["owner"], told[0]["may_change"]) == ("Anna", False)
        ben.say(**bookmark(0, "Vandalised"))
        assert ben.told("refused")["reason"] == "bookmark 1 belongs to Anna; store yours in an empty one"
        anna.say(**bookmark(0, "Ford 2"))
        assert bookmarks_of(anna, lambda titles: titles.get(0) == "Ford 2")[0]["may_change"]
        teacher.say(**bookmark(0, "Ford 3"))
        assert bookmarks_of(anna, lambda titles: titles.get(0) == "Ford 3")[0]["may_change"]  # it is still Anna's
        for slot in (1, 2, 3):
            anna.say(**bookmark(slot, "Mine"))
        anna.say(**bookmark(4, "Too many"))
        assert "you have 4 bookmarks (1, 2, 3, 4)" in anna.told("refused")["reason"]
        ben.say(**bookmark(4, "Bridge"))
        bookmarks_of(teacher, lambda titles: titles.get(4) == "Bridge")
    shared_world.bookmarks.clear()


def test_bookmarks_of_the_scenario_belong_to_instructors(viewer, shared_world):
    shared_world.bookmarks[7] = Bookmark("Assembly area", 1.0, 2.0, 0.0)
    with (
        ScreenlessBrowser(viewer, token=TOKEN) as teacher,
        ScreenlessBrowser(viewer, token=viewer.access.driver_token) as driver,
    ):
        driver.say(**bookmark(7, "Mine"))
        assert driver.told("refused")["reason"].startswith("bookmark 8 belongs to the scenario")
        teacher.say(**bookmark(7, "Bridge"))
        told = bookmarks_of(driver, lambda titles: titles.get(7) == "Bridge")
        assert (told[7]["owner"], told[7]["may_change"]) == ("an instructor", False)
    shared_world.bookmarks.clear()


# ---------------------------------------------------------------- lines in the operator's terminal


class Written(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def written():
    handler, logger = Written(), logging.getLogger("motorpool.app.viewer.serving.reception")
    logger.addHandler(handler)
    yield handler.lines
    logger.removeHandler(handler)


def test_lines_of_one_address_are_limited_and_those_left_out_counted():
    now, handler = 0.0, Written()
    logger = logging.Logger("test")
    logger.addHandler(handler)
    log = ClientLog(logger, clock=lambda: now)
    for _ in range(1000):
        log.warn("198.51.100.7", "a browser said\x1b[2Jsomething\nwrong")
    log.warn("198.51.100.8", "another one")
    assert handler.lines == 5 * ["a browser said\ufffd[2Jsomething\ufffdwrong"] + ["another one"]
    log.tell_left_out()
    assert len(handler.lines) == 6
    now = 10.0
    log.tell_left_out()
    log.tell_left_out()
    assert handler.lines[6:] == ["995 lines about 198.51.100.7 left out"]
    now = 20.0
    log.warn("198.51.100.7", "again")
    assert handler.lines[7:] == ["again"]


def test_lines_of_ever_new_addresses_are_limited_and_cost_no_memory():
    handler = Written()
    logger = logging.Logger("test")
    logger.addHandler(handler)
    now = [0.0]
    log = ClientLog(logger, clock=lambda: now[0])
    for number in range(5000):
        log.warn(f"2001:db8:{number:x}::/64", "wrong")
    assert len(handler.lines) == 30
    assert len(log._lines) < 300
    for _ in range(400):
        now[0] += 10.0
        log.tell_left_out()
    left_out = sum(int(line.split()[0]) for line in handler.lines if line.endswith("left out"))
    assert left_out == 5000 - 30


def test_a_browser_that_breaks_rules_again_and_again_fills_no_terminal(viewer, written):
    token = viewer.access.driver_token
    for _ in range(12):
        with ScreenlessBrowser(viewer, token=token) as browser:
            browser.socket.send("nonsense")
            assert end_of(browser)[0] == 1003
    assert len(written) == 5


# ---------------------------------------------------------------- shapes

DEEP = [{"children": [number + 1]} for number in range(100)] + [{"mesh": 0}]
ACCESSOR = {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"nodes": [{"mesh": 0, "children": [1]}, {"children": [0]}]}, "nodes that form a cycle"),
        ({"nodes": [{"mesh": 0, "children": [0]}]}, "nodes that form a cycle"),
        ({"nodes": [{"children": [2]}, {"children": [2]}, {"mesh": 0}]}, "two parents"),
        ({"nodes": [{"mesh": 0, "children": [7]}]}, "children that do not exist"),
        ({"nodes": [{"mesh": 0, "children": [True]}]}, "children that do not exist"),
        ({"nodes": DEEP}, "101 deep; 64 are allowed"),
        ({"nodes": [{"mesh": 0}], "scenes": [{"nodes": [2**31]}]}, "a scene with nodes that do not exist"),
        ({"nodes": [{"mesh": 2**31}]}, "a node with a mesh that does not exist"),
        ({"nodes": [{}] * 10_001}, "10001 nodes; 10000 are allowed"),
        ({"accessors": [ACCESSOR | {"count": 2**31}]}, "counts 2147483648 elements, more than its data hold"),
        ({"accessors": [{"componentType": 5126, "count": 2**31, "type": "VEC3"}]}, "counts 2147483648 elements"),
        ({"accessors": [ACCESSOR | {"byteOffset": 2**31}]}, "more than its data hold"),
        ({"accessors": [ACCESSOR | {"count": -1}]}, "with an invalid type or count"),
        ({"accessors": [ACCESSOR | {"count": 1.5}]}, "with an invalid type or count"),
        ({"accessors": [ACCESSOR | {"componentType": [5126]}]}, "with an invalid type or count"),
        ({"accessors": [ACCESSOR]}, r"a mesh \(0\) with accessors that do not exist"),
        ({"bufferViews": [{"buffer": 0, "byteLength": 2**31}]}, r"a buffer view \(0\) beyond its data"),
        ({"nodes": [{"mesh": 0}] * 10_000, "many": 600}, "draws .* values of its accessors; 20000000 are allowed"),
    ],
)
def test_a_shape_that_would_hang_a_browser_is_refused_in_one_sentence(tmp_path, more, words):
    boxes = {f"box {number}": TOY["hull"] for number in range(more.pop("many", 1))}
    file = json.loads("{}") | more
    if "draws" in words:  # one mesh of many boxes, shown by many nodes
        file["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}}] * len(boxes)}]
    path = tmp_path / "toy.glb"
    path.write_bytes(box_glb({"hull": TOY["hull"]}, **file))
    with pytest.raises(ModelError, match=words) as refusal:
        read_shape(path)
    assert "toy.glb" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.data())
@settings(max_examples=60)
def test_a_shape_with_a_wrong_part_is_read_or_refused_and_nothing_else(data):
    part = data.draw(st.sampled_from(["nodes", "scenes", "meshes", "accessors", "bufferViews", "buffers"]))
    wrong = data.draw(_JSON | st.lists(st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=4), max_size=3))
    content = box_glb({"hull": TOY["hull"]}, **{part: wrong})
    problem = shape_files._unfit(content)
    assert problem is None or "\n" not in problem


# ---------------------------------------------------------------- scripts that are not the page's


@pytest.mark.parametrize("path", ["", "playground", "session.json", "assets/none.js", "health"])
def test_every_answer_forbids_scripts_that_are_no_file_of_the_server(viewer, path):
    answer = httpx.get(f"{home(viewer)}{path}", headers={"authorization": f"Bearer {TOKEN}"})
    policy = dict(one.strip().split(" ", 1) for one in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy  # so that of scripts is the default
    assert {policy[name] for name in ("object-src", "base-uri", "form-action", "frame-ancestors")} == {"'none'"}
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", answer.text)  # it needs no exception


# ---------------------------------------------------------------- in a real browser


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_an_instructor_bans_and_replaces_a_link_by_keyboard(browser, viewer):
    with (
        opened_pages(browser, viewer) as open_page,
        ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as stranger,
        ScreenlessBrowser(viewer, cookie=cookie_by(viewer.driver_url)) as anna,
    ):
        anna.say(type="name", name="Anna")
        anna.take(2)
        stranger.say(type="name", name="Instru\u0441tor")
        stranger.take(1)
        page = open_page(query=LIGHT)
        page.keyboard.press("l")
        people = page.get_by_test_id("people")
        row = people.get_by_role("listitem").filter(has_text="Instru\u0441tor")
        row.get_by_text("Not an instructor").wait_for()
        assert serious_issues(page, within="[data-testid=people]") == []
        ban = people.get_by_role("button", name="Ban Instru\u0441tor and all drivers from that address")
        ban.focus()
        ban.press("Enter")
        assert end_of(stranger)[0] == SENT_AWAY
        people.get_by_role("button", name="Lift the ban of loopback").press("Enter")
        people.get_by_role("button", name="Lift the ban of loopback").wait_for(state="detached")
        people.get_by_role("button", name="Remove Anna").wait_for()

        page.keyboard.press("Escape")
        page.keyboard.press("Shift+L")
        page.get_by_test_id("invite").press("Enter")
        one = page.get_by_role("textbox", name="Link for one")
        one.wait_for()
        assert way_in(one.input_value())[0] == 303
        assert serious_issues(page, within="[data-testid=join]") == []
        page.get_by_test_id("replace-drop").check()
        page.get_by_test_id("replace-link").press("Enter")
        assert end_of(anna) == (SENT_AWAY, OLD_LINK)
        wait_until(page, "url => document.querySelector('[data-testid=join-link]').value === url", viewer.driver_url)


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_a_page_that_was_sent_away_says_why_and_stays_away(browser, viewer):
    with opened_pages(browser, viewer) as open_page, ScreenlessBrowser(viewer, token=TOKEN) as instructor:
        viewer_url, viewer_token = viewer.url, viewer.access.driver_token
        assert viewer_url.endswith(TOKEN)
        page = open_page(query=f"token={viewer_token}&{LIGHT}", at=home(viewer))
        people = people_of(instructor, lambda message: any(one["role"] == "driver" for one in message["people"]))
        driver = next(one["person"] for one in people if one["role"] == "driver")
        instructor.say(type="remove", person=driver)
        wait_for_text(page, "banner", REMOVED)
        assert not page.evaluate("() => window.motorpool.state().connected")
