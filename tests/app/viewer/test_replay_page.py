"""A real Chromium plays a recording, and sets a running world back."""

import pytest
from axe import serious_issues
from pages import LIGHT, opened_pages, wait_until

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.recording.playback import Playback
from motorpool.world.clock import Pacer
from motorpool.world.sources.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

TANK = 7
IS_AT = "([from, to]) => { const { time } = window.motorpool.state(); return time >= from && time <= to }"


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """The path of a minute of the playground: a tank is taken after ten seconds and released after thirty."""
    path = tmp_path_factory.mktemp("film") / "film.parquet"
    world, player = mp.load("playground").build(), Player()
    world.sources.append(player)
    with mp.Recorder(path) as recorder:
        world.run(seconds=10.0, observers=[recorder])
        player.take(TANK)
        world.run(seconds=20.0, observers=[recorder])
        player.release(TANK)
        world.run(seconds=30.0, observers=[recorder])
    return path


@pytest.fixture(scope="module")
def page(browser, film):
    playback = Playback(mp.load("playground").build(), mp.read_recording(film))
    with (
        Viewer(playback.world, port=0, pacer=Pacer(playback)) as viewer,
        opened_pages(browser, viewer) as open_page,
    ):
        yield open_page(query=LIGHT)


def pause(page):
    if not page.evaluate("() => window.motorpool.state().paused"):
        page.get_by_test_id("timeline-play").click()
    wait_until(page, "() => window.motorpool.state().paused")


def test_the_timeline_shows_the_length_and_follows_whom_somebody_drove(page):
    wait_until(page, "() => document.querySelector('[data-testid=timeline-clock]').innerText.endsWith(' / 1:00.0')")
    assert page.evaluate("() => window.motorpool.state().selected") == TANK
    assert page.get_by_test_id("timeline-people").input_value() == str(TANK)


def test_events_are_jumped_to_by_button_and_by_key(page):
    pause(page)
    page.keyboard.press("Home")
    wait_until(page, IS_AT, [0.0, 0.1])
    page.get_by_test_id("timeline-next").click()
    wait_until(page, IS_AT, [10.0, 10.1])
    page.keyboard.press("Shift+ArrowRight")
    wait_until(page, IS_AT, [30.0, 30.1])
    assert page.get_by_test_id("timeline-said").inner_text().startswith("0:30.0 · parked tank 2 ")
    page.keyboard.press("Shift+ArrowLeft")
    wait_until(page, IS_AT, [10.0, 10.1])


def test_any_moment_is_found_by_the_slider_and_by_steps(page):
    pause(page)
    box = page.get_by_test_id("timeline-slider").bounding_box()
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.5 * box["height"])
    wait_until(page, IS_AT, [44.0, 46.0])
    before = page.evaluate("() => window.motorpool.state().tick")
    page.keyboard.press(".")
    wait_until(page, "tick => window.motorpool.state().tick === tick", before + 1)
    for tick in (before, before - 1):
        page.keyboard.press(",")
        wait_until(page, "tick => window.motorpool.state().tick === tick", tick)


def test_space_plays_and_pauses_and_the_speed_is_chosen(page):
    pause(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    wait_until(page, "() => !window.motorpool.state().paused")
    page.get_by_test_id("timeline-speed").select_option("16")
    wait_until(page, "() => window.motorpool.state().paused")  # the end
    wait_until(page, IS_AT, [59.9, 60.1])
    page.get_by_test_id("timeline-speed").select_option("1")


def test_nothing_can_be_driven_in_it(page):
    page.evaluate("id => window.motorpool.take(id)", TANK)
    page.get_by_text("This is a recording; nothing in it can be driven or changed").wait_for()


def test_nothing_of_it_is_closed_to_anybody(page):
    assert serious_issues(page, within=".timeline") == []


def test_a_running_world_is_set_back_by_the_card(browser):
    world = mp.load("playground").build()
    with (
        Viewer(world, port=0, pacer=Pacer(world, rate=10.0)) as viewer,
        opened_pages(browser, viewer) as open_page,
    ):
        page = open_page(query=LIGHT)
        assert not page.get_by_test_id("timeline").is_visible()
        wait_until(page, "() => window.motorpool.state().time > 25")
        page.keyboard.press("p")
        wait_until(page, "() => window.motorpool.state().paused")
        time = world.time
        page.keyboard.press("r")
        page.get_by_test_id("rewind-go").click()
        wait_until(page, "time => window.motorpool.state().time < time", time - 10.0)
        assert world.time == pytest.approx(time - 15.0, abs=0.51)
        assert serious_issues(page, within="[data-testid=rewind]") == []
