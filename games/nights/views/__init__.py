"""The pages of a night. They parse and answer; services write, showing draws."""
