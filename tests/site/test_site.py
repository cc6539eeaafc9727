"""The playground without a server: a real Chromium, a plain web server of files, and no other host."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from node import node
from pages import wait_until

LIVE = "() => window.motorpoolPlayground?.state()?.tick > 0"

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_a_visitor_drives_and_copies_javascript_without_a_server(visit: Callable[..., Any], tmp_path: Path) -> None:
    page = visit("playground/")
    wait_until(page, LIVE)
    page.keyboard.down("ArrowUp")
    wait_until(page, "() => !window.motorpoolPlayground.setUp().demonstrating")
    wait_until(page, "() => window.motorpoolPlayground.state().left.speed > 1")
    page.keyboard.up("ArrowUp")
    page.get_by_test_id("model-right").select_option("M1A1")
    wait_until(page, "() => window.motorpoolPlayground.setUp().right.model === 'M1A1'")
    page.get_by_test_id("language").select_option("javascript")
    shown = "document.querySelector('[data-testid=program]').textContent"
    wait_until(page, f"() => {shown}.includes('export function step')")
    (tmp_path / "m1a1.mjs").write_text(page.get_by_test_id("program").text_content())
    ran = subprocess.run([node(), "m1a1.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert len([float(word) for word in ran.stdout.split()]) == 3
