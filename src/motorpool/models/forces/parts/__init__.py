"""What the vehicles that obey forces are put together from."""
