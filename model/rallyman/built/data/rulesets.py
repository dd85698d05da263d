"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    '2009': {'version': 1, 'default': True, 'title': 'Rules of 2009', 'options': {'attack': True, 'seconds': True, 'weather': True}},
}
