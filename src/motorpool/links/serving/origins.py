"""Pages that may talk to a server: every server checks the ``Host`` and ``Origin`` headers of a request by this rule.

- The Host must name this machine, so that another site cannot rebind its name to the server. A numeric address does,
  because only a name can be rebound.
- The Origin, which browsers send, must be the very address that is asked, or one that the user has named: a page of
  another port of this machine is another site. Programs other than browsers send no Origin.
"""

import re
import socket
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...base.errors import ViewerError
from .access import is_numeric

_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Za-z:.%_-]+)\]|(?P<name>[0-9A-Za-z._-]+))(?::[0-9]{1,5})?")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#@\s]+")


class Origins(NamedTuple):
    """Names of a server, and the origins of pages that may talk to it.

    Attributes:
        names: names of this machine, in lower case.
        others: origins beside the server's own, in small letters.
    """

    names: frozenset[str]
    others: frozenset[str] = frozenset()

    @classmethod
    def of(cls, host: str, others: Iterable[str] = (), *, option: str = "--origin") -> "Origins":
        """Return the rule of a server.

        Args:
            host: address that it listens at.
            others: origins that the user has named, such as ``http://localhost:3000``.
            option: by which the user has named them, for the error.

        Raises:
            ViewerError: one is no origin.
        """
        name, named = socket.gethostname().lower(), [origin.lower().rstrip("/") for origin in others]
        for origin in named:
            if not _ORIGIN.fullmatch(origin):
                raise ViewerError(f"{option} is {origin!r}; it must be the origin of a page, as http://localhost:3000")
        return cls(frozenset({"localhost", host.lower(), name, f"{name}.local"}), frozenset(named))

    def knows_host(self, hosts: Sequence[str]) -> bool:
        """Return whether the Host headers of a request name this machine."""
        return len(hosts) == 1 and self._is_our_name(hosts[0])

    def admits_origin(self, origins: Sequence[str], hosts: Sequence[str]) -> bool:
        """Return whether the Origin headers of a request, if any, are of pages that may talk to the server."""
        own = {f"{scheme}://{host.lower()}" for host in hosts for scheme in ("http", "https")}
        return all(origin.lower() in own | self.others for origin in origins)

    def _is_our_name(self, host: str) -> bool:
        parts = _HOST.fullmatch(host)
        name = (parts["address"] or parts["name"]).lower() if parts else ""
        return name in self.names or is_numeric(name)
