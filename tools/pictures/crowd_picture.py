"""Draw docs/figures/crowd.jpg and crowd.webp: 100 000 vehicles on the whole map of Jacksboro, as the page shows them.

python tools/pictures/crowd_picture.py [chromium]

The picture is the page as it is. The clip rises from the ground to three kilometres; the world makes as many steps
between two of its pictures as pass in that time, however long a picture takes.
"""

import io
import math
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from motorpool import World
from motorpool.app.viewer import Viewer
from motorpool.world.scenario import load

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
VEHICLES = 100_000
WARM_UP = 20.0  # simulated, until everybody is on the way [s]
CELL = 500.0  # in which vehicles are counted to find where many are [m]
INSIDE = 10_000.0  # as far from the middle of the map, so that its edge is not in the picture [m]
PICTURE_SIZE, CLIP_SIZE = (1280, 720), (640, 360)  # [pixels]
PICTURES, STEPS = 64, 6  # of the clip; world steps between two of them
QUALITY = 76  # of the clip
LOWEST, HIGHEST = 9.0, 3000.0  # of the camera above the ground, in the clip [m]
IS_LIVE = "() => window.motorpool?.state().connected && window.motorpool.vehicles().length > 1000"
HIDDEN = {
    "picture": ".panel, .toast, .brand, .statusbar { display: none !important }",
    "clip": ".motorpool > :not(canvas) { display: none !important }",
}


def main(chromium: str = "/usr/bin/chromium") -> None:
    """Build the world, then take the picture and the clip."""
    world = load("jacksboro").changed(vehicles=VEHICLES).build()
    world.run(seconds=WARM_UP)
    x, y, yaw = place_with_a_view(world)
    with Viewer(world, port=0) as viewer, sync_playwright() as session:
        viewer.pacer.pause()
        browser = session.chromium.launch(executable_path=chromium, args=FLAGS)
        page = opened(browser, viewer.url, PICTURE_SIZE, HIDDEN["picture"])
        show(page, x=x, y=y, z=110.0, yaw=yaw, elevation=-0.2)
        page.wait_for_timeout(8000)  # all counts come
        show(page, x=x, y=y, z=110.0, yaw=yaw, elevation=-0.2)
        page.screenshot(path=FIGURES / "crowd.jpg", type="jpeg", quality=85)
        page.close()
        page = opened(browser, viewer.url, CLIP_SIZE, HIDDEN["clip"])
        rise(page, world, 0.0, (x, y, yaw))
        page.wait_for_timeout(8000)
        pictures = [rise(page, world, k / (PICTURES - 1), (x, y, yaw)) for k in range(PICTURES)]
        browser.close()
    save_clip(pictures, FIGURES / "crowd.webp", duration=1000.0 * STEPS * world.dt)


def place_with_a_view(world: World) -> tuple[float, float, float]:
    """Return a place, and a direction from it, with most vehicles in view on ground that lies lower."""
    vehicles, terrain = world.vehicles, world.terrain
    cells = np.floor(np.stack([vehicles.x, vehicles.y], axis=1) / CELL).astype(int)
    crowded, counts = np.unique(cells, axis=0, return_counts=True)
    best = (-math.inf, 0.0, 0.0, 0.0)
    for cell in crowded[np.argsort(-counts)[:300]]:
        x, y = (float(one) for one in (cell + 0.5) * CELL)
        if max(abs(x), abs(y)) > INSIDE:
            continue
        away, bearing = np.hypot(vehicles.x - x, vehicles.y - y), np.arctan2(vehicles.y - y, vehicles.x - x)
        height = terrain.sample(x, y)[0]
        is_seen = (away > 60.0) & (away < 4000.0) & (vehicles.z < height + 20.0)
        near = (away > 60.0) & (away < 300.0)
        for yaw in np.arange(-math.pi, math.pi, math.pi / 8):
            is_ahead = np.cos(bearing - yaw) > math.cos(0.6)
            score = float(np.sum(is_ahead & is_seen) + 40.0 * np.sum(is_ahead & near))
            best = max(best, (score, x, y, float(yaw)))
    return best[1:]


def opened(browser: Browser, url: str, size: tuple[int, int], style: str) -> Page:
    """The page, with parts of it hidden."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
    page.set_default_timeout(240_000)
    page.goto(f"{url}?quality=high&fps=8")
    page.wait_for_function(IS_LIVE, polling=300)
    page.add_style_tag(content=style)
    return page


def rise(page: Page, world: World, share: float, start: tuple[float, float, float]) -> Image.Image:
    """One picture of the clip; ``share`` of it is over."""
    for _ in range(STEPS):
        world.step()
    x, y, yaw = start
    eased = 1.0 - (1.0 - share) ** 1.5  # slower toward the top
    height = LOWEST * (HIGHEST / LOWEST) ** eased
    back = 0.45 * height
    show(
        page,
        x=x - back * math.cos(yaw),
        y=y - back * math.sin(yaw),
        z=height,
        yaw=yaw + 0.25 * (share - 0.5),
        elevation=-0.06 - 0.62 * eased,
    )
    return Image.open(io.BytesIO(page.screenshot(type="png"))).convert("RGB")


def show(page: Page, **camera: float) -> None:
    """Put the camera there, ``z`` above the ground, and wait for a picture."""
    page.evaluate("camera => window.motorpool.hoverAt(camera)", camera)
    before = page.evaluate("() => window.motorpool.state().pictures")
    page.wait_for_function("count => window.motorpool.state().pictures > count", arg=before, polling=50)


def save_clip(pictures: list[Image.Image], path: Path, *, duration: float) -> None:
    """Write an animation.

    Args:
        pictures: from the ground to the top.
        path: of the .webp.
        duration: of each picture [ms].
    """
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=round(duration), loop=0, quality=QUALITY, method=6
    )
    print(f"{path}: {len(pictures)} pictures, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
