"""Draw docs/figures/workstation.jpg: a driver's view, another driver beside it, and the autopilot of a vehicle nearby.

python tools/pictures/workstation_picture.py [chromium]
"""

import json
import math
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

from motorpool import World
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.frames.wire import decode_frame
from motorpool.app.viewer.serving.binary_messages import encode_acknowledgement, encode_input
from motorpool.world.avoidance.perception import OBJECT
from motorpool.world.scenario import load

PICTURE = Path(__file__).parents[2] / "docs" / "figures" / "workstation.jpg"
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
OWN, OTHER = 20, 21


def main(chromium: str = "/usr/bin/chromium") -> None:
    """Let the world run until a tank sees something, put two drivers behind it, and take the picture."""
    world = load("jacksboro").build()
    watched = run_until_seen(world)
    gather(world, watched)
    with Viewer(world, port=0) as viewer, sync_playwright() as session:
        viewer.pacer.rate = 0.05
        viewer.pacer.pause()
        browser = session.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1.25, color_scheme="dark")
        page.add_init_script("localStorage.setItem('motorpool-name', 'Alice')")
        page.add_init_script("localStorage.setItem('motorpool-display', JSON.stringify({ dock: 'bottom-right' }))")
        page.goto(f"{viewer.url}?quality=high&fps=0.15")
        wait(page, "() => window.motorpool?.state().connected && window.motorpool.vehicles().length > 0")
        viewer.pacer.resume()
        page.evaluate("id => window.motorpool.take(id)", OWN)
        wait(page, "() => window.motorpool.own() !== null")
        with connect(f"ws://{urlsplit(viewer.url).netloc}/ws?client=", max_size=None) as other:
            threading.Thread(target=drive, args=(other,), daemon=True).start()
            page.evaluate("id => window.motorpool.select(id)", watched)
            page.keyboard.press("v")
            page.keyboard.press("i")
            wait(page, "() => document.querySelector('[data-testid=motion-kinematic]')?.ariaPressed === 'true'")
            page.keyboard.press("y")
            page.keyboard.down("w")
            wait(page, "() => document.querySelector('[data-testid=reading-mass]') !== null")
            page.mouse.move(640, 400)
            page.mouse.down()
            page.mouse.move(640, 411, steps=4)
            page.mouse.up()
            page.wait_for_timeout(22_000)  # the toast goes, the camera settles
            page.screenshot(path=PICTURE, type="jpeg", quality=84, timeout=240_000)
        browser.close()


def run_until_seen(world: World) -> int:
    """A tank that sees an object well before it, on ground that is not steep."""
    tanks = np.arange(250)
    for _ in range(600):
        world.run(seconds=0.2)
        vehicles = world.vehicles
        near = (vehicles.seen[tanks] == OBJECT) & (vehicles.seen_distance[tanks] > 17.0)
        level = (np.abs(vehicles.pitch[tanks]) < 0.08) & (np.abs(vehicles.roll[tanks]) < 0.08)
        found = np.flatnonzero(near & level & (tanks > OTHER))
        if len(found):
            return int(found[0])
    raise SystemExit("no tank sees anything on level ground")


def gather(world: World, watched: int) -> None:
    """Put the two drivers' vehicles behind the watched one, one at either side."""
    vehicles = world.vehicles
    x, y, yaw = (float(column[watched]) for column in vehicles.columns("x", "y", "yaw"))
    for vehicle, back, left in ((OWN, 19.0, -8.0), (OTHER, 6.0, 9.0)):
        at = (
            x - back * math.cos(yaw) - left * math.sin(yaw),
            y - back * math.sin(yaw) + left * math.cos(yaw),
        )
        world.place_vehicles(slice(vehicle, vehicle + 1), [at[0]], [at[1]], [yaw])
        vehicles.speed[vehicle] = vehicles.speed[watched]


def drive(socket: ClientConnection) -> None:
    """Be Bob, who drives the other vehicle until the connection ends."""
    socket.send(json.dumps({"type": "name", "name": "Bob"}))
    socket.send(json.dumps({"type": "take", "vehicle": OTHER}))
    for sequence, message in enumerate(socket):
        if isinstance(message, bytes):
            socket.send(encode_acknowledgement(int(decode_frame(message).header["frame"])))
            socket.send(encode_input(sequence, throttle=0.5))


def wait(page: Page, condition: str) -> None:
    """Until a JavaScript function is true."""
    page.wait_for_function(condition, polling=200, timeout=120_000)


if __name__ == "__main__":
    main(*sys.argv[1:])
