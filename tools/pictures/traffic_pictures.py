"""Draw docs/figures/interchange.webp, roundabout.webp and traffic.webm: traffic as the live page shows it.

python tools/pictures/traffic_pictures.py interchange|roundabout|video [chromium]

Each makes a world of a map of examples/maps by ``motorpool terrain``, adds trees and vehicles to its scenario, and lets
it run. The pictures are drawn larger and made smaller. The video is encoded by ffmpeg, which must be on PATH (apt and
the package imageio-ffmpeg have it); the world makes the same number of steps between two of its pictures, however long
a picture takes.
"""

import base64
import io
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import yaml
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from motorpool import World
from motorpool.app.viewer import Viewer
from motorpool.world.scenario import load

ROOT = Path(__file__).parents[2]
FIGURES, MAPS = ROOT / "docs" / "figures", ROOT / "examples" / "maps"
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
HIDDEN = ".motorpool > :not(canvas) { display: none !important }"
IS_LIVE = "() => window.motorpool?.state().connected && window.motorpool.vehicles().length > 0"
MOTORWAY = {"car": 80, "CR2": 26, "CR1": 20, "CR3": 16, "articulated-lorry": 24}  # vehicles by model
TOWN = {"car": 20, "CR2": 6, "CR1": 6, "CR3": 4}
SIZE, FINE = (1280, 720), 1.5  # of pictures [pixels], and the factor by which they are drawn larger
VIDEO_SIZE, PICTURES, RATE = (640, 360), 120, 12  # [pixels], number, and pictures a second
DRAWN = """async () => {
  const count = () => window.motorpool.state().pictures
  for (;;) {
    const before = count()
    await new Promise(requestAnimationFrame) // the page draws before this
    if (count() > before) return document.querySelector('.motorpool > canvas').toDataURL()
  }
}"""
Camera = Mapping[str, float]


def main(subject: str, chromium: str = "/usr/bin/chromium") -> None:
    """Make the world, and take the picture or the video."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as session:
        world = roundabout(Path(folder)) if subject == "roundabout" else interchange(Path(folder))
        browser = session.chromium.launch(executable_path=chromium, args=FLAGS)
        with Viewer(world, port=0) as viewer:
            viewer.pacer.pause()
            if subject == "video":
                video(browser, viewer.url, world, FIGURES / "traffic.webm")
            else:
                camera = {"x": 44.0, "y": -52.0, "z": 17.0, "yaw": 2.28, "elevation": -0.2}
                camera = camera if subject == "roundabout" else around(0.25)
                picture(browser, viewer.url, camera, FIGURES / f"{subject}.webp")
        browser.close()


# ---- worlds


def interchange(folder: Path) -> World:
    """Return the world of the interchange, in hills with trees."""
    heights = folder / "hills.png"
    save_hills(heights, size=2400.0, height=110.0)
    options = ["--heights", str(heights), "--size", "2400", "--range", "0", "110", "--spacing", "2"]
    world = made(folder, ["--opendrive", str(MAPS / "interchange.xodr"), *options], MOTORWAY, trees=7000)
    world.run(seconds=60.0)
    return world


def roundabout(folder: Path) -> World:
    """Return the world of the roundabout."""
    world = made(folder, ["--osm", str(MAPS / "roundabout.osm"), "--spacing", "3"], TOWN)
    world.run(seconds=70.0)
    return world


def made(folder: Path, options: list[str], vehicles: Mapping[str, int], *, trees: int = 0) -> World:
    """Return the world that ``motorpool terrain`` makes, with vehicles in traffic and more trees."""
    place = folder / "place"
    subprocess.run([sys.executable, "-m", "motorpool", "terrain", *options, "--out", str(place)], check=True)
    scenario = yaml.safe_load((place / "scenario.yaml").read_text(encoding="utf-8"))
    scenario["vehicles"] = [
        {"model": model, "count": count, "traffic": {"parking": False}} for model, count in vehicles.items()
    ]
    if trees:
        plant(place, trees)
        scenario["objects"] = {"file": "objects.csv"}
    (place / "traffic.yaml").write_text(yaml.safe_dump(scenario), encoding="utf-8")
    return load(place / "traffic.yaml").build()


def save_hills(file: Path, *, size: float, height: float) -> None:
    """Write an image of heights: a plain with hills between the four arms of the motorways."""
    axis = np.linspace(-0.5 * size, 0.5 * size, 1101)
    x, y = np.meshgrid(axis, axis[::-1])
    share = np.clip((np.hypot(x, y) - 620.0) / 320.0, 0.0, 1.0) ** 1.5
    share *= np.clip((np.minimum(abs(x), abs(y)) - 110.0) / 160.0, 0.0, 1.0)
    waves = 0.5 + 0.25 * np.sin(x / 170.0 + 1.0) * np.sin(y / 140.0) + 0.25 * np.sin(x / 310.0 + y / 230.0)
    Image.fromarray(np.round(65535.0 * share * waves).astype(np.uint16)).save(file)
    print(f"{file}: hills up to {height * float((share * waves).max()):.0f} m")


def plant(place: Path, most: int) -> None:
    """Write trees in groups, more of them on the hills, away from the roads."""
    from scipy.spatial import cKDTree

    lines = [
        np.array(each["geometry"]["coordinates"])[:, :2]
        for each in json.loads((place / "roads.geojson").read_text(encoding="utf-8"))["features"]
    ]
    steps = [np.linspace(a, b, max(2, int(np.hypot(*(b - a)) / 4.0))) for line in lines for a, b in pairwise(line)]
    chance = np.random.default_rng(4)
    spots = chance.uniform(-950.0, 950.0, (20 * most, 2))
    x, y = spots.T
    groups = (
        np.sin(x / 61.0 + 1.3 * np.sin(y / 83.0))
        + np.sin(y / 57.0 + 1.7 * np.sin(x / 71.0))
        + 0.5 * np.sin((x + y) / 23.0)
    )
    density = 0.8 * np.clip((groups - 0.9) / 0.8, 0.0, 1.0) + 0.9 * np.clip((np.hypot(x, y) - 600.0) / 200.0, 0.0, 1.0)
    away, _ = cKDTree(np.concatenate(steps)).query(spots)
    spots = spots[(chance.random(len(spots)) < density + 0.006) & (away > 26.0)]
    _, first = np.unique(np.floor(spots / 6.0), axis=0, return_index=True)
    spots = spots[np.sort(first)[:most]]
    is_conifer = np.sin(spots[:, 0] / 190.0) + np.sin(spots[:, 1] / 160.0) + chance.normal(0.0, 0.35, len(spots)) > 0.5
    heights = np.where(is_conifer, 15.0, 11.0) * chance.uniform(0.7, 1.15, len(spots))
    rows = [f"{x:.1f},{y:.1f},{'conifer' if conifer else 'broadleaf'},0.8,{height:.1f},"
            for (x, y), conifer, height in zip(spots, is_conifer, heights, strict=True)]  # fmt: skip
    (place / "objects.csv").write_text("\n".join(["x,y,kind,size,height,heading_deg", *rows, ""]), encoding="utf-8")


# ---- pictures


def around(share: float) -> dict[str, float]:
    """Return the camera of the interchange on an arc around its middle; ``share`` of the video is over."""
    eased = share * share * (3.0 - 2.0 * share)
    azimuth = math.radians(-118.0 + 34.0 * eased)
    away = 168.0 - 22.0 * eased
    x, y = 12.0 + away * math.cos(azimuth), -4.0 + away * math.sin(azimuth)
    return {"x": x, "y": y, "z": 30.0 - 4.0 * eased, "yaw": azimuth + math.pi, "elevation": -0.15}


def opened(browser: Browser, url: str, size: tuple[int, int], scale: float) -> Page:
    """Return the page without its panels and without arrows."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale, bypass_csp=True)
    page.set_default_timeout(600_000)
    page.goto(f"{url}?quality=high&fps=240&arrows=off")
    page.wait_for_function(IS_LIVE, polling=300)
    page.add_style_tag(content=HIDDEN)
    return page


def shot(page: Page, camera: Camera, tick: int) -> Image.Image:
    """Place the camera, and return the first picture of the world at a step or later."""
    page.wait_for_function("tick => window.motorpool.state().tick >= tick", arg=tick, polling=20)
    page.evaluate("camera => window.motorpool.hoverAt(camera)", dict(camera))
    return Image.open(io.BytesIO(base64.b64decode(page.evaluate(DRAWN).partition(",")[2]))).convert("RGB")


def picture(browser: Browser, url: str, camera: Camera, path: Path) -> None:
    """Save a picture."""
    page = opened(browser, url, SIZE, FINE)
    for _ in range(2):  # bridges and objects of the new place come
        image = shot(page, camera, 0)
    image.resize(SIZE, Image.Resampling.LANCZOS).save(path, quality=88, method=6)
    print(f"{path}: {path.stat().st_size / 1e3:.0f} kB")


def video(browser: Browser, url: str, world: World, path: Path) -> None:
    """Save a video of the interchange."""
    page = opened(browser, url, VIDEO_SIZE, 1.0)
    for _ in range(6):  # bridges and objects come
        shot(page, around(0.0), 0)
    size = f"{VIDEO_SIZE[0]}x{VIDEO_SIZE[1]}"
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", str(RATE), "-i", "-"]
    coding = ["-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p", "-an"]
    with subprocess.Popen(
        ["ffmpeg", "-y", "-loglevel", "error", *source, *coding, str(path)], stdin=subprocess.PIPE
    ) as coder:
        for number in range(PICTURES):
            for _ in range(round(1.0 / (RATE * world.dt))):
                world.step()
            image = shot(page, around(number / (PICTURES - 1)), world.tick)
            coder.stdin.write(image.resize(VIDEO_SIZE).tobytes())
            print(f"\r{number + 1} of {PICTURES}", end="", flush=True)
        coder.stdin.close()
    print(f"\n{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
