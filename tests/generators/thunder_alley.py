"""Positions of Thunder Alley for property tests: any possible position, likely or not."""

from hypothesis import strategies as st

from model.ruleset import Ruleset, default_ruleset
from model.rulings import load_rulings
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup, make_position
from model.thunder_alley.track import Track
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine.readings import READINGS

TEAMS = ("Red", "Blue", "Green")

DEFAULT = default_ruleset(DATA)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """The default rules, or with other readings of up to three rulings that movement uses."""
    changed = draw(
        st.lists(
            st.sampled_from(sorted({ruling for ruling, _ in READINGS.values()})), max_size=3, unique=True
        )
    )
    readings = dict(DEFAULT.readings)
    book = load_rulings(DATA)
    for ruling in changed:
        readings[ruling] = draw(st.sampled_from(sorted(book[ruling].readings)))
    return Ruleset("drawn", 1, readings)


@st.composite
def tables(draw: st.DrawFn, track: str | Track = "tiny-ring", most: int = 9) -> tuple[Setup, Position]:
    """A race on a track (a shipped one if named), with its cars anywhere, some on the apron, worn, flipped, a lap up or down."""
    ring = load(track) if isinstance(track, str) else track
    laps = draw(st.sampled_from([None, 2, 3]))
    setup = Setup(ring, draw(rulesets()), (), laps)
    spaces = draw(st.lists(st.sampled_from(ring.spaces), min_size=1, max_size=most, unique=True))
    cars = []
    stacks: dict[str, int] = {}
    for number, space in enumerate(spaces, 1):
        stack = 0
        if draw(st.integers(0, 9)) == 0:
            space = f"{space[:-1]}p"
            stack = stacks[space] = stacks.get(space, -1) + 1
        cars.append(
            Car(
                number,
                draw(st.sampled_from(TEAMS)),
                space,
                crossed=draw(st.integers(0, laps or 3)),
                wear=("black",) * draw(st.sampled_from([0, 0, 0, 2, 3, 4, 5])),
                stack=stack,
            )
        )
    return setup, make_position(cars)


cards = st.sampled_from(sorted(CARDS))


def one_car_a_space(position: Position) -> bool:
    """Whether no track space holds two cars (TA-1.3-one-car)."""
    taken = [car.space for car in position.cars if car.on_track]
    return len(taken) == len(set(taken))
