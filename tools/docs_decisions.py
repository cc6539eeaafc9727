"""Lists the decision records on their page, the newest first: a hook of MkDocs (``mkdocs.yml`` names it)."""

from pathlib import Path
from typing import Any

INDEX = "decisions/index.md"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return the page's text, with links to all records on the page of decisions."""
    if page.file.src_uri != INDEX:
        return markdown
    records = sorted(Path(page.file.abs_src_path).parent.glob("0*.md"), reverse=True)
    return "\n".join([markdown, "", *(f"- [{title(record)}]({record.name})" for record in records)])


def title(record: Path) -> str:
    """Return a record's first line."""
    return record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
