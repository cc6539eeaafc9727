"""Writes ``docs/glossary.md``: the terms, the fields of all models and the columns of the vehicle table.

    python tools/generated/glossary.py            # writes the page
    python tools/generated/glossary.py --check    # exit code 1 if the page is out of date

The terms with their symbols and sources are in ``tools/generated/glossary.toml``; everything else is read from the
package.
"""

import importlib
import inspect
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from scenario_reference import all_keys

from motorpool.models import registry
from motorpool.models.fields import fields_of
from motorpool.world.components import structures

ROOT = Path(__file__).parents[2]
TERMS = Path(__file__).with_suffix(".toml")
PAGE = ROOT / "docs" / "glossary.md"
STRUCTURES = {"state": "state", "control": "control", "params": "parameter", "ground": "ground"}
MOST_MODELS = 3  # a field of more models names their number
COLUMN = re.compile(r"^    (?P<name>\w+): (?:Floats|Words|Indices|Flags)(?:\s+# (?P<meaning>.*?))?$")
UNIT = re.compile(r"\s*\[(?P<unit>[^\]]+)\]\s*$")

HEAD = """# Glossary

Find a quantity by the word of its field: its symbol, unit, sign and source, and its name in the code. The second part
lists every field of the motion models and every column of the vehicle table. The keys of a scenario file are in the
[scenario reference](scenario-reference.md).

A name without a unit suffix is SI with angles in radians; `_deg`, `_kmh` and the like mark anything else. Axes are
those of ISO 8855: the world is x east, y north, z up; a body is x forward, y left, z up.

`make generate` writes this page from the package and from `tools/generated/glossary.toml`.
"""


class Entry(NamedTuple):
    """A name of the code: a model's field or a column."""

    name: str
    meaning: str
    unit: str
    where: str


def main() -> int:
    """Write the page, or compare it; return the exit code."""
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
        return 0
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/glossary.md is out of date; run make generate")
        return 1
    return 0


def page() -> str:
    """Return the page.

    Raises:
        SystemExit: a term names something that is not in the package.
    """
    fields, columns = list(model_fields()), list(table_columns())
    known = {entry.name for entry in (*fields, *columns)} | {key.path.split(".")[-1] for key in all_keys()}
    sections = tomllib.loads(TERMS.read_text(encoding="utf-8"))["section"]
    wrong = [name for section in sections for term in section["term"] for name in unknown(term["code"], known)]
    if wrong:
        raise SystemExit(f"tools/generated/glossary.toml names what is not in the package: {', '.join(wrong)}")
    parts = [HEAD]
    parts += [f"\n## {section['title']}\n\n" + table_of_terms(section["term"]) for section in sections]
    parts.append("\n## Fields of the motion models\n\n" + table(fields, "field", "part of"))
    parts.append("\n## Columns of the vehicle table\n\n`world.vehicles` has one row for each vehicle.\n\n")
    parts.append(table(columns, "column", "structure"))
    return "".join(parts)


def model_fields() -> Iterator[Entry]:
    """Yield each field of the registered models once, by name, with its commonest meaning."""
    meanings: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    users: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in registry.names():
        for kind, structure in registry.find(name).structures.items():
            for field in fields_of(structure):
                meanings[field.name][field.meaning, field.unit] += 1
                users[field.name][STRUCTURES[kind]].append(name)
    for field in sorted(meanings, key=_in_order):
        if not _is_repeated(field, meanings):
            meaning, unit = meanings[field].most_common(1)[0][0]
            where = "; ".join(f"{kind} of {_models(names)}" for kind, names in users[field].items())
            yield Entry(field, meaning, unit, where)


def table_columns() -> Iterator[Entry]:
    """Yield the columns that the world's components declare, in their order."""
    for structure in structures().values():
        lines = inspect.getsource(structure).splitlines()
        meanings = {found["name"]: found["meaning"] or "" for line in lines if (found := COLUMN.match(line))}
        for name in structure._fields:
            yield Entry(name, *_split(meanings.get(name, "")), f"`{structure.__name__}`")


def unknown(names: list[str], known: set[str]) -> Iterator[str]:
    """Yield the names that are neither known nor found in the package."""
    for name in names:
        if name not in known and not ("." in name and _is_importable(name)):
            yield name


def table_of_terms(terms: list[dict[str, Any]]) -> str:
    """Return the terms as a table."""
    rows = [
        f"| {t['term']} | {t['symbol']} | {t['unit']} | {t['sign']} | {t['source']} | "
        + ", ".join(f"`{name.removeprefix('motorpool.')}`" for name in t["code"])
        + " |"
        for t in terms
    ]
    head = "| term | symbol | unit | sign, frame | source | in the code |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def table(entries: list[Entry], name: str, where: str) -> str:
    """Return entries as a table."""
    rows = [f"| `{e.name}` | {_cell(e.meaning or _in_words(e.name))} | {e.unit} | {_cell(e.where)} |" for e in entries]
    return f"| {name} | meaning | unit | {where} |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"


def _is_importable(name: str) -> bool:
    """Return whether a dotted name is a module or an attribute of one."""
    try:
        importlib.import_module(name)
    except ImportError:
        module, _, attribute = name.rpartition(".")
        return hasattr(importlib.import_module(module), attribute)
    return True


def _models(names: list[str]) -> str:
    return f"{len(names)} models" if len(names) > MOST_MODELS else ", ".join(f"`{name}`" for name in names)


def _is_repeated(name: str, names: Any) -> bool:
    """Return whether a numbered field, such as ``yaw_change_2``, is one of a series whose first is listed."""
    series = re.fullmatch(r"(.+_)(\d+)", name)
    return series is not None and series[2] != "1" and f"{series[1]}1" in names


def _in_order(name: str) -> tuple[str, int]:
    series = re.fullmatch(r"(.+?_)(\d+)", name)
    return (series[1], int(series[2])) if series else (name, 0)


def _split(text: str) -> tuple[str, str]:
    unit = UNIT.search(text) if text.count("[") == 1 else None
    return (text[: unit.start()], unit["unit"]) if unit else (text, "")


def _in_words(name: str) -> str:
    return name.rpartition(".")[2].replace("_", " ")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
