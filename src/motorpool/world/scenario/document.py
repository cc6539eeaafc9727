"""YAML documents: their plain values, and the line of each value for error messages.

Two rules are stricter than those of YAML: keys are text, and no key is repeated. Words without quotes have the types of
YAML 1.2.2, section 10.3.2 (core schema): "off" and "12:30" are text, 010 is ten, 1e3 a thousand. The file may be
hostile, because aliases can expand a kilobyte to gigabytes. Its expanded size and its depth are therefore counted on
the stream of events, before any value is built.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ...base.errors import ScenarioError, require
from ...base.wording import KeyPath

MAX_BYTES = 8_000_000  # of a scenario file
MAX_DEPTH = 40  # of lists and mappings in each other
MAX_VALUES = 400_000  # with aliases expanded; 10 000 listed positions are about 50 000 values
MAX_DIGITS = 40  # of a number
_KINDS = {"int": "a whole number", "float": "a number", "timestamp": "a date", "bool": "true or false"}
_TAG = "tag:yaml.org,2002:"
_TYPES = {  # of words without quotes, with their first characters
    "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
    "int": (r"[-+]?[0-9][0-9_]*|0o[0-7]+|0x[0-9a-fA-F]+|0b[01]+", "-+0123456789"),
    "float": (
        r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        "-+.0123456789",
    ),
    "null": (r"~|null|Null|NULL|", ("~", "n", "N", "")),
    "merge": (r"<<", "<"),
}


class Document(NamedTuple):
    """A parsed file."""

    where: str  # name of the file in messages
    values: Any
    root: Any  # the YAML node that the values came from
    has_lines: bool = True  # the text is that of a file, and not of a scenario with other values

    def part(self, key: str, values: Any) -> "Document":
        """Return the mapping at a key as a document, with its lines in this one.

        Args:
            values: values of the mapping, which may differ from those that were read.
        """
        return self._replace(values=values, root=_child(self.root, key)[1])

    def place(self, path: KeyPath) -> str:
        """Return the place of a value for messages: the file with its line, or the scenario that was changed."""
        return f"{self.where}:{self.line(path)}" if self.has_lines else self.where

    def line(self, path: KeyPath, *, of_key: bool = False) -> int:
        """Return the line of the value at ``path``; if the file does not have it, of the nearest mapping around it."""
        node = self.root
        for depth, step in enumerate(path):
            key, value = _child(node, step)
            if value is None:
                break
            if of_key and depth == len(path) - 1:
                return _first_line(key)
            node = value
        return _first_line(node)


def parse(text: str, where: str) -> Document:
    """Parse one YAML document.

    Raises:
        ScenarioError: it is not YAML, repeats a key, contains itself, or is too deep or too large.
    """
    yaml = require("yaml", extra="app", purpose="reading scenario files")
    core_loader = _loader_of(getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    try:
        _Size(yaml, where).count(yaml.parse(text, Loader=core_loader))
    except yaml.YAMLError as error:
        raise ScenarioError(_sentence(where, error, text)) from error
    loader = core_loader(text)
    try:
        root = loader.get_single_node()
        values: Any = _Reader(yaml, loader, where).value(root) if root is not None else {}
    except yaml.YAMLError as error:
        raise ScenarioError(_sentence(where, error, text)) from error
    finally:
        loader.dispose()
    return Document(where, values, root)


def as_text(values: Mapping[str, Any]) -> str:
    """Return the YAML text of a document's values."""
    yaml = require("yaml", extra="app", purpose="writing scenario files")
    return yaml.safe_dump(dict(values), sort_keys=False, allow_unicode=True)


@cache
def _loader_of(safe_loader: Any) -> Any:
    """Return a loader of PyYAML with the types of YAML 1.2 for words without quotes."""
    core: Any = type("CoreLoader", (safe_loader,), {"yaml_implicit_resolvers": {}})
    for name, (pattern, first) in _TYPES.items():
        core.add_implicit_resolver(f"{_TAG}{name}", re.compile(rf"(?:{pattern})\Z"), list(first))
    core.add_constructor(f"{_TAG}int", _whole_number)
    core.add_constructor(f"{_TAG}float", _number)
    return core


def _whole_number(_loader: Any, node: Any) -> int:
    text: str = node.value
    return int(text, 0) if text[:2] in ("0o", "0x", "0b") else int(text)


def _number(_loader: Any, node: Any) -> float:
    text: str = node.value
    return float(re.sub(r"\.(?=[iInN])", "", text))  # .inf, .NaN


class _Size:
    """Counter of a document's depth and of its values, with aliases expanded."""

    def __init__(self, yaml: Any, where: str):
        self._yaml, self._where = yaml, where
        self._open: list[tuple[str | None, int]] = []  # anchor of each enclosing collection, and values before it
        self._of_anchor: dict[str, int] = {}
        self._total = 0

    def count(self, events: Any) -> None:
        """Count the events of a document.

        Raises:
            ScenarioError: it is too deep or too large.
        """
        yaml = self._yaml
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._of_anchor[event.anchor] = 1
                self._add(1, event)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._open.append((event.anchor, self._total))
                self._add(1, event)
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = self._open.pop()
                if anchor is not None:
                    self._of_anchor[anchor] = self._total - before
            elif isinstance(event, yaml.AliasEvent):
                self._add(self._of_anchor.get(event.anchor, 1), event)

    def _add(self, count: int, event: Any) -> None:
        self._total += count
        if len(self._open) > MAX_DEPTH:
            raise self._refusal(event, f"lists and mappings are nested more than {MAX_DEPTH} deep; write it flatter")
        if self._total > MAX_VALUES:
            raise self._refusal(
                event, f"the file has more than {MAX_VALUES} values, with every alias written out; make it smaller"
            )

    def _refusal(self, event: Any, sentence: str) -> ScenarioError:
        return ScenarioError(f"{self._where}:{event.start_mark.line + 1}: {sentence}")


class _Reader:
    """Converts nodes to values, each list and mapping once: all aliases of an anchor share its value."""

    def __init__(self, yaml: Any, loader: Any, where: str):
        self._yaml, self._loader, self._where = yaml, loader, where
        self._done: dict[int, Any] = {}
        self._open: set[int] = set()

    def value(self, node: Any) -> Any:
        if isinstance(node, self._yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self._open:
            raise self._refusal(node, "this part contains itself; remove the alias")
        if id(node) not in self._done:
            self._open.add(id(node))
            self._done[id(node)] = self._built(node)
            self._open.discard(id(node))
        return self._done[id(node)]

    def _built(self, node: Any) -> Any:
        if isinstance(node, self._yaml.MappingNode):
            return self._mapping(node)
        return [self.value(item) for item in node.value]

    def _scalar(self, node: Any) -> Any:
        """Return the value of a scalar: text, a number, a date or a truth value."""
        kind = node.tag.rpartition(":")[2]
        if kind in ("int", "float") and len(node.value) > MAX_DIGITS:
            raise self._refusal(node, f"a number of {len(node.value)} characters; it may have at most {MAX_DIGITS}")
        try:
            return self._loader.construct_object(node)
        except (ValueError, TypeError, OverflowError, LookupError, AttributeError) as error:
            shown = node.value if len(node.value) <= 40 else f"{node.value[:37]}..."
            wanted = _KINDS.get(kind, kind)
            raise self._refusal(node, f"{shown!r} is not {wanted}; correct it, or put text in quotes") from error

    def _mapping(self, node: Any) -> dict[str, Any]:
        seen: dict[str, int] = {}
        for key, _ in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, self._yaml.ScalarNode):
                raise self._refusal(key, "a key must be a word")
            if key.value in seen:
                raise self._refusal(key, f"{key.value} is given twice, first in line {seen[key.value]}; remove one")
            seen[key.value] = line
        self._loader.flatten_mapping(node)  # "<<: *defaults"
        return {key.value: self.value(value) for key, value in node.value}

    def _refusal(self, node: Any, sentence: str) -> ScenarioError:
        return ScenarioError(f"{self._where}:{_first_line(node)}: {sentence}")


def _first_line(node: Any) -> int:
    return node.start_mark.line + 1 if node is not None else 1  # None: an empty document


def _child(node: Any, step: str | int) -> tuple[Any, Any]:
    """Return the key and the value of a node's child; None and None if there is no such child."""
    if isinstance(step, int):
        items: list[Any] = node.value if getattr(node, "id", "") == "sequence" else []
        return None, items[step] if step < len(items) else None
    pairs: list[tuple[Any, Any]] = node.value if getattr(node, "id", "") == "mapping" else []
    # Merged defaults precede the mapping's own keys; the last value of a key counts.
    return next(((key, value) for key, value in reversed(pairs) if key.value == step), (None, None))


def _sentence(where: str, error: Any, text: str) -> str:
    mark = getattr(error, "problem_mark", None)
    line = f":{mark.line + 1}" if mark is not None else ""
    if mark is not None and _has_tab(text, mark):
        return f"{where}{line}: a tab; YAML is indented by spaces: replace the tab by spaces"
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    return f"{where}{line}: this is no YAML: {problem}"


def _has_tab(text: str, mark: Any) -> bool:
    """Return whether the line of a mark has a tab among the blanks at its beginning, or at the mark."""
    line = "".join(text.splitlines()[mark.line : mark.line + 1])
    blanks = line[: len(line) - len(line.lstrip())]
    return "\t" in blanks or line[mark.column : mark.column + 1] == "\t"
