"""Keys, liveliness tokens and attachments of rmw_zenoh, the middleware by which ROS 2 speaks Zenoh.

Source: ``docs/design.md`` of github.com/ros2/rmw_zenoh (sections "Topic and Service name mapping to Zenoh key
expressions", "Graph Cache" and "Publishers"); the attachment is that of rmw_zenoh_cpp 0.2.4 and later.
"""

import hashlib
import struct
from typing import NamedTuple

NODE, PUBLISHER, SUBSCRIPTION = "NN", "MP", "MS"
RELIABLE, VOLATILE, TRANSIENT_LOCAL = 1, 2, 1  # values of rmw's policies
DEPTH = 10  # of the history that is kept
GID_BYTES = 16  # size of a publisher's id, as rmw_zenoh attaches it
_PREFIX = "@ros2_lv"
_NO_NAME = "%"  # of the enclave and of the root namespace
_NODE_ID = 0  # of the only node of a session


def dds_type(ros_type: str) -> str:
    """Return a type's name in DDS: nav_msgs::msg::dds_::Odometry_ of nav_msgs/msg/Odometry."""
    package, kind, name = ros_type.split("/")
    return f"{package}::{kind}::dds_::{name}_"


def topic_key(domain: int, topic: str, ros_type: str, type_hash: str) -> str:
    """Return the key of a topic's messages; a ``*`` in the topic stands for one part of a name.

    Args:
        topic: with its namespace: /tanks_3/odom.
    """
    return f"{domain}/{topic.removeprefix('/')}/{dds_type(ros_type)}/{type_hash}"


def node_token(domain: int, session: str, node: str) -> str:
    """Return the liveliness token of a node.

    Args:
        session: id of the Zenoh session, in hexadecimal digits.
    """
    return f"{_PREFIX}/{domain}/{session}/{_NODE_ID}/{_NODE_ID}/{NODE}/{_NO_NAME}/{_NO_NAME}/{node}"


class Entity(NamedTuple):
    """A publisher or a subscription of a node."""

    kind: str  # PUBLISHER or SUBSCRIPTION
    number: int  # in the session, unique
    topic: str  # with its namespace
    ros_type: str
    type_hash: str
    is_latched: bool = False  # late subscribers get the last message


def topic_token(domain: int, session: str, node: str, entity: Entity) -> str:
    """Return the liveliness token of a publisher or a subscription of a node.

    Args:
        session: id of the Zenoh session, in hexadecimal digits.
    """
    owner = f"{_PREFIX}/{domain}/{session}/{_NODE_ID}/{entity.number}/{entity.kind}/{_NO_NAME}/{_NO_NAME}/{node}"
    name = entity.topic.replace("/", "%")
    types = f"{dds_type(entity.ros_type)}/{entity.type_hash}"
    return f"{owner}/{name}/{types}/{quality(is_latched=entity.is_latched)}"


def quality(*, is_latched: bool) -> str:
    """Return the quality of service in a token: reliability, durability, history and depth; defaults are left out."""
    durability, depth = (str(TRANSIENT_LOCAL), 1) if is_latched else ("", DEPTH)
    return f":{durability}:,{depth}:,:,:,,"


def gid_of(token: str) -> bytes:
    """Return an id of a publisher, unique by its token; rmw_zenoh uses another hash of the token."""
    return hashlib.blake2b(token.encode(), digest_size=GID_BYTES).digest()


def attachment(sequence: int, time: int, gid: bytes) -> bytes:
    """Return the attachment of a message: its number, the time of sending since 1970 [ns], and the publisher's id."""
    return struct.pack("<qqB", sequence, time, len(gid)) + gid
