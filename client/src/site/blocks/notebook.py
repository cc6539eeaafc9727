"""Execution of the blocks of a documentation page in one namespace, like the cells of a notebook.

The page's worker runs this file once and then calls ``run``; a test runs it in CPython.
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
    """Run a block; return as JSON the value of its last expression, as text and as HTML, and the error."""
    result = {"value": "", "html": "", "error": ""}
    try:
        value = _value(ast.parse(text, title), title)
        if value is not None:
            result["value"] = repr(value)
            result["html"] = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    except BaseException as error:
        result["error"] = _words(error, title)
    return json.dumps(result)


def _value(tree: ast.Module, title: str) -> object:
    """Run the statements; return the value of the last one if it is an expression."""
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, title, "exec"), _page.__dict__)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), title, "eval"), _page.__dict__)


def _words(error: BaseException, title: str) -> str:
    """Return the last line of the traceback, with its line in the block."""
    if isinstance(error, SyntaxError) and error.filename == title:
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == title]
    missing = isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0]
    words = _lacks(missing) if missing else "".join(traceback.format_exception_only(error)).strip()
    return f"line {lines[-1]}: {words}" if lines else words


def _lacks(package: str) -> str:
    """Return a sentence about a missing package; Motorpool's modules that need NumPy are not in the browser."""
    if package in ("motorpool", "numpy"):
        return "this needs NumPy, which is not in the browser's Python; run it on your machine"
    return f"the browser's Python has no {package}; run this on your machine"
