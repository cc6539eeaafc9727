"""Components know each other by columns, the words in these, and public components; each exception has a reason."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import motorpool.world

WORLD = Path(motorpool.world.__file__).parent
COMPONENTS = {path.parent.name for path in WORLD.glob("*/component.py")}
PUBLIC = {"columns", "component", "kinds", "goal_kinds", "phases", "reasons", "perception", "damage"}
EVERYWHERE = {"entity"}  # bodies of vehicles, which every component is about
EXCEPTIONS = {  # imports of one component from a module of another: the number of names, and why
    ("drivers", "avoidance.rules"): (1, "traits by the numbers in the column of rules"),
    ("guidance", "avoidance.rules"): (1, "likewise"),
    ("recovery", "avoidance.rules"): (4, "likewise"),
    ("traffic", "avoidance.rules"): (1, "likewise"),
    ("recovery", "avoidance.rollout"): (7, "a manoeuvre is tried as an avoidance rule tries a heading"),
    ("recovery", "avoidance.surroundings"): (4, "likewise"),
    ("recovery", "avoidance.dynamic_window.preference"): (1, "likewise"),
    ("recovery", "avoidance.dynamic_window.rule"): (1, "the two share the surroundings of a step, to make them once"),
    ("recovery", "avoidance.dynamic_window_costs"): (2, "likewise"),
    ("traffic", "guidance.stages"): (1, "a vehicle steers for a point of a lane as for one of a route"),
    ("entity", "drivers.manual_control"): (4, "settings of fleets are the numbers of the law by hand"),
}


def imports_of(path: Path, root: Path) -> Iterator[str]:
    """Yield the module below ``root`` of each name that a file imports relatively, lazy and for types, too."""
    package = path.relative_to(root).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and 0 < node.level <= len(package) + 1:
            module = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            for alias in node.names:
                place = [part for part in [*module, alias.name] if part]
                is_module = root.joinpath(*place).with_suffix(".py").is_file() or root.joinpath(*place).is_dir()
                yield ".".join(place if is_module else place[:-1])


def inside_others(root: Path, components: set[str]) -> Counter[tuple[str, str]]:
    """Count the names that components import from the insides of others, by component and module."""
    found: Counter[tuple[str, str]] = Counter()
    for component in sorted(components):
        for path in (root / component).rglob("*.py"):
            for module in imports_of(path, root):
                folder, _, inner = module.partition(".")
                is_public = folder in EVERYWHERE or inner.rpartition(".")[2] in PUBLIC
                if folder in components - {component} and not is_public:
                    found[component, module] += 1
    return found


def test_components_import_no_more_of_each_others_insides_than_is_listed():
    assert inside_others(WORLD, COMPONENTS) == {place: number for place, (number, _) in EXCEPTIONS.items()}


def test_an_import_of_an_inside_is_found_lazy_or_not(tmp_path: Path):
    for folder in ("here", "there"):
        (tmp_path / folder / "deep").mkdir(parents=True)
    (tmp_path / "here" / "component.py").write_text("from ..there.columns import Goal\nfrom ..there.stages import go\n")
    lazy = "def step():\n    from ...there.laws import first, second\n    from ...there import phases\n"
    (tmp_path / "here" / "deep" / "law.py").write_text(lazy)
    (tmp_path / "there" / "phases.py").write_text("DRIVING = 1\n")
    found = inside_others(tmp_path, {"here", "there"})
    assert found == {("here", "there.stages"): 1, ("here", "there.laws"): 2}
