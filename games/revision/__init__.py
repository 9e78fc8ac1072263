"""Revision: classes and their slips, assignments, and what a pupil remembers, sealed."""
