"""The pages of revision: where slips are scanned, a pupil's, a teacher's, and learning without a class."""
