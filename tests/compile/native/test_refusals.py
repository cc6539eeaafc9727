"""What has no counterpart in compiled code is refused in one sentence, with the file and the line."""

import builtins
import re
from typing import Any, NamedTuple

import numpy as np
import pytest
from agreement import text

from motorpool.compile import flat
from motorpool.compile.form.types import FLOAT, WHOLE, ArrayType, UnsupportedError
from motorpool.compile.scratch import scratch_column


class Point(NamedTuple):
    """A place."""

    x: Any
    y: Any = 0.0


def halved(value, by=2.0):
    if value > by:
        return value / by
    return value


def doubled(value):
    return value * 2.0


def fill(out):
    for i in range(out.size):
        out[i] = 1.0


NAMES = {
    "Point": Point, "halved": halved, "doubled": doubled, "fill": fill, "np": np, "scratch_column": scratch_column,
    "LISTED": [1.0],
}  # fmt: skip

# Lines of a function of numbers, a whole number and a column; a ^ stands before the one that is refused.
WRONG = [
    (["try:", "    ^out[0] = 1.0", "except ValueError:", "    pass"], "no try"),
    (["^out[0] = len(f'{x}')"], "texts"),
    (["table = ^{1: x}"], "dictionaries"),
    (["out[0] = ^[x][0]"], "lists"),
    (["out[0] = ^max(v for v in (x, 1.0))"], "comprehensions"),
    (["out[0] = ^len([v for v in (x, 1.0)])"], "comprehensions"),
    (["out[0] = ^x in {1.0, 2.0}"], "sets"),
    (["^with x:", "    pass"], "no with"),
    (["if x > 0.0:", "    ^raise ValueError"], "raise"),
    (["^assert x > 0.0"], "assert"),
    (["^out[0] = (lambda: x)()"], "lambda"),
    (["^out[0] = 1.0 if isinstance(x, float) else 2.0"], "isinstance\\(\\) of compiled code is of a class with fields"),
    (["^import math"], "import"),
    (["^from math import sin"], "import"),
    (["^global LISTED", "LISTED = x"], "global"),
    (["^yield x"], "yield"),
    (["^def inner():", "    pass"], "functions within functions"),
    (["y = x", "^del y"], "del"),
    (["^out[0] = (y := x)"], ":="),
    (["^out[0:1] = x"], "slices"),
    (["^part = out[1:]"], "slices"),
    (["^print(x)"], "cannot call print"),
    (["^out[0] = np.zeros(3)[0]"], "cannot call zeros"),
    (["^out[0] = np.fft.fft(x)"], "cannot call fft"),
    (["^out[0] = missing"], "no name 'missing'"),
    (["^out[0] = out.missing"], "no attribute 'missing'"),
    (["point = Point(x)", "^out[0] = point.z"], "no field 'z'; it has x, y"),
    (["point = Point(x)", "^point.x = 2.0"], "cannot be assigned"),
    (["^out[0] = LISTED[0]"], "cannot be indexed"),
    (["^out[0] = x[0]"], "cannot be indexed"),
    (["^out[0] = out"], "stands where a number belongs"),
    (["^out[0] = out + 1.0"], "stands where a number belongs"),
    (["^out[0] = out[0, 0]"], "1 dimensions is indexed by 2"),
    (["^out[0] = out[x]"], "an index must be a whole number"),
    (["^out[0] = (x, 1.0)[2]"], "no element 2"),
    (["^a, b = x, 1.0, 2.0"], "3 values are assigned to 2 names"),
    (["^a, b = x"], "no fields to unpack"),
    (["y = x", "if n > 0:", "    ^y = (x, x)", "out[0] = 1.0"], "one name"),
    (["out[0] = ^x & 1.0"], "truth values or whole numbers"),
    (["out[0] = ^~x"], "truth values or whole numbers"),
    (["out[0] = ^x @ x"], "no operator @"),
    (["out[0] = ^n**n"], r"no operator \*\*"),
    (["^for v in x:", "    pass"], "a loop goes over"),
    (["^for v in zip((1, 2), (3, 4)):", "    pass"], "cannot call zip"),
    (["^for i in range(0, n, n):", "    out[i] = 1.0"], "the step of a range"),
    (["^for i in range(0, n, 0):", "    out[i] = 1.0"], "the step of a range"),
    (["^column = scratch_column(n, np.float64)"], "must be known"),
    (["^out[0] = halved()"], "called without 'value'"),
    (["^out[0] = halved(x, 1.0, 2.0)"], "takes 2 arguments, not 3"),
    (["^out[0] = halved(x, factor=2.0)"], "no argument 'factor'; it has value, by"),
    (["^out[0] = Point(x, z=2.0).x"], "no argument 'z'; it has x, y"),
    (["^out[0] = Point().x"], "called without 'x'"),
    (["^out[0] = halved(**x)"], r"\*\*"),
    (["^out[0] = doubled(*x)"], "no fields to unpack"),
    (["^out[0] = x(1.0)"], "cannot be called"),
    (["^out[0] = abs(x, 1.0)"], "abs does not take 2 arguments"),
    (["^out[0] = round(x, 2)"], "no digits"),
    (["^out[0] = min(x, 1.0, default=2.0)"], "min"),
    (["^out[0] = x or 1.0"], "`and` and `or` of numbers"),
    (["^out[0] = n and x"], "`and` and `or` of numbers"),
    (["^out[0] = len(x)"], "has no length"),
    (["^out[0] = x.view(np.int8)"], "view"),
    (["^out[0] = fill(out) + 1.0"], "stands where a number belongs"),
    (["if n > 0:", "    y = x", "^out[0] = y"], "y may be read before it is assigned"),
    (["for i in range(n):", "    y = x", "^out[0] = y"], "y may be read before it is assigned"),
    (["while n < 0:", "    y = x", "^out[0] = y"], "y may be read before it is assigned"),
    (["^out[0] = y", "y = x"], "y may be read before it is assigned"),
    (["^y += x"], "y may be read before it is assigned"),
    (
        ["while True:", "    if x > 0.0:", "        break", "    y = x", "^out[0] = y"],
        "y may be read before it is assigned",
    ),
    (["^out[0] = wrong(x, n, out)"], "wrong calls itself"),
    (["match n:", "    case 1:", "        ^out[0] = x"], "match"),
]


def refusal_of(lines):
    """The refusal of a function of these lines."""
    source = "def wrong(x, n, out):\n" + "".join(f"    {line.replace('^', '')}\n" for line in lines)
    wrong = text(source, **NAMES).wrong
    with pytest.raises(UnsupportedError) as refused:
        flat.compiled(wrong, [FLOAT, WHOLE, ArrayType("float64", 1)])
    return wrong, refused.value


def line_of(lines):
    """The line that is marked, in the text; of a compound statement its first."""
    (place,) = (place for place, line in enumerate(lines) if line.lstrip().startswith("^") or " ^" in line)
    compound = {"try:": 1, "match n:": 2}
    return 2 + place - compound.get(lines[0], 0)


@pytest.mark.parametrize(("lines", "sentence"), WRONG, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_what_has_no_counterpart_is_refused_with_its_line(lines, sentence):
    wrong, error = refusal_of(lines)
    assert re.search(sentence, error.reason), error.reason
    assert (error.file, error.line) == (wrong.__code__.co_filename, line_of(lines))
    assert str(error) == f"{error.file}:{error.line}: {error.reason}"
    assert "\n" not in error.reason
    assert not error.reason.endswith(".")


def test_the_line_of_a_function_that_is_called_is_named():
    straight = "def helper(x):\n    y = x\n    return print(y)\n"
    branching = "def branching(x):\n    if x > 0.0:\n        x = x.real\n    return x\n"
    module = text(straight + branching)
    for name, line in (("helper", 3), ("branching", 6)):
        calling = text("def calls(x, out):\n    out[0] = called(x)\n", called=getattr(module, name)).calls
        with pytest.raises(UnsupportedError) as refused:
            flat.compiled(calling, [FLOAT, ArrayType("float64", 1)])
        assert (refused.value.file, refused.value.line) == (module.helper.__code__.co_filename, line)


def test_functions_that_call_each_other_in_a_circle_are_refused():
    source = "def even(x):\n    return odd(x - 1.0)\n\n\ndef odd(x):\n    return even(x - 1.0)\n"
    module = text(source)
    calling = text("def calls(x, out):\n    out[0] = even(x)\n", even=module.even).calls
    with pytest.raises(UnsupportedError, match="calls itself"):
        flat.compiled(calling, [FLOAT, ArrayType("float64", 1)])


def test_a_function_without_a_text_is_refused():
    names: dict[str, Any] = {}
    exec("def nowhere(out):\n    out[0] = 1.0\n", names)
    with pytest.raises(UnsupportedError, match="text of nowhere"):
        flat.compiled(names["nowhere"], [ArrayType("float64", 1)])


def test_a_file_that_has_changed_since_it_was_imported_is_not_compiled(tmp_path):
    """Else the new text would be kept under the old one's fingerprint."""
    before, after = (f"def fill(out):\n    out[0] = {value}\n" for value in (1.0, 2.0))
    file = tmp_path / "edited_since.py"
    file.write_text(before)
    names: dict[str, Any] = {}
    exec(compile(before, str(file), "exec"), names)
    file.write_text(after)
    with pytest.raises(UnsupportedError, match="its file must be as it was when it was imported"):
        flat.compiled(names["fill"], [ArrayType("float64", 1)])
    exec(compile(after, str(file), "exec"), names)  # reloaded
    out = np.zeros(1)
    flat.compiled(names["fill"], [ArrayType("float64", 1)])(out)
    assert out[0] == 2.0


@pytest.mark.parametrize(
    "body",
    [
        "if x > 0.0:\n        y = 1.0\n    else:\n        y = 2.0\n    out[0] = y",
        "if x > 0.0:\n        out[0] = 1.0\n        return\n    else:\n        y = 2.0\n    out[0] = y",
        "for i in range(3):\n        y = x\n        out[0] += y",
        "while True:\n        y = x\n        break\n    out[0] = y",
        "for i in 5, 1:\n        if x < i:\n            continue\n        else:\n            y = 1\n        out[0] = y",
    ],
)
def test_a_name_that_is_assigned_on_every_way_to_its_use_is_not_refused(body):
    function = text(f"def right(x, out):\n    {body}\n").right
    plain, native = np.zeros(1), np.zeros(1)
    function(2.5, plain)
    flat.compiled(function, [FLOAT, ArrayType("float64", 1)])(2.5, native)
    assert native.tolist() == plain.tolist()


def test_a_built_in_function_that_a_library_replaced_is_still_refused_by_its_name(monkeypatch):
    def instead(*values, **named):
        return values, named

    monkeypatch.setattr(builtins, "print", instead)  # ray does so for its progress bars
    _, error = refusal_of(["^print(x)"])
    assert re.search("cannot call print", error.reason), error.reason
