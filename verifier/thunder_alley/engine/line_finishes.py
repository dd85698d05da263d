"""A line of cars in which some finish on the way (TA-10.1, finish-mid-draft, finish-removed-space)."""

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
    at, board, crew = state.at, state.board, state.crew
    followers = [(code, space) for code, space in zip(crew[1:], state.trail, strict=True) if code]
    if not run.pulls or not followers or not state.mps_left or run.readings.line_stops:
        return state._replace(
            at=GONE,
            trail=(),
            board=put_back(board, state.trail, crew),
            seen=0,
            mode=state.mode | ENDED,
            lanes=(),
            crew=crew[:1],
        )
    if pushed:
        # Cars ahead of the finished one stay in the line (line-goes-on-gap). If it only caught up with them, it was never
        # in line behind them: it is off the track at once (finish-removed-space).
        board = board[:at] + bytes((GHOST,)) + board[at + 1 :]
    codes, spaces = zip(*followers, strict=True)
    return state._replace(
        at=spaces[0],
        trail=spaces[1:],
        board=board,
        seen=0,
        mode=state.mode | LINKED,
        crew=codes,
    )


def put_back(board: bytes, trail: tuple[int, ...], crew: tuple[int, ...]) -> bytes:
    cells = bytearray(board)
    for space, code in zip(trail, crew[1:], strict=True):
        if code:
            cells[space] = code
    return bytes(cells)
