"""GR-16: the progress track."""

from model.values import replace
from verifier.great_race.spec.table import Scene


def arrive(scene: Scene, who: str, visited: list[str]) -> Scene:
    """The marker of a player whose move has ended. `visited` are the places of the move, its beginning first; a move without
    steps leaves the marker alone."""
    levels = [scene.setup.level(place) for place in visited]
    now = scene.setup.level(scene.player(who).place)
    if len(visited) < 2:
        return scene
    if now == levels[0]:  # GR-16.3
        reading = scene.reads("lateral-restack")
        if reading == "a" or (reading == "c" and set(levels) == {now}):
            return scene
    stacks = dict(scene.position.track)
    rest = {level: tuple(name for name in stack if name != who) for level, stack in stacks.items()}  # GR-16.4
    rest[now] = (*rest.get(now, ()), who)  # GR-16.2
    track = tuple(sorted((level, stack) for level, stack in rest.items() if stack))
    return scene.at(replace(scene.position, track=track))
