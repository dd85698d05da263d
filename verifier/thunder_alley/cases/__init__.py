"""Case files: `run` judges one; the other files write each kind of case as a record and compare what comes out."""

from verifier.thunder_alley.cases.keys import KEYS
from verifier.thunder_alley.cases.readings import chosen_readings, variants
from verifier.thunder_alley.cases.run import run_case

__all__ = ["KEYS", "chosen_readings", "run_case", "variants"]
