"""Chapter 8: the Pileup, which goes down the field team by team."""

from verifier.findings import Breach
from verifier.thunder_alley.engine.events_bar import counting, orders
from verifier.thunder_alley.engine.events_terms import Blow, Ruled, Scene, listed, not_racing, token

MARKERS = (("red", "red"), ("red",), ("gray",))
"""What the first, the second and every further car gets (pileup-colours)."""

RULE = "TA-EV-pileup"


def pileup(scene: Scene) -> Ruled:
    """In the order of the bar: the first team's foremost car, the next team's foremost car behind it, and so on."""
    scene.asked_bar = True
    running = scene.order("which cars a Pileup hits")
    blows: dict[tuple[tuple[int, int], ...], Blow] = {}
    drivers = [(number, scene.car(number).team) for number in running]
    for teams in orders(scene):
        places = _chain(scene, drivers, teams)
        gives = {number: MARKERS[min(place, 2)] for number, place in places}
        blows.setdefault(places, Blow(tuple(gives), gives=gives, rules=("TA-4.1",)))
    cars = scene.draw.cars
    fitting = [blow for blow in blows.values() if not cars or blow.hit == cars]
    return fitting or _wrong(scene, list(blows.values()))


def first_hit(scene: Scene) -> Ruled:
    """The cars with which a Pileup can begin: the foremost of each team that the bar can name first."""
    scene.asked_bar = True
    running = scene.order("which cars a Pileup hits")
    foremost = {scene.car(number).team: number for number in reversed(running)}
    return [Blow((foremost[team],)) for team in counting(scene) if team in foremost]


def _chain(
    scene: Scene, drivers: list[tuple[int, str]], teams: tuple[str, ...]
) -> tuple[tuple[int, int], ...]:
    """The cars hit in this order of teams, each with its place in the chain, counted from 0; `drivers` are cars with their
    teams in running order. pileup-bypass decides what a team without a car behind the last one hit does to the chain;
    pileup-next-car behind which car the next one stands."""
    hit: list[tuple[int, int]] = []
    behind = 0
    for place, team in enumerate(teams):
        found = next((at for at in range(behind, len(drivers)) if drivers[at][1] == team), None)
        if found is not None:
            counted = len(hit) == place or scene.reading("pileup-bypass") == "continue-past-bypassed"
            hit.append((drivers[found][0], len(hit) if counted else place))
            if len(hit) == 1 or scene.reading("pileup-next-car") == "last-hit":
                behind = found + 1
        elif scene.reading("pileup-bypass") == "stop-at-first-bypassed":
            break
    return tuple(hit)


def _wrong(scene: Scene, blows: list[Blow]) -> Breach:
    """The first written car that cannot be the next one hit."""
    cars = scene.draw.cars
    for index, number in enumerate(cars):
        car = scene.car(number)
        if car not in scene.cars:
            return not_racing(RULE, car, index)
        alike = [blow for blow in blows if blow.hit[:index] == cars[:index]]
        following = list(dict.fromkeys(blow.hit[index] for blow in alike if len(blow.hit) > index))
        if number in following:
            continue
        reason = "the foremost car of the first team on the bar is hit, then that of the next team behind it"
        come = (
            f"{listed(following, 'or') or 'no car'} comes {f'after {cars[index - 1]}' if index else 'first'}"
        )
        return Breach(
            RULE,
            f"{come}, not {number}",
            reason,
            token=token(index),
            rulings=("pileup-bypass", "pileup-next-car"),
        )
    longer = [blow.hit[len(cars)] for blow in blows if blow.hit[: len(cars)] == cars]
    return Breach(
        RULE,
        f"{listed(dict.fromkeys(longer), 'or')} is hit as well",
        "it goes on until a team has no car behind the last one hit",
        token=token(len(cars) - 1),
        rulings=("pileup-bypass", "pileup-next-car"),
    )
