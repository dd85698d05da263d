"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'gear_card_seconds': {'value': {'1': 50, '2': 40, '3': 30, '4': 20, '5': 10}, 'confidence': 'high', 'source': "published rules (10 to 50 s per turn); designer's blog and several reviews: 5th = 10 s, 1st = 50 s, steps of 10"},
    'cut_deck': {'value': {'good': 6, 'dirty': 6, 'flat': 4}, 'not_judged_by': 'a record names every cut card drawn, and no draw is refused; the numbers serve drawing at random only', 'confidence': 'low', 'source': 'three kinds of card exist; the numbers were not found'},
    'back_events': {'value': {'spin': '1/3', 'left': '1/3', 'right': '1/3'}, 'not_judged_by': 'a record names every event; the shares are not used', 'confidence': 'low', 'source': 'three kinds of event exist; the distribution (perhaps different per gear) was not found'},
}
