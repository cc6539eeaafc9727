"""Ranks what the site's search finds, and loads its index only for a reader that searches.

``docs_search.js`` is appended to the worker of Zensical's search: it ranks sections by BM25F. The index gets the
weights of pages. ``docs_search_later.js`` is loaded by each page before Zensical's script.
"""

import json
import re
import shutil
from pathlib import Path

RANKING = Path(__file__).with_name("docs_search.js")
LATER = Path(__file__).with_name("docs_search_later.js")
INDEX = "search.json"
SCRIPTS = Path("assets", "javascripts")
WORKER = "workers/search.*.js"
ENTRY = "self.onmessage="  # of the worker, which the ranking takes over
SCRIPT = re.compile(r'<script src="(?P<folder>[./]*assets/javascripts/)bundle\.')  # Zensical's, in a page
WEIGHTS = {  # of pages, by the beginning of their address; all others have 1
    "decisions/": 1e-4,  # after all other pages
    "examples/": 0.6,  # sources of programs, which the gallery describes
    "commands.": 0.6,  # generated references: a guide explains what they list
    "reference.": 0.6,
    "scenario-reference.": 0.6,
    "1992.": 0.6,  # about documents, not about a use
    "errata.": 0.6,
}


def rank_results(site: Path) -> None:
    """Write the weights into the index of the built site, and the ranking into the worker of its search.

    Raises:
        ValueError: Zensical's search has another form than is known here.
    """
    path = site / INDEX
    index = json.loads(path.read_text(encoding="utf-8"))
    for item in index["items"]:
        if (weight := weight_of(item["location"])) != 1.0:
            item["boost"] = weight
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    workers = list((site / SCRIPTS).glob(WORKER))
    if len(workers) != 1 or ENTRY not in workers[0].read_text(encoding="utf-8"):
        raise ValueError(f"{site} has not the one worker of the search, {SCRIPTS / WORKER} with {ENTRY}")
    with workers[0].open("a", encoding="utf-8") as worker:
        worker.write(RANKING.read_text(encoding="utf-8"))


def weight_of(location: str) -> float:
    """Return the weight of a page in the search."""
    return next((weight for start, weight in WEIGHTS.items() if location.startswith(start)), 1.0)


def add_script(site: Path) -> None:
    """Add to the site the script that loads the index later."""
    shutil.copy(LATER, site / SCRIPTS / "search-later.js")


def with_script(content: str) -> str:
    """Return a page that loads the index of the search later, if it has a search."""
    return SCRIPT.sub(r'<script src="\g<folder>search-later.js"></script>\n      \g<0>', content, count=1)
