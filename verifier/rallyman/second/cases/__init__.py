"""Cases of Rallyman, judged by the spec."""

from verifier.rallyman.second.cases.run import run_case

__all__ = ["run_case"]
