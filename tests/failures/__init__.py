"""Everything at once goes wrong, again and again, on real servers: `make failures`."""
