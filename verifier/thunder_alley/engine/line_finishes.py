"""A line of cars of which some finish on the way (TA-10.1, finish-mid-draft, finish-removed-space)."""

from verifier.thunder_alley.engine.displacement import cross
from verifier.thunder_alley.engine.run import ENDED, GHOST, GONE, LINKED, Run, State


def trail_crosses(
    run: Run,
    crossed: bytes,
    finished: tuple[int, ...],
    crew: tuple[int, ...],
    trail: tuple[int, ...],
    places: tuple[int, ...],
) -> tuple[bytes, tuple[int, ...], tuple[int, ...]]:
    """Counts the crossings of the cars that follow; one that finishes leaves a gap in the line (finish-removed-space)."""
    for code, old, new in zip(crew[1:], trail, places, strict=True):
        if code:
            crossed, finished, gone = cross(run, crossed, finished, code, old, new)
            if gone:
                crew = tuple(0 if member == code else member for member in crew)
    return crossed, finished, crew


def after_finish(run: Run, state: State, *, pushed: bool) -> State:
    """The mover has finished: its segment ends (finish-mid-draft: line-stops), or its Draft line goes on without it. `pushed`:
    with that step it pushed the cars ahead of it."""
    left, at, trail, board, seen, mode, lanes, crossed, finished, crew = state
    followers = [(code, space) for code, space in zip(crew[1:], trail, strict=True) if code]
    if not run.pulls or not followers or not left or run.readings.line_stops:
        return (
            left,
            GONE,
            (),
            put_back(board, trail, crew),
            0,
            mode | ENDED,
            (),
            crossed,
            finished,
            crew[:1],
        )
    if pushed:
        # Cars ahead of the one that has gone stay in the line (line-goes-on-gap). One that it only came up to it never was
        # behind: it is off the track at once (finish-removed-space).
        board = board[:at] + bytes((GHOST,)) + board[at + 1 :]
    codes, spaces = zip(*followers, strict=True)
    return (
        left,
        spaces[0],
        spaces[1:],
        board,
        1 << spaces[0],
        mode | LINKED,
        lanes,
        crossed,
        finished,
        codes,
    )


def put_back(board: bytes, trail: tuple[int, ...], crew: tuple[int, ...]) -> bytes:
    cells = bytearray(board)
    for space, code in zip(trail, crew[1:], strict=True):
        if code:
            cells[space] = code
    return bytes(cells)
