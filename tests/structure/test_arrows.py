"""The guard itself: a good tree passes, and each kind of bad line is refused."""
import tempfile
import unittest
from pathlib import Path

import arrows


class Arrows(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        for folder in arrows.ALLOWED:
            self.write(f"{folder}/CMakeLists.txt", f"febem_library({arrows.name(folder)})")
            self.write(f"{folder}/part.h", "#pragma once\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def refused(self, path, text, reason):
        self.write(path, text)
        found = arrows.violations(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(path) and reason in found[0], found)

    def test_good_tree(self):
        self.write("src/fem/good.cpp",
            '#include "fem/part.h"\n#include "mesh/part.h"\n#include <vector>\n')
        self.write("stages/merge/good.cpp",
            '#include "part.h"\n#include "stages/merge/part.h"\n#include "comm/part.h"\n')
        self.write("src/mpi/good.cpp",
            "#include <mpi.h>\nstatic const int a = 1;\nstatic int f(int x) { return x; }\n")
        self.write("src/core/good.cpp", 'std::snprintf(buffer, 8, "x");  // not printf(\n')
        self.assertEqual(arrows.violations(self.root), [])

    def test_upward_include(self):
        self.refused("src/core/bad.h", '#include "fem/part.h"\n', "may not use")

    def test_physics_that_sees_messages(self):
        for folder in ("mesh", "fem", "bem", "la"):
            with self.subTest(folder):
                self.refused(f"src/{folder}/bad.cpp", '\n#include "comm/part.h"\n', "may not use")
                (self.root / f"src/{folder}/bad.cpp").unlink()

    def test_stage_that_includes_another(self):
        self.refused("stages/merge/bad.cpp", '#include "stages/form/part.h"\n', "may not use")

    def test_relative_path_is_no_way_round(self):
        self.refused("stages/merge/bad.cpp", '#include "../form/part.h"\n', "may not use")

    def test_reserved_headers(self):
        for header in ("<mpi.h>", '"mpi.h"', "<petscmat.h>"):
            with self.subTest(header):
                self.refused("stages/reduce/bad.cpp", f"#  include {header}\n", "belongs to")

    def test_printing(self):
        self.refused("src/bem/bad.cpp", 'void f() { std::printf("x"); }\n', "terminal")

    def test_messages_between_two_ranks(self):
        self.write("src/comm/good.cpp", "below().send(data, 1);\n")
        self.write("src/benchmarks/patterns/good.cpp", "messages.receive(data, 1);\n")
        self.write("stages/merge/good.cpp", "const auto message = receive();\nsend(1);\n")
        self.assertEqual(arrows.violations(self.root), [])
        for line in ("messages.send(values, 0);", "  context->messages.receive (values, rank);",
                "transport.begin(Message::receive(values, 1));",
                "transport.perform(comm::Message::send(values, 1));"):
            with self.subTest(line):
                self.refused("src/app/bad.cpp", line + "\n", "between two ranks")

    def test_kinds_of_messages(self):
        line = "if (message.kind == comm::Message::Kind::put) return;\n"
        self.write("src/network/emulator.cpp", line)
        self.write("src/network/good.cpp",
            "if (message.kind == comm::Message::Kind::send) return;\n")
        self.write("src/fem/good.cpp", "return Kind::sum;\n")
        self.assertEqual(arrows.violations(self.root), [])
        self.refused("src/network/bad.cpp", line, "kind of message")

    def test_const_cast(self):
        self.write("src/comm/mpi_transport.cpp", "MPI_Bcast(const_cast<std::byte*>(data));\n")
        self.write("tests/comm/good.cpp", "f(const_cast<int*>(a));\n")
        self.assertEqual(arrows.violations(self.root), [])
        for folder in ("src/comm", "stages/reduce", "meshes"):
            with self.subTest(folder):
                self.refused(f"{folder}/bad.cpp", "auto* a = const_cast<int*>(b);\n", "const_cast")
                (self.root / folder / "bad.cpp").unlink()

    def test_state(self):
        for line in ("static int calls = 0;", "  static std::vector<int> cache;",
                "inline double scale{1};"):
            with self.subTest(line):
                self.refused("src/bem/bad.cpp", line + "\n", "state")

    def test_integer_as_complex_number(self):
        self.write("stages/merge/good.cpp",
            "auto a = static_cast<double>(x.real()); Complex b(0, 1); auto c = Complex(0); "
            "auto d = static_cast<Index>(n); p.pivot = v.real();\n")
        self.write("src/la/good.cpp", "auto n = static_cast<int>(work[0].real());\n")
        self.assertEqual(arrows.violations(self.root), [])
        for line in ("row = static_cast<Index>(tail[k].real());",
                "row = static_cast<la::Index>(x[k].imag());",
                "tail[k] = static_cast<Complex>(row);",
                "tail[k] = static_cast<core::Complex>(row);",
                "tail[k] = Complex(static_cast<int>(row));", "tail[k] = Complex{Index{3}};"):
            with self.subTest(line):
                self.refused("stages/merge/bad.cpp", line + "\n", "disguised")

    def test_stage_by_its_name(self):
        table = ('constexpr StageEntry a{StageEntry{Stage::merge, "merge", "help"}, '
            'StageEntry{Stage::form, "form", "help"}};\n')
        self.write(arrows.STAGE_TABLE, table)
        self.write("stages/common/good.cpp", '.name = "form"; // "merge"\nauto a = "merged"; auto '
            'b = "merge it"; f(Stage::merge);\n')
        self.assertEqual(arrows.violations(self.root), [])
        for line in ('if (name == "merge") f();', 'f("--merge.pace");', 'f("messages.form");',
                'f("form");'):
            with self.subTest(line):
                self.refused("stages/common/bad.cpp", line + "\n", "core::Stage")

    def test_folder_outside_the_table(self):
        self.refused("src/new/bad.cpp", "\n", "not in the table")

    def test_missing_target_and_upward_link(self):
        self.refused("src/la/CMakeLists.txt", "add_library(la x.cpp)", "febem_library(la")
        self.refused("src/la/CMakeLists.txt", "febem_library(la DEPENDS core mesh LIBRARIES x)",
            "depend on mesh")

    def test_upward_link_in_one_of_two_configurations(self):
        text = ("if(A)\nfebem_library(la DEPENDS core)\nelse()\nfebem_library(la DEPENDS core fem "
            "WITHOUT x)\nendif()")
        self.refused("src/la/CMakeLists.txt", text, "depend on fem")

    def test_the_table_has_no_cycle(self):
        used_by_name = {arrows.name(folder): used for folder, used in arrows.ALLOWED.items()}
        done = set()
        while len(done) < len(used_by_name):
            free = {folder for folder, used in used_by_name.items() if folder not in done and used
                <= done}
            self.assertTrue(free, f"cycle among {set(used_by_name) - done}")
            done |= free


if __name__ == "__main__":
    unittest.main()
