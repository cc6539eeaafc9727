"""Runs blocks of a page of the documentation one after the other, as the cells of a notebook: they share their names.

The page's worker runs this file once and then calls ``run``; a test runs it in CPython, too.
"""

import ast
import json
import sys
import traceback
import types

_page = types.ModuleType("__main__")
sys.modules["__main__"] = _page
sys.argv = ["block"]


def run(text: str, title: str) -> str:
    """Run a block, and return as JSON its last expression's value, as text and as HTML, and what went wrong."""
    told = {"value": "", "html": "", "error": ""}
    try:
        value = _value(ast.parse(text, title), title)
        if value is not None:
            told["value"] = repr(value)
            told["html"] = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    except BaseException as error:
        told["error"] = _words(error, title)
    return json.dumps(told)


def _value(tree: ast.Module, title: str) -> object:
    """Run the statements; return the value of the last one where it is an expression."""
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, title, "exec"), _page.__dict__)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), title, "eval"), _page.__dict__)


def _words(error: BaseException, title: str) -> str:
    """Return the last line of the traceback, with the line of the block where it happened."""
    if isinstance(error, SyntaxError) and error.filename == title:
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == title]
    missing = isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0]
    words = _lacks(missing) if missing else "".join(traceback.format_exception_only(error)).strip()
    return f"line {lines[-1]}: {words}" if lines else words


def _lacks(package: str) -> str:
    """Return that a package is missing; modules of ours are left out of the browser where they need NumPy."""
    if package in ("motorpool", "numpy"):
        return "this needs NumPy, which the browser's Python has not; run it on your machine"
    return f"the browser's Python has no {package}; run this on your machine"
