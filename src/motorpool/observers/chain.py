"""Hash chain over the chunks of a recording: a chunk that is missing, exchanged or in another place is found.

The first link is a hash of the recording's description. Each chunk's link is a hash of the link before it and of the
chunk's bytes, as the container stores them; what they are, only the container knows. A chunk is stored with the link
that it follows and with its own, so each chunk is checked alone, and the order of all by their links only.

The chain has no key. It proves that nothing is missing since the last link was computed, and nothing about who computed
it: whoever publishes the last link by another way lets others compare.
"""

import hashlib


def first_link(description: bytes) -> bytes:
    """Return the link that the first chunk follows, a SHA-256 in hexadecimal digits."""
    return hashlib.sha256(b"motorpool recording\0" + description).hexdigest().encode()


def next_link(previous: bytes, *parts: bytes | memoryview) -> bytes:
    """Return the link of a chunk, a SHA-256 in hexadecimal digits.

    Args:
        previous: link that it follows.
        parts: bytes of the chunk; where one ends is part of the hash.
    """
    link = hashlib.sha256(previous)
    for part in parts:
        link.update(len(part).to_bytes(8, "little"))
        link.update(part)
    return link.hexdigest().encode()
