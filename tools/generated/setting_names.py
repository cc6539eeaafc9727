"""Writes ``src/motorpool/world/setting_names.pyi``: the keywords of a world that its components declare.

At run time they come from the components; type checkers and editors read this stub. Run ``python
tools/generated/setting_names.py`` (or ``make generate``) after a component's settings have changed; a test compares.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from motorpool.world.components import settings

TARGET = Path(__file__).parents[2] / "src" / "motorpool" / "world" / "setting_names.pyi"
HEAD = '"""The keywords of a world as an editor sees them. Written by make generate; not to be edited."""\n'


def text() -> str:
    """Return the whole stub."""
    found = settings()
    kinds = {kind for setting in found for kind in _classes_in(setting.type)}
    imports = {
        (kind.__module__.replace("motorpool.world.", ".").replace("motorpool.", ".."), kind.__name__) for kind in kinds
    }
    lines = [HEAD, "from collections.abc import Mapping", "from typing import Literal, TypedDict", ""]
    lines += [f"from {module} import {name}" for module, name in sorted(imports)]
    lines += ["", "class WorldSettings(TypedDict, total=False):"]
    for setting in found:
        lines.append(f'    {setting.name}: {written(setting.type)}\n    """{setting.key.text("infinite")}"""')
    return "\n".join(lines) + "\n"


def written(kind: Any) -> str:
    """Return a type as a stub writes it."""
    inner = get_args(kind)
    if get_origin(kind) is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]".replace("'", '"')
    if get_origin(kind) is Mapping:
        return f"Mapping[{', '.join(map(written, inner))}] | None"
    return " | ".join(map(written, inner)) if inner else kind.__name__


def _classes_in(kind: Any) -> Iterator[type]:
    """Yield the classes of Motorpool that a type names."""
    if isinstance(kind, type) and kind.__module__.startswith("motorpool."):
        yield kind
    for inner in get_args(kind):
        yield from _classes_in(inner)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
