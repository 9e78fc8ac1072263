"""Where the pieces of drawn boards stand."""
