"""Sizes that are absurd: used as the largest that means anything, or refused before anything is
allocated."""
import os

import h5py

from cases import SHELL, SPHERE
from program import ProgramTest


class Sizes(ProgramTest):
    def test_a_panel_larger_than_the_matrix_is_the_whole_matrix(self):
        case = self.write(SPHERE)
        for ranks in (1, 3):
            digests = set()
            for panel in ("80", "1500000000", "2147483647"):
                (figures,) = self.solve(case, "--eliminate.panel", panel, ranks=ranks, out="panel"
                    + panel)["frequencies"]
                assert figures["outcome"] == "solved"
                digests.add(figures["solution_digest"])
            assert len(digests) == 1, f"{ranks} ranks"

    def test_what_does_not_fit_is_refused_by_file_and_key(self):
        bad = [(SPHERE, "frequency = 2", "frequency = 200",
            r"geometry'.*800000 panels.*would take .*B of memory; this machine has"), (SHELL,
            "cells = 1", "cells = 100\nlayers = 100\nsplit = 16", r"geometry'.*would take"), (SHELL,
            "cells = 1", "cells = 1\nthickness = 1e-9", r"geometry'.*closer together than 1e-8")]
        for text, old, new, line in bad:
            for ranks in (1, 2):
                self.assertRegex(self.refusal("solve", self.write(text.replace(old, new)),
                    ranks=ranks), "case.toml:[0-9]+: .*" + line)

    def test_a_limit_on_the_address_space_is_seen_beforehand(self):
        case = self.write(SPHERE.replace("frequency = 2", "frequency = 20"))  # 2.05 GB and more
        # As by the launcher: a thread of the BLAS for each core would take address space too.
        limited = ("env", "OPENBLAS_NUM_THREADS=1", "sh", "-c", 'ulimit -v 2000000; exec "$0" "$@"')
        limit = (r"the address space is limited to 2\.05 GB \(ulimit -v 2000000\), of which .*B "
            r"are reserved and not used")
        self.assertRegex(self.refusal("solve", case, prefix=limited),
            rf"geometry': 8000 panels .*would take 2\.05 GB of memory; {limit}; [23] ranks")
        for ranks in (1, 2):
            out = self.printed("solve", self.write(SPHERE), "--estimate", ranks=ranks,
                prefix=limited)
            self.assertRegex(out, rf"A rank may hold .*B \({limit}\): 1 rank would do")

    def test_a_solution_that_is_refined_stays_within_its_bound_or_ends_after_stage_1(self):
        case = self.write(SHELL.replace("cells = 1", 'cells = 3\nthickness = "1 mm"')
            + "[formulation]\norder = 1\n")
        for ranks in (1, 2):
            estimate, _ = self.reported("solve", case, "--estimate", ranks=ranks)
            held, = [each for each in estimate["memory"] if each["ranks"] == ranks]
            plain, refined = [held[key] + (held[key] - estimate["base_bytes"]) / 10 + 16e6
                for key in ("largest_rank_bytes", "refined_rank_bytes")]
            line = self.refusal("solve", case, "--memory", int((plain + refined) / 2), "--out out",
                ranks=ranks, status=1)
            self.assertRegex(line, r"^minifebem: rank 0: 200 Hz: the condition estimate "
                r"of the structure is \S+, so that the solution is " r"to be refined, and then "
                r"(the rank|the largest of 2 ranks) would hold up to .* MB in stage "
                r"\w+, and may hold .* MB \(--memory\); \d+ ranks would do, with up to .* MB each$")
            bound = int(1.02 * refined)
            report = self.solve(case, "--memory", bound, ranks=ranks)
            assert report["frequencies"][0]["refinement_steps"] >= 1
            assert report["peak_memory_bytes"] <= bound

    def test_only_regular_files_of_some_megabytes_are_cases(self):
        os.mkfifo(self.folder / "pipe.toml")
        self.write("# " + 17_000_000 * "x", "long.toml")
        for file, cause in (("/dev/zero", "not a regular file"), (self.folder / "pipe.toml",
                "not a regular file"), (self.folder / "long.toml", "17000002 bytes"),
                (self.folder, "Is a directory")):
            assert cause in self.refusal("solve", file)
        body = SPHERE.replace('generator = "sphere"\nfrequency = 2', 'mesh = "%s"')
        for mesh in ("/dev/zero", "pipe.toml"):
            assert "not a regular file" in self.refusal("solve", self.write(body % mesh))

    def test_data_sets_that_are_declared_huge_are_refused(self):
        for options in ({"chunks": (1024, 3)}, {}):
            for rows in (10**8, 10**9, 2**40, 2**62 if options else 2**57):
                with h5py.File(self.folder / "mesh.h5", "w") as file:
                    file["surface/panels"] = [[0, 1, 2]]
                    file.create_dataset("surface/points", (rows, 3), dtype="f8", **options)
                    if options and rows < 2**62:  # more than HDF5 itself can count
                        file["surface/points"][0] = 0
                self.assertRegex(self.refusal("mesh inspect", self.folder / "mesh.h5"),
                    "mesh.h5': /surface/points .*")

    def test_what_is_quoted_cannot_write_to_the_terminal(self):
        red = "\x1b[31mred\x1b[0m"
        for text in (SPHERE.replace('"velocity"', '"' + red.replace("\x1b", "\\u001b") + '"'),
                SPHERE.replace('"velocity"', '"line\\nbreak"'), SPHERE.replace('"velocity"',
                '"' + 1_000_000 * "x" + '"')):
            line = self.refusal("solve", self.write(text))
            assert "excitation.kind" in line
            self.assertIn("velocity", line)  # what would be right, after what is wrong
            assert len(line) < 1500
            self.assertNotRegex(line, r"[\x00-\x1f]")
        assert "\x1b" not in self.refusal("solve", red)
        assert "\x1b" not in self.refusal("solve case.toml --route", red)
        assert "\x1b" not in self.refusal("--" + red)
        (self.folder / "case.toml").write_bytes(SPHERE.replace("sphere",
            "sph\udcffere").encode("utf-8", "surrogateescape"))
        self.refusal("solve", self.folder / "case.toml")
        titled = self.write('title = "\\u001b[31mred"\n' + SPHERE)
        assert "\\x1b[31mred: 80 panels" in self.printed("solve", titled, "--out titled")
