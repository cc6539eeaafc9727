"""Writes every file that is derived from the package: names, stubs, pages of the documentation, messages of the page.

    python tools/generate.py            # writes them, the names that the others read first
    python tools/generate.py --check    # names those that are out of date; exit code 1 if there are any

Each is written by a tool of its own in ``tools/generated`` or beside it, which says what it writes. Names and stubs
have no check here: tests compare them.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

TOOLS = Path(__file__).parent


class Step(NamedTuple):
    """A tool with its arguments."""

    tool: str
    write: tuple[str, ...] = ()
    check: tuple[str, ...] | None = ("--check",)  # None: it has no check


STEPS = (
    Step("generated/shipped_names"),
    Step("generated/component_names", ("--write",)),
    Step("generated/typed_names", check=None),
    Step("generated/column_names", check=None),
    Step("generated/setting_names", check=None),
    Step("generated/page_messages"),
    Step("generated/page_models"),
    Step("generated/page_first_drive"),
    Step("generated/page_world"),
    Step("generated/glossary"),
    Step("generated/reference_pages"),
    Step("docs/gallery"),
    Step("generated/task_pages", ("--write",)),
    Step("generated/map_tags"),
    Step("generated/sensor_tables", ("--write",)),
    Step("release/software_bill"),
    Step("checks/count_structure", ("--write",)),
    Step("checks/public_interface", ("--write",), ()),
)


def main(arguments: list[str]) -> int:
    """Run the tools; return the exit code."""
    is_check = "--check" in arguments
    failed: list[str] = []
    for step in STEPS:
        given = step.check if is_check else step.write
        if given is None:
            continue
        done = subprocess.run([sys.executable, str(TOOLS / f"{step.tool}.py"), *given], check=False)
        if done.returncode:
            failed.append(step.tool)
    if failed:
        advice = "run make generate" if is_check else "see above"
        print(f"motorpool: not up to date: {', '.join(failed)}; {advice}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
