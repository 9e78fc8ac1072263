"""The author's desk: decks are begun, written, looked through, filled from files, and published here."""
