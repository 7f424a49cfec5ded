"""Chinese scripts: which one a text is in, and conversion between them that an editor can trust."""

from bilingual.scripts.convert import Converter, converter
from bilingual.scripts.detect import detect, detect_runs, tag_document
from bilingual.scripts.house import House, HouseEntry, Profile, read_house, read_profile

__all__ = [
    "Converter",
    "House",
    "HouseEntry",
    "Profile",
    "converter",
    "detect",
    "detect_runs",
    "read_house",
    "read_profile",
    "tag_document",
]
