"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'gear_die_hazard_faces': {'value': 2, 'confidence': 'medium', 'source': 'one review of the 2010 printing: two warning faces on each gear die. (The 2022 game Rallyman DIRT uses 1 for gears 1-3 and 2 for gears 4-6; do not mix them up.)'},
    'gas_die_hazard_faces': {'value': 1, 'confidence': 'high', 'source': 'same review; the Dirt expansion rules say the white gas dice have one symbol, the orange ones two'},
}
