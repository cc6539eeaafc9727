"""Adds a page for the source of each program of examples/ to the documentation; the gallery's links lead there.

A hook of MkDocs (``mkdocs.yml`` names it). In a checkout the links lead to the programs themselves.
"""

import json
import re
from pathlib import Path
from typing import Any

from gallery import EXAMPLES, programs
from mkdocs.structure.files import File, Files

LINK = re.compile(r"\]\(\.\./examples/(\w+)\.(?:py|ipynb)\)")
WIDE = "---\nhide: [navigation, toc]\n---\n\n"


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Return the documentation's files and a page of each program."""
    for name, title in programs().items():
        path = EXAMPLES / name
        text = source_page(path, title)
        files.append(File.generated(config, f"examples/{path.stem}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page's text with links to the pages of the programs."""
    return LINK.sub(r"](examples/\1.md)", markdown)


def source_page(path: Path, title: str) -> str:
    """Return the page of a program: its picture and its source."""
    head = f"{WIDE}# {title}\n\n`examples/{path.name}`, from the [gallery](../gallery.md).\n"
    picture = f'![What it draws](../figures/gallery/{path.stem}.webp){{ width="480" height="300" }}\n'
    text = path.read_text(encoding="utf-8")
    source = _cells(text) if path.suffix == ".ipynb" else _fenced(text)
    return "\n".join((head, picture, source))


def _cells(text: str) -> str:
    """Return the cells of a notebook, its title aside."""
    cells = [("".join(cell["source"]), cell["cell_type"]) for cell in json.loads(text)["cells"]]
    shown = [_fenced(source) if kind == "code" else source for source, kind in cells]
    return "\n\n".join(shown).partition("\n")[2]


def _fenced(source: str) -> str:
    return f"``` {{ .python }}\n{source.rstrip()}\n```\n"
