"""Decision records: a list of all on their page, the newest first."""

from pathlib import Path

FOLDER = "decisions"
INDEX = f"{FOLDER}/index.md"


def with_records(markdown: str, folder: Path) -> str:
    """Return the text of the page of decisions with links to all records of the folder."""
    records = sorted(folder.glob("0*.md"), reverse=True)
    return "\n".join([markdown, "", *(f"- [{title(record)}]({record.name})" for record in records), ""])


def title(record: Path) -> str:
    """Return a record's first line."""
    return record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
