"""Names of drivers, and who is told."""

import pytest
from screenless_browser import ScreenlessBrowser, eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.people.driver_names import Names, printable
from motorpool.app.viewer.schema import page_commands
from motorpool.app.viewer.topics.topic import encode
from motorpool.errors import ViewerError

FORWARD = {"throttle": 1.0}


@pytest.fixture(scope="module")
def world():
    world = mp.World(fleets=[mp.Fleet("bicycle", 5)])
    world.scatter_vehicles()
    return world


@pytest.fixture
def viewer(world):
    with Viewer(world, port=0) as viewer:
        yield viewer


def drivers(browser, *expected):
    """Wait until the browser is told just these (vehicle, name)."""
    while [(one["vehicle"], one["name"]) for one in browser.told("drivers")["drivers"]] != list(expected):
        pass


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Alice", "Alice"),
        ("  Ada \t\n Lovelace ", "Ada Lovelace"),
        ("Zoë", "Zoë"),
        ("김민수", "김민수"),
        ("नमस्ते", "नमस्ते"),
        ("\u202eecila\u202c", "ecila"),  # turned round by an override of direction
        ("a\u200bb\ufeff", "ab"),  # invisible
        ("x\x00\x1b[31m", "x[31m"),
        ("Z" + 12 * "\u0301", "\u0179\u0301\u0301"),  # marks without end; the first one makes a letter
        ("\u0301", ""),
        ("\u2003", ""),
        ("\ud800", ""),
        ("<b>", "<b>"),  # the page shows text, never markup
    ],
)
def test_a_name_is_cleaned_of_what_could_deceive(given, shown):
    assert printable(given) == shown


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 25, 7, None, ["x"], {"a": 1}, True])
def test_what_is_no_name_is_not_understood(name):
    with pytest.raises(ViewerError, match=r"name.name must have 1 to 24 characters"):
        page_commands.decode(encode({"type": "name", "name": name}))


def test_no_two_drivers_are_called_the_same():
    names = Names()
    for client in "abc":
        names.call(client, "Alice")
    assert [names.of(client) for client in "abcde"] == ["Alice", "Alice 2", "Alice 3", "Driver", "Driver 2"]
    names.call("b", "Alice")
    assert names.of("b") == "Alice 2"
    names.keep_only({"b"})
    names.call("x", "Alice")
    assert (names.of("x"), len(names)) == ("Alice", 2)


def test_every_client_gets_the_list_of_drivers_on_joining_and_on_each_change(viewer):
    with ScreenlessBrowser(viewer) as anna, ScreenlessBrowser(viewer) as ben:
        drivers(anna)
        anna.say(type="name", name="Anna")
        anna.take(3)
        drivers(ben, (3, "Anna"))
        ben.take(1)
        drivers(anna, (1, "Driver"), (3, "Anna"))
        ben.say(type="name", name="Anna")
        drivers(anna, (1, "Anna 2"), (3, "Anna"))
        with ScreenlessBrowser(viewer) as late:
            drivers(late, (1, "Anna 2"), (3, "Anna"))
        anna.say(type="release")
        drivers(ben, (1, "Anna 2"))


def test_a_driver_that_is_cut_off_keeps_vehicle_and_name_and_the_vehicle_stands(viewer, world):
    anna, ben = ScreenlessBrowser(viewer), ScreenlessBrowser(viewer)
    anna.say(type="name", name="Anna")
    anna.take(2)
    anna.until(lambda frame: frame.own["speed"] > 2.0, driving=FORWARD)
    anna.vanish()
    eventually(lambda: world.vehicles.speed[2] == 0.0, "standing still")
    drivers(ben, (2, "Anna"))
    ben.say(type="take", vehicle=2)
    assert "another person" in ben.told("refused")["reason"]
    eventually(lambda: anna.welcome["client"] not in viewer.hub.clients)
    with ScreenlessBrowser(viewer, client=anna.welcome["client"]) as again:
        drivers(again, (2, "Anna"))
        assert again.welcome["vehicle"] == 2
        again.until(lambda frame: frame.own["speed"] > 1.0, driving=FORWARD)
    ben.close()


def test_names_of_guests_that_left_for_good_are_forgotten(viewer):
    for number in range(20):
        with ScreenlessBrowser(viewer) as browser:
            browser.say(type="name", name=f"Nobody {number}")
            browser.frame()
    eventually(lambda: len(viewer.hub.names) == 0, "forgetting")


def test_a_browser_out_of_credit_gets_only_the_newest(viewer):
    with ScreenlessBrowser(viewer, acknowledges=False) as slow, ScreenlessBrowser(viewer) as busy:
        for _ in range(30):
            busy.frame()
        busy.take(0)
        for number in range(8):
            busy.say(type="name", name=f"Name {number}")
        busy.say(type="pause")
        drivers(busy, (0, "Name 7"))
        client = viewer.hub.clients[slow.welcome["client"]]
        assert sum(map(len, client._queued.values())) < 500
        busy.say(type="resume")
