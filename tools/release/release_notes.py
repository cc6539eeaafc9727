"""Prints what the changelog says of a version, for the page of a release.

python tools/release/release_notes.py 1.2.3
"""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def notes_of(version: str, text: str) -> str:
    """Return the section of a version in the changelog's text, without its title; empty if there is none."""
    sections = re.split(r"^## \[(.+?)\].*$", text, flags=re.MULTILINE)
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    return found.get(version, "").strip()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("motorpool: name one version, such as 1.2.3")
    notes = notes_of(sys.argv[1], CHANGELOG.read_text(encoding="utf-8"))
    if not notes:
        sys.exit(f"motorpool: {CHANGELOG.name} has no section of {sys.argv[1]}; make it by: towncrier build")
    print(notes)
