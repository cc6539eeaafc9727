"""A real Chromium with a made-up gamepad, a made-up SpaceMouse and a mouse: each drives a vehicle of a real server."""

from itertools import pairwise
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from pages import LIGHT, opened_pages, take, wait_until
from screenless_browser import eventually

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.world.gunnery.guns import Armament

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OUTPUT = Path(__file__).parents[2] / "output"
SMALL, LARGE = {"width": 800, "height": 640}, {"width": 1100, "height": 900}  # software WebGL draws slowly
RIGHT_TRIGGER, BUMPER = 7, 5  # buttons of the standard mapping

FAKES = """
window.pads = []
navigator.getGamepads = () => window.pads
window.plugPad = () => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }))
    const id = 'Test Pad (STANDARD GAMEPAD Vendor: 1234)'
    window.pads = [{ id, mapping: 'standard', connected: true, index: 0, axes: [0, 0, 0, 0], buttons }]
}
window.holdButton = ([index, value]) => Object.assign(window.pads[0].buttons[index], { value, pressed: value > 0.5 })
class Cap extends EventTarget {
    opened = false
    vendorId = 0x256f
    productName = 'Test SpaceMouse'
    collections = [{ usagePage: 1, usage: 8 }]
    async open() { this.opened = true }
    async close() { this.opened = false }
    send(reportId, bytes) {
        const data = new DataView(new Uint8Array(bytes).buffer)
        this.dispatchEvent(Object.assign(new Event('inputreport'), { reportId, data }))
    }
}
window.cap = new Cap()
const hid = new EventTarget()
hid.getDevices = async () => []
hid.requestDevice = async () => [window.cap]
Object.defineProperty(navigator, 'hid', { value: hid })
"""
PUSH_CAP = """full => {  // a held cap sends all the time
    clearInterval(window.pushing)
    const count = -350 * full & 0xffff
    window.pushing = setInterval(() => window.cap.send(1, [0, 0, count & 255, count >> 8, 0, 0]), 30)
}"""


@pytest.fixture
def world():
    """Four armed cars on the flat that stand until somebody drives them."""
    world = mp.World(fleets=[mp.Fleet("bicycle", 4, name="cars")], armament={"cars": Armament()}, seed=3)
    world.scatter_vehicles()
    world.vehicles.desired_speed[:] = 0.0
    return world


@pytest.fixture
def page(browser, world):
    """The page with made-up devices, driving vehicle 1; afterwards it must have complained of nothing."""
    with Viewer(world, port=0) as viewer, opened_pages(browser, viewer, script=FAKES) as open_one:
        page = open_one(SMALL, query=LIGHT)
        take(page, 1)
        page.keyboard.press("j")
        yield page


def wait_for_state(page, device, state):
    """Until the card says this of the device."""
    script = "([name, state]) => document.querySelector(`[data-testid=device-${name}]`).dataset.state === state"
    wait_until(page, script, [device, state])


def wait_for_own(page, condition):
    """Until the driven vehicle, as the server tells it, meets the condition (JavaScript of ``own``)."""
    wait_until(page, f"() => {{ const own = window.motorpool.own(); return own && {condition} }}")


def hold_back_words(page):
    """Keep what the page says in JSON from now on, and keep it from the server."""
    page.evaluate(
        """() => {
            window.said = []
            const post = Worker.prototype.postMessage  // to the worker that has the connection
            Worker.prototype.postMessage = function (message) {
                if (typeof message.data !== 'string') return post.call(this, message)
                window.said.push([performance.now(), JSON.parse(message.data)])
            }
        }"""
    )


def said(page, kind):
    """Return the page's messages of this kind: times [ms] and messages."""
    return [words for words in page.evaluate("() => window.said") if words[1]["type"] == kind]


def test_a_gamepad_plugged_in_while_driving_drives_steers_and_unplugged_stops(page, world):
    wait_for_state(page, "gamepad", "absent")
    page.evaluate("() => window.plugPad()")
    wait_for_state(page, "gamepad", "ready")
    page.evaluate("window.holdButton", [RIGHT_TRIGGER, 1])
    wait_for_state(page, "gamepad", "active")
    wait_for_own(page, "own.throttle > 0.99 && own.speed > 3")
    assert world.vehicles.speed[1] > 2.0
    yaw = world.vehicles.yaw[1]
    page.evaluate("() => { window.pads[0].axes[0] = -1 }")
    wait_for_own(page, f"Math.abs(own.yaw - ({yaw})) > 0.2 && own.steer > 0.1")
    OUTPUT.mkdir(exist_ok=True)
    page.set_viewport_size(LARGE)
    page.screenshot(path=OUTPUT / "devices.png")
    page.evaluate("() => { window.pads = [] }")
    wait_for_state(page, "keyboard", "active")
    wait_for_own(page, "own.throttle === 0 && own.steer === 0")
    pixels = matplotlib.image.imread(OUTPUT / "devices.png")[..., :3]
    assert len(np.unique((pixels * 255).astype(np.uint8).reshape(-1, 3), axis=0)) > 500


def test_changing_from_keys_to_a_gamepad_the_throttle_falls_by_and_by(page):
    page.evaluate("() => window.plugPad()")
    wait_for_state(page, "gamepad", "ready")
    page.keyboard.down("w")
    wait_for_own(page, "own.throttle > 0.99")
    page.evaluate(
        """() => {
            window.throttles = []
            const post = Worker.prototype.postMessage  // to the worker that has the connection
            Worker.prototype.postMessage = function (message) {
                const { data } = message
                if (data?.byteLength === 9) window.throttles.push(new DataView(data).getInt8(6) / 127)
                return post.call(this, message)
            }
            window.pads[0].axes[0] = -0.6
        }"""
    )
    wait_for_own(page, "own.throttle === 0 && own.steer > 0.1")
    throttles = [1.0, *page.evaluate("() => window.throttles")]
    assert throttles[-1] == 0.0
    assert all(0.0 <= before - after <= 0.26 for before, after in pairwise(throttles))  # 0.1 s of a fade of 0.4 s


def test_a_bumper_changes_the_camera(page):
    page.evaluate("() => window.plugPad()")
    before = page.evaluate("() => window.motorpool.state().camera")
    page.evaluate("window.holdButton", [BUMPER, 1])
    wait_until(page, "before => window.motorpool.state().camera !== before", before)


def test_a_spacemouse_connected_by_its_button_drives(page, world):
    page.get_by_test_id("connect-space").click()
    wait_for_state(page, "space", "ready")
    page.evaluate(PUSH_CAP, 1)
    wait_for_state(page, "space", "active")
    wait_for_own(page, "own.throttle > 0.99 && own.speed > 2")
    page.evaluate("() => clearInterval(window.pushing)")  # its battery is empty
    wait_for_own(page, "own.throttle === 0")


def test_the_chosen_mouse_drives_where_it_points_and_the_choice_is_kept(page):
    page.get_by_test_id("device-mouse").click()
    page.keyboard.press("j")
    page.mouse.move(560, 160)
    wait_for_own(page, "own.throttle > 0.3 && own.steer < -0.05 && own.speed > 1")
    page.mouse.down(button="right")
    wait_for_own(page, "own.brake > 0.99")
    page.mouse.up(button="right")
    page.reload()
    wait_until(page, "() => window.motorpool?.own()?.id === 1")
    page.keyboard.press("j")
    page.wait_for_selector("[data-testid=device-mouse][aria-checked=true]")


def test_the_turret_keys_tell_the_server_at_most_twenty_times_a_second(page):
    hold_back_words(page)
    page.keyboard.down("q")
    wait_until(page, "() => window.said.filter(([, message]) => message.type === 'aim').length >= 20")
    page.keyboard.up("q")
    page.keyboard.press("f")
    wait_until(page, "() => window.said.some(([, message]) => message.type === 'fire')")
    aims = said(page, "aim")
    assert (aims[19][0] - aims[0][0]) / 1000 > 19 * 0.05 - 0.02
    assert aims[0][1]["yaw"] < aims[-1][1]["yaw"]
    assert len(said(page, "fire")) == 1


def test_the_turret_of_the_server_follows_the_keys_and_f_fires(page, world):
    page.keyboard.down("q")
    eventually(lambda: world.vehicles.turret_yaw[1] > 0.1, "a turret turned left")
    page.keyboard.up("q")
    page.keyboard.press("f")
    eventually(lambda: world.vehicles.reload_time[1] > 0.0, "a shot")
    assert world.vehicles.turret_yaw[[0, 2, 3]].tolist() == [0.0, 0.0, 0.0]


def test_the_mouse_turns_the_turret_while_the_keys_drive(page):
    page.get_by_test_id("mouse-aims").click()
    page.keyboard.press("j")
    hold_back_words(page)
    page.keyboard.down("w")
    page.mouse.move(640, 320)
    wait_until(page, "() => window.said.filter(([, message]) => message.type === 'aim').length >= 5")
    page.mouse.click(640, 320)
    wait_for_own(page, "own.throttle > 0.99 && own.steer === 0 && own.speed > 1")
    aims = said(page, "aim")
    assert aims[-1][1]["yaw"] < aims[0][1]["yaw"] < 0  # the pointer is on the right
    assert len(said(page, "fire")) == 1
