"""GR-22: the Leader module."""

from model.great_race.moves import Power, Repair, Scout
from verifier.great_race.spec.repair import repair
from verifier.great_race.spec.table import Scene, demand
from verifier.great_race.spec.tiles import place_tiles

FRENCH, BELGIAN, ENGLISH, ITALIAN = "french", "belgian", "english", "italian"


def power(scene: Scene, who: str, act: Power) -> Scene:
    """GR-22.2: a power is used once in a turn."""
    leader, player = scene.setup.leader(who), scene.player(who)
    demand(leader in (FRENCH, ITALIAN), "GR-22.2", f"{who} has no power to use in a turn")
    demand(not player.used, "GR-22.2", f"{who} has used the power in this turn")
    scene = scene.with_player(who, used=True)
    match act.use:
        case Scout() as scout:
            demand(leader == FRENCH, "GR-22.2", f"the {leader} leader places no tiles")
            anywhere = scene.reads("leader-placement") == "b"
            return place_tiles(scene, who, scout, "GR-22.4", scene.number("french_tiles"), anywhere=anywhere)
        case Repair() as work:
            demand(leader == ITALIAN, "GR-22.2", f"the {leader} leader repairs nothing")
            return repair(scene, who, work)


def city_cards(scene: Scene, who: str, city: str) -> int:
    """GR-13.3: the cards drawn in a city; GR-22.5: the Belgian leader draws more."""
    number = scene.setup.board.index[city].draw
    belgian = scene.setup.leader(who) == BELGIAN
    return max(number, scene.number("belgian_cards")) if belgian else number


def sea_price(scene: Scene, who: str, price: int) -> int:
    """GR-22.6: what the English leader pays for a sea line."""
    if scene.setup.leader(who) != ENGLISH:
        return price
    match scene.reads("leader-english"):
        case "a":
            return price - scene.number("english_sea_reduction")
        case "b":
            return 0
    return price


def sea_fuel(scene: Scene, who: str, fuel: int) -> int:
    """The fuel that a sea line costs."""
    english = scene.setup.leader(who) == ENGLISH
    return 0 if english and scene.reads("leader-english") == "c" else fuel
