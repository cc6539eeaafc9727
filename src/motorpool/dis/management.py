"""Simulation management: Start, Stop, Create, Remove, comments and data, and vehicles that change hands.

Nobody commands this world unless its settings allow it (``obeys``, ``accepts_transfers``), and then only by a PDU
that is addressed to it. What was wanted is answered either way.
"""

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import ExerciseError
from .decoding import variable_datums
from .encoding import datagrams, pdus
from .enumerations import ALL_IDS, AcknowledgeFlag, PduType, ResponseFlag, TransferType
from .layouts import Pdus
from .publishing import Publisher
from .remote_entities import key_of

if TYPE_CHECKING:
    from ..world import World
    from .gateway import Gateway, Pausable

MOST_COMMENTS = 100  # kept
LONGEST_COMMENT = 500  # characters kept
MOST_OFFERS = 64  # vehicles offered whose answer is awaited
WAKE = 0.1  # how often a stopped world looks for a Start [s]

FLAGS = {
    PduType.CREATE_ENTITY: AcknowledgeFlag.CREATE_ENTITY,
    PduType.REMOVE_ENTITY: AcknowledgeFlag.REMOVE_ENTITY,
    PduType.START_RESUME: AcknowledgeFlag.START_RESUME,
    PduType.STOP_FREEZE: AcknowledgeFlag.STOP_FREEZE,
    PduType.TRANSFER_OWNERSHIP: AcknowledgeFlag.TRANSFER_OWNERSHIP,
}


class Comment(NamedTuple):
    """A comment, or data that somebody wanted to set."""

    time: float  # simulated [s]
    sender: tuple[int, int, int]
    text: str


class Management:
    """Requests of simulation managers and other programs to one world.

    Args:
        gateway: that sends the answers.
        world: that is managed.
        publisher: of its vehicles.
        pausable: what runs the world; None if it cannot be stopped.

    Attributes:
        is_frozen: whether the exercise has stopped this world.
        comments: the last that came.
        adopted: identities of vehicles that were handed over to this world, as numbers.
    """

    def __init__(self, gateway: "Gateway", world: "World", publisher: Publisher, pausable: "Pausable | None"):
        self.is_frozen = False
        self.comments: deque[Comment] = deque(maxlen=MOST_COMMENTS)
        self.adopted: NDArray[np.int64] = np.zeros(0, np.int64)
        self._gateway, self._world, self._publisher, self._pausable = gateway, world, publisher, pausable
        self._offers: dict[int, tuple[int, tuple[int, int]]] = {}  # vehicle and to whom, by request
        self._request = 0
        self._is_closing = threading.Event()

    def close(self) -> None:
        """Wait for a Start no longer."""
        self._is_closing.set()

    # ---- what comes

    def receive(self, pdu_type: PduType, received: Pdus, hosts: list[str]) -> None:
        """Do what is wanted, if it is addressed to this world and allowed, and answer.

        Args:
            pdu_type: of all of them.
            received: checked ones, of this exercise.
            hosts: that each came from.
        """
        for pdu, host in zip(received, hosts, strict=True):
            if not self._is_addressed(pdu["receiving_id"]):
                continue
            if pdu_type in (PduType.COMMENT, PduType.SET_DATA):
                self._note(pdu)
            elif pdu_type == PduType.ACKNOWLEDGE:
                self._conclude(pdu, host)
            elif pdu_type in FLAGS:
                self._answer(pdu, FLAGS[pdu_type], self._do(pdu_type, pdu, host))

    def _is_addressed(self, receiver: Any) -> bool:
        settings = self._gateway.settings
        site, application = int(receiver["site"]), int(receiver["application"])
        return site in (settings.site, ALL_IDS) and application in (settings.application, ALL_IDS)

    def _do(self, pdu_type: PduType, pdu: Any, host: str) -> bool:
        """Do what is wanted; returns whether it was done."""
        if pdu_type == PduType.TRANSFER_OWNERSHIP:
            return self._gateway.settings.accepts_transfers and self._transfer(pdu, host)
        if not self._gateway.settings.obeys:
            return False
        if pdu_type == PduType.STOP_FREEZE:
            return self._stop()
        if pdu_type == PduType.START_RESUME:
            return self._start()
        if pdu_type == PduType.REMOVE_ENTITY:
            return self._remove(pdu["receiving_id"])
        return False  # this world creates no vehicles for others

    def _stop(self) -> bool:
        if self._pausable is None:
            return False
        if not self.is_frozen:
            self.is_frozen = True
            self._pausable.pause()
            self.tell_frozen()
            threading.Thread(target=self._wait_for_start, name="DIS frozen", daemon=True).start()
        return True

    def _start(self) -> bool:
        if self._pausable is None:
            return False
        if self.is_frozen:
            self.is_frozen = False
            self._pausable.resume()
        return True

    def tell_frozen(self) -> None:
        """Tell others that our vehicles stand still, and are not to be extrapolated."""
        rows = np.flatnonzero(self._publisher.local)
        for datagram in self._publisher.encode(rows, timestamp=self._gateway.timestamp, is_frozen=True):
            self._gateway.send(PduType.ENTITY_STATE, datagram)

    def _wait_for_start(self) -> None:
        """Listen while the world makes no steps, in a thread of its own; tell the heartbeats of a frozen world."""
        told = time.monotonic()
        heartbeat = self._gateway.settings.thresholds.heartbeat
        while self.is_frozen and not self._is_closing.wait(WAKE):
            self._gateway.receive(only_management=True)
            if self.is_frozen and time.monotonic() - told >= heartbeat:
                told = time.monotonic()
                self.tell_frozen()

    def _remove(self, receiver: Any) -> bool:
        found = np.flatnonzero((self._publisher.ids == [int(part) for part in receiver]).all(axis=1))
        found = found[self._publisher.local[found]]
        if found.size:
            self._world.remote.vacate(found)
        return bool(found.size)

    def _note(self, pdu: Any) -> None:
        parts = [f"{int(datum['datum_id'])}: {int(datum['value'])}" for datum in pdu["fixed_datums"]]
        parts += [_text(value) for _, value in variable_datums(pdu)]
        self.comments.append(
            Comment(self._world.time, _identity(pdu["originating_id"]), "; ".join(parts)[:LONGEST_COMMENT])
        )

    # ---- vehicles that change hands

    def offer(self, vehicle: int, to: tuple[int, int]) -> None:
        """Offer a vehicle of this world to another program.

        Args:
            vehicle: its id.
            to: site and application of the other program.

        Raises:
            ExerciseError: it is not ours to give.
        """
        if not 0 <= vehicle < self._world.count or not self._publisher.local[vehicle]:
            raise ExerciseError(f"vehicle {vehicle} is not ours to hand over; it must be one that this world moves")
        while len(self._offers) >= MOST_OFFERS:
            self._offers.pop(next(iter(self._offers)))
        self._request += 1
        self._offers[self._request] = vehicle, to
        settings = self._gateway.settings
        self._send(
            PduType.TRANSFER_OWNERSHIP,
            originating_id=(settings.site, settings.application, 0),
            receiving_id=(*to, 0),
            request_id=self._request,
            transfer_type=TransferType.PUSH_ENTITY,
            entity_id=self._publisher.ids[vehicle].tolist(),
        )

    def _transfer(self, pdu: Any, host: str) -> bool:
        """Take a vehicle that its program, and nobody else, hands over."""
        key, remote = key_of(pdu["entity_id"]), self._gateway.remote
        row = remote.row_of(key)
        is_its_own = row is not None and remote.host_of(key) == host
        if int(pdu["transfer_type"]) != TransferType.PUSH_ENTITY or not is_its_own:
            return False
        row = remote.release(key)
        self._publisher.adopt(row, _identity(pdu["entity_id"]))
        self.adopted = np.append(self.adopted, key)
        return True

    def _conclude(self, pdu: Any, host: str) -> None:
        """Let a vehicle go that was offered, if the other accepts."""
        is_answer = int(pdu["acknowledge_flag"]) == AcknowledgeFlag.TRANSFER_OWNERSHIP
        offered = self._offers.pop(int(pdu["request_id"]), None) if is_answer else None
        if offered is None or int(pdu["response_flag"]) != ResponseFlag.ABLE_TO_COMPLY:
            return
        vehicle, to = offered
        answering = pdu["originating_id"]
        if (int(answering["site"]), int(answering["application"])) != to:
            return
        if self._publisher.local[vehicle]:
            key = key_of(self._publisher.ids[vehicle])
            if self._gateway.remote.hand_over(vehicle, key, host):
                self.adopted = self.adopted[self.adopted != key]

    def _answer(self, pdu: Any, flag: AcknowledgeFlag, is_done: bool) -> None:
        settings = self._gateway.settings
        self._send(
            PduType.ACKNOWLEDGE,
            originating_id=(settings.site, settings.application, 0),
            receiving_id=[int(part) for part in pdu["originating_id"]],
            acknowledge_flag=flag,
            response_flag=ResponseFlag.ABLE_TO_COMPLY if is_done else ResponseFlag.UNABLE_TO_COMPLY,
            request_id=int(pdu["request_id"]),
        )

    def _send(self, pdu_type: PduType, **fields: Any) -> None:
        settings = self._gateway.settings
        made = pdus(
            pdu_type,
            version=settings.version,
            exercise=settings.exercise,
            timestamp=self._gateway.timestamp,
            **fields,
        )
        for datagram in datagrams(made):
            self._gateway.send(pdu_type, datagram)


def _identity(record: Any) -> tuple[int, int, int]:
    return int(record["site"]), int(record["application"]), int(record["entity"])


def _text(value: bytes) -> str:
    text = value.rstrip(b"\0").decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else " " for letter in text)
