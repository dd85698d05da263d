"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'french': {'rule': 'GR-22.4', 'name': 'Jean Delatour', 'effect': 'draws and places tiles'},
    'belgian': {'rule': 'GR-22.5', 'name': 'Leonard Van Hotten', 'effect': 'draws more cards on entering a city', 'permanent': True},
    'english': {'rule': 'GR-22.6', 'name': 'Sir Andrew Walledgrave', 'effect': 'pays less for a sea line', 'permanent': True, 'assumed': True},
    'italian': {'rule': 'GR-22.7', 'effect': 'repairs, without an assistant'},
}
