"""Draw docs/figures/vehicles.jpg: vehicles of both sides and civil ones, as the live page shows them.

python tools/pictures/vehicles_picture.py [chromium]
"""

import math
import sys
from pathlib import Path

from crowd_picture import FLAGS, show
from playwright.sync_api import sync_playwright

from motorpool import World
from motorpool.app.viewer import Viewer
from motorpool.world.scenario import load

PICTURE = Path(__file__).parents[2] / "docs" / "figures" / "vehicles.jpg"
WIDTH, HEIGHT = 1600, 540  # [pixels]
MEADOW, FACING = (6282.0, 3790.0), -0.7  # a place on grass, and the direction that the camera looks in [rad]
HIDDEN = ".motorpool > :not(canvas) { display: none !important }"
# Of each fleet's first vehicle: ahead of the camera, to its left [m], and its direction against the camera's [rad].
PLACES = {
    "M1A1 Abrams": (15.0, 9.0, 2.5),
    "M998 HMMWV": (11.0, 3.0, 2.6),
    "M35A2 truck": (21.0, 4.5, 2.6),
    "quad bike": (9.0, -0.6, 2.5),
    "M2A2 Bradley": (21.0, -3.0, 3.5),
    "T-72A tank": (14.0, -5.6, 3.8),
    "articulated lorry": (33.0, 17.0, 2.3),
    "M113A3 carrier": (18.0, -12.5, 3.7),
}


def main(chromium: str = "/usr/bin/chromium") -> None:
    """Put the vehicles of the motor pool on a meadow, and take the picture."""
    world = load("training-area").changed(vehicles=60).build()
    gather(world)
    with Viewer(world, port=0) as viewer, sync_playwright() as session:
        viewer.pacer.pause()
        browser = session.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True)
        page.set_default_timeout(240_000)
        page.goto(f"{viewer.url}?quality=high&fps=4")
        page.wait_for_function(
            "() => window.motorpool?.state().connected && window.motorpool.vehicles().length > 0", polling=300
        )
        page.add_style_tag(content=HIDDEN)
        camera = {"x": MEADOW[0], "y": MEADOW[1], "z": 3.2, "yaw": FACING, "elevation": -0.07}
        for _ in range(2):  # the surroundings come
            show(page, **camera)
        page.screenshot(path=PICTURE, type="jpeg", quality=84)
        browser.close()


def gather(world: World) -> None:
    """Put each vehicle of ``PLACES`` before the camera."""
    first = 0
    for fleet in world.fleets:
        if fleet.name in PLACES:
            ahead, left, turn = PLACES[fleet.name]
            x = MEADOW[0] + ahead * math.cos(FACING) - left * math.sin(FACING)
            y = MEADOW[1] + ahead * math.sin(FACING) + left * math.cos(FACING)
            world.place_vehicles(slice(first, first + 1), [x], [y], [FACING + turn])
        first += fleet.count


if __name__ == "__main__":
    main(*sys.argv[1:])
