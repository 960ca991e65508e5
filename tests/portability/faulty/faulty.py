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
# Fault of the library "many", by its name in FEBEM_FAULT -> case. Three are faults of an ABI.
MANY = {"wrong_constant": "comm_compare", "wrong_size": "abi_values", "missing_pmpi":
    "pmpi_symbols", "envelope": "envelopes", "error_class": "error_classes", "error_text":
    "user_errors", "error_handler": "predefined_handlers", "attribute_kept":
    "predefined_callbacks", "info_length": "info_keys", "split_order": "comm_split_type",
    "group_order": "comm_create_group", "neighbours_swapped": "neighbours_twice", "scan_of_all":
    "nonblocking_reductions", "lost_put": "window_model", "variable_index": "tools_index"}


class Faulty(ProgramTest):
    def observed(self, cases, preloaded=None, fault=""):
        """Exit status and observations of cases, with a library before MPI's in its processes."""
        launcher = f"{shlex.quote(LAUNCHER)} -n {{n}}"
        if preloaded:
            folder, library = os.environ["FEBEM_FAULTY"], f"libfaulty_{preloaded}.so"
            assert os.path.exists(os.path.join(folder, library))
            # in the ranks, not in the launcher
            launcher += f" env FEBEM_FAULT={fault} " + shlex.join(preload(folder, library))
        ended = self.run_program("check", "--launcher", launcher, "--time-limit",
            str(40 * PATIENCE), "--only", ",".join(cases), "--json", "a.json", limit=200)
        report = json.loads((self.folder / "a.json").read_text())
        return ended.status, {case["name"]: case["observation"] for case in report["cases"]}

    def test_every_fault_is_seen_by_its_case(self):
        # A quarter of a minute: as many starts of MPI programs as faults.
        assert self.observed(FAULTS.values()) == (0, dict.fromkeys(FAULTS.values(), "pass"))
        for fault, case in FAULTS.items():
            assert self.observed([case], fault) == (1, {case: "wrong answer"})

    def test_each_of_many_faults_is_seen_by_its_case_and_no_other_way(self):
        # Half a minute, as above.
        status, observed = self.observed(MANY.values(), "many")
        assert status == 0 and set(observed.values()) <= {"pass", "unsupported"}, observed
        for fault, case in MANY.items():
            with self.subTest(fault=fault):
                assert self.observed([case], "many", fault) == (1, {case: "wrong answer"})


if __name__ == "__main__":
    unittest.main()
