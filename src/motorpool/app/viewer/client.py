"""One browser's connection: sent and acknowledged frames, queued messages, and rate limits.

The newest frame waits in a slot of one, so that a slow browser misses frames and never reads stale ones. The
*credit* bounds the frames in transit: after so many unacknowledged frames nothing more is sent until the browser
acknowledges some. Frames are counted, not ticks, because frames skip ticks. Other messages are sent with the next
frame, only the newest of each key, so their memory is bounded, too.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence

from starlette.websockets import WebSocket

from ...links.serving.access import Pass
from ...links.serving.budget import Budget
from .frames.broadcast import AnyFrame, Frame, SampledFrame
from .frames.census import Ids
from .frames.interest import Interest
from .schema.live import Answer, Role
from .topics.topic import Stream, encode

FULL_INTERVAL = 1.0  # between full frames [s]
SEND_TIMEOUT = 10.0  # time without progress after which a connection is closed [s]
MESSAGES_PER_SECOND = 200.0  # a browser sends about 60 acknowledgements and 40 inputs
MESSAGES_AT_ONCE = 400.0  # a burst after its thread or the network hung
COSTLY_PER_SECOND = 2.0  # commands with `is_costly`; enough for a person
COSTLY_AT_ONCE = 8.0  # commands in one burst; with more, one browser delays the steps of all


def credit_for(rate_hz: float) -> int:
    """Return the largest number of frames in transit: those of a quarter of a second, at least eight."""
    return max(8, round(rate_hz / 4))


class Client:
    """The server's side of one browser. Lives in the server's thread."""

    def __init__(
        self,
        socket: WebSocket,
        *,
        name: str,
        shown: Pass,
        credit: int,
        interest: Interest | None = None,
        streams: Sequence[Stream] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.shown = shown  # at the gate
        self.interest = interest  # area of interest, in a large world
        self.streams = streams  # binary messages of topics
        self.role: Role = shown.role
        self.guest = shown.guest or name  # id of its browser
        self.vehicle = -1  # id of the vehicle that it drives
        self.watching = -1  # id of the vehicle whose autopilot it watches
        self.heard = clock()  # time of its newest message
        self.budget = Budget(rate=MESSAGES_PER_SECOND, size=MESSAGES_AT_ONCE, clock=clock)
        self.costly_budget = Budget(rate=COSTLY_PER_SECOND, size=COSTLY_AT_ONCE, clock=clock)
        self._socket, self._credit, self._clock = socket, credit, clock
        self._newest: AnyFrame | None = None
        self._queued: dict[str, str] = {}  # that go out with the next frame, the newest of each key
        self._wake = asyncio.Event()
        self._sent_telemetry = -1  # number of the newest telemetry that was sent
        self._sent_number = -1  # of the newest frame that was sent
        self._unacknowledged: deque[int] = deque()
        self._full_due = 0.0
        self._input_sequence: int | None = None

    def offer(self, frame: AnyFrame) -> None:
        """Put the newest frame into the slot, in place of an unsent one.

        A frame that was made before this browser's request is ignored.
        """
        if isinstance(frame, SampledFrame) and self.interest and not frame.sample.answers(self.interest.request):
            return
        self._newest = frame
        self._wake.set()

    def queue(self, key: str, text: str) -> None:
        """Send a JSON message with the next frame, in place of one of the same key that still waits."""
        self._queued[key] = text

    def near(self, most: int) -> Ids:
        """Return the ids of some vehicles in its area of interest; in a large world."""
        assert self.interest is not None
        return self.interest.near(most)

    def acknowledge(self, number: int) -> None:
        """Mark this frame and all frames before it as received."""
        while self._unacknowledged and self._unacknowledged[0] <= number:
            self._unacknowledged.popleft()
        self._wake.set()

    def accept_input(self, sequence: int) -> bool:
        """Store the sequence number of an input; return whether it is newer than the one before, modulo 2**32."""
        before = self._input_sequence
        if before is not None and not 0 < (sequence - before) % 2**32 < 2**31:
            return False
        self._input_sequence = sequence
        return True

    async def send_frames(self) -> None:
        """Send the newest frame whenever there is one and there is credit, until cancelled.

        Raises:
            TimeoutError: the connection takes no bytes.
        """
        while True:
            await self._wake.wait()
            self._wake.clear()
            frame = self._newest
            if frame is not None and frame.number > self._sent_number and len(self._unacknowledged) < self._credit:
                await self._send(frame)

    async def _send(self, frame: AnyFrame) -> None:
        messages = self._next_messages(frame)
        message = self.next_message(frame)
        async with asyncio.timeout(SEND_TIMEOUT):
            for text in messages:
                await self._socket.send_text(text)
            await self._socket.send_bytes(message)
            for stream in self.streams:
                if (binary := stream.take()) is not None:
                    await self._socket.send_bytes(binary)

    def _next_messages(self, frame: AnyFrame) -> list[str]:
        """Return the messages that go before the frame, and mark them as sent."""
        messages, self._queued = list(self._queued.values()), {}
        if frame.telemetry.number != self._sent_telemetry:
            self._sent_telemetry = frame.telemetry.number
            newest = frame.telemetry.messages_for(driven=self.vehicle, watched=self.watching)
            messages += [encode(message) for message in newest]
        return messages

    def next_message(self, frame: AnyFrame) -> bytes:
        """Return the frame encoded for this browser, and mark it as sent."""
        missed = frame.number != self._sent_number + 1
        self._sent_number = frame.number
        self._unacknowledged.append(frame.number)
        sequence = self._input_sequence or 0
        if isinstance(frame, Frame):
            return self._message(frame, missed=missed, acknowledged_input=sequence)
        assert self.interest is not None
        return self.interest.message(
            frame, own_vehicle=self.vehicle, watching=self.watching, acknowledged_input=sequence
        )

    def _message(self, frame: Frame, *, missed: bool, acknowledged_input: int) -> bytes:
        """Return the frame of a small world: whole when the browser missed one, and once a second."""
        now = self._clock()
        is_full = missed or now >= self._full_due
        if is_full:
            self._full_due = now + FULL_INTERVAL
        around = [vehicle for vehicle in (self.vehicle, self.watching) if vehicle >= 0]
        return frame.message(
            is_full=is_full, own_vehicle=self.vehicle, acknowledged_input=acknowledged_input, around=around
        )

    async def send(self, message: Answer) -> None:
        """Send a JSON message."""
        async with asyncio.timeout(SEND_TIMEOUT):
            await self._socket.send_text(encode(message))

    async def refuse(self, reason: str) -> None:
        """Say why a command was not carried out."""
        await self.send({"type": "refused", "reason": reason})

    async def close(self, code: int, reason: str) -> None:
        """End the connection, with a reason that fits into a close frame."""
        async with asyncio.timeout(SEND_TIMEOUT):
            await self._socket.close(code, reason.encode()[:120].decode(errors="ignore"))

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None at the end of the connection."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        self.heard = self._clock()
        text = message.get("text")
        return text if text is not None else message["bytes"]
