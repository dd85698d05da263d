"""The compiled tables of tracks: shipped ones, that of the worked record, random plans."""

from itertools import pairwise
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.thunder_alley import tracks
from model.thunder_alley.facts import TRACK_FILES
from model.thunder_alley.track import LANES, Section, Track
from model.thunder_alley.track_check import check, compile_track
from model.thunder_alley.track_graph import ALONG, EXIT, graph
from model.thunder_alley.track_plan import TrackPlan
from model.thunder_alley.track_shape import shape
from model.thunder_alley.track_ways import usual_fork
from model.values import replace

WORKED = """
sectors 1-5   a b c
sectors 6-10  a b
sectors 11-19 a b c
sectors 20-24 a b
sectors 25-28 a b c
ahead 5b 6a 6b
ahead 5c 6b
ahead 10a 11a 11b
ahead 10b 11b 11c
ahead 19b 20a 20b
ahead 19c 20b
ahead 24a 25a 25b
ahead 24b 25b 25c
ring
line 28
green 20
restart a b
"""


@st.composite
def plans(draw: st.DrawFn) -> TrackPlan:
    """A usable plan: any run of sections whose lanes at most double or halve, with or without forks, open or closed."""
    ring = draw(st.booleans())
    sections: list[Section] = []
    first, lanes = 1, draw(st.integers(1, 4))
    begin = lanes
    for _ in range(draw(st.integers(1, 6))):
        last = first + draw(st.integers(0, 5))
        sections.append(Section(first, last, tuple(LANES[:lanes])))
        first, lanes = last + 1, draw(st.integers((lanes + 1) // 2, min(5, 2 * lanes)))
    if ring:
        now = len(sections[-1].lanes)
        while now > 2 * begin or begin > 2 * now:
            now = (now + 1) // 2 if now > begin else 2 * now
            sections.append(Section(first, first, tuple(LANES[:now])))
            first += 1
        sections.append(Section(first, first + 2, tuple(LANES[:begin])))
        first += 3
    edges: dict[str, tuple[str, ...]] = {}
    for before, after in pairwise(sections):
        for fork in usual_fork(before.last, before.lanes, after.first, after.lanes).split(", "):
            if words := fork.strip("`").split():
                edges[words[1]] = tuple(words[2:])
    narrow = min(len(section.lanes) for section in sections)
    line = draw(st.integers(1, first - 1)) if ring else None
    restart = ("a", "b") if narrow > 1 and ring else None
    return TrackPlan(
        "random",
        sections=tuple(sections),
        edges=MappingProxyType(edges),
        ring=ring,
        line=line,
        restart=restart,
    )


def assert_consistent(track: Track) -> None:
    """The tables agree in both directions."""
    numbers = range(len(track.spaces))
    assert [track.index[name] for name in track.spaces] == list(numbers)
    assert list(track.spaces) == [
        f"{sector}{lane}" for sector, lane in zip(track.sector, track.lane, strict=True)
    ]
    for space in numbers:
        assert all(space in track.behind[end] for end in track.ahead[space])
        assert all(space in track.ahead[start] for start in track.behind[space])
        assert track.inside[space] == -1 or track.outside[track.inside[space]] == space
        assert track.outside[space] == -1 or track.inside[track.outside[space]] == space
        assert (track.inside[space] == -1) == (track.lane[space] == "a")
        assert all(track.sector[end] == track.sector_after(track.sector[space]) for end in track.ahead[space])
        for row in (track.ahead[space], track.behind[space]):
            assert [track.lane[other] for other in row] == sorted(track.lane[other] for other in row)
            assert len(row) in ((1, 2) if track.ring else (0, 1, 2))


@given(plans())
def test_random_plans_compile_to_consistent_tables(plan: TrackPlan) -> None:
    assert check(plan) == []
    track = compile_track(plan)
    assert_consistent(track)
    ends = [space for space, ahead in enumerate(track.ahead) if not ahead]
    assert {track.sector[space] for space in ends} == (set() if plan.ring else {track.sectors[-1]})


@given(plans(), st.data())
def test_a_sector_too_far_is_always_noticed(plan: TrackPlan, data: st.DataObject) -> None:
    """A plan with a step that leads beyond the next sector is never accepted."""
    track = compile_track(plan)
    space = data.draw(st.sampled_from(track.spaces))
    wrong = [name for name in track.spaces if track.sector_after(int(space[:-1])) != int(name[:-1])]
    if wrong:
        edges = {**plan.edges, space: (data.draw(st.sampled_from(wrong)),)}
        broken = replace(plan, edges=edges)
        assert any(problem.where == f"ahead {space}" for problem in check(broken))


@pytest.mark.parametrize("name", tracks.shipped())
def test_shipped_tracks_are_consistent(name: str) -> None:
    track = tracks.load(name)
    assert_consistent(track)
    assert track.ring and track.line == track.sectors[-1] and track.green == track.line - 8
    assert track.forks() and any(len(behind) > 1 for behind in track.behind)
    assert len(track.grid) == (8 if name == "tiny-ring" else 21)


@pytest.mark.parametrize("name", tracks.shipped())
def test_shipped_tracks_close_when_drawn(name: str) -> None:
    track = tracks.load(name)
    pieces = shape(track.sections, track.ring, track.line).pieces
    first, end = pieces[0], pieces[-1].at(1.0)
    assert end == pytest.approx((first.x, first.y), abs=1e-6)


def test_the_worked_record_draws_the_short_oval() -> None:
    lines = [line.split() for line in WORKED.split("\n") if line]
    drawn, oval = tracks.from_lines((line[0], line[1:]) for line in lines), tracks.load("short-oval")
    for fact in (
        "spaces",
        "ahead",
        "behind",
        "inside",
        "outside",
        "ring",
        "line",
        "green",
        "restart",
        "grid",
    ):
        assert getattr(drawn, fact) == getattr(oval, fact)


def test_names_and_neighbours() -> None:
    oval = tracks.load("short-oval")
    ahead = {
        name: [oval.spaces[end] for end in oval.ahead[oval.index[name]]]
        for name in ("5a", "5b", "10b", "28c")
    }
    assert ahead == {"5a": ["6a"], "5b": ["6a", "6b"], "10b": ["11b", "11c"], "28c": ["1c"]}
    assert oval.grid[:3] == ("28a", "28b", "27a") and oval.grid[-1] == "18a"
    assert (
        oval.has("6b") and oval.has("6p") and not oval.has("6c") and not oval.has("29p") and not oval.has("p")
    )
    assert oval.extent() == "sectors 1 to 28, lanes a to c, apron p"
    assert (oval.sector_after(27), oval.sector_after(28)) == (28, 1)


def test_a_stretch_is_open_at_both_ends() -> None:
    track = tracks.from_lines([("sectors", ["3-5", "a", "b"])])
    assert track.sectors == (3, 4, 5) and track.sector_after(5) is None
    assert [track.spaces[space] for space, ahead in enumerate(track.ahead) if not ahead] == ["5a", "5b"]
    assert [track.spaces[space] for space, behind in enumerate(track.behind) if not behind] == ["3a", "3b"]


def test_the_graph_knows_the_apron() -> None:
    track = graph(tracks.read_plan(TRACK_FILES / "tiny-ring.toml"))
    assert track.edges["12p", "1p"] == {"kind": ALONG} and track.edges["4p", "4a"] == {"kind": EXIT}
    assert track.nodes["4p"] == {"sector": 4, "lane": "p"} and track.graph["line"] == 12
