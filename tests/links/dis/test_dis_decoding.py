"""Decoding: what is accepted, what is rejected and why, whatever comes."""

import gc
import struct
import tracemalloc
from collections import Counter
from typing import Any

import numpy as np
import pytest
from dis_examples import EXAMPLES, VERSIONS, Example
from hypothesis import given
from hypothesis import strategies as st

from motorpool.errors import ExerciseError
from motorpool.links.dis.wire.checks import MOST_DATUMS, Rejection
from motorpool.links.dis.wire.decoding import (
    MOST_BUNDLED,
    Decoded,
    _Uniform,
    decode,
    decode_datagram,
    decode_packed,
    read_states,
    variable_datums,
    view,
)
from motorpool.links.dis.wire.encoding import datagrams, entity_states, pdus
from motorpool.links.dis.wire.entity_columns import BLOCK, EntityColumns, EulerAngles, Vectors, fill, native
from motorpool.links.dis.wire.enumerations import PduType
from motorpool.links.dis.wire.layouts import Pdus, layout

SENT = [bytes(datagrams(example.pdus(version))[0]) for example in EXAMPLES.values() for version in VERSIONS]
STATE = bytes(datagrams(EXAMPLES["entity state, articulated"].pdus())[0])
COMMENT = bytes(datagrams(EXAMPLES["comment, padded"].pdus())[0])
ACKNOWLEDGE = bytes(datagrams(EXAMPLES["acknowledge"].pdus())[0])


def changed(datagram: bytes, offset: int, value: bytes) -> bytes:
    return datagram[:offset] + value + datagram[offset + len(value) :]


def one_by_one(received: list[bytes]) -> tuple[Counter[tuple[int, bytes]], Counter[tuple[int, Rejection]]]:
    """Return the PDUs and the reasons of rejection that single decoding finds, each with its datagram's index."""
    accepted: Counter[tuple[int, bytes]] = Counter()
    rejected: Counter[tuple[int, Rejection]] = Counter()
    for index, datagram in enumerate(received):
        for found in decode_datagram(datagram):
            if isinstance(found, Rejection):
                rejected[index, found] += 1
            else:
                accepted[index, found.tobytes()] += 1
    return accepted, rejected


def together(decoded: Decoded) -> tuple[Counter[tuple[int, bytes]], Counter[tuple[int, Rejection]]]:
    """Return the same of decoding all datagrams at once."""
    accepted = Counter(
        (int(index), pdu.tobytes())
        for group in decoded.groups
        for index, pdu in zip(group.datagram, group.pdus, strict=True)
    )
    reasons = (Rejection(reason) for reason in decoded.reasons)
    return accepted, Counter(zip(decoded.rejected.tolist(), reasons, strict=True))


def only(datagram: bytes) -> Pdus | Rejection:
    """Return the one PDU of a datagram, by both ways."""
    assert one_by_one([datagram]) == together(decode([datagram]))
    (found,) = decode_datagram(datagram)
    return found


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))
def test_what_was_sent_is_received(example: Example, version: int) -> None:
    sent = example.pdus(version)
    (group,) = decode([datagrams(sent)[0]]).groups
    assert group.pdu_type is example.pdu_type
    assert group.pdus.dtype == sent.dtype
    assert group.pdus.tobytes() == sent.tobytes()
    received = only(bytes(datagrams(sent)[0]))
    assert not isinstance(received, Rejection)
    assert received.dtype == sent.dtype
    assert received.tobytes() == sent.tobytes()


def test_variable_datums_come_back() -> None:
    (group,) = decode([COMMENT]).groups
    assert variable_datums(group.pdus[0]) == EXAMPLES["comment, padded"].fields["variable"]
    assert group.pdus["fixed_datums"].tolist() == [EXAMPLES["comment, padded"].fields["fixed"]]


def test_mixed_datagrams_are_grouped_by_layout_with_the_datagrams_they_came_in() -> None:
    decoded = decode(SENT + SENT)
    assert not len(decoded.rejected)
    assert len(decoded.groups) == len(EXAMPLES)
    assert together(decoded)[0] == Counter((index, sent) for index, sent in enumerate(SENT + SENT))


@pytest.mark.parametrize(
    ("datagram", "reason"),
    [
        (b"", Rejection.SHORT),
        (STATE[:11], Rejection.SHORT),
        (changed(STATE, 0, b"\x04"), Rejection.VERSION),
        (changed(STATE, 0, b"\x08"), Rejection.VERSION),
        (bytes(200), Rejection.VERSION),
        (STATE[:-1], Rejection.LENGTH),
        (changed(STATE, 8, b"\xff\xff"), Rejection.LENGTH),
        (changed(STATE, 8, b"\x00\x00"), Rejection.LENGTH),
        (changed(STATE, 8, b"\x00\x0b"), Rejection.LENGTH),
        (changed(STATE, 8, b"\x00\x8f"), Rejection.LENGTH),  # 143
        (changed(STATE + bytes(9000), 8, b"\x20\x01"), Rejection.LENGTH),  # 8193
        (changed(STATE, 2, b"\x19"), Rejection.TYPE),  # Transmitter
        (changed(STATE, 2, b"\xff"), Rejection.TYPE),
        (changed(STATE, 19, b"\x03"), Rejection.COUNT),
        (changed(STATE, 19, b"\xff"), Rejection.COUNT),
        (changed(COMMENT, 24, b"\xff\xff\xff\xff"), Rejection.COUNT),
        (changed(COMMENT, 28, b"\xff\xff\xff\xff"), Rejection.COUNT),
        (changed(COMMENT, 28, b"\x00\x00\x00\x04"), Rejection.COUNT),
        (changed(COMMENT, 52, b"\xff\xff\xff\xff"), Rejection.COUNT),  # bits of the first variable datum
        (changed(STATE, 48, struct.pack(">d", np.nan)), Rejection.NUMBER),
        (changed(STATE, 64, struct.pack(">d", -np.inf)), Rejection.NUMBER),
        (changed(STATE, 36, struct.pack(">f", np.inf)), Rejection.NUMBER),
        (changed(STATE, 80, struct.pack(">f", np.nan)), Rejection.NUMBER),
        (changed(STATE, 124, struct.pack(">f", -np.nan)), Rejection.NUMBER),
        (changed(STATE, 168, struct.pack(">f", np.nan)), Rejection.NUMBER),  # the gun's elevation
        (changed(STATE, 48, struct.pack(">d", 2.0**33)), Rejection.NUMBER),
        (changed(STATE, 116, struct.pack(">f", -(2.0**33))), Rejection.NUMBER),
    ],
)
def test_a_wrong_datagram_is_rejected_with_its_reason(datagram: bytes, reason: Rejection) -> None:
    assert only(datagram) is reason
    assert decode([SENT[0], datagram, SENT[0]]).counts() == {reason: 1}
    assert reason.sentence


@pytest.mark.parametrize(
    "datagram",
    [
        changed(STATE, 48, struct.pack(">d", np.nextafter(-(2.0**33), 0))),
        changed(STATE, 116, struct.pack(">f", np.nextafter(np.float32(2.0**33), np.float32(0)))),
        changed(STATE, 89, b"\xff" * 15),  # other parameters of dead reckoning are no floats
        changed(changed(STATE, 168, b"\xff" * 8), 160, b"\x02"),  # a separation, not an articulated part
        STATE + bytes(100),  # padding of the datagram
        changed(STATE + bytes(5), 8, b"\x00\xb5"),  # padding within the length
    ],
)
def test_what_is_odd_but_harmless_is_accepted(datagram: bytes) -> None:
    assert not isinstance(only(datagram), Rejection)


def test_every_float_of_every_pdu_is_looked_at() -> None:
    for example in EXAMPLES.values():
        sent = bytearray(datagrams(example.pdus())[0])
        for leaf in example.leaves(7):
            if isinstance(leaf.value, float):
                mutated = changed(bytes(sent), leaf.offset, b"\x7f\xff")
                assert only(mutated) is Rejection.NUMBER, leaf


def test_bundled_pdus_are_all_received_and_an_unknown_one_is_skipped() -> None:
    unknown = changed(ACKNOWLEDGE, 2, b"\x19")
    wrong = changed(STATE, 48, struct.pack(">d", np.nan))
    datagram = STATE + unknown + ACKNOWLEDGE + wrong + COMMENT + bytes(7)
    accepted, rejected = together(decode([ACKNOWLEDGE, datagram]))
    assert accepted == Counter([(0, ACKNOWLEDGE), (1, STATE), (1, ACKNOWLEDGE), (1, COMMENT)])
    assert rejected == Counter([(1, Rejection.TYPE), (1, Rejection.NUMBER)])
    assert one_by_one([ACKNOWLEDGE, datagram]) == (accepted, rejected)


def test_after_a_wrong_length_the_rest_of_a_datagram_is_not_read() -> None:
    datagram = ACKNOWLEDGE + changed(STATE, 8, b"\x00\x0c") + ACKNOWLEDGE
    accepted, rejected = together(decode([datagram]))
    assert (accepted, rejected) == (Counter([(0, ACKNOWLEDGE)]), Counter([(0, Rejection.LENGTH)]))
    assert one_by_one([datagram]) == (accepted, rejected)


def test_a_datagram_of_too_many_pdus_is_cut_off() -> None:
    datagram = ACKNOWLEDGE * (MOST_BUNDLED + 5)
    accepted, rejected = together(decode([datagram]))
    assert accepted == Counter({(0, ACKNOWLEDGE): MOST_BUNDLED})
    assert rejected == Counter([(0, Rejection.BUNDLE)])
    assert one_by_one([datagram]) == (accepted, rejected)


def test_as_many_datums_as_are_allowed_are_read_and_one_more_is_not() -> None:
    for count, is_accepted in ((MOST_DATUMS, True), (MOST_DATUMS + 1, False)):
        datums = changed(COMMENT[:32] + bytes(8 * count), 8, (32 + 8 * count).to_bytes(2, "big"))
        for counts in ((count, 0), (0, count)):
            datagram = changed(datums, 24, struct.pack(">II", *counts))
            assert isinstance(only(datagram), Rejection) is not is_accepted


def test_datagrams_anywhere_in_a_buffer_are_decoded() -> None:
    buffer = b"?" * 3 + STATE + b"?" * 6 + ACKNOWLEDGE
    decoded = decode_packed(buffer, np.array([len(STATE) + 9, 3]), np.array([len(ACKNOWLEDGE), len(STATE)]))
    assert together(decoded) == (Counter([(0, ACKNOWLEDGE), (1, STATE)]), Counter())
    with pytest.raises(ExerciseError, match="outside the buffer"):
        decode_packed(buffer, np.array([10]), np.array([len(buffer)]))


def test_nothing_received_is_nothing_decoded() -> None:
    assert together(decode([])) == (Counter(), Counter())


# ---- equal PDUs in one buffer


def test_a_view_shares_the_memory_and_the_checks() -> None:
    buffer = bytearray(pdus(PduType.ENTITY_STATE, 3 + BLOCK, record_count=2).tobytes())
    states = view(buffer, PduType.ENTITY_STATE, 2)
    assert np.shares_memory(states, np.frombuffer(buffer, np.uint8))
    assert read_states(states)[1].all()
    states["location"]["x"][0] = np.nan
    states["articulations"]["value"][BLOCK + 1, 1] = np.inf
    states["header"]["version"][1] = 8
    states["articulation_count"][2] = 1
    states["header"]["length"][3] = 144
    states["header"]["pdu_type"][BLOCK + 2] = 2
    wrong = [0, 1, 2, 3, BLOCK + 1, BLOCK + 2]
    columns, is_good = read_states(states)
    assert np.flatnonzero(~is_good).tolist() == wrong
    assert columns.articulations.value.shape == (BLOCK + 3, 2)
    with pytest.raises(ExerciseError, match="multiple of the 144"):
        view(bytes(145), PduType.ENTITY_STATE)


def is_accepted(state: Pdus) -> bool:
    """Return whether one Entity State passes all checks."""
    checks, whole = _Uniform(state, PduType.ENTITY_STATE), slice(None)
    return bool((checks.has_good_headers(whole) & checks.has_good_numbers(whole))[0])


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 175), st.binary(min_size=1, max_size=8)), max_size=6))
def test_reading_states_accepts_what_the_checks_accept(changes: list[tuple[int, int, bytes]]) -> None:
    buffer = bytearray(STATE * 6)
    for index, offset, value in changes:
        buffer[index * 176 + offset : index * 176 + offset + len(value)] = value
    states = view(buffer[: 6 * 176], PduType.ENTITY_STATE, 2)
    columns, is_good = read_states(states)
    assert is_good.tolist() == [is_accepted(states[index : index + 1]) for index in range(6)]
    assert columns.location.x.astype(">f8").tobytes() == states["location"]["x"].tobytes()


@pytest.mark.parametrize("value", [np.nan, -np.inf, 2.0**33])
@pytest.mark.parametrize("name", ["location", "velocity", "orientation", "acceleration", "angular_velocity"])
def test_reading_states_finds_each_wrong_number(name: str, value: float) -> None:
    for part in (0, 2):
        states = entity_states(5)
        fields = states[name]
        fields[fields.dtype.names[part]][3] = value
        assert read_states(states)[1].tolist() == [True, True, True, False, True]


def test_a_signalling_nan_is_found_without_a_warning() -> None:
    for offset, value in ((48, "7ff0000000000001"), (36, "7f800001"), (152, "ff800001")):
        datagram = changed(STATE, offset, bytes.fromhex(value))
        assert only(datagram) is Rejection.NUMBER
        assert not read_states(view(datagram, PduType.ENTITY_STATE, 2))[1].any()


finite = st.floats(-1e9, 1e9)
single = st.floats(-(2.0**32), 2.0**32, width=32)


@given(st.data())
def test_columns_come_back_from_the_wire(data: Any) -> None:
    count = data.draw(st.integers(1, 5))

    def column(values: Any) -> list[Any]:
        return data.draw(st.lists(values, min_size=count, max_size=count))

    sent = EntityColumns(
        entity_id=(column(st.integers(0, 65535)), 1, 2),
        entity_type=(1, 1, column(st.integers(0, 65535)), 1, 2, 3, column(st.integers(0, 255))),
        location=Vectors(column(finite), column(finite), column(finite)),
        velocity=Vectors(column(single), column(single), column(single)),
        orientation=EulerAngles(column(single), column(single), column(single)),
        acceleration=Vectors(column(single), column(single), column(single)),
        angular_velocity=Vectors(column(single), column(single), column(single)),
        algorithm=column(st.integers(0, 255)),
        appearance=column(st.integers(0, 2**32 - 1)),
        force_id=column(st.integers(0, 3)),
        marking=column(st.text("ABC 123", max_size=11)),
        timestamp=column(st.integers(0, 2**32 - 1)),
    )
    states = entity_states(count, version=data.draw(st.sampled_from(VERSIONS)))
    fill(states, sent)
    (group,) = decode(datagrams(states)).groups
    received = native(group.pdus)
    assert received.entity_id.site.tolist() == sent.entity_id[0]
    assert received.entity_type.country.tolist() == sent.entity_type[2]
    assert received.entity_type.extra.tolist() == sent.entity_type[6]
    for name in ("location", "velocity", "orientation", "acceleration", "angular_velocity"):
        assert [part.tolist() for part in getattr(received, name)] == list(getattr(sent, name))
    for name in ("algorithm", "appearance", "force_id", "timestamp"):
        assert getattr(received, name).tolist() == getattr(sent, name)
    assert received.marking.tolist() == [text.encode() for text in sent.marking]
    assert received.location.x.dtype == np.dtype(np.float64)


# ---- whatever comes


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_arbitrary_bytes_are_decoded_the_same_alone_and_together(received: list[bytes]) -> None:
    assert one_by_one(received) == together(decode(received))


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """Return a good datagram, or several bundled, with bytes replaced, cut off or added."""
    datagram = bytearray(b"".join(draw(st.lists(st.sampled_from(SENT), min_size=1, max_size=3))))
    for _ in range(draw(st.integers(0, 4))):
        # the fields that lengths and counts are in more often than others
        offset = draw(st.sampled_from([0, 2, 8, 9, 19, 27, 31, 35, 39, 101]) | st.integers(0, len(datagram) - 1))
        datagram[min(offset, len(datagram) - 1)] = draw(st.sampled_from([0, 1, 7, 0x7F, 0xFF]) | st.integers(0, 255))
    return bytes(datagram[: draw(st.none() | st.integers(0, len(datagram)))] + draw(st.binary(max_size=20)))


@given(st.lists(mutations(), max_size=8))
def test_mutated_datagrams_are_decoded_the_same_alone_and_together(received: list[bytes]) -> None:
    assert one_by_one(received) == together(decode(received))


def test_decoding_keeps_nothing_of_what_was_received() -> None:
    random = np.random.default_rng(5)
    received = [
        changed(datagram, int(offset), bytes([value]))
        for datagram in SENT
        for offset, value in zip(random.integers(len(datagram), size=30), random.integers(256, size=30), strict=True)
    ]

    def bytes_held_after_decoding() -> int:
        for datagram in received:
            decode_datagram(datagram)
        decode(received)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first, *_, last = [bytes_held_after_decoding() for _ in range(4)]
    finally:
        tracemalloc.stop()
    assert last - first < 10_000 < sum(map(len, received))


def test_a_million_mutated_datagrams_raise_nothing() -> None:
    """Mutate fields, lengths, counts and floats, truncate; whatever is accepted has the checked properties."""
    random = np.random.default_rng(1278)
    good = [SENT[index] for index in random.integers(len(SENT), size=1000)]
    sizes = np.array([len(datagram) for datagram in good])
    ends = np.cumsum(sizes)
    found = 0
    for _ in range(1000):
        buffer = np.frombuffer(b"".join(good), np.uint8).copy()
        offsets = ends - sizes + (random.random((2, 1000)) ** 3 * sizes).astype(np.int64)
        buffer[offsets] = random.integers(256, size=offsets.shape)
        lengths = np.where(random.random(1000) < 0.1, (random.random(1000) * sizes).astype(np.int64), sizes)
        decoded = decode_packed(buffer, ends - sizes, lengths)
        found += sum(len(group.pdus) for group in decoded.groups) + len(decoded.rejected)
        for group in decoded.groups:
            assert group.pdus.dtype.itemsize >= layout(group.pdu_type).itemsize
            if group.pdu_type is PduType.ENTITY_STATE:
                assert all((np.abs(part) < 2.0**33).all() for part in native(group.pdus).location)
    assert found >= 1_000_000
