"""Document 003's vehicles with its physics put right: slopes that pull, friction that holds, turns that cost."""
