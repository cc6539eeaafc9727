"""Kinematic models: vehicles that go where their wheels or tracks point, at the speed that they are told."""
