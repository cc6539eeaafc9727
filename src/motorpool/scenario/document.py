"""A YAML document with a memory: plain values, and the line on which each was written.

Stricter than YAML asks: keys are words and come once.
"""

from typing import Any, NamedTuple

from ..errors import ScenarioError, require

Path = tuple[str | int, ...]


class Document(NamedTuple):
    """A parsed file."""

    where: str  # how messages call it
    values: Any
    root: Any  # the YAML node that the values came from

    def line(self, path: Path, *, of_key: bool = False) -> int:
        """The line of the value at ``path``, or of the nearest thing around it that is written down."""
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
        ScenarioError: it is no YAML, repeats a key, or contains itself.
    """
    yaml = require("yaml", extra="app", purpose="reading scenario files")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        root = loader.get_single_node()
        values: Any = _Reader(yaml, loader, where).value(root) if root is not None else {}
    except yaml.YAMLError as error:
        raise ScenarioError(_sentence(where, error)) from error
    finally:
        loader.dispose()
    return Document(where, values, root)


def shown(path: Path) -> str:
    """A path as messages show it: ``vehicles[3].wheelbase``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


class _Reader:
    """Turns nodes into values, each once (an anchor's value is shared)."""

    def __init__(self, yaml: Any, loader: Any, where: str):
        self._yaml, self._loader, self._where = yaml, loader, where
        self._done: dict[int, Any] = {}
        self._open: set[int] = set()

    def value(self, node: Any) -> Any:
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
        if isinstance(node, self._yaml.SequenceNode):
            return [self.value(item) for item in node.value]
        return self._loader.construct_object(node)

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
    """The key and the value of a node's child; None where there is no such child."""
    if isinstance(step, int):
        items: list[Any] = node.value if getattr(node, "id", "") == "sequence" else []
        return None, items[step] if step < len(items) else None
    pairs: list[tuple[Any, Any]] = node.value if getattr(node, "id", "") == "mapping" else []
    # Merged defaults come before the mapping's own keys, and the last one counts.
    return next(((key, value) for key, value in reversed(pairs) if key.value == step), (None, None))


def _sentence(where: str, error: Any) -> str:
    mark = getattr(error, "problem_mark", None)
    line = f":{mark.line + 1}" if mark is not None else ""
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    return f"{where}{line}: this is no YAML: {problem}"
