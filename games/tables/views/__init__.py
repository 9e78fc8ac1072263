"""The pages around a table. They parse and answer; services write, showing draws."""
