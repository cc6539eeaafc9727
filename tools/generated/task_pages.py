"""Write the tables of docs/tasks/*.md, and the list of tasks in docs/learning.md, from the tasks' declarations.

    python tools/generated/task_pages.py --write    # between the markers of each page
    python tools/generated/task_pages.py --check    # exit code 1 if a page is missing or out of date

A page has the lines ``<!-- tables: NAME-v0 -->`` and ``<!-- end of tables -->``; a new task gets a page of its
description and its tables. Scores are those that
``benchmarks/learning_scores.py`` stored; the picture is ``docs/figures/task-NAME-v0.webp``, if there is one.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from motorpool import learning
from motorpool.learning.task import Task
from motorpool.learning.task_format import PiecePart, StartPart

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "tasks"
LIST = ROOT / "docs" / "learning.md"
FIGURES = ROOT / "docs" / "figures"
SCORES = ROOT / "benchmarks" / "results" / "learning-scores.json"
TABLES_END = "<!-- end of tables -->"
TASKS_BEGIN, TASKS_END = "<!-- tasks -->", "<!-- end of tasks -->"
MEANINGS = {"throttle": "backward to forward", "brake": "released to full", "steer": "right to left"}
UNITS = {  # of the pieces' arguments; those in degrees end in _deg
    "ahead": "m", "left": "m", "behind": "m", "aside": "m", "distance": "m", "reach": "m", "radius": "m", "width": "m",
    "margin": "m", "tolerance": "m", "speed": "m/s", "after": "s", "time": "s", "count": "", "number": "",
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Write or check the pages; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--write", action="store_true", help="write the tables")
    choice.add_argument("--check", action="store_true", help="only compare them")
    options = parser.parse_args(arguments)
    if options.write:
        for path, text in pages():
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [path for path, text in pages() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(
            f"{path.relative_to(ROOT)} is out of date; run make generate",
            file=sys.stderr,
        )
    return int(bool(stale))


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each page with its text as it should be.

    Raises:
        SystemExit: a page has no place for tables.
    """
    yield LIST, _between(LIST, TASKS_BEGIN, TASKS_END, list_of_tasks())
    for name in learning.names():
        task, path, begin = learning.load(name), page_of(name), f"<!-- tables: {name} -->"
        new = f"# {name}\n\n{task.content.description}\n\n{begin}\n{TABLES_END}\n"
        yield path, _between(path, begin, TABLES_END, tables(task), new)


def page_of(name: str) -> Path:
    """Return the page of a task: its name in lower case with hyphens, without the version."""
    return PAGES / f"{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '-', name.partition('-v')[0]).lower()}.md"


def _between(path: Path, begin: str, end: str, text: str, new: str = "") -> str:
    """Return the text of a page, which is ``new`` where there is none, with other lines between two markers."""
    page = path.read_text(encoding="utf-8") if path.is_file() else new
    if page.count(begin) != 1 or end not in page.partition(begin)[2]:
        sys.exit(f"{path.relative_to(ROOT)} must have the lines {begin} and {end}")
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n\n{text}\n{end}{rest.partition(end)[2]}"


def list_of_tasks() -> str:
    """Return the table of all tasks."""
    rows: list[Sequence[str]] = []
    for name in learning.names():
        task = learning.load(name)
        page = page_of(name)
        rows.append((f"[`{name}`]({page.parent.name}/{page.name})", task.content.description, f"`{_model_of(task)}`"))
    return _table(("task", "what is to be learned", "vehicle"), rows)


# ---------------------------------------------------------------- the tables of a task


def tables(task: Task) -> str:
    """Return what a page says of a task between its markers."""
    content = task.content
    decisions = round(content.time_limit / content.decision)
    picture = FIGURES / f"task-{task.name}.webp"
    parts = [f"![{content.description}](../figures/{picture.name})\n"] if picture.is_file() else []
    parts.append(
        f"The vehicle is `{_model_of(task)}`. A decision is made every {content.decision:g} s; an episode is cut off "
        f"after {content.time_limit:g} s, {decisions} decisions.\n"
    )
    parts.append("## Actions\n\n" + _actions(task))
    parts.append(
        "## Observations\n\nEach entry is a value divided by its scale, limited to -1..1.\n\n" + _observations(task)
    )
    rewards = [
        (f"`{part.kind}`", _about(task, term.meaning), _arguments(part), f"{part.weight:g}")
        for part, term in zip(content.rewards, (learning.outcomes.REWARDS[part.kind] for part in content.rewards),
                              strict=True)
    ]  # fmt: skip
    if rewards:
        parts.append("## Rewards\n\n" + _table(("term", "value", "arguments", ">weight"), rewards))
    parts.append("## Ends\n\nThe first that is true is the cause.\n\n" + _ends(task))
    parts.append("## Start and goal\n\n" + _start(task))
    known = json.loads(SCORES.read_text(encoding="utf-8"))["tasks"].get(task.name) if SCORES.is_file() else None
    if known:
        parts.append("## Scores\n\n" + _scores(known))
    return "\n".join(parts)


def _actions(task: Task) -> str:
    rows = [
        (f"`{part.input}`", MEANINGS[part.input], f"{part.low:g} to {part.high:g}", "1")
        for part in task.content.actions
    ]
    fixed = [(f"`{name}`", "set by no action", f"{value:g}", "1") for name, value in task.content.inputs.items()]
    return _table(("input of the driver", "meaning", "range", "unit"), [*rows, *fixed])


def _observations(task: Task) -> str:
    rows: list[Sequence[str]] = []
    first = 0
    for part in task.content.observations:
        piece = learning.observations.OBSERVATIONS[part.kind]
        lists = [value for value in (part.model_extra or {}).values() if isinstance(value, list)]
        count = 1
        for values in lists:
            count *= len(values)
        places = f"{first}" if count == 1 else f"{first} to {first + count - 1}"
        meaning = "; ".join(filter(None, (_about(task, piece.meaning), _arguments(part))))
        rows.append((places, f"`{part.kind}`", meaning, piece.unit, f"{part.scale or piece.scale:.4g}"))
        first += count
    return _table((">entry", "kind", "value", "unit", ">scale"), rows)


def _ends(task: Task) -> str:
    rows: list[Sequence[str]] = []
    for part in task.content.ends:
        end = learning.outcomes.ENDS[part.kind]
        name = f"`{part.kind}`" + (", a success" if end.is_success else "")
        held = f"without a break for {part.held_for:g} s" if part.held_for else ""
        arguments = ", ".join(filter(None, (_arguments(part), held)))
        rows.append((name, _about(task, end.meaning), arguments, f"{part.reward:g}"))
    return _table(("end", "when", "arguments", ">reward"), rows)


def _start(task: Task) -> str:
    """Return the keys that say where episodes start and what is drawn: all sections of the file that are no lists."""
    content, rows = task.content, list[Sequence[str]]()
    for section, field in type(content).model_fields.items():
        value = getattr(content, section)
        if isinstance(value, BaseModel):
            rows += _settings(section, value)
        elif isinstance(value, dict) and section not in ("world", "inputs"):
            words = field.description or ""
            rows += [(f"`{section}.{name}`", _value(interval), words) for name, interval in value.items()]
    return _table(("key", "value", "meaning"), rows)


def _settings(section: str, part: BaseModel) -> Iterator[Sequence[str]]:
    """Yield a row for each key: of a start all that do not stay zero, else those that a task gives."""
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if name in part.model_fields_set and not (isinstance(part, StartPart) and value == [0.0, 0.0]):
            yield f"`{section}.{name}`", _value(value), field.description or ""
    for name, value in (part.model_extra or {}).items():
        yield f"`{section}.{name}`", _value(value), ""


def _scores(known: Sequence[dict[str, Any]]) -> str:
    rows = [
        (row["driver"], f"{100.0 * row['success']:.1f} %", f"{row['mean_return']:.2f}", f"{row['episodes']}")
        for row in known
    ]
    return _table(("driver", ">successes", ">mean return", ">episodes"), rows) + (
        "\nMeasured by `python benchmarks/learning_scores.py`; the return of an episode is the sum of its rewards.\n"
    )


# ---------------------------------------------------------------- words


def _model_of(task: Task) -> str:
    fleet: dict[str, Any] = task.content.world["vehicles"][0]
    return str(fleet.get("model") or fleet.get("vehicle"))


def _about(task: Task, meaning: str) -> str:
    """Return a piece's meaning, with the part that is to reach the goal by its name."""
    return re.sub(r"\bthe part\b", f"the {task.content.goal.part}", meaning)


def _arguments(part: PiecePart) -> str:
    """Return the arguments of a piece in the units of its file."""
    words: list[str] = []
    for key, value in (part.model_extra or {}).items():
        name = key.removesuffix("_deg")
        if name == key and name not in UNITS:
            sys.exit(f"tools/generated/task_pages.py: UNITS lacks the argument {name} of {part.kind}; add its unit")
        unit = "°" if name != key else " " + UNITS[name]
        words.append(f"{name.replace('_', ' ')} {_plain(value)}{unit}".strip())
    role = getattr(part, "role", "")
    words += [f"role {role}"] if role else []
    return ", ".join(words)


def _plain(value: Any) -> str:
    """Return a number, or several with commas."""
    if isinstance(value, list | tuple):
        return ", ".join(_plain(one) for one in value)
    return str(value) if isinstance(value, str | bool) else f"{value:g}"


def _value(value: Any) -> str:
    """Return the value of a key; a pair is an interval."""
    if isinstance(value, list | tuple) and len(value) == 2 and not isinstance(value[0], str):
        return f"{value[0]:g} to {value[1]:g}"
    return _plain(value)


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; columns of numbers have titles with a leading ``>``; a column without words is left out."""
    kept = list(rows)
    shown = [column for column in range(len(titles)) if any(row[column] for row in kept)]
    lines = [
        [titles[column].lstrip(">") for column in shown],
        ["---:" if titles[column].startswith(">") else "---" for column in shown],
        *([row[column] for column in shown] for row in kept),
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
