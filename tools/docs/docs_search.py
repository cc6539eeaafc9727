"""Puts the search of the documentation into the built site.

Each page loads ``docs_search_dialog.js``: the search's window, its keys and the field. The first use loads one more
script: ``docs_search_ranking.js`` with the index, which Zensical made of the pages, and with what
``search_words.toml`` says of words and pages. Zensical's own search is taken out of the site.
"""

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).parent
RANKING = TOOLS / "docs_search_ranking.js"
DIALOG = TOOLS / "docs_search_dialog.js"
WORDS = TOOLS / "search_words.toml"
INDEX = "search.json"
SCRIPTS = Path("assets", "javascripts")
WORKERS = SCRIPTS / "workers"
FIELDS = ("location", "level", "title", "text", "path")  # of a section, that the ranking reads
WIDGET = re.compile(
    r'<label class="md-header__button md-icon" for="__search">.*?</label>\s*<div class="md-search".*?</div>', re.DOTALL
)
ICON = re.compile(r"<svg.*?</svg>", re.DOTALL)
HEAD = re.compile(r'(?=<link rel="stylesheet" href="(?P<folder>[./]*)assets/stylesheets/)')
WEIGHTS = {  # of pages, by the beginning of their address; all others have 1
    "decisions/": 1e-4,  # after all other pages
    "examples/": 0.6,  # sources of programs, which the gallery describes
    "map-tags.": 0.6,  # generated references: a guide explains what they list
    "commands.": 0.6,
    "reference.": 0.6,
    "scenario-reference.": 0.6,
    "1992.": 0.6,  # about documents, not about a use
    "errata.": 0.6,
    "models/friction-circle-": 0.8,  # special models, after those for general use
    "models/tracked-simple.": 0.6,  # models as published, which are wrong somewhere
    "models/polar-faithful.": 0.6,
    "models/bicycle-six-": 0.6,
    "models/bicycle-longer-front.": 0.6,
    "models/bicycle-rear-follows.": 0.6,
    "models/bicycle-old-line.": 0.6,
    "models/bicycle-drift": 0.6,
    "models/park1992-": 0.6,
}


def add_search(site: Path) -> None:
    """Replace Zensical's search in the built site: the index becomes a script, which pages load on first use.

    Raises:
        ValueError: Zensical's search has another form than is known here.
    """
    index = site / INDEX
    pages = list(site.rglob("*.html"))
    if not index.is_file() or not pages:
        raise ValueError(f"{site} is no site with the index of a search, {INDEX}")
    items = json.loads(index.read_text(encoding="utf-8"))["items"]
    (site / SCRIPTS / "search-index.js").write_text(script(items), encoding="utf-8")
    shutil.copy(DIALOG, site / SCRIPTS / "search.js")
    for path in pages:
        path.write_text(with_search(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.rmtree(site / WORKERS)
    index.unlink()


def script(items: list[dict[str, Any]]) -> str:
    """Return the script that ranks the sections of an index."""
    table = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    argument = {
        "items": [{name: item[name] for name in FIELDS} for item in items],
        "empty": table["empty"],
        "synonyms": table["synonyms"],
        "words": {f"{page}.html": words for page, words in table["pages"].items()},
        "weights": list(WEIGHTS.items()),
    }
    text = json.dumps(argument, ensure_ascii=False, separators=(",", ":"))
    return f"{RANKING.read_text(encoding='utf-8')}self.motorpoolIndex = self.motorpoolSearch({text})\n"


def with_search(content: str) -> str:
    """Return a page with the button and the script of the search in place of Zensical's.

    Raises:
        ValueError: the page has none.
    """
    widget = WIDGET.search(content)
    head = HEAD.search(content)
    if widget is None or head is None:
        raise ValueError("a page has no search of Zensical's in the form that is known here")
    icon = ICON.search(widget[0])
    attributes = 'class="md-header__button search-button" data-search aria-keyshortcuts="Control+K Meta+K /"'
    content_of_button = f"{icon[0] if icon else ''}<span>Search</span><kbd></kbd>"
    button = f'<button type="button" {attributes}>{content_of_button}</button>'
    content = content[: widget.start()] + button + content[widget.end() :]
    return f"{content[: head.start()]}{loaded_from(head['folder'])}\n      {content[head.start() :]}"


def loaded_from(folder: str) -> str:
    """Return the element that loads the search, from the site's folder as the page names it."""
    return f'<script src="{folder}{(SCRIPTS / "search.js").as_posix()}"></script>'
