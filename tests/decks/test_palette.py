"""The emoji at hand in the scene composer."""

from decks.palette import PALETTE
from games.rules.scene import parse_scene


def test_each_emoji_of_the_palette_can_stand_in_a_scene_and_comes_once():
    emoji = [one for _, group in PALETTE for one in group.split()]
    for one in emoji:
        assert parse_scene(f"meadow {one}@50,80*24").items[0].emoji == one
    assert len(set(emoji)) == len(emoji) >= 60
