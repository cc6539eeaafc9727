"""Write the tables of docs/sensors.md from the kinds of sensors: values of readings, and parameters.

python tools/generated/sensor_tables.py --write    # between the markers of the page
python tools/generated/sensor_tables.py --check    # exit code 1 if it is out of date
"""

import sys
from pathlib import Path

from motorpool.models.fields import fields_of
from motorpool.vehicles.sensor_kinds import Mount, kinds

PAGE = Path(__file__).parents[2] / "docs" / "sensors.md"
BEGIN, END = "<!-- tables of sensors -->\n", "<!-- end of tables -->"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit code."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    text = f"{before}{BEGIN}\n{tables()}\n{END}{after}"
    if arguments == ["--write"]:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/sensors.md is out of date; run python tools/generated/sensor_tables.py --write", file=sys.stderr)
    return 1


def tables() -> str:
    """Return the sections of the kinds."""
    lines = ["### mount", "", "Position and attitude on the vehicle, from the model's reference point.", ""]
    lines += _parameters(Mount)
    for kind in kinds().values():
        lines += [f"### {kind.name}", "", " ".join((kind.parameters.__doc__ or "").split()), ""]
        lines += ["| value | shape | unit | meaning |", "|---|---|---|---|"]
        for value in kind.values:
            shape = "(n" + "".join(f", {word}" for word in value.shape) + ")"
            lines.append(f"| `{value.name}` | {shape} | {value.unit or '-'} | {value.meaning} |")
        lines += ["", *_parameters(kind.parameters)]
    return "\n".join(lines).rstrip() + "\n"


def _parameters(structure: type) -> list[str]:
    lines = ["| parameter | default | unit | allowed | meaning |", "|---|---|---|---|---|"]
    for field in fields_of(structure):
        unit = field.unit if field.unit != "1" else "-"
        lines.append(f"| `{field.name}` | {field.default:g} | {unit} | {field.range.words} | {field.meaning} |")
    return [*lines, ""]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
