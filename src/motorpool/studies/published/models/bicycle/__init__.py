"""Six-line car and the variants of its comments, as published in document 004."""
