"""Advice on models that cannot be compiled or take no arrays: the line at fault, and the replacement to write.

A step in plain Python is tried first, because Python's message names a misspelt name best. Then the compiler's message
is searched for a line; last, the text of the functions is searched for constructs that compiled code lacks.
"""

import ast
import linecache
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from ..models.registry import Model
from .form.text import text_of, walk
from .form.types import UnsupportedError
from .specialise import globals_of

VOCABULARY = "motorpool.models.mathematics"
_PACKAGE = __name__.partition(".")[0]

Function = Callable[..., Any]

# Constructs that compiled code lacks, and what to write instead.
_UNCOMPILABLE: dict[type[ast.AST], str] = {
    ast.Try: f"compiled code catches no errors; guard the values with select(...) of {VOCABULARY}",
    ast.JoinedStr: "a step computes with numbers only; leave texts out",
    ast.Import: "import at the top of the file",
    ast.ImportFrom: "import at the top of the file",
    ast.Dict: "use a name for each number, or a NamedTuple",
    ast.Set: "use a name for each number, or a NamedTuple",
    ast.List: "use a name for each number, or a NamedTuple",
    ast.ListComp: "use a name for each number, or a NamedTuple",
    ast.DictComp: "use a name for each number, or a NamedTuple",
    ast.With: "a step opens and locks nothing; read files when the module is imported",
    ast.Raise: "a step raises nothing; say in is_valid(control, params, dt) and LIMIT when there is no answer",
    ast.Assert: "a step raises nothing; say in is_valid(control, params, dt) and LIMIT when there is no answer",
    ast.Global: "a step changes nothing outside; put what it remembers into State",
    ast.Yield: "return a State",
}
# Constructs that have one answer, where an array needs one for each vehicle.
_ONE_ANSWER: dict[type[ast.AST], str] = {
    ast.If: f"write select(condition, if_true, if_false) of {VOCABULARY}",
    ast.IfExp: f"write select(condition, if_true, if_false) of {VOCABULARY}",
    ast.While: f"write select(condition, if_true, if_false) of {VOCABULARY}",
    ast.BoolOp: "write (a) & (b) for and, (a) | (b) for or",
}
_OF_OTHER_THINGS = {"dict", "format", "input", "list", "open", "print", "repr", "set", "sorted", "str"}  # builtins
_ANSWERS_BUILTIN = {"min": "minimum", "max": "maximum"}


class Offence(NamedTuple):
    """A line at fault."""

    file: str
    line: int
    code: str  # of the line, without its indentation
    advice: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{self.code}`"


def why_uncompilable(model: Model, functions: Sequence[Function], error: UnsupportedError, *, otherwise: str) -> str:
    """Return the reason for which a model's functions were refused, with the line at fault and advice.

    Args:
        otherwise: an alternative, for the end of the message.
    """
    if tried := _wrong_in_python(model):
        return tried
    found = [offence for function in functions for offence in _offences(function, _uncompilable)]
    found += _offences(model.module.step, _incomplete(len(model.module.State._fields)))
    named = _named_by(error, functions)
    at_line = [offence for offence in found if named and offence[:2] == named[:2]]
    best = (at_line or found or [named])[0]
    if best is None:
        return f"{error.reason}; write it in the words of {VOCABULARY}, or {otherwise}"
    return f"{best} ({error.reason}); {best.advice}, or {otherwise}"


def why_no_arrays(function: Function, error: Exception) -> str:
    """Return the line of a function that needs one truth value of an array, and the replacement to write."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in _files_of([function])]
    lines = {frame.lineno for frame in frames}
    found = list(_offences(function, _one_answer))
    best = next((offence for offence in found if offence.line in lines), next(iter(found), None))
    if best is not None:
        return f"{best} has one answer for a whole fleet; {best.advice}"
    where = f"{_shown(frames[-1].filename)}:{frames[-1].lineno}: `{frames[-1].line}`: " if frames else ""
    return f"{where}{type(error).__name__}: {error}; write it in the words of {VOCABULARY}"


def _wrong_in_python(model: Model) -> str:
    """Return the error of one step in plain Python from the defaults; empty if there is none."""
    module = model.module
    ground = [module.Ground()] if model.stands_on_ground else []
    try:
        after = module.step(module.State(), module.Control(), module.Params(), 0.0, *ground)
    except (NameError, AttributeError, TypeError) as error:
        files = _files_of([module.step])
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
        where = f"{_shown(frames[-1].filename)}:{frames[-1].lineno}: `{frames[-1].line}`: " if frames else ""
        return f"{where}{type(error).__name__}: {error}"
    except Exception:  # a division by zero, for example, which compiled code survives
        return ""
    fields = ", ".join(module.State._fields)
    if isinstance(after, module.State):
        return ""
    returns = [offence for offence in _offences(module.step, _return) if not offence.code.startswith("return State(")]
    where = f"{returns[-1]}: " if returns else ""
    return f"{where}step returns a {type(after).__name__}; it must return State({fields})"


def _named_by(error: UnsupportedError, functions: Sequence[Function]) -> Offence | None:
    """Return the line that the compiler refuses, if it is in one of the functions' files."""
    if error.file not in _files_of(functions):
        return None
    code = linecache.getline(error.file, error.line).strip()
    return Offence(_shown(error.file), error.line, code, f"write it in the words of {VOCABULARY}")


# ---- the text of functions


def _offences(function: Function, kind: Callable[[ast.AST], str]) -> Iterator[Offence]:
    """Lines of a function and of those that it calls, in the order of their text, for which ``kind`` gives advice."""
    for called in _own_functions(function):
        try:
            text = text_of(called)
        except UnsupportedError:  # without a file, or a piece of a line
            continue
        found = {(int(getattr(node, "lineno", 0)), advice) for node in _body(text.tree) if (advice := kind(node))}
        for line, advice in sorted(found):
            yield Offence(_shown(text.file), line, text.line(line).strip(), advice)


def _body(function: ast.FunctionDef) -> list[ast.AST]:
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return [node for statement in statements for node in walk(statement)]


def _own_functions(function: Any) -> list[FunctionType]:
    found: list[FunctionType] = []
    waiting = [function]
    while waiting:
        one = waiting.pop(0)
        is_own = isinstance(one, FunctionType) and one.__module__.partition(".")[0] != _PACKAGE
        if is_own and one not in found:
            found.append(one)
            waiting += [used for _, used in globals_of(one)]
    return found


def _files_of(functions: Sequence[Function]) -> set[str]:
    return {one.__code__.co_filename for function in functions for one in _own_functions(function)}


def _uncompilable(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str)):
        return "a step computes with numbers only; write one"
    if isinstance(node, ast.Attribute) and node.attr == "_replace":
        return "write State(...) with all of its fields"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OF_OTHER_THINGS:
        return "a step computes with numbers only; leave this out"
    return _UNCOMPILABLE.get(type(node), "")


def _one_answer(node: ast.AST) -> str:
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return "write (a < b) & (b < c) for a < b < c"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return "write ~(a) for not"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ANSWERS_BUILTIN:
        return f"write {_ANSWERS_BUILTIN[node.func.id]}(a, b) of {VOCABULARY}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_name(node.func.value, "math"):
        return f"import {node.func.attr} from {VOCABULARY} where it has one"
    return _ONE_ANSWER.get(type(node), "")


def _incomplete(count: int) -> Callable[[ast.AST], str]:
    """Return a function that finds a State of fewer than ``count`` values, whose others would be defaults."""

    def advice(node: ast.AST) -> str:
        if not (isinstance(node, ast.Call) and _is_name(node.func, "State")):
            return ""
        is_whole = len(node.args) + len(node.keywords) == count or any(isinstance(a, ast.Starred) for a in node.args)
        return "" if is_whole else f"give State all of its {count} fields"

    return advice


def _return(node: ast.AST) -> str:
    return "return a State" if isinstance(node, ast.Return) else ""


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _shown(file: str) -> str:
    """Return a path as messages show it: from the current folder where the file lies in it."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
