"""Parts of every server: addresses and ports, passes, origins of pages, and clients' shares of processor time."""
