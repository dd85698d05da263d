"""Whether tests run as long as they can (`make test-thorough`)."""

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
