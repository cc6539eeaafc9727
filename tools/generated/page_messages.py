"""Writes what the page, its mock server and the documentation know of messages, from ``motorpool.app.viewer.schema``.

Run ``python tools/generated/page_messages.py`` (or ``make generate``) after a message has changed; ``--check`` writes
nothing and fails where a file is not what the schema gives, and so does a test.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typescript as ts
from pydantic import TypeAdapter

from motorpool.app.viewer.schema import binary, live, page_commands, playground, session, world

ROOT = Path(__file__).parents[2]
WARNING = "Written by make generate from motorpool.app.viewer.schema; not to be edited."

MESSAGES, FILES = (*binary.TO_PAGE, *binary.FROM_PAGE), tuple(binary.FILES.values())


Members = list[tuple[str, ts.Schema]]  # name of a type and its schema


def main() -> None:
    """Write the files, or check them."""
    stale = [path for path, text in contents().items() if not path.is_file() or path.read_text("utf-8") != text]
    if "--check" not in sys.argv[1:]:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(contents()[path], "utf-8")
    elif stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"{names}: not what motorpool.app.viewer.schema gives; run make generate")


def contents() -> dict[Path, str]:
    """Return the content of each generated file."""
    return {
        ROOT / "client/src/generated/messages.ts": live_types(),
        ROOT / "client/src/generated/world.ts": world_types(),
        ROOT / "client/src/generated/playground.ts": playground_types(),
        ROOT / "client/mock/generated/layout.mjs": mock_layout(),
        ROOT / "client/mock/generated/commands.mjs": mock_commands(),
        ROOT / "docs/viewer.md": filled(ROOT / "docs/viewer.md", viewer_tables()),
        ROOT / "docs/playground.md": filled(ROOT / "docs/playground.md", {"messages": tables(playground, playground)}),
    }


# ---- the page


def live_types() -> str:
    """The module of the live page."""
    parts = [f"/** Messages of the live page. {WARNING} */", constants(), sizes(MESSAGES)]
    parts += [ts.structure(binary.HEADER), ts.reader(binary.HEADER)]
    parts += [ts.structure(binary.OWN_STATE), ts.reader(binary.OWN_STATE)]
    parts += [ts.structure(binary.CONTENTS), ts.reader(binary.CONTENTS)]
    parts += [ts.column_type(binary.NEAR_RECORD, "record")]  # whose ids are the widest
    parts += [ts.column_reader(layout, "record") for layout in (binary.RECORD, binary.NEAR_RECORD)]
    parts += [ts.columns(binary.FAR_RECORD), ts.columns(binary.DENSITY_CELL)]
    parts += [ts.structure(binary.RUTS), ts.reader(binary.RUTS), ts.columns(binary.RUT_TILE)]
    for layout in binary.FROM_PAGE:
        parts += [ts.structure(layout), ts.writer(layout, is_typed=True)]
    parts += [ts.whole(is_typed=True), *json_types(live, page_commands, [session.SessionDescription])]
    return "\n\n".join(parts) + "\n"


def world_types() -> str:
    """The module of a world's description and files."""
    parts = [f"/** The description of a world and the layouts of its files. {WARNING} */", sizes(FILES)]
    parts += [ts.flat(layout) if ts.is_flat(layout) else ts.columns(layout) for layout in FILES]
    for document in (world.WorldDescription, session.ScenarioList):
        parts += [ts.interface(name, one) for name, one in structures(document).items()]
    return "\n\n".join(parts) + "\n"


def playground_types() -> str:
    """The module of the playground."""
    parts = [f"/** Messages of the playground. {WARNING} */"]
    parts += [
        f"export const VERSION = {playground.VERSION}",
        "export const SIDES = ['left', 'right'] as const",
        *json_types(playground, playground, [playground.Catalogue]),
    ]
    return "\n\n".join(parts) + "\n"


def constants() -> str:
    """The numbers that both sides know by name."""
    return "\n".join(f"export const {name} = {value}" for name, value in binary.CONSTANTS.items())


def sizes(layouts: Iterable[binary.Layout]) -> str:
    """The sizes of layouts [bytes]."""
    return "\n".join(f"export const {ts.size_constant(layout)} = {layout.size}" for layout in layouts)


def json_types(schema: Any, commands_schema: Any, documents: Iterable[Any] = ()) -> list[str]:
    """Return the types of a page's JSON messages.

    Args:
        schema: module of the server's messages.
        commands_schema: module of the page's commands.
        documents: other structures that the page reads.
    """
    commands = commands_of(commands_schema)
    told = structures(schema.ServerMessage)
    for document in documents:
        told |= structures(document)
    messages = told_by(schema)
    parts = [ts.interface(command_name(tag), one, tag=tag) for tag, one in commands.items()]
    parts.append(ts.union("Command", map(command_name, commands), "A command from the page to the server."))
    parts += [ts.alias(name, TypeAdapter(kind).json_schema()) for name, kind in schema.NAMED.items()]
    parts += [ts.interface(name, one) for name, one in told.items()]
    parts.append(ts.union("ServerMessage", messages, "A message from the server to the page."))
    return parts


def command_name(tag: str) -> str:
    """The type's name of a command, apart from those of the server's messages: place is PlaceCommand."""
    return f"{ts.pascal(tag.replace('-', '_'))}Command"


def commands_of(schema: Any) -> dict[str, ts.Schema]:
    """Each command's schema by its ``type``."""
    return {tag: schema.schema_of(command) for tag, command in schema.COMMANDS.items()}


def structures(kind: Any) -> dict[str, ts.Schema]:
    """Every structure that a message holds, by name."""
    schema = TypeAdapter(kind).json_schema()
    found = dict(schema.get("$defs", {}))
    if "properties" in schema:
        found[schema["title"]] = schema
    return found


def told_by(schema: Any) -> list[str]:
    """The names of the server's messages, in order."""
    return [member.__name__ for member in schema.ServerMessage.__args__]


# ---- the mock


def mock_layout() -> str:
    """Writers of what the server sends and readers of what the page sends."""
    parts = [f"/** The bytes of the live page's messages and files. {WARNING} */", constants()]
    parts += [sizes((*MESSAGES, *FILES))]
    parts += [ts.writer(layout, is_typed=False) for layout in (*binary.TO_PAGE, *FILES)]
    for layout in binary.FROM_PAGE:
        parts.append(re.sub(r": (?:DataView|number|Input|Acknowledgement|Viewpoint)\b", "", ts.reader(layout)))
    return "\n\n".join([*parts, ts.whole(is_typed=False)]) + "\n"


def mock_commands() -> str:
    """Return the module of the types of each command's fields."""
    lines = [
        f"/** The commands of the live page, and the types of their fields. {WARNING} */",
        "",
        "export const COMMANDS = {",
    ]
    for tag, schema in commands_of(page_commands).items():
        name = tag if tag.isidentifier() else ts.quoted(tag)
        fields = [f"{field}: {ts.quoted(kind_of(one))}" for field, one in schema.get("properties", {}).items()]
        lines.append(f"  {name}: {{ {', '.join(fields)} }}," if fields else f"  {name}: {{}},")
    return "\n".join([*lines, "}"]) + "\n"


def kind_of(schema: ts.Schema) -> str:
    """Return what JavaScript's typeof says of a value."""
    return "string" if "enum" in schema else ts.type_of(schema)


# ---- the documentation


def filled(path: Path, tables: Mapping[str, str]) -> str:
    """A page with new text between its markers."""
    text = path.read_text("utf-8")
    for name, table in tables.items():
        begin, end = f"<!-- {name}: written by make generate -->", f"<!-- {name}: end -->"
        before, rest = text.split(begin)  # once each, or this fails
        _, after = rest.split(end)
        text = f"{before}{begin}\n\n{table}\n\n{end}{after}"
    return text


def viewer_tables() -> dict[str, str]:
    """The tables of the live page's documentation, by their markers."""
    return {
        "frames": "\n\n".join(layout_table(layout.title, layout) for layout in MESSAGES),
        "messages": tables(live, page_commands),
        "files": "\n\n".join(layout_table(f"`/{name}`: each {one.title}", one) for name, one in binary.FILES.items()),
        "description": description_table(),
    }


def layout_table(title: str, layout: binary.Layout) -> str:
    """The fields of a layout."""
    lines = [f"| {title}, {layout.size} byte{'s' * (layout.size > 1)} | | |", "|---|---|---|"]
    for field in layout.fields:
        bits = 8 * int(field.dtype[-1])
        kind = f"{bits} bits" if field.dtype.startswith("V") else f"{field.dtype.lstrip('<')[0]}{bits}"
        unit = f", in {unit_words(field.scale)}" if field.scale else ""
        lines.append(f"| `{kind}` | {field.name} | {field.meaning}{unit} |")
    return "\n".join(lines)


def description_table() -> str:
    """The keys of a world's description."""
    known = structures(world.WorldDescription)
    lines = ["| key of `/world.json` | is | fields |", "|---|---|---|"]
    for name, schema in known["WorldDescription"]["properties"].items():
        inner = nested(schema)
        words = [known[inner]["description"].rstrip(".")] if inner else []
        words += [schema["description"]] if "description" in schema else []
        fields = fields_of(known[inner], known, set()) if inner else ""
        lines.append(f"| `{name}` | {'; '.join(map(ts.one_line, words))} | {fields} |")
    return "\n".join(lines)


def unit_words(scale: float) -> str:
    """A scale as a fraction."""
    if scale == binary.ANGLE_UNIT:
        return "π/32767"
    return f"1/{ts.per_unit(scale)}"


def tables(schema: Any, commands_schema: Any) -> str:
    """Return the tables of the page's commands and of the server's messages."""
    commands: Members = list(commands_of(commands_schema).items())
    told = structures(schema.ServerMessage)
    messages: Members = [(told[name]["properties"]["type"]["const"], told[name]) for name in told_by(schema)]
    return "\n\n".join(
        [
            json_table("browser to server, each with exactly these fields", commands, told),
            json_table("server to browser", messages, told),
        ]
    )


def json_table(title: str, members: Members, known: Mapping[str, ts.Schema]) -> str:
    """Return a table of the messages with their purpose and fields."""
    lines = [f"| {title} | purpose | fields |", "|---|---|---|"]
    for name, schema in members:
        lines.append(f"| `{name}` | {ts.one_line(schema['description'])} | {fields_of(schema, known, set())} |")
    return "\n".join(lines)


def fields_of(schema: ts.Schema, known: Mapping[str, ts.Schema], told: set[str]) -> str:
    """The fields of an object in words, nested ones in brackets where they have not been told yet."""
    fields = {name: one for name, one in schema.get("properties", {}).items() if name != "type"}
    return "; ".join(f"`{name}`{field_words(one, known, told)}" for name, one in fields.items())


def field_words(schema: ts.Schema, known: Mapping[str, ts.Schema], told: set[str]) -> str:
    """Return a field's type and content, in words."""
    words = f" {schema['description']}" if "description" in schema else ""
    inner = nested(schema)
    if inner in told:
        words += " as above"
    elif inner is not None:
        told.add(inner)
        words += f" ({fields_of(known[inner], known, told)})"
    elif "enum" in schema:
        words += f" ({', '.join(f'`{value}`' for value in schema['enum'])})"
    return words.replace("|", "\\|")


def nested(schema: ts.Schema) -> str | None:
    """The name of the structure that a field holds, or a list of."""
    for one in (schema, schema.get("items"), *schema.get("anyOf", ())):
        if isinstance(one, dict) and "$ref" in one:
            return one["$ref"].rsplit("/", 1)[1]
    return None


if __name__ == "__main__":
    main()
