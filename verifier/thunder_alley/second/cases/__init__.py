"""Case files by the spec: `run` judges one; the other files put each kind of case to the spec and compare what comes out."""

from verifier.thunder_alley.second.cases.run import run_case

__all__ = ["run_case"]
