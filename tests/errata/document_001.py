"""What is wrong in document 001."""
