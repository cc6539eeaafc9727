"""Events of one step of a world."""

from typing import NamedTuple

from .contact.component import NO_CONTACTS, Contacts
from .gunnery.component import NO_CHANGES, NO_IMPACTS, NO_SHOTS, Changes, Impacts, Shots
from .recovery.events import NO_STANDSTILLS, Standstills
from .stability.component import NO_EVENTS as NO_STABILITY_EVENTS
from .stability.component import StabilityEvents


class Events(NamedTuple):
    """Events of one step; all arrays are as long as there were events, and belong to the reader."""

    shots: Shots = NO_SHOTS
    impacts: Impacts = NO_IMPACTS
    changes: Changes = NO_CHANGES
    contacts: Contacts = NO_CONTACTS
    stability: StabilityEvents = NO_STABILITY_EVENTS
    standstills: Standstills = NO_STANDSTILLS

    def __repr__(self) -> str:
        counts = [f"{part[0].size} {name}" for name, part in zip(self._fields, self, strict=True) if part[0].size]
        return f"<Events: {', '.join(counts) or 'none in this step'}>"

    @property
    def is_empty(self) -> bool:
        """Return whether nothing happened."""
        return not any(part[0].size for part in self)
