"""Pages in a real browser: opened each for a person of its own, listened to for complaints, and waited for."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
from pace import patience

PATIENCE = 1000.0 * patience(60.0)  # software WebGL draws slowly [ms]
DESK = {"width": 1280, "height": 800}  # the window [pixels]
OUTPUT = Path(__file__).parents[1] / "output"

# What a page draws: software draws a picture of the whole window in a quarter of a second of processor time, and one of
# so few pixels in a twentieth.
LIGHT = "quality=low&pixels=0.2&fps=3"  # for tests of all but the picture
SHARP = "quality=low&fps=2"


def listened_to(page: Any) -> list[str]:
    """Return the list of a page's errors, which grows; the page waits ``PATIENCE`` for what it is asked for."""
    complaints: list[str] = []
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return complaints


@contextmanager
def opened_pages(
    browser: Any, viewer: Any, *, script: str = "", is_live: tuple[str, Any] | None = None
) -> Iterator[Callable[..., Any]]:
    """Give a function that opens the live page, by the instructors' link or ``at`` another address.

    In the end no page must have complained, its shaders least of all.

    Args:
        browser: one that runs.
        viewer: whose page it is.
        script: to run in each page before its own.
        is_live: JavaScript and its argument that say when a page is ready; by default when it knows all vehicles.
    """
    contexts: list[Any] = []
    complaints: list[list[str]] = []

    def open_one(size: Any = DESK, *, query: str, at: str = "", **options: Any) -> Any:
        # Without transitions, of which software composes each picture of the whole window.
        context = browser.new_context(**{"viewport": size, "reduced_motion": "reduce"} | options)
        contexts.append(context)
        page = context.new_page()
        complaints.append(listened_to(page))
        if script:
            page.add_init_script(script)
        address = at or viewer.url
        page.goto(f"{address}{'&' if '?' in address else '?'}{query}")
        if is_live is None:
            wait_for_world(page, viewer.world.count)
        else:
            wait_until(page, *is_live)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [complaint for of_page in complaints for complaint in of_page] == []


def wait_until(page: Any, condition: str, argument: Any = None) -> None:
    """Wait until a JavaScript function of the argument is true (an expression would need eval, which pages forbid).

    Raises:
        AssertionError: it did not become true; with the page's state and the driven vehicle's.
    """
    try:
        page.wait_for_function(condition, arg=argument, polling=100)
    except Exception as error:
        raise AssertionError(f"{condition} stayed false: {page.evaluate(STATE)}") from error


STATE = """() => JSON.stringify({
  state: window.motorpool?.state?.(),
  own: window.motorpool?.own?.(),
  says: document.querySelector('[data-testid=toast]')?.textContent,
  hidden: document.hidden,
})"""


def wait_for_world(page: Any, count: int) -> None:
    """Wait until the page is connected and knows all vehicles."""
    wait_until(page, "n => window.motorpool?.state().connected && window.motorpool.vehicles().length === n", count)


def wait_for_text(page: Any, name: str, words: str) -> None:
    """Wait until the element of that test id shows the words."""
    script = "([name, words]) => document.querySelector(`[data-testid=${name}]`)?.innerText.includes(words)"
    wait_until(page, script, [name, words])


def take(page: Any, vehicle: int) -> None:
    """Take a vehicle, and wait until it is the page's own."""
    page.evaluate("id => window.motorpool.take(id)", vehicle)
    wait_until(page, "id => window.motorpool.own()?.id === id", vehicle)


def open_details(page: Any) -> None:
    """Show what the vehicle's window has besides speed, gear and warnings."""
    page.get_by_test_id("more").click()
    page.get_by_test_id("information").wait_for()


# ---------------------------------------------------------------- pictures


def shot(page: Any, name: str) -> Any:
    """Return a screenshot as numbers 0..1, and leave it in ``OUTPUT``."""
    OUTPUT.mkdir(exist_ok=True)
    page.screenshot(path=OUTPUT / name)
    return matplotlib.image.imread(OUTPUT / name)[..., :3]


def still_shot(page: Any, name: str) -> Any:
    """Return the first screenshot that is like the one before: the camera has arrived, and what it sees is loaded."""
    before = shot(page, name)

    def is_like_the_last() -> Any:
        nonlocal before
        wait_for_pictures(page, 2)
        last, before = before, shot(page, name)
        assert np.abs(before - last).mean() < 0.001
        return before

    return until_it_holds(is_like_the_last)


def wait_for_pictures(page: Any, count: int) -> None:
    """Wait until the page has drawn so many more pictures."""
    drawn = page.evaluate("() => window.motorpool.state().pictures")
    wait_until(page, "least => window.motorpool.state().pictures >= least", drawn + count)


def until_it_holds(check: Callable[[], Any]) -> Any:
    """Repeat a check of what a page shows until it passes, and return its result; in the end it may fail."""
    end = time.monotonic() + PATIENCE / 1000.0
    while True:
        try:
            return check()
        except AssertionError:
            if time.monotonic() > end:
                raise
        time.sleep(0.05)
