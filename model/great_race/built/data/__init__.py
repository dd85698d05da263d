"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""
