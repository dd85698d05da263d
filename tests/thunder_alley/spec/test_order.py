"""The running order through the spec, compared with one sorted by hand."""

from model.ruleset import default_ruleset
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup, make_position
from verifier.thunder_alley.spec.order import running_order


def test_the_running_order() -> None:
    track = tracks.load("tiny-ring")
    setup = Setup(track, default_ruleset(DATA))
    spaces = [name for name in track.spaces if name[:-1] in ("1", "2")][:4]
    for crossings in ((1, 1, 1, 1), (1, 2, 1, 2), (2, 1, 1, 1)):
        cars = [
            Car(number, "red", space, crossed)
            for number, (space, crossed) in enumerate(zip(spaces, crossings, strict=True), 1)
        ]
        by_hand = sorted(cars, key=lambda car: (-car.crossed, -int(car.space[:-1]), car.space[-1]))
        assert running_order(setup, make_position(cars)) == tuple(car.number for car in by_hand)
