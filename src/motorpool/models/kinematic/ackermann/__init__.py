"""Cars on four wheels whose axles meet in one point, so that none of them slips."""
