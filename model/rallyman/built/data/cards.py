"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'cut_deck': {'value': {'good': 6, 'dirty': 6, 'flat': 4}, 'not_judged_by': 'a record names every cut card drawn, and no draw is refused; the numbers serve drawing at random only', 'confidence': 'low', 'source': 'three kinds of card exist; the numbers were not found'},
    'back_events': {'value': {'spin': '1/3', 'left': '1/3', 'right': '1/3'}, 'not_judged_by': 'a record names every event; the shares are not used', 'confidence': 'low', 'source': 'three kinds of event exist; the distribution (perhaps different per gear) was not found'},
}
