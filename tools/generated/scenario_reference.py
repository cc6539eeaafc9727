"""Describes the keys of a scenario file and the keywords of a world for the documentation: docs/scenario-reference.md.

``tools/generated/reference_pages.py`` writes and checks the page; the keys are those of the schema that checks a file,
with the examples of its parts, the keywords those that components declare.
"""

import math
import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, Literal, NamedTuple, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from motorpool.world.components import settings
from motorpool.world.scenario.format import Kind, ScenarioPart
from motorpool.world.settings import Setting

UNIT = re.compile(r"\s*\[(?P<unit>[^\]]+)\]\s*$")
WORDS = {bool: "`true` or `false`", int: "whole number", float: "number", str: "text"}
LIMITS = ((Gt, "gt", "above {}"), (Ge, "ge", "at least {}"), (Lt, "lt", "below {}"), (Le, "le", "at most {}"))
SURFACE = "[surface class](#surface-classes)"

HEAD = """# Scenario reference

Every key of a scenario file: its type and allowed values, unit, default and meaning, with an example of each part.
[Scenarios](scenarios.md) explains them in the order in which one writes a file; `motorpool check FILE` names every
error of a file with its line, and `motorpool check --schema` prints the same keys as JSON Schema, for editors.

Units are metres, seconds and radians unless a key ends in another, such as `_deg`. Positions count from the middle of
the terrain, x east, y north; headings are clockwise from north. Only keys that are "required" must be given.
"""
FLEET = """Every parameter of the fleet's model is a key, too: one value for all vehicles, or a list of one for each
(`motorpool models NAME` lists them, the [glossary](glossary.md#fields-of-the-motion-models) has all). `vehicle` says
the same as `model`.
"""
KEYWORDS = """## Keywords of a world { #keywords-of-a-world }

The components of a world declare these keywords of `motorpool.World(fleets=..., ...)`, besides its
[own](reference.md). A mapping by fleet has the names of fleets as its keys; in a scenario file each fleet has a key
instead. `from motorpool.world.drivers.manual_control import Handling` and
`from motorpool.world.gunnery.guns import Armament` make their values.

| keyword | type, allowed values | unit | default | key of a file | meaning |
|---|---|---|---|---|---|"""


class Key(NamedTuple):
    """A key of a scenario file."""

    path: str  # from the top; [] is an item of a list
    name: str
    field: FieldInfo
    parts: tuple[type[BaseModel], ...]  # mappings that it may hold

    @property
    def meaning(self) -> str:
        """Return its meaning, without the unit."""
        text = self.field.description or (_in_a_sentence(_first_line(self.parts[0])) if self.parts else "")
        return UNIT.sub("", text) if text.count("[") == 1 else text

    @property
    def unit(self) -> str:
        """Return its unit, empty where there is none or the meaning names several."""
        text = self.field.description or ""
        found = UNIT.search(text) if text.count("[") == 1 else None
        return found["unit"] if found else ""

    @property
    def default(self) -> str:
        """Return its default as a file has it, empty where there is none to show."""
        value = self.field.get_default(call_default_factory=True)
        if self.field.is_required():
            return "required"
        if isinstance(value, BaseModel) or value is None or value in ("", []):
            return ""
        if value == 1.0 / 60.0:
            return "1/60"
        return f"{value:.6g}" if isinstance(value, float) else f"`{str(value).lower()}`"


def all_keys(part: type[BaseModel] = ScenarioPart, path: str = "") -> Iterator[Key]:
    """Yield the keys of a scenario file, depth first."""
    for key in keys_of(part, path):
        yield key
        for inner in key.parts:
            yield from all_keys(inner, f"{key.path}.")


def keys_of(part: type[BaseModel], path: str) -> Iterator[Key]:
    """Yield the keys of one mapping; ``path`` is put before each."""
    for name, field in part.model_fields.items():
        inner = tuple(_parts_in(field.annotation))
        is_list = "list[" in str(field.annotation) and bool(inner)
        yield Key(f"{path}{name}{'[]' if is_list else ''}", name, field, inner)


def page() -> str:
    """Return the text of the page."""
    sections = [_section(path, part) for path, part in parts().items()]
    surfaces = (
        f"## Surface classes {{ #surface-classes }}\n\n{words(Kind, is_whole=True)}: see [the ground](ground.md).\n"
    )
    return "\n".join([HEAD, *sections, surfaces, KEYWORDS + "".join(map(_keyword_row, settings())) + "\n"])


def parts() -> dict[str, type[BaseModel]]:
    """Return every mapping of a scenario file by its path; that of the whole file is "scenario"."""
    return {"scenario": ScenarioPart} | {key.path: part for key in all_keys() for part in key.parts}


def example_of(part: Any) -> str:
    """Return the example of a mapping, as YAML; empty if it has none."""
    return cleandoc(part.example)


def _keyword_row(setting: Setting) -> str:
    """Return the line of a keyword of a world."""
    kind = setting.type
    if setting.is_by_fleet:
        fleets, values = (" or ".join(each.__name__ for each in get_args(one) or (one,)) for one in get_args(kind))
        allowed = f"mapping of {fleets.replace('str', 'names')} to {values.replace('str', 'name')}"
        default, key = "empty", ""
    else:
        allowed = words(kind) + (f", {setting.range.words}" if setting.range else "")
        default, key = f"`{setting.default!r}`", f"`{setting.file_key}`"
    meaning = UNIT.sub("", setting.key.text("`math.inf`" if setting.key.null == math.inf else "`None`"))
    return f"\n| `{setting.name}` | {allowed} | {setting.key.unit} | {default} | {key} | {meaning} |"


def _section(path: str, part: type[BaseModel]) -> str:
    is_top = path == "scenario"
    level = 2 if is_top else 2 + path.count(".")
    title = "The file" if is_top else f"`{path}`"
    lines = [f"{'#' * level} {title} {{ #{_anchor(path)} }}\n"]
    if not is_top:
        lines.append(f"{_first_line(part)}.\n")
    if path == "vehicles[]":
        lines.append(FLEET)
    lines.append("| key | type, allowed values | unit | default | meaning |\n|---|---|---|---|---|")
    lines[-1] += "".join(f"\n{_row(key)}" for key in keys_of(part, "" if is_top else f"{path}.")) + "\n"
    if example := example_of(part):
        lines.append(f"```yaml\n{example}\n```\n")
    return "\n".join(lines)


def _row(key: Key) -> str:
    allowed = (
        f"[{_mapping(key)}](#{_anchor(key.path)})" if key.parts else words(key.field.annotation, key.field.metadata)
    )
    cells = (f"`{key.name}`", allowed, key.unit, key.default, key.meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _mapping(key: Key) -> str:
    return "list of mappings" if key.path.endswith("[]") else "mapping"


def words(annotation: Any, metadata: Any = (), *, is_whole: bool = False) -> str:
    """Return a type and its limits in words: ``number, above 0``.

    Args:
        annotation: of a field.
        metadata: the field's, with its limits.
        is_whole: list the surface classes, too, which a page names once.
    """
    if annotation == Kind and not is_whole:
        return SURFACE
    if get_origin(annotation) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(annotation))
    if hasattr(annotation, "__metadata__"):  # Annotated
        return words(annotation.__origin__, (*annotation.__metadata__, *metadata))
    kind, inner = get_origin(annotation), get_args(annotation)
    limits = _limits(metadata)
    if annotation in WORDS:
        return ", ".join([WORDS[annotation], *limits])
    if kind is list:
        return ", ".join(["list", *limits]) + ("" if inner[0] is float else f"; each: {words(inner[0])}")
    if kind is tuple:
        return ", ".join([f"list of {len(inner)} numbers", *limits])
    if kind is dict:
        return f"mapping, each value: {words(inner[1])}"
    return " or ".join(words(one, metadata) for one in inner if one is not type(None))


def _limits(metadata: Any) -> list[str]:
    """Return the limits among a field's metadata, in words."""
    found: list[str] = []
    for one in metadata:
        if isinstance(one, FieldInfo):
            found += _limits(one.metadata)
        for kind, name, text in LIMITS:
            if isinstance(one, kind):
                limit = getattr(one, name)
                found.append(text.format("2^63" if limit == 2**63 else f"{limit:,.15g}".replace(",", " ")))
        if isinstance(one, MinLen):
            found.append(f"{one.min_length} or more long" if one.min_length > 1 else "not empty")
        if isinstance(one, MaxLen):
            found.append(f"at most {one.max_length} long")
    return found


def _parts_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        return
    for inner in get_args(annotation):
        yield from _parts_in(inner)


def _first_line(part: type[BaseModel]) -> str:
    return (part.__doc__ or "").splitlines()[0].rstrip(".")


def _in_a_sentence(text: str) -> str:
    return text[:1].lower() + text[1:]


def _anchor(path: str) -> str:
    return "the-file" if path == "scenario" else path.replace("[]", "").replace(".", "-").replace("_", "-")
