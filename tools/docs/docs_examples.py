"""Adds a page for the source of each program of examples/ to the documentation; the gallery's links lead there.

In a checkout the links lead to the programs themselves.
"""

import re
from pathlib import Path

from gallery import EXAMPLES, programs

from motorpool.app.examples import cells_of

LINK = re.compile(r"\]\(\.\./examples/(\w+)\.(?:py|ipynb)\)")
WIDE = "---\nhide: [navigation, toc]\n---\n\n"


def pages() -> dict[str, str]:
    """Return the text of a page for each program, by the page's path in the documentation."""
    return {f"examples/{Path(name).stem}.md": source_page(EXAMPLES / name, title) for name, title in programs().items()}


def with_links(markdown: str) -> str:
    """Return a page's text with links to the pages of the programs."""
    return LINK.sub(r"](examples/\1.md)", markdown)


def source_page(path: Path, title: str) -> str:
    """Return the page of a program: its picture and its source."""
    head = f"{WIDE}# {title}\n\n`examples/{path.name}`, from the [gallery](../gallery.md).\n"
    picture = f'![What it draws](../figures/gallery/{path.stem}.webp){{ width="480" height="300" }}\n'
    source = _cells(path) if path.suffix == ".ipynb" else _fenced(path.read_text(encoding="utf-8"))
    return "\n".join((head, picture, source))


def _cells(path: Path) -> str:
    """Return the cells of a notebook, its title aside; those that the browser's Python can run get editors."""
    shown = [f"```python\n{text}\n```" if kind == "code" else text for kind, text in cells_of(path)]
    return "\n\n".join(shown).partition("\n")[2]


def _fenced(source: str) -> str:
    return f"``` {{ .python }}\n{source.rstrip()}\n```\n"
