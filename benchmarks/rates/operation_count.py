"""Operations of a model's step, counted by running it on numbers that count: they explain its rate.

The vocabulary of ``models.mathematics`` follows an array's own namespace, so a "number" with such a namespace sees
every operation of a step, as written: before a compiler shares or drops any.
"""

from collections import Counter
from typing import Any, NamedTuple

from motorpool.models.registry import Model

FUNCTIONS = ("sin", "cos", "tan", "atan", "atan2", "exp")  # polynomials of some twenty operations each
ROOTS = ("/", "sqrt")  # wait for the divider


class OperationCount(NamedTuple):
    """Operations and memory traffic of one step of one vehicle."""

    columns: int  # numbers read or written
    functions: int  # sines and the like
    divisions: int  # and square roots
    others: int  # additions, products, comparisons, choices

    def words(self) -> str:
        """Return the counts in words."""
        return (
            f"{self.columns} columns, {self.functions} sines and the like, {self.divisions} divisions and roots, "
            f"{self.others} simple operations"
        )


def operations_of(model: Model) -> OperationCount | None:
    """Return the operations of one step; None for a model that branches, which takes as many as its state asks for."""
    if model.branches:
        return None
    counts: Counter[str] = Counter()
    state, control, params, *ground = [
        structure(*(Counted(value, counts) for value in structure())) for structure in model.structures.values()
    ]
    model.module.step(state, control, params, Counted(1 / 60, counts), *ground)
    functions = sum(counts[name] for name in FUNCTIONS)
    divisions = sum(counts[name] for name in ROOTS)
    return OperationCount(columns_of(model), functions, divisions, counts.total() - functions - divisions)


def columns_of(model: Model) -> int:
    """Return the number of columns that a step reads or writes."""
    return sum(len(structure._fields) for structure in model.structures.values())


def why_slow(model: Model, beside: Model) -> str:
    """Return the sentence that explains a low rate."""
    own, other = operations_of(model), operations_of(beside)
    if own is None or other is None:
        return f"{model.branches}; both sides of each case are computed, on {columns_of(model)} columns"
    return f"a step has {own.words()}; {beside.name}'s: {other.words()}"


class Counted:
    """A number that counts the operations on it; the result of each is itself."""

    def __init__(self, value: float, counts: Counter[str]):
        self.value, self.counts = value, counts

    @property
    def dtype(self) -> type:
        """Its type, for ``asarray``."""
        return float

    def __array_namespace__(self) -> "Namespace":
        return Namespace(self.counts)

    def _done(self, operation: str) -> "Counted":
        self.counts[operation] += 1
        return self

    def __add__(self, _: Any) -> "Counted":
        return self._done("+")

    def __mul__(self, _: Any) -> "Counted":
        return self._done("*")

    def __truediv__(self, _: Any) -> "Counted":
        return self._done("/")

    def __lt__(self, _: Any) -> "Counted":
        return self._done("<")

    def __and__(self, _: Any) -> "Counted":
        return self._done("&")

    def __neg__(self) -> "Counted":
        return self  # folded into what follows

    def __eq__(self, _: object) -> Any:
        return self._done("<")

    __hash__ = None  # pyright: ignore[reportAssignmentType]
    __radd__ = __sub__ = __rsub__ = __add__
    __rmul__, __rtruediv__ = __mul__, __truediv__
    __le__ = __gt__ = __ge__ = __lt__
    __rand__ = __or__ = __ror__ = __and__
    __ne__ = __eq__
    __invert__ = __pos__ = __abs__ = __neg__


class Namespace:
    """The array namespace of such numbers: each function counts itself."""

    def __init__(self, counts: Counter[str]):
        self.counts = counts

    def __getattr__(self, name: str) -> Any:
        def function(*values: Any) -> Counted:
            self.counts[name] += 1
            return Counted(0.0, self.counts)

        return function

    def asarray(self, value: Any, dtype: Any = None) -> Counted:
        """Return the number as one that counts; that itself is no work."""
        return Counted(value, self.counts)
