"""The content security policy of every page of the site: scripts run that the site has, and no other."""

from pathlib import Path
from typing import Any

import pytest
from site_policy import inline_scripts, policy_of, with_policy

PAGE = b"<!doctype html><html><head><meta charset='utf-8'><title>x</title>%s</head><body>%s</body></html>"
MARKER = "<script>window.wasRun = true</script>"


def test_every_page_has_a_policy_that_allows_its_own_scripts_and_no_inline_ones(site_folder: Path) -> None:
    pages = list(site_folder.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        content = page.read_bytes()
        head, _, rest = content.partition(b"Content-Security-Policy")
        policy = rest.partition(b">")[0].decode()
        assert b"<script" not in head, page  # what stands before a policy is not held to it
        scripts = policy.partition("script-src")[2].partition(";")[0]
        assert "unsafe-inline" not in scripts, page
        assert "unsafe-eval" not in scripts.replace("wasm-unsafe-eval", ""), page
        assert scripts.count("sha256-") == len(set(inline_scripts(content))), page


@pytest.mark.browser
@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", ["index.html", "playground/index.html", "404.html"])
def test_a_script_that_was_put_into_a_page_does_not_run(browser: Any, site: str, path: str) -> None:
    """As a server in between, or a mistake in the documentation, may put one there: inline, or as a handler."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))

    def with_marker(route: Any) -> None:
        body = route.fetch().text().replace("</body>", f"{MARKER}<img src=x onerror='window.wasRun = true'></body>")
        route.fulfill(body=body, content_type="text/html")

    page.route(f"**/{path}", with_marker)
    page.goto(f"{site}/{path}")
    page.wait_for_load_state()
    assert page.evaluate("() => window.wasRun") is None
    assert sum("Content Security Policy" in one for one in complaints) >= 2
    context.close()


def test_a_policy_names_the_scripts_of_its_page_and_replaces_an_older_one() -> None:
    content = PAGE % (
        b"<script>first()</script><script src='a.js'></script>",
        b"<script type='application/json'>{}</script>",
    )
    once = with_policy(content)
    assert with_policy(once) == once
    assert inline_scripts(content) == [b"first()"]
    assert "'sha256-" in policy_of(content)
    assert policy_of(content) != policy_of(content.replace(b"first", b"second"))


def test_a_page_with_an_event_handler_in_its_markup_is_no_page_of_the_site() -> None:
    with pytest.raises(ValueError, match="an event handler"):
        with_policy(PAGE % (b"", b"<img src='x' onerror='first()'>"))
