"""Case files: `run` judges one; the other files write each kind of case as a record and compare what comes out."""

from verifier.thunder_alley.cases.readings import chosen_readings, variants
from verifier.thunder_alley.cases.run import RUN, run_case

__all__ = ["RUN", "chosen_readings", "run_case", "variants"]
