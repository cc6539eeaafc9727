"""Formula for small angles of tracked vehicles, as published in document 000."""
