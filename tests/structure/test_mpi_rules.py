"""Each rule of mpi_rules.py refuses what it is about, and nothing where it is allowed or said in a
comment."""
import tempfile
import unittest
from pathlib import Path

import mpi_rules

BROKEN = ["MPI::COMM_WORLD.Send();", "MPI_Reduce(a, b, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, 0, c);",
    "MPI_Bsend(a, 1);", "MPI_Irsend(a, 1);", "MPI_Buffer_attach(a, 1);",
    "int from = MPI_ANY_SOURCE;", "MPI_Type_vector(1, 2, 3, t, &u);", "f(MPI_IN_PLACE);",
    "MPI_Send(a, 1, t, 0, 0, MPI_COMM_WORLD);", "MPI_Cancel(&r);",
    "auto t = std::chrono::steady_clock::now();"]


class Rules(unittest.TestCase):
    def found(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(text + "\n")
            return list(mpi_rules.problems(Path(folder)))

    def test_what_a_rule_is_about_is_refused(self):
        for line in BROKEN:
            with self.subTest(line):
                self.assertEqual(len(self.found("src/tuning/bad.cpp", line)), 1)
                self.assertEqual(self.found("src/tuning/good.cpp", "// " + line), [])

    def test_every_rule_is_broken_by_some_line(self):
        for pattern, _, _ in mpi_rules.RULES:
            self.assertTrue(any(mpi_rules.re.search(pattern, line) for line in BROKEN), pattern)

    def test_what_is_allowed_in_its_place_passes(self):
        for path, line in (("src/comm/mpi_transport.cpp", "f(MPI_IN_PLACE); MPI_Cancel(&r);"),
                ("src/mpi/a.cpp", "g(MPI_COMM_WORLD);"), ("bench/check/cases/a.cpp", BROKEN[2]),
                ("src/a.cpp", "MPI_Issend(a); MPI_Recv(b);")):
            self.assertEqual(self.found(path, line), [])


if __name__ == "__main__":
    unittest.main()
