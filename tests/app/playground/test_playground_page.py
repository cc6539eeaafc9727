"""A real Chromium opens the playground, drives both vehicles, and changes what there is to change."""

import contextlib
import io
import subprocess

import pytest
from axe import serious_issues
from node import node
from pages import listened_to, wait_for_text, wait_until

import motorpool as mp
from motorpool.app.playground.session import Session
from motorpool.app.playground.visit import Visit
from motorpool.app.viewer import Playground, Viewer
from motorpool.app.viewer.serving import playground_socket

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

DESKTOP = {"width": 1280, "height": 720}
PHONES = [{"width": 360, "height": 640}, {"width": 844, "height": 390}]


@pytest.fixture(scope="module")
def server():
    with Playground(port=0) as server:
        yield server


@pytest.fixture
def page(browser, server):
    """The page, open and live; afterwards it must have complained of nothing."""
    with browser.new_context(viewport=DESKTOP, permissions=["clipboard-read", "clipboard-write"]) as context:
        page = open_page(context, server.url)
        yield page
        assert page.complaints == []


def open_page(context, url):
    page = context.new_page()
    page.complaints = listened_to(page)
    page.goto(url)
    wait_until(page, "() => window.motorpoolPlayground?.state()?.tick > 0")
    return page


def wait_for_state(page, condition):
    """Until the newest state ``s`` and set-up ``u`` meet a condition (JavaScript)."""
    wait_until(
        page,
        f"() => {{ const p = window.motorpoolPlayground; const [s, u] = [p.state(), p.setUp()]; return {condition} }}",
    )


def state(page):
    return page.evaluate("() => window.motorpoolPlayground.state()")


GAP_AFTER_THREE_SECONDS = """() => {
    const { time, gap } = window.motorpoolPlayground.state()
    return time > 3 && time < 4 && { gap }
}"""  # of the demonstration, which begins again and again


def picture(page):
    return page.get_by_test_id("ground").evaluate("canvas => canvas.toDataURL()")


def wait_for_another_picture(page, before):
    script = "before => document.querySelector('[data-testid=ground]').toDataURL() !== before"
    wait_until(page, script, before)


def test_it_opens_with_two_vehicles_in_motion_and_draws_them(page):
    before = picture(page)
    wait_for_state(page, "s.gap > 0.5")  # true at once where the page came late: nothing may be drawn since then
    wait_for_another_picture(page, before)
    wait_for_text(page, "hint", "press an arrow key")
    wait_for_text(page, "left-radius", "16.67 m")
    wait_for_text(page, "right-radius", "8.33 m")


def test_arrow_keys_drive_both(page):
    page.get_by_test_id("reset").click()
    page.keyboard.down("ArrowUp")
    wait_for_state(page, "s.left.speed > 3 && s.right.speed > 3 && s.left.x > 0.5 && !u.demonstrating")
    wait_until(page, "() => document.querySelector('[data-testid=hint]').innerText === ''")
    page.keyboard.down("ArrowLeft")
    wait_for_state(page, "s.left.yaw_rate > 0.05 && s.right.yaw_rate > 0.05")
    page.keyboard.up("ArrowLeft")
    page.keyboard.up("ArrowUp")
    page.keyboard.down("Space")
    wait_for_state(page, "s.left.speed === 0 && s.right.speed === 0")
    page.keyboard.up("Space")


def test_a_coarser_step_parts_a_pair_that_a_fine_one_keeps_together(page):
    page.get_by_test_id("model-left").select_option("bicycle/old-line")
    page.get_by_test_id("model-right").select_option("bicycle/arc")
    page.get_by_test_id("right-speed_reference-number").fill("1")
    page.get_by_test_id("right-speed_reference-number").press("Enter")
    gaps = {}
    for place in ("0", "14"):
        page.get_by_test_id("dt").fill(place)
        page.get_by_test_id("reset").click()
        wait_for_state(page, "s.time < 2")
        gaps[place] = page.wait_for_function(GAP_AFTER_THREE_SECONDS, polling=100).json_value()["gap"]
    wait_for_text(page, "dt-text", "1/2 s")
    assert gaps["14"] > 10 * gaps["0"]


def test_a_parameter_changes_at_once_and_back_again(page):
    slider = page.get_by_test_id("left-heading_factor")
    slider.fill("2")
    wait_for_state(page, "u.left.values.heading_factor === 2")
    wait_for_state(page, "Math.abs(s.left.yaw_rate - s.right.yaw_rate) < 1e-3")
    page.get_by_label("heading factor: default").click()
    wait_for_state(page, "u.left.values.heading_factor === 1")


def test_what_is_refused_is_said_and_the_control_goes_back(page):
    number = page.get_by_test_id("left-track_gauge-number")
    number.fill("-3")
    number.press("Enter")
    wait_until(page, "() => document.querySelector('[data-testid=toast]')?.textContent.includes('must be positive')")
    wait_until(page, "() => document.querySelector('[data-testid=left-track_gauge-number]').value === '2.8'")


def test_a_choice_is_made_by_its_words(page):
    page.get_by_test_id("model-left").select_option("park1992/tracked")
    page.get_by_test_id("left-gravity_sign").select_option(label="corrected")
    wait_for_state(page, "u.left.values.gravity_sign === 0")
    page.get_by_test_id("program-left").click()
    wait_until(
        page, "() => document.querySelector('[data-testid=program]').textContent.includes('gravity_sign=\"corrected\"')"
    )


def test_the_copied_program_runs_and_ends_where_the_vehicle_would(page):
    page.get_by_test_id("left-track_gauge-number").fill("3.5")
    page.get_by_test_id("left-track_gauge-number").press("Enter")
    page.get_by_test_id("program-left").click()
    wait_until(page, "() => document.querySelector('[data-testid=program]').textContent.includes('track_gauge=3.5')")
    page.get_by_test_id("copy").click()
    wait_until(page, "() => document.querySelector('[data-testid=copy]').textContent === 'Copied'")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(copied, {})  # what a visitor pastes
    session = Session()
    session.set("left", "track_gauge", 3.5)
    for _ in range(600):
        session.step()
    assert [float(word) for word in output.getvalue().split()] == list(session.sides["left"].pose)


def test_the_program_is_there_in_javascript_too_and_runs(page, tmp_path):
    page.get_by_test_id("program-right").click()
    page.get_by_test_id("language").select_option("javascript")
    shown = "document.querySelector('[data-testid=program]').textContent"
    wait_until(page, f"() => {shown}.includes('export function step')")
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    assert download.value.suggested_filename == "tracked_arc.mjs"
    download.value.save_as(tmp_path / "tracked_arc.mjs")
    made = subprocess.run([node(), "tracked_arc.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    page.get_by_test_id("language").select_option("motorpool")
    wait_until(page, f"() => {shown}.startsWith('import motorpool')")
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(page.get_by_test_id("program").inner_text(), {})
    numbers = [[float(word) for word in text.split()] for text in (made.stdout, output.getvalue())]
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-12)


def test_the_target_is_circled_by_one_and_reached_by_the_other(page):
    page.get_by_test_id("scene-target").click()
    wait_until(page, "() => document.querySelector('[data-testid=verdict-right]').textContent.includes('reached')")
    wait_for_state(page, "Math.abs(s.left.turns) > 1 && s.left.reached === null && s.right.reached < 7")
    wait_for_text(page, "verdict-left", "without reaching")


def test_a_click_puts_the_target_there(page):
    page.get_by_test_id("scene-target").click()
    wait_for_state(page, "u.target !== null")
    before = page.evaluate("() => window.motorpoolPlayground.setUp().target")
    page.mouse.click(640, 500)
    wait_for_state(page, f"u.target[0] !== {before[0]}")


def test_the_driver_of_a_car_driven_against_a_parked_one_is_informed(page):
    page.get_by_test_id("pair").select_option(label="Car in six lines and exact arc")
    page.get_by_test_id("scene-parking").click()
    wait_for_state(page, "u.scene.cars.length > 5 && s.left.words === 'not in a free bay'")
    page.keyboard.down("ArrowUp")
    page.keyboard.down("ArrowLeft")
    wait_until(page, "() => document.querySelector('[data-testid=verdict-right]').textContent.includes('touch')")


def test_it_can_be_paused_and_stepped_by_keys(page, monkeypatch):
    visits = []

    def noted(*given, **named):
        visits.append(Visit(*given, **named))
        return visits[-1]

    monkeypatch.setattr(playground_socket, "Visit", noted)
    page.reload()
    wait_until(page, "() => window.motorpoolPlayground?.state()?.tick > 0")
    page.keyboard.press("p")
    wait_for_state(page, "u.paused")
    tick = visits[-1].session.tick  # the page may not have heard of it yet
    page.keyboard.press("n")
    wait_for_state(page, f"s.tick === {tick + 1}")
    page.keyboard.press("p")
    wait_for_state(page, f"s.tick > {tick + 5}")


def test_the_slope_is_given_to_vehicles_that_feel_it(page):
    page.get_by_test_id("scene-hill").click()
    wait_for_state(page, "u.slope === 0.1 && u.right.model === 'friction-circle/tracked'")
    wait_until(
        page, "() => document.querySelector('[data-testid=scene-words]').textContent.includes('act on the left one')"
    )
    page.get_by_test_id("model-right").select_option("tracked/arc")
    wait_for_text(page, "scene-words", "neither")
    page.get_by_test_id("slope").fill("60")
    wait_for_state(page, "u.slope === 0.6")


def test_a_lost_connection_comes_back_as_it_was(browser):
    first = Playground(port=0).start()
    port = first.port
    with browser.new_context(viewport=DESKTOP) as context:
        page = open_page(context, first.url)
        page.get_by_test_id("model-left").select_option("bicycle/six-line")
        page.get_by_test_id("dt").fill("9")
        wait_for_state(page, "u.dt === 0.1 && u.left.model === 'bicycle/six-line'")
        first.stop()
        wait_until(page, "() => !window.motorpoolPlayground.isLive()")
        with Playground(port=port):
            wait_until(page, "() => window.motorpoolPlayground.isLive()")
            wait_for_state(page, "u.dt === 0.1 && u.left.model === 'bicycle/six-line'")
            page.get_by_test_id("pause").click()
            wait_for_state(page, "u.paused")


def test_the_address_keeps_what_is_compared(page):
    page.get_by_test_id("model-right").select_option("tracked/arc")
    page.get_by_test_id("left-heading_factor-number").fill("2")
    page.get_by_test_id("left-heading_factor-number").press("Enter")
    page.get_by_test_id("scene-target").click()
    wait_until(page, "() => location.search.includes('scene=target')")
    assert page.url.partition("?")[2] == "left=tracked/simple:heading_factor=2&right=tracked/arc&scene=target"
    page.reload()
    wait_until(page, "() => window.motorpoolPlayground?.setUp()?.left.values.heading_factor === 2")
    wait_for_state(page, "u.scene.name === 'target'")


def test_what_is_switched_on_acts_is_kept_in_the_address_and_comes_back_with_it(page):
    """Comments 17 and 18 of document 004, which suit its cars and no tank."""
    assert page.get_by_test_id("left-steering_return").count() == 0
    page.get_by_test_id("model-left").select_option("bicycle/six-line")
    page.get_by_test_id("left-steering_return").select_option(label="fixed rate")
    page.get_by_test_id("left-drift_heading").select_option(label="limited")
    wait_for_state(page, "u.left.additions.steering_return === 2 && s.left.drawn_yaw !== null")
    page.get_by_test_id("left-return_rate").wait_for()
    page.get_by_test_id("left-return_per_speed").wait_for(state="hidden")
    wait_until(page, "() => location.search.includes('left_with=steering_return=fixed+rate,drift_heading=limited')")
    page.reload()
    wait_until(page, "() => window.motorpoolPlayground?.state()?.tick > 0")
    wait_for_state(page, "u.left.additions?.steering_return === 2 && s.left.drawn_yaw !== null")


def test_a_scene_presses_the_keys_until_the_visitor_does(page):
    page.get_by_test_id("scene-diagonal").click()
    wait_for_state(page, "u.demonstrating && u.left.model === 'cartesian/components' && s.left.speed > 1")
    page.keyboard.down("ArrowDown")
    wait_for_state(page, "!u.demonstrating")
    page.keyboard.up("ArrowDown")


def test_a_link_with_a_wrong_name_is_answered_in_a_sentence_that_stays(browser, server):
    with browser.new_context(viewport=DESKTOP) as context:
        page = open_page(context, f"{server.url}?left=tracked/smiple&right=bicycle/arc")
        notice = page.get_by_test_id("link-notice")
        wait_for_text(page, "link-notice", "did you mean “tracked/simple”?")
        wait_for_state(page, "u.left.model === 'tracked/simple' && u.right.model === 'bicycle/arc' && s.gap > 0.1")
        wait_until(page, "() => location.search.includes('left=tracked/simple')")
        assert notice.is_visible()
        page.get_by_test_id("notice-close").click()
        assert not notice.is_visible()
        assert page.complaints == []


WIDER = """() => [...document.querySelectorAll('.lab *')].filter(element => {
    const box = element.getBoundingClientRect()
    const isScrolled = element.parentElement.closest('.scenebar .button-group') || element.closest('pre')
    return box.width > 0 && !isScrolled && (box.right > innerWidth + 1 || box.left < -1)
}).map(element => element.className || element.tagName)"""
SMALL = """() => [...document.querySelectorAll('.lab :is(button, select, input, summary, a)')]
    .map(element => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
    .map(([element]) => element.dataset.testid || element.className)"""


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_on_a_phone_fingers_drive_and_reach_every_control(browser, server, size):
    with browser.new_context(viewport=size, has_touch=True, is_mobile=True, color_scheme="light") as context:
        page = open_page(context, f"{server.url}?scene=target")
        wait_for_state(page, "u.scene.name === 'target'")
        wait_for_text(page, "hint", "touch an arrow")
        pad = page.get_by_label("drive", exact=True)
        pad.dispatch_event("pointerdown")
        wait_for_state(page, "s.left.speed > 1 && !u.demonstrating")
        pad.dispatch_event("pointerup")
        assert page.evaluate(WIDER) == []
        assert page.evaluate(SMALL) == []
        assert serious_issues(page) == []
        page.get_by_test_id("pair").scroll_into_view_if_needed()
        page.get_by_test_id("pair").select_option(label="Exact arc and tank with mass")
        wait_for_state(page, "u.right.model === 'M1A1' && u.demonstrating")
        assert page.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screen_readers_and_keyboards_meet_no_serious_obstacle(browser, server, scheme):
    with browser.new_context(viewport=DESKTOP, color_scheme=scheme) as context:
        page = open_page(context, f"{server.url}?left=M1A1&rihgt=car")
        assert serious_issues(page) == []
        page.keyboard.press("h")
        assert "Hyun Kyoo Park" in page.get_by_test_id("documents").inner_text()
        assert serious_issues(page) == []


def test_brackets_go_from_pair_to_pair_each_at_its_own_time_step(page):
    page.keyboard.press("]")
    wait_for_state(page, "u.left.model === 'bicycle/six-line' && u.right.model === 'bicycle/arc' && u.demonstrating")
    page.keyboard.press("]")
    wait_for_state(page, "u.right.model === 'bicycle/six-line-limit' && u.dt === 0.25")
    words = "() => document.querySelector('[data-testid=pair-words]').innerText.toLowerCase()"
    wait_until(page, f"() => ({words})().includes('the shorter the time step')")
    page.keyboard.press("[")
    wait_for_state(page, "u.right.model === 'bicycle/arc' && u.dt === 1 / 60")


def test_every_control_can_be_named(page):
    nameless = """() => [...document.querySelectorAll('.lab button, .lab select, .lab input, .lab canvas, .lab a')]
        .filter(one => !(one.getAttribute('aria-label') || one.labels?.length || one.textContent.trim()))
        .map(one => one.outerHTML)"""
    assert page.evaluate(nameless) == []


def test_help_opens_and_closes_by_the_keyboard(page):
    page.get_by_test_id("help").click()
    assert page.get_by_test_id("help-overlay").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_test_id("help-overlay").is_visible()


def test_the_live_page_leads_here_and_here_leads_back(browser):
    world = mp.World(fleets=[mp.Fleet("bicycle", 2)])
    with Viewer(world, port=0) as viewer, browser.new_context(viewport=DESKTOP) as context:
        page = open_page(context, f"{viewer.url}playground")
        link = page.get_by_role("link", name="live world")
        assert link.evaluate("link => link.href") == viewer.url
        assert page.complaints == []
