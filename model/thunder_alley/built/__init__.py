"""Built by tools/build_data.py from the track files; do not edit."""

TRACKS: dict[str, str] = {
    "short-oval": "short_oval",
    "tiny-ring": "tiny_ring",
}
