"""The documentation's home page and navigation: pictures are light and can stand still, every page can be found."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
HOME = (DOCS / "index.md").read_text(encoding="utf-8")
MOST_BYTES = 400_000  # of a moving picture
PICTURE = re.compile(
    r'<picture><source srcset="(?P<still>[^"]+)" media="\(prefers-reduced-motion: reduce\)">(?P<moving><img [^>]+>)'
)


def is_animated(path: Path) -> bool:
    """Return whether a WebP file has the chunk of an animation."""
    return b"ANIM" in path.read_bytes()[:64]


def test_five_doors_have_pictures_that_move_and_stills():
    found = list(PICTURE.finditer(HOME))
    assert len(found) == 5
    for match in found:
        still = DOCS / match["still"]
        moving = DOCS / re.search(r'src="([^"]+)"', match["moving"])[1]
        assert is_animated(moving)
        assert not is_animated(still)
        assert moving.stat().st_size < MOST_BYTES
        assert re.search(r'alt="[^"]{20,}"', match["moving"])


def test_no_other_picture_of_the_home_page_moves():
    for name in re.findall(r"!\[[^]]*\]\(([^)]+\.webp)\)", HOME):
        assert not is_animated(DOCS / name)


def pages_of(entry: Any) -> Iterator[str]:
    """Yield the pages of an entry of the navigation, in their order."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for inner in entry.values():
            yield from pages_of(inner)
    else:
        for inner in entry:
            yield from pages_of(inner)


NAVIGATION = tomllib.loads((DOCS.parent / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]


def test_every_page_is_in_the_navigation_once():
    pages = list(pages_of(NAVIGATION))
    assert len(pages) == len(set(pages))
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert set(pages) == {page for page in there if not page.startswith("decisions/0")}


def test_the_home_page_leads_to_every_subject_of_the_navigation():
    links = set(re.findall(r"\]\(([^)#?]+\.md)", HOME))
    subjects = {
        page
        for section in NAVIGATION
        for name, entries in section.items()
        if name != "Project"
        for entry in entries
        if not isinstance(entry, dict) or isinstance(next(iter(entry.values())), str)
        for page in pages_of(entry)
    }
    assert subjects - links == {"index.md"}


@pytest.mark.parametrize("door", HOME.split('<div class="door" markdown>')[1:])
def test_a_door_of_the_home_page_leads_to_a_first_step_and_shows_a_command(door):
    assert re.search(r"\]\([a-z-]+\.md", door)
    assert re.search(r"^motorpool \w+", door, re.MULTILINE)


@pytest.mark.parametrize("section", NAVIGATION, ids=lambda section: next(iter(section)))
def test_the_first_page_of_a_section_leads_to_its_other_pages(section):
    first, *others = pages_of(section)
    links = set(re.findall(r"\]\(([^)#]+\.md)", (DOCS / first).read_text(encoding="utf-8")))
    assert set(others) <= links
