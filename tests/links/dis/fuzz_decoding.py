"""Fuzz the decoding of datagrams, guided by the branches that they take.

    python tests/links/dis/fuzz_decoding.py -runs=20000 -seed=1 CORPUS

The arguments are libFuzzer's; CORPUS is a folder of datagrams to begin with. It exits with an error if anything raises,
or if a datagram decoded alone and among others is not the same. Its peak of memory is that of the process that started
it, if that is larger (Linux counts so), so -rss_limit_mb=0; that the decoding keeps nothing is tested without a fuzzer.
"""

import sys

import atheris

with atheris.instrument_imports(include=["motorpool.links.dis"]):
    from motorpool.links.dis.wire import checks, decoding, entity_columns, enumerations


def decode_in_each_way(datagram: bytes) -> None:
    """Decode a datagram alone and twice in a batch, and read all of what was accepted."""
    alone = decoding.decode_datagram(datagram)
    decoded = decoding.decode([datagram, datagram])
    rejected = [found for found in alone if isinstance(found, checks.Rejection)]
    accepted = [found.tobytes() for found in alone if not isinstance(found, checks.Rejection)]
    together = [pdu.tobytes() for group in decoded.groups for pdu in group.pdus]
    assert sorted([*accepted, *accepted]) == sorted(together)
    assert sorted([*rejected, *rejected]) == sorted(decoded.reasons.tolist())
    for group in decoded.groups:
        if group.pdu_type is enumerations.PduType.ENTITY_STATE:
            entity_columns.native(group.pdus)
        elif "variable_bytes" in (group.pdus.dtype.names or ()):
            decoding.variable_datums(group.pdus[0])


if __name__ == "__main__":
    atheris.Setup(sys.argv, decode_in_each_way)
    atheris.Fuzz()
