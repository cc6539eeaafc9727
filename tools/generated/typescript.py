"""Turns JSON schemas and binary layouts into TypeScript and JavaScript; `page_messages` says which."""

import math
import re
from collections.abc import Iterable
from typing import Any

from motorpool.app.viewer.schema.binary import Field, Layout

Schema = dict[str, Any]

# NumPy's word for the bytes: the suffix of DataView's get and set, the typed array, the smallest and the largest value.
NUMBERS = {
    "u1": ("Uint8", "Uint8Array", 0, 2**8 - 1),
    "i1": ("Int8", "Int8Array", -(2**7), 2**7 - 1),
    "<u2": ("Uint16", "Uint16Array", 0, 2**16 - 1),
    "<i2": ("Int16", "Int16Array", -(2**15), 2**15 - 1),
    "<u4": ("Uint32", "Uint32Array", 0, 2**32 - 1),
    "<i4": ("Int32", "Int32Array", -(2**31), 2**31 - 1),
    "<f4": ("Float32", "Float32Array", 0, 0),
    "<f8": ("Float64", "Float64Array", 0, 0),
}


def camel(name: str) -> str:
    """A name as TypeScript writes it: ground_slope is groundSlope."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def pascal(name: str) -> str:
    """A type's name: own_state is OwnState."""
    return "".join(part.capitalize() for part in name.split("_"))


# ---- JSON


def type_of(schema: Schema) -> str:
    """The type of a value."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "const" in schema:
        return quoted(schema["const"])
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    if "anyOf" in schema:
        parts = [part for one in schema["anyOf"] for part in type_of(one).split(" | ")]
        return " | ".join(dict.fromkeys(parts))
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(type_of({"type": one}) for one in kind)
    if kind == "array":
        return array(schema)
    if kind == "object":
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[kind]


def array(schema: Schema) -> str:
    """A list, or a tuple, whose members bear names where all have one."""
    if "prefixItems" not in schema:
        items = type_of(schema["items"])
        return f"({items})[]" if " | " in items and not items.startswith("[") else f"{items}[]"
    members = [(one.get("title"), type_of(one)) for one in schema["prefixItems"]]
    if isinstance(schema.get("items"), dict):
        members.append((f"...{schema['items']['title']}", array({"items": schema["items"]})))
    is_named = all(title for title, _ in members)
    return "[" + ", ".join(f"{title}: {kind}" if is_named else kind for title, kind in members) + "]"


def interface(name: str, schema: Schema, *, tag: str | None = None) -> str:
    """An object's type, with a comment for each field; ``tag`` is its ``type`` where the schema has none."""
    lines = [f"/** {one_line(schema.get('description', ''))} */", f"export interface {name} {{"]
    if tag is not None:
        lines.append(f"  type: {quoted(tag)}")
    required = schema.get("required", [])
    for field, value in schema.get("properties", {}).items():
        comment = f" // {value['description']}" if "description" in value else ""
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(value)}{comment}")
    return "\n".join([*lines, "}"])


def alias(name: str, schema: Schema) -> str:
    """A name for a type."""
    return f"export type {name} = {type_of(schema)}"


def union(name: str, members: Iterable[str], comment: str) -> str:
    """One of several types."""
    return f"/** {comment} */\nexport type {name} =\n" + "\n".join(f"  | {one}" for one in members)


def quoted(value: Any) -> str:
    """A constant."""
    return f"'{value}'" if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def one_line(text: str) -> str:
    """A docstring as one line."""
    return re.sub(r"\s+", " ", text).strip()


# ---- bytes


def size_constant(layout: Layout) -> str:
    """The name of a layout's size."""
    return f"{layout.name.upper()}_BYTES"


def scaled(value: str, scale: float) -> str:
    """A whole number times its scale, divided where that is exact."""
    if scale == 0.0:
        return value
    return f"{value} * {scale!r}" if isinstance(per_unit(scale), float) else f"{value} / {per_unit(scale)}"


def per_unit(scale: float) -> int | float:
    """Return the number of quantisation steps in one unit; an integer where it is one."""
    inverse = round(1.0 / scale)
    return inverse if math.isclose(inverse * scale, 1.0, rel_tol=1e-15) else 1.0 / scale


def get(field: Field, at: str) -> str:
    """The expression that reads a field."""
    suffix = NUMBERS[field.dtype][0]
    endian = "" if suffix.endswith("nt8") else ", true"
    return scaled(f"view.get{suffix}({at}{endian})", field.scale)


def place(layout: Layout, field: Field, start: str = "at") -> str:
    """The expression for where a field lies."""
    offset = layout.offset(field.name)
    return f"{start} + {offset}" if offset else start


def shown(layout: Layout) -> list[Field]:
    """The fields that mean something."""
    return [field for field in layout.fields if field.name != "reserved"]


def structure(layout: Layout) -> str:
    """The type of a layout's content."""
    lines = [f"/** The {layout.title}. */", f"export interface {pascal(layout.name)} {{"]
    lines += [f"  {camel(field.name)}: number // {field.meaning}" for field in shown(layout)]
    return "\n".join([*lines, "}"])


def reader(layout: Layout) -> str:
    """The function that reads a layout."""
    name = pascal(layout.name)
    lines = [f"export function read{name}(view: DataView, at: number): {name} {{", "  return {"]
    lines += [f"    {camel(field.name)}: {get(field, place(layout, field))}," for field in shown(layout)]
    return "\n".join([*lines, "  }", "}"])


def column(field: Field) -> str:
    """The typed array that keeps a field of many records without loss."""
    if field.scale == 0.0:
        return NUMBERS[field.dtype][1]
    return "Float64Array" if field.dtype in ("<i4", "<u4") else "Float32Array"


def columns(layout: Layout) -> str:
    """Type, maker and reader of many records in columns."""
    return f"{column_type(layout, layout.name)}\n\n{column_reader(layout, layout.name)}"


def column_type(layout: Layout, kind: str) -> str:
    """Type and maker of many records in columns, by the name of one."""
    name = pascal(kind) + "s"
    lines = [f"/** In columns: index k is the k-th {layout.title}. */", f"export interface {name} {{"]
    lines += [f"  {camel(field.name)}: {column(field)} // {field.meaning}" for field in shown(layout)]
    lines += ["}", "", f"export function empty{name}(count: number): {name} {{", "  return {"]
    lines += [f"    {camel(field.name)}: new {column(field)}(count)," for field in shown(layout)]
    return "\n".join([*lines, "  }", "}"])


def column_reader(layout: Layout, kind: str) -> str:
    """Reader of many records into the columns of a kind."""
    name, size = pascal(kind) + "s", size_constant(layout)
    read = f"read{pascal(layout.name)}s"
    lines = [f"export function {read}(view: DataView, start: number, count: number): {name} {{"]
    lines += [f"  const columns = empty{name}(count)", "  for (let k = 0; k < count; k++) {"]
    lines += [f"    const at = start + k * {size}"]
    for field in shown(layout):
        lines.append(f"    columns.{camel(field.name)}[k] = {get(field, place(layout, field))}")
    return "\n".join([*lines, "  }", "  return columns", "}"])


def is_flat(layout: Layout) -> bool:
    """Whether the numbers of a layout are all of one kind, and are what they mean."""
    return len({field.dtype for field in layout.fields}) == 1 and not any(field.scale for field in layout.fields)


def flat(layout: Layout) -> str:
    """Reader of a file whose numbers are all of one kind, as they lie."""
    (kind,) = {NUMBERS[field.dtype][1] for field in layout.fields}
    name, fields = pascal(layout.name) + "s", ", ".join(f"{camel(one.name)} {one.meaning}" for one in layout.fields)
    return (
        f"/** For each {layout.title}: {fields}. */\n"
        f"export function read{name}(buffer: ArrayBuffer): {kind} {{\n  return new {kind}(buffer)\n}}"
    )


def writer(layout: Layout, *, is_typed: bool) -> str:
    """The function that writes a layout; a scaled number saturates, and is 0 where it is not finite."""
    name = pascal(layout.name)
    arguments = f"view: DataView, at: number, values: {name}" if is_typed else "view, at, values"
    lines = [f"export function write{name}({arguments}){': void' if is_typed else ''} {{"]
    lines += [f"  {put(layout, field)}" for field in shown(layout)]
    return "\n".join([*lines, "}"])


def put(layout: Layout, field: Field) -> str:
    """The statement that writes a field."""
    suffix, _, least, most = NUMBERS[field.dtype]
    value = f"values.{camel(field.name)}"
    if field.scale:
        low, high = bound(field, field.low, least), bound(field, field.high, most)
        value = f"whole({value}, {per_unit(field.scale)}, {low}, {high})"
    endian = "" if suffix.endswith("nt8") else ", true"
    return f"view.set{suffix}({place(layout, field)}, {value}{endian})"


def bound(field: Field, limit: float, widest: int) -> int:
    """The whole number that a field may not go beyond."""
    return round(limit / field.scale) if math.isfinite(limit) else widest


def whole(*, is_typed: bool) -> str:
    """The function that scales, rounds and saturates."""
    arguments = "value, perUnit, least, most"
    if is_typed:
        arguments = "value: number, perUnit: number, least: number, most: number"
    result = ": number" if is_typed else ""
    return (
        f"function whole({arguments}){result} {{\n"
        "  const rounded = Number.isFinite(value) ? Math.round(perUnit * value) : 0\n"
        "  return Math.min(most, Math.max(least, rounded))\n}"
    )
