"""LLVM text of one function: blocks, instructions, arithmetic and memory.

Integers are computed in 64 bits, division by zero gives zero, and remainders have the sign of the divisor.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .values import (
    LLVM,
    STORAGE,
    Array,
    Number,
    Structure,
    Type,
    UnsupportedError,
    Value,
    common_kind,
    described,
    literal,
    type_of,
)

FLAGS = "nsz contract"  # no sign of zero; multiply-adds may be fused
_FLOAT_OPERATIONS = {"Add": "fadd", "Sub": "fsub", "Mult": "fmul", "Div": "fdiv"}
_WHOLE_OPERATIONS = {"Add": "add nsw", "Sub": "sub nsw", "Mult": "mul nsw", "LShift": "shl", "RShift": "ashr"}
_BIT_OPERATIONS = {"BitAnd": "and", "BitOr": "or", "BitXor": "xor"}
_FLOAT_COMPARISONS = {"Lt": "olt", "LtE": "ole", "Gt": "ogt", "GtE": "oge", "Eq": "oeq", "NotEq": "une"}
_WHOLE_COMPARISONS = {"Lt": "slt", "LtE": "sle", "Gt": "sgt", "GtE": "sge", "Eq": "eq", "NotEq": "ne"}
_CONVERSIONS = {
    ("i1", "i64"): "zext", ("i1", "f64"): "uitofp", ("i1", "f32"): "uitofp", ("i64", "f64"): "sitofp",
    ("i64", "f32"): "sitofp", ("f32", "f64"): "fpext", ("f64", "f32"): "fptrunc", ("f64", "i64"): "fptosi",
    ("f32", "i64"): "fptosi",
}  # fmt: skip


class Emitter:
    """The text of one LLVM function.

    Args:
        declared: declarations that the module needs, added to.
        constants: global constants of the module, added to.
        may_wrap: a negative index counts from the end, as in Python.
    """

    def __init__(self, declared: set[str], constants: list[str], *, may_wrap: bool):
        self._declared, self._constants, self._may_wrap = declared, constants, may_wrap
        self.entry: list[str] = []
        self.blocks: list[tuple[str, list[str]]] = []
        self.lines: list[str] | None = None  # of the block that is open; None where the text cannot be reached
        self.label = ""
        self._count = 0

    # ---- text

    def new_label(self, stem: str) -> str:
        """Return a label that no block has."""
        self._count += 1
        return f"{stem}{self._count}"

    def open(self, label: str) -> None:
        """Begin a block."""
        self.lines, self.label = [], label
        self.blocks.append((label, self.lines))

    def end(self, text: str) -> None:
        """End the block."""
        self.write(text)
        self.lines = None

    def jump(self, label: str) -> None:
        """End the block with a jump, unless it has ended."""
        if self.lines is not None:
            self.end(f"br label %{label}")

    def write(self, text: str) -> None:
        """Write an instruction without a result."""
        assert self.lines is not None
        self.lines.append("  " + text)

    def emit(self, text: str, kind: str) -> Number:
        """Write an instruction and return its result.

        Args:
            text: of the instruction.
            kind: of its result.
        """
        self._count += 1
        assert self.lines is not None
        self.lines.append(f"  %v{self._count} = {text}")
        return Number(kind, f"%v{self._count}")

    def text(self, value: Number) -> str:
        """Return the text of an operand, which is used."""
        value.is_used = True
        return value.text

    def alloca(self, llvm: str, count: int = 1) -> str:
        """Return the name of stack cells of the function."""
        name = "%" + self.new_label("cell")
        self.entry.append(
            f"  {name} = alloca {llvm}" if count == 1 else f"  {name} = alloca {llvm}, i64 {count}, align 64"
        )
        return name

    def intrinsic(self, name: str, kind: str, *operands: Number) -> Number:
        """Call LLVM's own function of numbers of one kind."""
        llvm = LLVM[kind]
        self._declared.add(f"declare {llvm} @llvm.{name}.{kind}({', '.join([llvm] * len(operands))})")
        given = ", ".join(f"{llvm} {self.text(operand)}" for operand in operands)
        return self.emit(f"call {FLAGS} {llvm} @llvm.{name}.{kind}({given})", kind)

    # ---- numbers

    def number(self, value: Value) -> Number:
        """Return a value that must be a number.

        Raises:
            UnsupportedError: it is none.
        """
        if not isinstance(value, Number):
            raise UnsupportedError(f"{described(type_of(value))} stands where a number belongs")
        return value

    def to(self, value: Value, kind: str) -> Number:
        """Return a number as another kind."""
        value = self.number(value)
        if value.kind == kind:
            return value
        if value.constant is not None:
            python: Any = {"f64": float, "i64": int, "i1": bool, "f32": np.float32}[kind]
            return literal(python(value.constant))
        if kind == "i1":
            zero = f"icmp ne i64 {self.text(value)}, 0"
            return self.emit(
                zero if value.kind == "i64" else f"fcmp une {LLVM[value.kind]} {self.text(value)}, 0.0", "i1"
            )
        operation = _CONVERSIONS[value.kind, kind]
        result = self.emit(f"{operation} {LLVM[value.kind]} {self.text(value)} to {LLVM[kind]}", kind)
        result.not_negative = value.kind == "i1"
        return result

    def convert(self, value: Value, kind: Type) -> Value:
        """Return a value as another type that holds it."""
        if type_of(value) == kind:
            return value
        if isinstance(kind, str):
            return self.to(value, kind)
        assert isinstance(value, Structure)
        return Structure(
            kind[1], [self.convert(field, each) for field, each in zip(value.fields, kind[2], strict=True)]
        )

    def binary(self, operation: str, left: Value, right: Value) -> Value:
        """Return the result of an operator.

        Args:
            operation: name in Python's syntax tree.
            left: of the operator.
            right: of the operator.
        """
        if isinstance(left, Structure) and isinstance(right, Structure) and operation == "Add":
            return Structure(None, left.fields + right.fields)
        first, second = self.number(left), self.number(right)
        kind = common_kind(first.kind, second.kind)
        if operation in _BIT_OPERATIONS:
            if kind[0] == "f":
                raise UnsupportedError("&, | and ^ are of truth values or whole numbers, not of numbers")
            given = f"{self.text(self.to(first, kind))}, {self.text(self.to(second, kind))}"
            return self.emit(f"{_BIT_OPERATIONS[operation]} {LLVM[kind]} {given}", kind)
        kind = "i64" if kind == "i1" else kind
        kind = "f64" if operation == "Div" and kind == "i64" else kind
        is_natural = operation in ("Add", "Mult") and first.not_negative and second.not_negative
        first, second = self.to(first, kind), self.to(second, kind)
        if kind == "i64":
            return self._whole(operation, first, second, is_natural=is_natural)
        return self._float(operation, first, second, kind)

    def _float(self, operation: str, first: Number, second: Number, kind: str) -> Number:
        x, y, llvm = self.text(first), self.text(second), LLVM[kind]
        if operation in _FLOAT_OPERATIONS:
            return self.emit(f"{_FLOAT_OPERATIONS[operation]} {FLAGS} {llvm} {x}, {y}", kind)
        if operation == "FloorDiv":
            return self.intrinsic("floor", kind, self.emit(f"fdiv {FLAGS} {llvm} {x}, {y}", kind))
        if operation == "Pow":
            if second.constant not in (2.0, 3.0):
                return self.intrinsic("pow", kind, first, second)
            square = self.emit(f"fmul {FLAGS} {llvm} {x}, {x}", kind)
            return square if second.constant == 2.0 else self.emit(f"fmul {FLAGS} {llvm} {square.text}, {x}", kind)
        if operation == "Mod":
            rest = self.emit(f"frem {FLAGS} {llvm} {x}, {y}", kind)
            is_zero = self.emit(f"fcmp oeq {llvm} {rest.text}, 0.0", "i1")
            signs = [self.emit(f"fcmp olt {llvm} {one}, 0.0", "i1").text for one in (rest.text, y)]
            differ = self.emit(f"xor i1 {signs[0]}, {signs[1]}", "i1")
            more = self.emit(f"fadd {FLAGS} {llvm} {rest.text}, {y}", kind)
            some = self.select(differ, more, rest)
            return self.select(is_zero, rest, some)
        raise UnsupportedError(f"compiled code has no operator {operation} of numbers")

    def _whole(self, operation: str, first: Number, second: Number, *, is_natural: bool) -> Number:
        x, y = self.text(first), self.text(second)
        if first.constant is not None and second.constant is not None and operation in ("Add", "Sub", "Mult"):
            a, b = first.constant, second.constant
            return literal({"Add": a + b, "Sub": a - b, "Mult": a * b}[operation])
        if operation in _WHOLE_OPERATIONS:
            result = self.emit(f"{_WHOLE_OPERATIONS[operation]} i64 {x}, {y}", "i64")
            result.not_negative = is_natural
            return result
        if operation == "Pow" and isinstance(second.constant, int) and 0 <= second.constant <= 8:
            result = literal(1)
            for _ in range(second.constant):
                result = self._whole("Mult", result, first, is_natural=False)
            return result
        if operation not in ("FloorDiv", "Mod"):
            raise UnsupportedError(f"compiled code has no operator {operation} of whole numbers")
        is_zero = None
        if second.constant is None:
            is_zero = self.emit(f"icmp eq i64 {y}, 0", "i1")
            y = self.emit(f"select i1 {is_zero.text}, i64 1, i64 {y}", "i64").text
        result = self._quotient(operation, x, y, are_natural=first.not_negative and second.not_negative)
        return result if is_zero is None else self.select(is_zero, literal(0), result)

    def _quotient(self, operation: str, x: str, y: str, *, are_natural: bool) -> Number:
        """Return x // y or x % y for y that is not zero."""
        if are_natural:
            result = self.emit(f"{'sdiv' if operation == 'FloorDiv' else 'srem'} i64 {x}, {y}", "i64")
            result.not_negative = True
            return result
        rest = self.emit(f"srem i64 {x}, {y}", "i64")
        has_rest = self.emit(f"icmp ne i64 {rest.text}, 0", "i1")
        signs = self.emit(f"xor i64 {rest.text}, {y}", "i64")
        differ = self.emit(f"icmp slt i64 {signs.text}, 0", "i1")
        is_off = self.emit(f"and i1 {has_rest.text}, {differ.text}", "i1")
        if operation == "Mod":
            more = self.emit(f"select i1 {is_off.text}, i64 {y}, i64 0", "i64")
            return self.emit(f"add i64 {rest.text}, {more.text}", "i64")
        quotient = self.emit(f"sdiv i64 {x}, {y}", "i64")
        less = self.emit(f"zext i1 {is_off.text} to i64", "i64")
        return self.emit(f"sub i64 {quotient.text}, {less.text}", "i64")

    def negative(self, value: Value) -> Number:
        """Return the number with the other sign."""
        value = self.number(value)
        if value.constant is not None:
            return literal(np.float32(-value.constant) if value.kind == "f32" else -value.constant)
        if value.kind[0] == "f":
            return self.emit(f"fneg {FLAGS} {LLVM[value.kind]} {self.text(value)}", value.kind)
        return self.emit(f"sub i64 0, {self.text(self.to(value, 'i64'))}", "i64")

    def inverted(self, value: Value) -> Number:
        """Return the whole number or truth value with all bits inverted."""
        value = self.number(value)
        if value.kind[0] == "f":
            raise UnsupportedError("~ is of truth values or whole numbers, not of numbers")
        if value.constant is not None and value.kind == "i64":
            return literal(~value.constant)
        ones = "true" if value.kind == "i1" else "-1"
        return self.emit(f"xor {LLVM[value.kind]} {self.text(value)}, {ones}", value.kind)

    def compare(self, operation: str, left: Value, right: Value) -> Number:
        """Return whether a comparison holds.

        Args:
            operation: name in Python's syntax tree.
            left: of the operator.
            right: of the operator.
        """
        if operation in ("Is", "IsNot"):
            is_same = not isinstance(left, Number) and getattr(left, "value", left) is getattr(right, "value", right)
            return literal(is_same == (operation == "Is"))
        if operation in ("In", "NotIn"):
            return self._is_among(left, right, is_in=operation == "In")
        first, second = self.number(left), self.number(right)
        kind = common_kind(first.kind, second.kind)
        kind = "i64" if kind == "i1" else kind
        given = f"{self.text(self.to(first, kind))}, {self.text(self.to(second, kind))}"
        if kind == "i64":
            return self.emit(f"icmp {_WHOLE_COMPARISONS[operation]} i64 {given}", "i1")
        return self.emit(f"fcmp {FLAGS} {_FLOAT_COMPARISONS[operation]} {LLVM[kind]} {given}", "i1")

    def _is_among(self, value: Value, fields: Value, *, is_in: bool) -> Number:
        if not isinstance(fields, Structure):
            raise UnsupportedError(f"`in` is of a tuple, not of {described(type_of(fields))}")
        found = literal(value=False)
        for field in fields.fields:
            found = self.number(self.binary("BitOr", found, self.compare("Eq", value, field)))
        return found if is_in else self.inverted(found)

    def select(self, condition: Number, if_true: Number, if_false: Number) -> Number:
        """Return one of two numbers of the same kind.

        Args:
            condition: truth value.
            if_true: number where it holds.
            if_false: number where it does not.
        """
        if condition.constant is not None:
            return if_true if condition.constant else if_false
        flags = FLAGS + " " if if_true.kind[0] == "f" else ""
        llvm = LLVM[if_true.kind]
        result = self.emit(
            f"select {flags}i1 {self.text(condition)}, {llvm} {self.text(if_true)}, {llvm} {self.text(if_false)}",
            if_true.kind,
        )
        result.not_negative = if_true.not_negative and if_false.not_negative
        return result

    # ---- memory

    def place_of(self, array: Array, indices: Sequence[Value]) -> tuple[Number, list[Number]]:
        """Return the pointer to a number of an array, or to a part with fewer dimensions, and the shape of that."""
        if len(indices) > len(array.shape):
            raise UnsupportedError(f"an array of {len(array.shape)} dimensions is indexed by {len(indices)} numbers")
        flat: Number | None = None
        for axis, length in enumerate(array.shape):
            index = self._index(indices[axis], length) if axis < len(indices) else None
            if flat is None:
                flat = index
                continue
            flat = self.emit(f"mul i64 {self.text(flat)}, {self.text(length)}", "i64")
            if index is not None:
                flat = self.emit(f"add i64 {flat.text}, {self.text(index)}", "i64")
        assert flat is not None
        llvm = STORAGE[array.dtype][0]
        pointer = f"getelementptr inbounds {llvm}, ptr {self.text(array.pointer)}, i64 {self.text(flat)}"
        return self.emit(pointer, "ptr"), array.shape[len(indices) :]

    def _index(self, index: Value, length: Number) -> Number:
        """Return an index counted from zero."""
        if isinstance(index, Number) and index.kind[0] == "f":
            raise UnsupportedError("an index must be a whole number")
        index = self.to(index, "i64")
        if not self._may_wrap or index.not_negative:
            return index
        if index.constant is not None:
            return self.number(self.binary("Add", index, length))
        is_below = self.emit(f"icmp slt i64 {self.text(index)}, 0", "i1")
        more = self.emit(f"add i64 {index.text}, {self.text(length)}", "i64")
        return self.emit(f"select i1 {is_below.text}, i64 {more.text}, i64 {index.text}", "i64")

    def load(self, array: Array, indices: Sequence[Value]) -> Value:
        """Return a number of an array, or a part with fewer dimensions."""
        pointer, rest = self.place_of(array, indices)
        if rest:
            return Array(array.dtype, pointer, rest)
        llvm, size, kind = STORAGE[array.dtype]
        number = self.emit(f"load {llvm}, ptr {pointer.text}, align {size}", kind)
        if kind == "i1":
            return self.emit(f"icmp ne i8 {number.text}, 0", "i1")
        is_natural = array.dtype[0] == "u"
        if kind == "i64" and llvm != "i64":
            number = self.emit(f"{'zext' if is_natural else 'sext'} {llvm} {number.text} to i64", "i64")
            number.not_negative = is_natural
        return number

    def store(self, array: Array, indices: Sequence[Value], value: Value) -> None:
        """Write a number of an array.

        Args:
            array: that is written.
            indices: of the number, one for each dimension.
            value: number.
        """
        pointer, rest = self.place_of(array, indices)
        if rest:
            raise UnsupportedError("a part of an array cannot be written at once; write a loop")
        llvm, size, kind = STORAGE[array.dtype]
        number = self.to(value, kind)
        text = self.text(number)
        if kind == "i1":
            text = self.emit(f"zext i1 {text} to i8", "i64").text
        elif kind == "i64" and llvm != "i64" and number.constant is None:
            text = self.emit(f"trunc i64 {text} to {llvm}", "i64").text
        self.write(f"store {llvm} {text}, ptr {pointer.text}, align {size}")

    def on_stack(self, dtype: Any, count: int) -> Array:
        """Return an array in the function's stack frame."""
        name = np.dtype(dtype).name
        return Array(name, Number("ptr", self.alloca(STORAGE[name][0], count)), [literal(count)])

    def in_memory(self, fields: Sequence[Value]) -> Array:
        """Return a tuple of numbers as an array: a constant where all are known, else on the stack."""
        numbers = [self.number(field) for field in fields]
        kind = numbers[0].kind
        for number in numbers:
            kind = common_kind(kind, number.kind)
        kind = "i64" if kind == "i1" else kind
        numbers = [self.to(number, kind) for number in numbers]
        dtype = {"f64": "float64", "f32": "float32", "i64": "int64"}[kind]
        llvm = LLVM[kind]
        if all(number.constant is not None for number in numbers):
            name = f"@constant{len(self._constants)}"
            listed = ", ".join(f"{llvm} {number.text}" for number in numbers)
            self._constants.append(
                f"{name} = private unnamed_addr constant [{len(numbers)} x {llvm}] [{listed}], align 16"
            )
            return Array(dtype, Number("ptr", name), [literal(len(numbers))])
        array = self.on_stack(dtype, len(numbers))
        for place, number in enumerate(numbers):
            self.store(array, [literal(place)], number)
        return array
