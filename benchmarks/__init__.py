"""What is measured, and against whom: `./run bench`."""
