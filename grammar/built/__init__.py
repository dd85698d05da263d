"""Parser tables, made by tools/build_data.py; do not edit."""
