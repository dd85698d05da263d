"""Built by tools/build_data.py from the board files; do not edit."""

BOARDS: dict[str, str] = {
    "great-basin": "great_basin",
    "kestrel": "kestrel",
    "two-gulfs": "two_gulfs",
}
