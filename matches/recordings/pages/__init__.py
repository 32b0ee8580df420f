"""Pages of recordings: where a match is recorded, and what its device asks there."""
