"""What is wrong with a page for those who read by ear, by keyboard or with weak eyes: axe-core's findings."""

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[1] / "client" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
RUN = """
async ({ within, without }) => {
    const context = { include: within, ...(without.length ? { exclude: without } : {}) }
    const { violations } = await axe.run(context, { resultTypes: ['violations'] })
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
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run npm ci in client/")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    found = page.evaluate(RUN, {"within": [[within]], "without": [[part] for part in without]})
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {where}"
        for one in found
        if one["impact"] in SERIOUS
        for where in one["where"]
    ]
