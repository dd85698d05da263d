"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'blown-engine': {'name': 'Blown Engine', 'count': 1, 'icons': ['orange'], 'flag': 'yellow', 'flag_source': 'text'},
    'blown-tire': {'name': 'Blown Tire', 'count': 2, 'icons': ['black'], 'flag': 'green', 'flag_source': 'pictured', 'aliases': ['Blown Tyre']},
    'blown-transmission': {'name': 'Blown Transmission', 'count': 1, 'icons': ['lavender'], 'flag': 'yellow', 'flag_source': 'text'},
    'brush-the-wall': {'name': 'Brush the Wall', 'count': 1, 'icons': ['red'], 'flag': 'green', 'flag_source': 'inferred'},
    'collision': {'name': 'Collision', 'count': 1, 'icons': ['red', 'red'], 'card_icons': ['red'], 'flag': 'yellow', 'flag_source': 'pictured'},
    'debris-caution': {'name': 'Debris Caution', 'count': 3, 'icons': [], 'flag': 'yellow', 'flag_source': 'text', 'aliases': ['Debris']},
    'engine-damage': {'name': 'Engine Damage', 'count': 1, 'icons': ['orange'], 'flag': 'green', 'flag_source': 'inferred'},
    'front-end-damage': {'name': 'Front-End Damage', 'count': 1, 'icons': ['red'], 'flag': 'yellow', 'flag_source': 'text', 'aliases': ['Front End Damage']},
    'fuel-miscalculation': {'name': 'Fuel Miscalculation', 'count': 1, 'icons': ['green'], 'flag': 'green', 'flag_source': 'inferred'},
    'gear-box-damage': {'name': 'Gear Box Damage', 'count': 1, 'icons': ['lavender'], 'flag': 'green', 'flag_source': 'inferred', 'aliases': ['Gearbox Damage']},
    'its-getting-worse': {'name': "It's Getting Worse", 'count': 1, 'icons': ['blue'], 'flag': 'green', 'flag_source': 'inferred', 'aliases': ['It is Getting Worse']},
    'loose': {'name': 'Loose', 'count': 2, 'icons': ['blue', 'yellow'], 'exchange': True, 'flag': 'green', 'flag_source': 'inferred'},
    'marbles': {'name': 'Marbles', 'count': 2, 'icons': ['black'], 'flag': 'green', 'flag_source': 'inferred'},
    'overcast': {'name': 'Overcast', 'count': 1, 'icons': [], 'flag': 'green', 'flag_source': 'inferred'},
    'pileup': {'name': 'Pileup', 'count': 1, 'icons': ['red', 'red'], 'card_icons': ['red', 'gray'], 'flag': 'yellow', 'flag_source': 'pictured', 'aliases': ['Pile-Up', 'Pile Up']},
    'rain': {'name': 'Rain', 'count': 2, 'icons': [], 'flag': 'green', 'flag_source': 'inferred', 'second_flag': 'red'},
    'spinout': {'name': 'Spinout', 'count': 1, 'icons': ['black'], 'flag': 'green', 'flag_source': 'inferred', 'aliases': ['Spin-Out', 'Spin Out']},
    'sun-on-the-track': {'name': 'Sun on the Track', 'count': 1, 'icons': ['black'], 'flag': 'green', 'flag_source': 'inferred', 'aliases': ['Sun on Track']},
    'tight': {'name': 'Tight', 'count': 2, 'icons': ['blue', 'yellow'], 'exchange': True, 'flag': 'green', 'flag_source': 'inferred'},
}
