"""Pages in a real browser: opened each for a person of its own, listened to for complaints, and waited for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pace import patience

PATIENCE = 1000.0 * patience(60.0)  # software WebGL draws slowly [ms]
DESK = {"width": 1280, "height": 800}  # the window [pixels]


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
    """Give a function that opens the live page; in the end no page must have complained, its shaders least of all.

    Args:
        browser: one that runs.
        viewer: whose page it is.
        script: to run in each page before its own.
        is_live: JavaScript and its argument that say when a page is ready; by default when it knows all vehicles.
    """
    contexts: list[Any] = []
    complaints: list[list[str]] = []

    def open_one(size: Any = DESK, *, query: str, **options: Any) -> Any:
        context = browser.new_context(viewport=size, **options)
        contexts.append(context)
        page = context.new_page()
        complaints.append(listened_to(page))
        if script:
            page.add_init_script(script)
        page.goto(f"{viewer.url}{'&' if '?' in viewer.url else '?'}{query}")
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
    """Wait until a JavaScript function of the argument is true (an expression would need eval, which pages forbid)."""
    page.wait_for_function(condition, arg=argument, polling=100)


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
