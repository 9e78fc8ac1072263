"""Nobody meets an English sentence in another language."""

from config import messages


def test_every_text_is_translated_in_every_language() -> None:
    assert messages.troubles() == []
