"""What is wrong with a page for those who read by ear, by keyboard or with weak eyes: axe-core's findings."""

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
WCAG_AA = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
RUN = """
async ({ within, without, tags }) => {
    const context = { include: within, ...(without.length ? { exclude: without } : {}) }
    const only = tags.length ? { runOnly: tags } : {}
    const { violations } = await axe.run(context, { resultTypes: ['violations'], ...only })
    return violations.map(({ id, impact, help, nodes }) => ({
        id, impact, help,
        where: nodes.map(({ target, any }) => [target.join(' '), any.map((one) => one.message).join('; ')].join(': ')),
    }))
}
"""


def serious_issues(page: Any, *, within: str = "body", without: tuple[str, ...] = ()) -> list[str]:
    """Return axe-core's findings of serious or critical impact, one line an element; an accessible page has none.

    The test is skipped where the page's development packages are not installed (``npm ci`` in ``client``).

    Args:
        page: of Playwright, in the state that is to be looked at; its content policy need not allow other scripts.
        within: CSS selector of the part to look at.
        without: CSS selectors of parts to leave out.
    """
    return [line for impact, line in _issues(page, within, without, ()) if impact in SERIOUS]


def wcag_issues(page: Any) -> list[str]:
    """Return where a whole page breaks the criteria of WCAG 2.1, levels A and AA, that axe-core can decide."""
    return [line for _, line in _issues(page, "html", (), WCAG_AA)]


def _issues(page: Any, within: str, without: tuple[str, ...], tags: tuple[str, ...]) -> list[tuple[str, str]]:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run npm ci in client/")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    asked = {"within": [[within]], "without": [[part] for part in without], "tags": tags}
    return [
        (one["impact"], f"{one['id']} ({one['impact']}): {one['help']}: {where}")
        for one in page.evaluate(RUN, asked)
        for where in one["where"]
    ]
