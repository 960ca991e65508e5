"""Each fault of a library is seen by the case that is there for it, and only then."""
import json
import os
import pathlib
import shlex
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "system"))
from program import LAUNCHER, PATIENCE, ProgramTest, preload  # noqa: E402

# Shared library -> the case that must see it. SimGrid's flattree_pipeline has the first fault.
FAULTS = {"short_broadcast": "bcast_lengths", "early_return": "wait_completes",
    "reordered": "order_mixed_sizes", "complex_sum": "complex_sum"}


class Faulty(ProgramTest):
    def observed(self, case, preloaded=None):
        """Exit status and observation of one case, with a library before MPI's in its processes."""
        launcher = f"{shlex.quote(LAUNCHER)} -n {{n}}"
        if preloaded:
            folder, library = os.environ["FEBEM_FAULTY"], f"libfaulty_{preloaded}.so"
            assert os.path.exists(os.path.join(folder, library))
            # in the ranks, not in the launcher
            launcher += " env " + shlex.join(preload(folder, library))
        ended = self.run_program("check", "--launcher", launcher, "--time-limit",
            str(40 * PATIENCE), "--only", case, "--json", "a.json", limit=120)
        report = json.loads((self.folder / "a.json").read_text())
        return ended.status, report["cases"][0]["observation"]

    def test_every_fault_is_seen_by_its_case(self):
        for fault, case in FAULTS.items():
            assert self.observed(case) == (0, "pass")
            assert self.observed(case, fault) == (1, "wrong answer")


if __name__ == "__main__":
    unittest.main()
