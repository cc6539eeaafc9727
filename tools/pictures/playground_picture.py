"""Draw docs/figures/playground.jpg: the playground's page in a headless Chromium, the target circled and reached.

python tools/pictures/playground_picture.py [chromium]
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from motorpool.app.viewer import Playground

PICTURE = Path(__file__).parents[2] / "docs" / "figures" / "playground.jpg"
SECONDS = 17.2  # the circle is closed


def main(chromium: str = "/usr/bin/chromium") -> None:
    """Open the page, wait for the demonstration, and take the picture."""
    with Playground(port=0) as playground, sync_playwright() as session:
        browser = session.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1320, "height": 800}, device_scale_factor=1.25)
        page.goto(f"{playground.url}?left=tracked/simple&right=tracked/arc&scene=target")
        page.get_by_test_id("program-left").click()
        page.keyboard.press("Shift+Z")
        page.keyboard.press("Shift+Z")
        page.wait_for_function(
            "end => window.motorpoolPlayground?.state()?.time > end", arg=SECONDS, polling=100, timeout=60_000
        )
        page.screenshot(path=PICTURE, type="jpeg", quality=84)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
