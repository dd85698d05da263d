"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'Tracker': {'rule': 'GR-21.1', 'effect': 'discards tiles of the board', 'count': 2, 'class': 'A', 'class_assumed': True, 'danger': True, 'names': {'es': 'rastreador'}},
    'Saboteur': {'rule': 'GR-21.2', 'effect': 'takes mechanical points off another player', 'count': 3, 'class': 'A', 'class_assumed': True, 'danger': True, 'names': {'es': 'saboteador'}},
    'Technician': {'rule': 'GR-21.3', 'effect': 'repairs, without an assistant', 'count': 3, 'class': 'A', 'class_assumed': True, 'names': {'es': 'mecánico'}},
    'Escort': {'rule': 'GR-21.4', 'effect': 'cancels a DANGER or a danger card', 'count': 3, 'class': 'C', 'names': {'es': 'escolta'}},
    'Pilot': {'rule': 'GR-21.5', 'effect': 'drives, without an assistant', 'count': 3, 'class': 'A', 'class_assumed': True, 'names': {'es': 'piloto'}},
    'Cheat': {'rule': 'GR-21.6', 'effect': 'swaps two tiles of the board', 'count': 2, 'class': 'A', 'class_assumed': True, 'danger': True, 'names': {'es': 'tramposo'}},
    'Cartographer': {'rule': 'GR-21.7', 'effect': 'draws and places tiles', 'count': 3, 'class': 'A', 'class_assumed': True, 'names': {'es': 'cartógrafo'}},
    'Financier': {'rule': 'GR-21.8', 'effect': 'brings money', 'count': 3, 'class': 'A', 'class_assumed': True, 'names': {'es': 'financiero'}},
    'Transport': {'rule': 'GR-21.9', 'effect': 'takes money off the price of a line', 'count': 2, 'class': 'B', 'names': {'es': 'transporte'}},
    'Jerrycan': {'rule': 'GR-21.10', 'effect': 'brings fuel', 'count': 8, 'class': 'C', 'names': {'es': 'bidón'}},
    'Refuel': {'rule': 'GR-21.11', 'effect': 'brings fuel', 'count': 2, 'class': 'A', 'class_assumed': True, 'names': {'es': 'reabastecimiento'}},
    'Guide': {'rule': 'GR-21.12', 'effect': 'ignores a STOP', 'count': 2, 'class': 'B', 'names': {'es': 'guía'}},
    'Searcher': {'rule': 'GR-21.13', 'effect': 'draws cards and keeps some of them', 'count': 2, 'class': 'A', 'class_assumed': True, 'names': {'es': 'buscador'}},
    'SparePart': {'rule': 'GR-21.14', 'effect': 'repairs engine or chassis, with a repair', 'count': 6, 'class': 'B', 'names': {'es': 'pieza de recambio'}},
    'Toolbox': {'rule': 'GR-21.15', 'effect': 'repairs a gauge, with a repair', 'count': 2, 'class': 'B', 'names': {'es': 'caja de herramientas'}},
    'Surveyor': {'rule': 'GR-21.16', 'effect': 'draws tiles and places some of them', 'count': 2, 'class': 'A', 'class_assumed': True, 'leaders': True, 'names': {'es': 'topógrafo'}},
}
