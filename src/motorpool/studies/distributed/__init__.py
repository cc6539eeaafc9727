"""Work over several processes and machines: parameter sweeps, worlds in regions, and the Ray cluster under both."""
