"""Random legal races by `steward simulate`, compared with random legal games by python-chess in a process (extra `bench`)."""

from benchmarks.commands import CHESS, STEWARD, output, seconds

RACES = 40
GAMES = 60


def main() -> None:
    """Prints activations and plies per second."""
    simulate = [*STEWARD, "simulate", "thunder-alley", "--seed", "3", "--count", str(RACES)]
    play = [*CHESS, "play", str(GAMES)]
    activations = sum(line[:1].isdigit() for line in output(simulate).splitlines())
    plies = int(output(play))
    alone, shared, theirs = seconds([*simulate, "-j", "1"], simulate, play, runs=5)
    speed = plies / theirs
    print(
        f"simulate {RACES} races: {activations / alone:.0f} activations/s by one process,"
        f" {activations / shared:.0f} by all cores / python-chess random playouts {speed:.0f} plies/s"
        f" = {activations / alone / speed:.2f}x, {activations / shared / speed:.2f}x (goal 1.0x)\n"
    )
