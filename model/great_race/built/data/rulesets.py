"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'base': {'version': 1, 'default': True, 'title': 'Base game'},
    'leader': {'version': 1, 'title': 'Base game with the Leader module', 'options': {'leaders': True}},
}
