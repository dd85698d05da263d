"""Built by tools/build_data.py from the stage files; do not edit."""

STAGES: dict[str, str] = {
    "airfield": "airfield",
    "hollow-pine": "hollow_pine",
    "mill-lane": "mill_lane",
    "north-ridge": "north_ridge",
    "quarry-run": "quarry_run",
}
