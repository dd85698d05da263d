"""Built by tools/build_data.py from the TOML files of the same names; do not edit."""

CONTENT = {
    'en-2014': {'version': 1, 'default': True, 'title': 'English rulebook, 2014', 'rulings': {}},
    'es': {'version': 1, 'title': 'Spanish rulebook', 'rulings': {'green-line-distance': 'seven', 'cars-allowed-to-pit': 'one', 'winner-turn-leader': 'no', 'its-getting-worse-marker': 'any-suspension', 'voluntary-retirement-timing': 'any-time', 'team-bar-skips-teams': 'not-skipped', 'restart-move-up-step': 'implicit', 'clean-air-text': 'rulebook-text', 'clean-air-leader-test': 'ended-as-leader', 'pass-with-finished-car': 'may-not', 'team-score-tie': 'shared', 'brush-the-wall-which': 'any-wall', 'pileup-bypass': 'continue-past-bypassed', 'teamwork-distance': 'spaces'}},
    'el': {'version': 1, 'title': 'Greek rulebook', 'rulings': {'green-line-distance': 'seven', 'voluntary-retirement-timing': 'any-time', 'team-bar-skips-teams': 'not-skipped', 'restart-move-up-step': 'implicit', 'clean-air-text': 'rulebook-text', 'clean-air-leader-test': 'ended-as-leader', 'pass-with-finished-car': 'may-not', 'team-score-tie': 'shared', 'forward-displacement-fork': 'enters', 'pileup-bypass': 'continue-past-bypassed', 'teamwork-distance': 'spaces', 'variable-pit-markers': 'removed-only'}},
}
