"""Built by tools/build_data.py from the stage files; do not edit."""

from model.rallyman.stage import Corner, Space, Stage, Zone

STAGE = Stage(
    id='mill-lane',
    name='Mill Lane',
    version=1,
    source='our own design',
    start=('s1',),
    zones=(
        Zone(name='A', surface='asphalt', terrain=(('dirt', 1), ('meadow', 0), ('trees', 1), ('water', 2), ('rocks', 2))),
    ),
    corners=(
        Corner(name='K1', hand='left', ahead=(('k1i', 'k1k'),)),
        Corner(name='K2', hand='right', ahead=(('k2i', 'k2d1', 'k2k'),)),
        Corner(name='K3', hand='left', ahead=(('k3d2',), ('k3i',), ('k3d1',))),
        Corner(name='K4', hand='right', ahead=(('k4i', 'k4k'),)),
        Corner(name='K5', hand='right', ahead=(('k5i', 'k5d1', 'k5k'),)),
    ),
    spaces=(
        Space(id='s1', zone='A', kind='straight', left='meadow', right='meadow', capacity=2, next=('s2',), wide=True, note=0, corner='', role='', index=0, split=''),
        Space(id='s2', zone='A', kind='straight', left='trees', right='meadow', capacity=1, next=('k1i', 'k1k'), wide=False, note=0, corner='', role='', index=0, split=''),
        Space(id='k1i', zone='A', kind='corner', left='shortcut', right='water', capacity=1, next=('s3',), wide=False, note=2, corner='K1', role='inside', index=0, split=''),
        Space(id='k1k', zone='A', kind='corner', left='meadow', right='road', capacity=1, next=('s3',), wide=False, note=2, corner='K1', role='shortcut', index=0, split=''),
        Space(id='s3', zone='A', kind='straight', left='meadow', right='trees', capacity=1, next=('k2i', 'k2d1', 'k2k'), wide=False, note=0, corner='', role='', index=0, split=''),
        Space(id='k2i', zone='A', kind='corner', left='trees', right='shortcut', capacity=1, next=('s4',), wide=False, note=2, corner='K2', role='inside', index=0, split=''),
        Space(id='k2d1', zone='A', kind='corner', left='trees', right='shortcut', capacity=1, next=('s4', 'k2i'), wide=False, note=3, corner='K2', role='drift', index=1, split=''),
        Space(id='k2k', zone='A', kind='corner', left='road', right='meadow', capacity=1, next=('s4',), wide=False, note=1, corner='K2', role='shortcut', index=0, split=''),
        Space(id='s4', zone='A', kind='straight', left='trees', right='trees', capacity=1, next=('s5',), wide=False, note=0, corner='', role='', index=0, split=''),
        Space(id='s5', zone='A', kind='straight', left='meadow', right='meadow', capacity=2, next=('k3i', 'k3d1'), wide=False, note=0, corner='', role='', index=0, split='Mill'),
        Space(id='k3i', zone='A', kind='corner', left='trees', right='rocks', capacity=1, next=('k4i', 'k4k'), wide=False, note=1, corner='K3', role='inside', index=0, split=''),
        Space(id='k3d1', zone='A', kind='corner', left='trees', right='rocks', capacity=1, next=('k3d2', 'k3i'), wide=False, note=2, corner='K3', role='drift', index=1, split=''),
        Space(id='k3d2', zone='A', kind='corner', left='trees', right='rocks', capacity=1, next=('k4i', 'k4k', 'k3i'), wide=False, note=2, corner='K3', role='drift', index=2, split=''),
        Space(id='k4i', zone='A', kind='corner', left='water', right='shortcut', capacity=1, next=('s6',), wide=False, note=2, corner='K4', role='inside', index=0, split=''),
        Space(id='k4k', zone='A', kind='corner', left='road', right='meadow', capacity=1, next=('s6',), wide=False, note=2, corner='K4', role='shortcut', index=0, split=''),
        Space(id='s6', zone='A', kind='straight', left='meadow', right='meadow', capacity=2, next=('s7',), wide=True, note=0, corner='', role='', index=0, split=''),
        Space(id='s7', zone='A', kind='bump', left='trees', right='trees', capacity=1, next=('s8',), wide=False, note=2, corner='', role='', index=0, split=''),
        Space(id='s8', zone='A', kind='straight', left='meadow', right='meadow', capacity=1, next=('k5i', 'k5d1', 'k5k'), wide=False, note=0, corner='', role='', index=0, split=''),
        Space(id='k5i', zone='A', kind='corner', left='trees', right='shortcut', capacity=1, next=('s9',), wide=False, note=3, corner='K5', role='inside', index=0, split=''),
        Space(id='k5d1', zone='A', kind='corner', left='trees', right='shortcut', capacity=1, next=('s9', 'k5i'), wide=False, note=3, corner='K5', role='drift', index=1, split=''),
        Space(id='k5k', zone='A', kind='corner', left='road', right='meadow', capacity=1, next=('s9',), wide=False, note=3, corner='K5', role='shortcut', index=0, split=''),
        Space(id='s9', zone='A', kind='straight', left='meadow', right='meadow', capacity=2, next=('FINISH',), wide=True, note=0, corner='', role='', index=0, split=''),
    ),
)
