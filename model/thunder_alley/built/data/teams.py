"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'red': {'name': 'Red Fury', 'cars': [25, 29, 41, 42, 69, 77], 'pictured': [25, 29, 41, 42, 69, 77], 'source': 'EN p. 2, team sheet'},
    'blue': {'name': 'Quaker-Stubbs', 'cars': [4, 9, 12, 15, 17, 24], 'pictured': [15], 'source': 'EN pictures; league lists'},
    'green': {'name': 'Pockets', 'cars': [1, 3, 7, 18, 22, 40], 'pictured': [22], 'source': 'EN pictures; league lists'},
    'yellow': {'name': 'Howitzer', 'cars': [8, 11, 16, 43, 44, 54], 'pictured': [43], 'source': 'EN pictures; league lists'},
    'black': {'name': 'Mythos', 'cars': [19, 28, 71, 88], 'pictured': [28], 'source': 'EN pictures (28 is black there); league lists, two numbers missing'},
    'purple': {'cars': [21], 'pictured': [21], 'source': 'EN pictures; the other numbers are not known'},
    'pink': {'cars': [23], 'pictured': [23], 'source': 'EN pictures; the other numbers are not known'},
}
