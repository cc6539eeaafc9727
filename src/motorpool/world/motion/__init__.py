"""Motion: each fleet's model moves its vehicles, on the ground under them."""
