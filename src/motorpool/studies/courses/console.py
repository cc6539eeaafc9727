"""``motorpool courses``: drives the obstacle courses, prints a table of scores and draws the paths."""

import math
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ...base.command_line.waiting import waiting
from ...base.console import PrintableConsole
from ...base.errors import WorldError, unknown_name
from ...base.files import check_output
from . import COURSES, RULES_SCORED, Course, Score, drive
from .figure import draw_paths

DEFAULTS = ("as-published", "search-cone", "orca", "dynamic-window")


def list_rules() -> None:
    """Print the avoidance rules."""
    table = Table("rule", "what it does", box=SIMPLE_HEAD, pad_edge=False)
    for name, (_, about, _) in RULES_SCORED.items():
        table.add_row(name, about)
    PrintableConsole().print(table)


def courses(name: str | None, rules: Sequence[str], *, seed: int, figure: Path | None) -> None:
    """Drive one course or all by each rule, print the scores and draw the figure.

    Args:
        name: course; None for all.
        rules: names of avoidance rules; `DEFAULTS` if empty.

    Raises:
        WorldError: there is no such course or rule, or the figure cannot be written.
    """
    chosen, known_rules = _chosen(name), _known(rules or DEFAULTS)
    if figure is not None:
        _check(figure, chosen)
    scores: list[tuple[Course, str, Score]] = []
    with waiting("driving", total=float(len(chosen) * len(known_rules))) as show:
        for course in chosen:
            for rule in known_rules:
                done = float(len(scores))
                show(f"driving {course.name} by {rule}", done=done)

                def progress(fraction: float, done: float = done) -> None:
                    show(done=done + fraction)

                scores.append((course, rule, drive(course, rule, seed=seed, progress=progress)))
    _show(scores)
    if figure is not None:
        with waiting("drawing"):
            draw_paths(chosen[0], [(rule, score) for _, rule, score in scores], seed=seed, path=figure)
        print(f"drew {figure}")


def _chosen(name: str | None) -> list[Course]:
    if name is None:
        return list(COURSES)
    found = [course for course in COURSES if course.name == name]
    if not found:
        raise WorldError(unknown_name("", "course", name, [course.name for course in COURSES]))
    return found


def _known(rules: Sequence[str]) -> list[str]:
    for rule in rules:
        if rule not in RULES_SCORED:
            raise WorldError(unknown_name("", "rule", rule, RULES_SCORED, listed="`motorpool courses --list`"))
    return list(rules)


def _check(figure: Path, chosen: Sequence[Course]) -> None:
    if len(chosen) > 1:
        raise WorldError(
            "--figure draws one course; name it, for example: motorpool courses u-trap --figure u-trap.png"
        )
    if figure.suffix not in (".png", ".svg", ".pdf"):
        raise WorldError(f"--figure {figure} must end in .png, .svg or .pdf")
    check_output(figure, error=WorldError)


def _show(scores: Sequence[tuple[Course, str, Score]]) -> None:
    headings = ("course", "rule", "reached", "clean", "objects", "vehicles", "time", "path")
    table = Table(*headings, box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in table.columns[2:]:
        column.justify = "right"
    before = ""
    for course, rule, score in scores:
        table.add_row(
            "" if course.name == before else course.name,
            rule,
            f"{score.reached}/{score.vehicles}",
            f"{score.clean}/{score.vehicles}",
            str(score.contacts),
            str(score.overlaps),
            "" if math.isnan(score.seconds) else f"{score.seconds:.0f} s",
            "" if math.isnan(score.detour) else f"{score.detour:.2f}",
        )
        before = course.name
    PrintableConsole().print(table)
    print("clean: reached the goal without contact; objects, vehicles: number of contacts and overlaps;")
    print("time, and path length over the straight distance: medians of the vehicles that reached the goal")
