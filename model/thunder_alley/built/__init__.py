"""Built by tools/build_data.py from the track files; do not edit."""

TRACKS: dict[str, str] = {
    "d-oval": "d_oval",
    "road-course": "road_course",
    "short-oval": "short_oval",
    "tiny-ring": "tiny_ring",
    "tri-oval": "tri_oval",
    "triangle": "triangle",
}
