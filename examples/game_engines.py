"""Serve a world to a game engine: a datagram of JSON with every vehicle's pose, sixty times a second.

    python game_engines.py                     # for Unity, to UDP port 5005 of this machine
    python game_engines.py --engine godot      # for Godot
    python game_engines.py --seconds 2         # ends after so long

The other half, in C# and GDScript, is in game_engines.md: read a datagram, set position and rotation.
"""

import argparse
import contextlib
import json
import socket

import numpy as np

import motorpool as mp

POSE = {"unity": mp.to_unity, "godot": mp.to_godot}
DIGITS = 4  # behind the point: a tenth of a millimetre keeps datagrams small
MOST = 60_000  # of a datagram [bytes]


class Sender:
    """An observer: the world shows itself after each step, and nothing here holds it up."""

    def __init__(self, engine, address):
        self.pose, self.address = POSE[engine], address
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sent = 0

    def observe(self, world):
        """Send the poses of all vehicles, in the engine's axes and angles."""
        vehicles = world.vehicles
        pose = self.pose(vehicles.x, vehicles.y, vehicles.z, vehicles.yaw, vehicles.pitch, vehicles.roll)
        rows = np.round(np.column_stack(pose), DIGITS).tolist()  # x, y, z and three angles of each vehicle
        message = json.dumps({"time": round(world.time, 4), "poses": rows}).encode()
        if len(message) > MOST:
            raise SystemExit(f"{world.count} vehicles do not fit into one datagram; send those near the camera")
        self.socket.sendto(message, self.address)
        self.sent += 1


def main(engine, port, seconds):
    """Run a world in real time, and send it."""
    world = mp.World(fleets=[("bicycle", 20), ("tracked", 20)], seed=1)
    world.scatter_vehicles()
    sender = Sender(engine, ("127.0.0.1", port))
    world.observers.append(sender)
    steps = None if seconds is None else round(seconds / world.dt)
    with sender.socket, contextlib.suppress(KeyboardInterrupt):
        mp.Pacer(world).run(steps=steps)
    print(f"{sender.sent} datagrams for {engine} to port {port}")


def number_in(low, high, kind=int):
    """Return a reader of an option that takes numbers from `low` to `high`."""

    def number(text):
        if not low <= kind(text) <= high:
            raise argparse.ArgumentTypeError(f"{text} is not in {low}..{high}")
        return kind(text)

    return number


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=list(POSE), default="unity")
    parser.add_argument("--port", type=number_in(1, 65_535), default=5005)
    parser.add_argument("--seconds", type=number_in(0.0, 1e6, float), help="end after so long")
    arguments = parser.parse_args()
    main(arguments.engine, arguments.port, arguments.seconds)
