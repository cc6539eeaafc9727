"""LLVM text of one function: blocks, instructions, arithmetic and memory.

Integers are computed in 64 bits, division by zero gives zero, and remainders have the sign of the divisor.
"""

from collections.abc import Sequence

from ..form.types import ELEMENTS, FLOAT, SINGLE, TRUTH, WHOLE, UnsupportedError
from .values import LLVM, POINTER, STORAGE, Array, Number, Value, literal, whole

FLAGS = "nsz contract"  # no sign of zero; multiply-adds may be fused
_FLOAT_OPERATIONS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_WHOLE_OPERATIONS = {"+": "add nsw", "-": "sub nsw", "*": "mul nsw", "<<": "shl", ">>": "ashr"}
_BIT_OPERATIONS = {"&": "and", "|": "or", "^": "xor"}
_FLOAT_COMPARISONS = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
_WHOLE_COMPARISONS = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
COMPARISONS = frozenset(_FLOAT_COMPARISONS)
_CONVERSIONS = {
    (TRUTH, WHOLE): "zext", (TRUTH, FLOAT): "uitofp", (TRUTH, SINGLE): "uitofp", (WHOLE, FLOAT): "sitofp",
    (WHOLE, SINGLE): "sitofp", (SINGLE, FLOAT): "fpext", (FLOAT, SINGLE): "fptrunc", (FLOAT, WHOLE): "fptosi",
    (SINGLE, WHOLE): "fptosi",
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
        """Write an instruction and return its result."""
        self._count += 1
        assert self.lines is not None
        self.lines.append(f"  %v{self._count} = {text}")
        return Number(kind, f"%v{self._count}")

    def text(self, value: Number) -> str:
        """Return the text of an operand, and mark it as used."""
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

    def to(self, value: Number, kind: str) -> Number:
        """Return a number as another kind."""
        if value.kind == kind:
            return value
        if value.constant is not None:
            return literal(value.constant, kind)
        if kind == TRUTH:
            zero = f"icmp ne i64 {self.text(value)}, 0"
            is_whole = value.kind == WHOLE
            return self.emit(zero if is_whole else f"fcmp une {LLVM[value.kind]} {self.text(value)}, 0.0", TRUTH)
        operation = _CONVERSIONS[value.kind, kind]
        result = self.emit(f"{operation} {LLVM[value.kind]} {self.text(value)} to {LLVM[kind]}", kind)
        result.not_negative = value.kind == TRUTH
        return result

    def binary(self, operator: str, first: Number, second: Number) -> Number:
        """Return the result of a Python operator of arithmetic or bits between two numbers, of their common kind."""
        kind = first.kind
        if operator in _BIT_OPERATIONS:
            given = f"{self.text(first)}, {self.text(second)}"
            return self.emit(f"{_BIT_OPERATIONS[operator]} {LLVM[kind]} {given}", kind)
        if kind == WHOLE:
            is_natural = operator in ("+", "*") and first.not_negative and second.not_negative
            return self._whole(operator, first, second, is_natural=is_natural)
        return self._float(operator, first, second, kind)

    def _float(self, operation: str, first: Number, second: Number, kind: str) -> Number:
        x, y, llvm = self.text(first), self.text(second), LLVM[kind]
        if operation in _FLOAT_OPERATIONS:
            return self.emit(f"{_FLOAT_OPERATIONS[operation]} {FLAGS} {llvm} {x}, {y}", kind)
        if operation == "//":
            return self.intrinsic("floor", kind, self.emit(f"fdiv {FLAGS} {llvm} {x}, {y}", kind))
        if operation == "**":
            if second.constant not in (2.0, 3.0):
                return self.intrinsic("pow", kind, first, second)
            square = self.emit(f"fmul {FLAGS} {llvm} {x}, {x}", kind)
            return square if second.constant == 2.0 else self.emit(f"fmul {FLAGS} {llvm} {square.text}, {x}", kind)
        if operation == "%":
            rest = self.emit(f"frem {FLAGS} {llvm} {x}, {y}", kind)
            is_zero = self.emit(f"fcmp oeq {llvm} {rest.text}, 0.0", TRUTH)
            signs = [self.emit(f"fcmp olt {llvm} {one}, 0.0", TRUTH).text for one in (rest.text, y)]
            differ = self.emit(f"xor i1 {signs[0]}, {signs[1]}", TRUTH)
            more = self.emit(f"fadd {FLAGS} {llvm} {rest.text}, {y}", kind)
            some = self.select(differ, more, rest)
            return self.select(is_zero, rest, some)
        raise UnsupportedError(f"compiled code has no operator {operation} of numbers")

    def _whole(self, operation: str, first: Number, second: Number, *, is_natural: bool) -> Number:
        x, y = self.text(first), self.text(second)
        if first.constant is not None and second.constant is not None and operation in ("+", "-", "*"):
            a, b = first.constant, second.constant
            return whole({"+": a + b, "-": a - b, "*": a * b}[operation])
        if operation in _WHOLE_OPERATIONS:
            result = self.emit(f"{_WHOLE_OPERATIONS[operation]} i64 {x}, {y}", WHOLE)
            result.not_negative = is_natural
            return result
        if operation == "**" and isinstance(second.constant, int) and 0 <= second.constant <= 8:
            result = whole(1)
            for _ in range(second.constant):
                result = self._whole("*", result, first, is_natural=False)
            return result
        if operation not in ("//", "%"):
            raise UnsupportedError(f"compiled code has no operator {operation} of whole numbers")
        is_zero = None
        if second.constant is None:
            is_zero = self.emit(f"icmp eq i64 {y}, 0", TRUTH)
            y = self.emit(f"select i1 {is_zero.text}, i64 1, i64 {y}", WHOLE).text
        result = self._quotient(operation, x, y, are_natural=first.not_negative and second.not_negative)
        return result if is_zero is None else self.select(is_zero, whole(0), result)

    def _quotient(self, operation: str, x: str, y: str, *, are_natural: bool) -> Number:
        """Return x // y or x % y; y is not zero."""
        if are_natural:
            result = self.emit(f"{'sdiv' if operation == '//' else 'srem'} i64 {x}, {y}", WHOLE)
            result.not_negative = True
            return result
        rest = self.emit(f"srem i64 {x}, {y}", WHOLE)
        has_rest = self.emit(f"icmp ne i64 {rest.text}, 0", TRUTH)
        signs = self.emit(f"xor i64 {rest.text}, {y}", WHOLE)
        differ = self.emit(f"icmp slt i64 {signs.text}, 0", TRUTH)
        is_off = self.emit(f"and i1 {has_rest.text}, {differ.text}", TRUTH)
        if operation == "%":
            more = self.emit(f"select i1 {is_off.text}, i64 {y}, i64 0", WHOLE)
            return self.emit(f"add i64 {rest.text}, {more.text}", WHOLE)
        quotient = self.emit(f"sdiv i64 {x}, {y}", WHOLE)
        less = self.emit(f"zext i1 {is_off.text} to i64", WHOLE)
        return self.emit(f"sub i64 {quotient.text}, {less.text}", WHOLE)

    def negative(self, value: Number) -> Number:
        """Return the number with the other sign."""
        if value.constant is not None:
            return literal(-value.constant, value.kind)
        if value.kind in (FLOAT, SINGLE):
            return self.emit(f"fneg {FLAGS} {LLVM[value.kind]} {self.text(value)}", value.kind)
        return self.emit(f"sub i64 0, {self.text(value)}", WHOLE)

    def inverted(self, value: Number) -> Number:
        """Return the whole number or truth value with all bits inverted."""
        if value.constant is not None and value.kind == WHOLE:
            return whole(~value.constant)
        ones = "true" if value.kind == TRUTH else "-1"
        return self.emit(f"xor {LLVM[value.kind]} {self.text(value)}, {ones}", value.kind)

    def compare(self, operator: str, first: Number, second: Number) -> Number:
        """Return whether a comparison of two numbers of one kind holds."""
        given = f"{self.text(first)}, {self.text(second)}"
        if first.kind == WHOLE:
            return self.emit(f"icmp {_WHOLE_COMPARISONS[operator]} i64 {given}", TRUTH)
        return self.emit(f"fcmp {FLAGS} {_FLOAT_COMPARISONS[operator]} {LLVM[first.kind]} {given}", TRUTH)

    def select(self, condition: Number, if_true: Number, if_false: Number) -> Number:
        """Return one of two numbers of the same kind."""
        if condition.constant is not None:
            return if_true if condition.constant else if_false
        flags = FLAGS + " " if if_true.kind in (FLOAT, SINGLE) else ""
        llvm = LLVM[if_true.kind]
        result = self.emit(
            f"select {flags}i1 {self.text(condition)}, {llvm} {self.text(if_true)}, {llvm} {self.text(if_false)}",
            if_true.kind,
        )
        result.not_negative = if_true.not_negative and if_false.not_negative
        return result

    # ---- memory

    def place_of(self, array: Array, indices: Sequence[Number]) -> tuple[Number, list[Number]]:
        """Return the pointer to a number of an array, or to a part with fewer dimensions, and the shape of that."""
        flat: Number | None = None
        for axis, length in enumerate(array.shape):
            index = self._index(indices[axis], length) if axis < len(indices) else None
            if flat is None:
                flat = index
                continue
            flat = self.emit(f"mul i64 {self.text(flat)}, {self.text(length)}", WHOLE)
            if index is not None:
                flat = self.emit(f"add i64 {flat.text}, {self.text(index)}", WHOLE)
        assert flat is not None
        llvm = STORAGE[array.dtype][0]
        pointer = f"getelementptr inbounds {llvm}, ptr {self.text(array.pointer)}, i64 {self.text(flat)}"
        return self.emit(pointer, POINTER), array.shape[len(indices) :]

    def _index(self, index: Number, length: Number) -> Number:
        if not self._may_wrap or index.not_negative:
            return index
        if index.constant is not None:
            return self.binary("+", index, length)
        is_below = self.emit(f"icmp slt i64 {self.text(index)}, 0", TRUTH)
        more = self.emit(f"add i64 {index.text}, {self.text(length)}", WHOLE)
        return self.emit(f"select i1 {is_below.text}, i64 {more.text}, i64 {index.text}", WHOLE)

    def load(self, array: Array, indices: Sequence[Number]) -> Value:
        """Return a number of an array, or a part with fewer dimensions."""
        pointer, rest = self.place_of(array, indices)
        return Array(array.dtype, pointer, rest) if rest else self.loaded(array.dtype, pointer)

    def loaded(self, dtype: str, pointer: Number) -> Number:
        """Return the number at an address."""
        (llvm, size), kind = STORAGE[dtype], ELEMENTS[dtype]
        number = self.emit(f"load {llvm}, ptr {pointer.text}, align {size}", kind)
        if kind == TRUTH:
            return self.emit(f"icmp ne i8 {number.text}, 0", TRUTH)
        is_natural = dtype[0] == "u"
        if kind == WHOLE and llvm != "i64":
            number = self.emit(f"{'zext' if is_natural else 'sext'} {llvm} {number.text} to i64", WHOLE)
            number.not_negative = is_natural
        return number

    def store(self, array: Array, indices: Sequence[Number], number: Number) -> None:
        """Write a number, of the kind in which the array's numbers are computed, to one index for each dimension."""
        self.stored(array.dtype, self.place_of(array, indices)[0], number)

    def stored(self, dtype: str, pointer: Number, number: Number) -> None:
        """Write a number, of the kind in which numbers of a NumPy type are computed, at an address."""
        llvm, size = STORAGE[dtype]
        text = self.text(number)
        if number.kind == TRUTH:
            text = self.emit(f"zext i1 {text} to i8", WHOLE).text
        elif number.kind == WHOLE and llvm != "i64" and number.constant is None:
            text = self.emit(f"trunc i64 {text} to {llvm}", WHOLE).text
        self.write(f"store {llvm} {text}, ptr {pointer.text}, align {size}")

    def on_stack(self, dtype: str, count: int) -> Array:
        """Return an array in the function's stack frame."""
        return Array(dtype, Number(POINTER, self.alloca(STORAGE[dtype][0], count)), [whole(count)])

    def in_memory(self, numbers: Sequence[Number]) -> Array:
        """Return numbers of one kind as an array: a constant where all are known, else on the stack."""
        kind = numbers[0].kind
        dtype, llvm = {FLOAT: "float64", SINGLE: "float32", WHOLE: "int64"}[kind], LLVM[kind]
        if all(number.constant is not None for number in numbers):
            name = f"@constant{len(self._constants)}"
            listed = ", ".join(f"{llvm} {number.text}" for number in numbers)
            self._constants.append(
                f"{name} = private unnamed_addr constant [{len(numbers)} x {llvm}] [{listed}], align 16"
            )
            return Array(dtype, Number(POINTER, name), [whole(len(numbers))])
        array = self.on_stack(dtype, len(numbers))
        for place, number in enumerate(numbers):
            self.store(array, [whole(place)], number)
        return array
