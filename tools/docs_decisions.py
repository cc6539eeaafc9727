"""Decision records: a list on their page, the newest first, and the last places of the search.

A hook of MkDocs (``mkdocs.yml`` names it).
"""

from pathlib import Path
from typing import Any

FOLDER = "decisions/"
INDEX = f"{FOLDER}index.md"
BOOST = 1e-4  # weight of a record in the search; a title counts 1000 times as much as a text, other pages weigh 1


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return the page's text, with links to all records on the page of decisions; put records last in the search."""
    if page.file.src_uri.startswith(FOLDER):
        page.meta["search"] = {"boost": BOOST}
    if page.file.src_uri != INDEX:
        return markdown
    records = sorted(Path(page.file.abs_src_path).parent.glob("0*.md"), reverse=True)
    return "\n".join([markdown, "", *(f"- [{title(record)}]({record.name})" for record in records)])


def title(record: Path) -> str:
    """Return a record's first line."""
    return record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
