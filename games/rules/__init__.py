"""The games themselves: pure Python, no Django, no I/O, no clock, no global random."""
