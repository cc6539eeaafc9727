"""The live page of environments: it shows what the batch did, and the batch never waits for it."""

import json
import socket
import threading
import urllib.error
import urllib.request

import numpy as np
import pytest
from pages import LIGHT, opened_pages, shot, wait_until
from screenless_browser import ScreenlessBrowser, eventually

from motorpool.learning import DriverEnv, DriverVectorEnv
from motorpool.learning.rendering.live import COLUMNS, Live, Mirror, Moment, Scenes
from motorpool.world import World

TASK = "BackTrailer-v0"
ROCKS = """
description: Reach a place among rocks.
world:
  terrain: {source: flat, size: 400, spacing: 50}
  objects: {file: rocks.csv}
  vehicles: [{name: cars, model: car}]
decision: 0.2
time_limit: 9
goal: {x: 20}
start: {ahead: [-12, -12]}
actions: [{input: steer}, {input: throttle}]
observations: [ahead, left]
ends: [{kind: far, distance: 100}]
"""


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch):
    """No browser opens, even on a machine with a screen."""
    monkeypatch.setattr("motorpool.learning.rendering.live.open_in_browser", lambda url: None)


def page_of(environment):
    return environment._rendering._live


def described(url):
    with urllib.request.urlopen(f"{url}world.json") as answer:
        return json.load(answer)


def moment(number, decisions, x, *, yaw=0.0):
    """Return a moment of vehicles without trailers."""
    columns = np.zeros((len(COLUMNS), len(x)))
    columns[COLUMNS.index("x")], columns[COLUMNS.index("yaw")] = x, yaw
    return Moment(number, np.array(decisions), columns, np.zeros((0, len(x))), np.zeros((3, len(x))))


def mirror_of(*moments):
    """Return a mirror that is to show these moments, two steps for each decision."""
    scenes = Scenes(10)
    for one in moments[1:]:
        scenes.put(one)
    world = World(fleets=[("bicycle", len(moments[0].decisions))], dt=0.1, can_step=False)
    shifts = np.zeros((2, len(moments[0].decisions)))
    return Mirror(world, scenes, first=moments[0], shifts=shifts, decision=0.2)


def places_of(mirror, steps):
    found = []
    for _ in range(steps):
        mirror.step()
        found.append(mirror.world.vehicles.x.tolist())
    return np.array(found)


def test_a_person_sees_the_vehicle_and_the_goal_until_the_end(capsys):
    environment = DriverEnv(TASK, render_mode="human")
    environment.reset(seed=0)
    url = page_of(environment).url
    assert capsys.readouterr().out == f"{TASK}: environment 0 live at {url}\n"
    fleets = described(url)["fleets"]
    assert [(fleet["name"], fleet["count"]) for fleet in fleets] == [("lorry", 1), ("goals", 1)]
    assert environment.render() is None
    environment.close()
    with pytest.raises(urllib.error.URLError):
        described(url)
    environment.reset(seed=0)  # the page stays closed
    assert page_of(environment) is None


def test_a_new_page_replaces_the_one_before_and_closing_stops_it():
    environments = DriverVectorEnv(TASK, 9)
    environments.reset(seed=0)
    first = environments.show(4)
    second = environments.show([8, 1])
    with pytest.raises(urllib.error.URLError):
        described(first)
    assert described(second)["fleets"][0]["count"] == 2
    environments.close()
    with pytest.raises(urllib.error.URLError):
        described(second)


def test_a_port_that_is_taken_is_refused_in_a_sentence():
    environment = DriverEnv(TASK)
    environment.reset(seed=0)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="port"):
        environment.show(port=taken.getsockname()[1])


def test_environments_on_level_ground_are_laid_side_by_side_with_their_objects(tmp_path):
    (tmp_path / "rocks.csv").write_text("x,y,kind,radius,height\n5,6,rock,1,1\n-3,-9,rock,1,1\n")
    (tmp_path / "task.yaml").write_text(ROCKS)
    environments = DriverVectorEnv(tmp_path / "task.yaml", 4)
    environments.reset(seed=0)
    live = Live(environments.batch, [0, 1, 2, 3])
    try:
        shown = live.mirror.world
        x, y = shown.vehicles.x[:4], shown.vehicles.y[:4]
        assert len({(round(one), round(other)) for one, other in zip(x, y, strict=True)}) == 4
        assert sorted(shown.vehicles.x[4:] - x) == pytest.approx([12.0] * 4)
        assert shown.objects.count == 8
        for east, north in zip(x - x[0], y - y[0], strict=True):
            distances = np.hypot(shown.objects.x - (5 + east), shown.objects.y - (6 + north))
            assert distances.min() < 1e-9
    finally:
        live.close()


def test_what_is_shown_is_interpolated_and_angles_go_the_short_way():
    mirror = mirror_of(moment(0, [3], [0.0], yaw=3.1), moment(1, [4], [2.0], yaw=-3.1))
    assert mirror.world.vehicles.x[0] == 0.0
    mirror.step()
    assert mirror.world.vehicles.x[0] == 1.0
    assert abs(mirror.world.vehicles.yaw[0]) == pytest.approx(np.pi)
    assert places_of(mirror, 3)[:, 0].tolist() == [2.0, 2.0, 2.0]  # nothing follows: it stays
    assert mirror.world.tick == 4


def test_between_two_episodes_and_between_two_scenes_vehicles_leap():
    new_episode = mirror_of(moment(0, [3, 3], [0.0, 0.0]), moment(1, [0, 4], [50.0, 2.0]))
    assert places_of(new_episode, 2).tolist() == [[0.0, 1.0], [50.0, 2.0]]
    new_scene = mirror_of(moment(0, [3, 3], [0.0, 0.0]), moment(7, [10, 4], [50.0, 2.0]))
    assert places_of(new_scene, 2).tolist() == [[0.0, 0.0], [50.0, 2.0]]


def test_a_scene_is_taken_whole_and_the_next_when_it_has_been_shown():
    scenes, taken = Scenes(4), []
    for number in range(30):
        if scenes.is_taking():
            scenes.put(moment(number, [number], [0.0]))
        if number >= 10 and number % 3 == 0:
            taken.append(scenes.next().number)
    assert taken == [0, 1, 2, 3, 19, 20]


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_training_is_the_same_while_a_browser_watches(mode):
    plain, watched = (DriverVectorEnv(TASK, 8, autoreset_mode=mode) for _ in range(2))
    plain.reset(seed=0)
    watched.reset(seed=0)
    watched.show()
    live = page_of(watched)
    with ScreenlessBrowser(live._viewer):
        for number in range(250):
            actions = np.full((8, 1), np.sin(0.1 * number), np.float32)
            expected, found = plain.step(actions), watched.step(actions)
            assert all((one == other).all() for one, other in zip(expected[:4], found[:4], strict=True))
        eventually(lambda: live.mirror.world.tick > 15, "the page goes on")
    watched.close()


def test_in_the_end_the_page_shows_where_the_vehicle_is():
    environments = DriverVectorEnv(TASK, 3)
    environments.reset(seed=0)
    live = Live(environments.batch, [2])
    live._viewer.pacer.stop()  # this thread steps it
    for _ in range(20):
        environments.step(np.full((3, 1), 0.4, np.float32))
        live.note()
    for _ in range(20 * round(0.2 / live.mirror.dt)):
        live.mirror.step()
    shown, batch = live.mirror.world, environments.batch
    for name in COLUMNS:
        assert getattr(shown.vehicles, name)[0] == getattr(batch.world.vehicles, name)[2]
    assert shown.fleets[0].state.hitch_angle[0] == batch.world.fleets[0].state.hitch_angle[2]
    live.close()


@pytest.mark.browser
@pytest.mark.timeout(600)
def test_a_real_browser_shows_drivers_that_learn(browser):
    environments = DriverVectorEnv(TASK, 40, autoreset_mode="SameStep", render_mode="human", render_rows=4)
    environments.reset(seed=0)
    is_over = threading.Event()

    def train():
        while not is_over.wait(0.001):
            environments.step(np.full((40, 1), 0.1, np.float32))

    training = threading.Thread(target=train)
    training.start()
    try:
        with opened_pages(browser, page_of(environments)._viewer) as open_page:
            page = open_page(query=LIGHT)
            where = "() => window.motorpool.vehicles().slice(0, 4).map(({ x, y }) => [x, y])"
            before = np.array(page.evaluate(where))
            wait_until(
                page,
                f"before => ({where})().every(([x, y], k) => Math.hypot(x - before[k][0], y - before[k][1]) > 0.5)",
                before.tolist(),
            )
            assert np.ptp(before[:, 0]) > 20.0  # side by side
            shot(page, "drivers_that_learn.png")
    finally:
        is_over.set()
        training.join()
        environments.close()
