"""Decision records: a list of all on their page, the newest first, with the records that each replaces."""

import re
from pathlib import Path

FOLDER = "decisions"
INDEX = f"{FOLDER}/index.md"
STATUS = re.compile(r"^\*\*Status\.\*\* (?P<status>.+)\.$", re.MULTILINE)


def with_records(markdown: str, folder: Path) -> str:
    """Return the text of the page of decisions with links to all records of the folder."""
    records = sorted(folder.glob("[0-9]*.md"), reverse=True)
    return "\n".join([markdown, "", *(line_of(record) for record in records), ""])


def line_of(record: Path) -> str:
    """Return a record's line of the list: its title, and its status unless the record is accepted as it stands."""
    status = status_of(record).removeprefix("Accepted").removeprefix("; ")
    return f"- [{title(record)}]({record.name})" + (f" · {status[0].lower()}{status[1:]}" if status else "")


def title(record: Path) -> str:
    """Return a record's first line."""
    return record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def status_of(record: Path) -> str:
    """Return the status of a record; raise ValueError if it has none."""
    found = STATUS.search(record.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{record.name}: no line with the status, such as '**Status.** Accepted.'")
    return found["status"]
