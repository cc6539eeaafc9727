"""Reads the list of chunks that ``stored.encoded_chunks`` wrote, checked before anything uses it."""

from typing import Annotated

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from ..keys import MAX_COUNT
from .faults import first_fault
from .stored import MAX_TICK, Chunk

_Count = Annotated[int, Field(ge=0, le=MAX_TICK, strict=True)]
_Link = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$", strict=True)]
_Vehicles = Annotated[int, Field(ge=1, le=MAX_COUNT, strict=True)]
_Earlier = tuple[_Count, _Count, _Count | None, _Count, _Link, _Link]  # of formats 1 to 4
_LIST = TypeAdapter(list[_Earlier | tuple[_Count, _Count, _Count | None, _Count, _Link, _Link, _Vehicles]])


def decoded_chunks(text: bytes) -> list[Chunk]:
    """Return the chunks, each with its place in the list.

    Raises:
        ValueError: the text is no such list.
    """
    try:
        rows = _LIST.validate_json(text)
    except ValidationError as error:
        raise ValueError(f"its list of chunks cannot be read: {first_fault(error)}") from error
    return [Chunk(*row[:4], row[4].encode(), row[5].encode(), place, *row[6:]) for place, row in enumerate(rows)]
