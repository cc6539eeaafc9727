"""Another world behind the same address: built while the old one runs, told to everybody, and only for instructors."""

import threading
from urllib.parse import urlsplit

import httpx
import pytest
from pace import patience
from screenless_browser import ScreenlessBrowser, eventually
from websockets.exceptions import ConnectionClosed

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.hub import OTHER_WORLD
from motorpool.app.viewer.scenario_choice import Built, ScenarioChoice
from motorpool.compile.notices import compiling
from motorpool.errors import ScenarioError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.world.clock import Pacer

COUNTS = {"few": 3, "more": 5}


def small_world(name: str, count: int) -> mp.World:
    world = mp.World(fleets=[mp.Fleet("bicycle", count)], terrain=Terrain.flat(size=500.0, spacing=50.0), name=name)
    world.scatter_vehicles()
    return world


class Builder:
    """Builds when it is let; what is called broken cannot be built."""

    def __init__(self) -> None:
        self.may_build, self.stays_because = threading.Event(), ""
        self.may_build.set()

    def scenarios(self):
        return [{"name": name, "title": name, "description": "", "vehicles": n} for name, n in COUNTS.items()]

    def offers(self, name):
        return name in (*COUNTS, "broken")

    def refusal(self):
        return self.stays_because or None

    def build(self, name, stand):
        assert self.may_build.wait(patience(60.0))
        if name == "broken":
            raise ScenarioError("broken.yaml:3: there is no key vehicles[0].cuont")
        world = small_world(name, COUNTS[name])
        return Built(name, world, Pacer(world))


@pytest.fixture
def builder():
    return Builder()


@pytest.fixture
def viewer(builder):
    with Viewer(small_world("few", 3), port=0).offer(builder) as viewer:
        yield viewer


def session_of(viewer):
    return httpx.get(f"{viewer.url}session.json").json()


def test_two_browsers_find_the_new_world_behind_the_same_address_and_the_old_one_has_ended(viewer):
    old = viewer.world
    with ScreenlessBrowser(viewer) as teacher, ScreenlessBrowser(viewer) as student:
        assert teacher.welcome["world"] == student.welcome["world"] == session_of(viewer)["world"]
        student.take(1)
        teacher.say(type="scenario", name="more")
        for browser in (teacher, student):
            with pytest.raises(ConnectionClosed) as ended:
                browser.until(lambda _: False)
            assert ended.value.rcvd.code == OTHER_WORLD
        with ScreenlessBrowser(viewer, client=student.welcome["client"]) as again:
            assert again.welcome["client"] == student.welcome["client"]
            assert again.welcome["world"] == session_of(viewer)["world"] != student.welcome["world"]
            assert again.welcome["vehicle"] == -1
            again.until(lambda _: len(again.records) == 5)
    description = httpx.get(f"{viewer.url}world.json").json()
    assert (description["name"], description["id"]) == ("more", session_of(viewer)["world"])
    assert session_of(viewer)["state"]["scenario"] == "more"
    assert viewer.world.count == 5
    eventually(lambda: (old.observers, old.sources) == ([], []), "the end of the old world")
    tick = old.tick
    eventually(lambda: viewer.world.tick > 10)
    assert old.tick == tick


def test_every_client_learns_what_is_built_and_the_old_world_goes_on_meanwhile(viewer, builder):
    builder.may_build.clear()
    with ScreenlessBrowser(viewer) as teacher, ScreenlessBrowser(viewer) as student:
        assert student.told("session")["building"] is None
        teacher.say(type="scenario", name="more")
        assert student.told("session")["building"] == "more"
        with compiling():
            assert student.told("session")["is_compiling"]
        tick = student.frame().header["tick"]
        student.until(lambda frame: frame.header["tick"] > tick + 10)
        teacher.say(type="scenario", name="few")
        assert teacher.told("refused")["reason"] == "more is being built; choose again when it is there"
        builder.may_build.set()


def test_a_scenario_that_cannot_be_built_is_a_sentence_to_the_instructor_and_the_world_goes_on(viewer):
    with ScreenlessBrowser(viewer) as teacher:
        before = session_of(viewer)["world"]
        teacher.say(type="scenario", name="broken")
        reason = teacher.told("refused")["reason"]
        assert reason == "broken could not be built: broken.yaml:3: there is no key vehicles[0].cuont"
        assert session_of(viewer)["world"] == before
        tick = teacher.frame().header["tick"]
        teacher.until(lambda frame: frame.header["tick"] > tick)
        eventually(lambda: session_of(viewer)["state"]["building"] is None)


@pytest.mark.parametrize("name", ["../../etc/passwd", "convoy", "/etc/passwd.yaml"])
def test_a_name_that_is_not_offered_is_refused(viewer, name):
    with ScreenlessBrowser(viewer) as teacher:
        teacher.say(type="scenario", name=name)
        assert teacher.told("refused")["reason"] == f"there is no scenario {name} here; choose one of the list"


def test_a_world_that_must_stay_says_why(viewer, builder):
    builder.stays_because = "this world is recorded to out.parquet"
    with ScreenlessBrowser(viewer) as teacher:
        teacher.say(type="scenario", name="more")
        assert teacher.told("refused")["reason"] == "this world is recorded to out.parquet"


def test_a_driver_may_see_the_scenarios_and_choose_none(builder):
    with Viewer(small_world("few", 3), port=0, token="t" * 32).offer(builder) as viewer:
        token = viewer.access.driver_token
        with ScreenlessBrowser(viewer, token=token) as student:
            student.say(type="scenario", name="more")
            assert "only an instructor may" in student.told("refused")["reason"]
        address = urlsplit(viewer.url)
        path = f"http://{address.netloc}/scenarios.json"
        assert httpx.get(path).status_code == 403
        told = httpx.get(path, headers={"authorization": f"Bearer {token}"}).json()["scenarios"]
        assert [(scenario["name"], scenario["vehicles"]) for scenario in told] == list(COUNTS.items())


def test_a_server_with_one_world_offers_no_choice():
    with Viewer(small_world("alone", 1), port=0) as viewer, ScreenlessBrowser(viewer) as teacher:
        assert httpx.get(f"{viewer.url}scenarios.json").json() == {"scenarios": []}
        teacher.say(type="scenario", name="more")
        assert "one world only" in teacher.told("refused")["reason"]


# ---- before the first world


def test_the_page_answers_before_there_is_a_world(builder):
    builder.may_build.clear()
    with Viewer(port=0).offer(builder, first="more") as viewer:
        assert httpx.get(viewer.url).status_code == 200
        assert httpx.get(f"{viewer.url}world.json").status_code == 404
        told = session_of(viewer)
        assert (told["world"], told["state"]["building"], told["state"]["scenario"]) == (None, "more", "")
        builder.may_build.set()
        eventually(lambda: session_of(viewer)["world"])
        with ScreenlessBrowser(viewer) as browser:
            browser.until(lambda _: len(browser.records) == 5)


class StandingBuilder(Builder):
    """Shows its world as soon as it is built, and compiles it when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_compile = threading.Event()

    def build(self, name, stand):
        built = super().build(name, stand)
        stand(built)
        assert self.may_compile.wait(patience(60.0))
        return built


def test_a_first_world_is_shown_standing_until_it_is_compiled():
    builder = StandingBuilder()
    with Viewer(port=0).offer(builder, first="more") as viewer:
        eventually(lambda: session_of(viewer)["world"])
        with ScreenlessBrowser(viewer) as browser:
            assert browser.told("session")["building"] == "more"
            ticks = [browser.frame().header["tick"] for _ in range(3)]
            assert ticks == [0, 0, 0]
            assert len(browser.records) == 5
            browser.take(1)  # which is applied by the first step
            builder.may_compile.set()
            browser.until(lambda frame: frame.header["tick"] > 10)
            assert browser.told("session")["building"] is None
        assert session_of(viewer)["state"]["scenario"] == "more"


def test_a_server_that_ends_while_its_first_world_stands_never_runs_it():
    builder = StandingBuilder()
    with Viewer(port=0).offer(builder, first="more") as viewer:
        eventually(lambda: session_of(viewer)["world"])
        world, pacer = viewer.world, viewer.pacer
    builder.may_compile.set()
    eventually(lambda: viewer.choice.state()["building"] is None)
    assert (world.tick, pacer.is_running, world.observers) == (0, False, [])


def test_a_first_world_that_cannot_be_built_ends_the_server_with_its_error(builder):
    viewer = Viewer(port=0).offer(builder, first="broken")
    with pytest.raises(ScenarioError, match="cuont"):
        viewer.run()


# ---- the state, by itself


def test_compilation_is_reported_until_the_world_is_there_and_otherwise_while_it_lasts(builder):
    changes: list[bool] = []
    choice = ScenarioChoice()
    choice.builder = builder
    choice.changed = lambda: changes.append(choice.state()["is_compiling"])
    choice.began()
    choice.ended(0.1)
    assert changes == [True, False]
    builder.may_build.clear()
    done = threading.Event()
    choice.show_with(lambda _: done.set())
    assert choice.choose("more", print) is None
    for _ in range(3):
        choice.began()
        choice.ended(0.1)
    assert changes == [True, False, False, True]  # told once, not for each kernel
    choice.progressed(3, 14)
    assert (choice.state()["kernels"], len(changes)) == ([3, 14], 5)
    builder.may_build.set()
    assert done.wait(patience(60.0))
    eventually(lambda: choice.state()["building"] is None)
    assert not choice.state()["is_compiling"]
    assert choice.running == "more"
