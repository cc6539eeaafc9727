"""Thrift's compact protocol, read without meaning: structs are copied, their values are noted, integers may be changed.

PyArrow reads and writes Parquet files. It does not give access to the headers of pages, which state how large a page is
when it is decompressed, nor to the bytes of the index, which the chain of format 3 hashes. Its properties of row groups
and columns end the process if the index is damaged, instead of raising an exception (PyArrow 26).

Source: "Thrift compact protocol" in the Apache Thrift repository (doc/specs/thrift-compact-protocol.md).
"""

from collections.abc import Callable, Mapping

TRUE, FALSE, BYTE, SHORT, INT, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
MAX_DEPTH = 32  # structs and lists in each other; Parquet's index is seven deep
_MOST_INTEGER_BYTES = 10  # of 64 bits, seven a byte: an endless number would take quadratic time

Path = tuple[int, ...]  # numbers of fields and places in lists, from the outermost struct on
Edit = Callable[[Path, int], int]
Note = Callable[[Path, "int | bytes"], None]


def struct_end(data: bytes, note: Note) -> int:
    """Return where the struct at the beginning of ``data`` ends; ``note`` is called with each integer and bytes value.

    Raises:
        ValueError: these bytes are no struct, have a field twice, or are nested more than ``MAX_DEPTH`` deep.
    """
    return _copied(data, note, lambda _, value: value, {}).at


def copied_struct(data: bytes, edit: Edit, replaced: Mapping[Path, bytes]) -> bytes:
    """Return the bytes of a struct with changes.

    Args:
        edit: called with each integer; returns the integer to write.
        replaced: bytes that take the place of lists.

    Raises:
        ValueError: these bytes are no struct, have a field twice, or are nested more than ``MAX_DEPTH`` deep.
    """
    return bytes(_copied(data, lambda _path, _value: None, edit, replaced).out)


def _copied(data: bytes, note: Note, edit: Edit, replaced: Mapping[Path, bytes]) -> "_Copy":
    copy = _Copy(data, note, edit, replaced)
    try:
        copy.struct(())
    except IndexError as error:
        raise ValueError("the bytes are no Thrift struct") from error
    return copy


class _Copy:
    def __init__(self, data: bytes, note: Note, edit: Edit, replaced: Mapping[Path, bytes]):
        self.data, self.at, self.out = data, 0, bytearray()
        self._note, self._edit, self._replaced = note, edit, replaced

    def struct(self, path: Path) -> None:
        if len(path) > MAX_DEPTH:
            raise ValueError(f"Thrift values are nested more than {MAX_DEPTH} deep")
        number, numbers = 0, set[int]()
        while head := self._copied(1)[0]:
            kind, step = head & 0x0F, head >> 4
            number = number + step if step else self._integer(None)
            if number in numbers:  # other readers may take the other one
                raise ValueError(f"a Thrift struct has field {number} twice")
            numbers.add(number)
            if kind not in (TRUE, FALSE):
                self._value(kind, (*path, number))

    def _value(self, kind: int, path: Path) -> None:
        if kind in (SHORT, INT, LONG):
            self._integer(path)
        elif kind in (TRUE, FALSE, BYTE):
            self._copied(1)
        elif kind == DOUBLE:
            self._copied(8)
        elif kind == BINARY:
            self._note(path, self._copied(self._unsigned()))
        elif kind in (LIST, SET):
            self._list(path)
        elif kind == STRUCT:
            self.struct(path)
        else:
            raise ValueError(f"a Thrift value of type {kind} has no place in Parquet")

    def _list(self, path: Path) -> None:
        before = len(self.out)
        head = self._copied(1)[0]
        count = self._unsigned() if head >> 4 == 15 else head >> 4
        if len(path) > MAX_DEPTH:
            raise ValueError(f"Thrift values are nested more than {MAX_DEPTH} deep")
        for place in range(count):
            self._value(head & 0x0F, (*path, place))
        if path in self._replaced:
            self.out[before:] = self._replaced[path]

    def _copied(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        if len(part) < count:
            raise IndexError
        self.at += count
        self.out += part
        return part

    def _unsigned(self) -> int:
        value = 0
        for place in range(_MOST_INTEGER_BYTES):
            byte = self._copied(1)[0]
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                return value
        raise ValueError(f"a Thrift number has more than {_MOST_INTEGER_BYTES} bytes")

    def _integer(self, path: Path | None) -> int:
        before = len(self.out)
        stored = self._unsigned()
        value = (stored >> 1) ^ -(stored & 1)
        if path is None:
            return value
        self._note(path, value)
        if (changed := self._edit(path, value)) != value:
            self.out[before:] = unsigned(changed << 1 if changed >= 0 else (-changed << 1) - 1)
        return value


def unsigned(value: int) -> bytes:
    """Return an unsigned integer as Thrift writes it."""
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)
