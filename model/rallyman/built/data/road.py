"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'terrain_damage_range': {'value': [0, 1, 2], 'not_judged_by': 'every stage file states the points of its terrains in its legend; the range is not used', 'confidence': 'medium', 'source': 'a fan-made solo aid offers 0, 1 or 2 points when a loss is resolved; a session report loses one die in water. Every stage file carries its own legend.'},
    'drift_spaces_with_inside_exit': {'value': [1, 2], 'confidence': 'high', 'source': 'published rules (after the first or the second drift space)'},
}
