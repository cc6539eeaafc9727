"""Models of the documents as published, with their defects, for comparison with the corrected ones."""
