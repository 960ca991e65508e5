"""The guard itself: a good tree passes, and each kind of bad line is refused."""
import tempfile
import unittest
from pathlib import Path

import arrows

STAGES = ('constexpr StageEntry a{StageEntry{Stage::merge, "merge", "help"}, '
    'StageEntry{Stage::form, "form", "help"}};')
# A file, what is wrong with its text, and texts.
BAD = [("src/core/bad.h", "may not use", ['#include "fem/part.h"']), *((f"src/{folder}/bad.cpp",
    "may not use", ['#include "comm/part.h"']) for folder in ("mesh", "fem", "bem", "la")),
    ("stages/merge/bad.cpp", "may not use", ['#include "stages/form/part.h"',
    '#include "../form/part.h"']), ("stages/reduce/bad.cpp", "belongs to", ["#include <mpi.h>",
    '#  include "mpi.h"', "#include <petscmat.h>"]), ("src/bem/bad.cpp", "terminal",
    ['void f() { std::printf("x"); }']), ("src/app/bad.cpp", "between two ranks",
    ["messages.send(values, 0);", "  context->messages.receive (values, rank);",
    "transport.begin(Message::receive(values, 1));",
    "transport.perform(comm::Message::send(values, 1));"]), ("src/network/bad.cpp",
    "kind of message", ["if (message.kind == comm::Message::Kind::put) return;"]),
    *((f"{folder}/bad.cpp", "const_cast", ["auto* a = const_cast<int*>(b);"]) for folder
    in ("src/comm", "stages/reduce", "meshes")), ("src/bem/bad.cpp", "state",
    ["static int calls = 0;", "  static std::vector<int> cache;", "inline double scale{1};"]),
    ("stages/merge/bad.cpp", "disguised", ["row = static_cast<Index>(tail[k].real());",
    "row = static_cast<la::Index>(x[k].imag());", "tail[k] = static_cast<Complex>(row);",
    "tail[k] = static_cast<core::Complex>(row);", "tail[k] = Complex(static_cast<int>(row));",
    "tail[k] = Complex{Index{3}};"]), ("stages/common/bad.cpp", "core::Stage",
    ['if (name == "merge") f();', 'f("--merge.pace");', 'f("messages.form");', 'f("form");']),
    ("src/new/bad.cpp", "not in the table", [""]), ("src/la/CMakeLists.txt", "febem_library(la",
    ["add_library(la x.cpp)"]), ("src/la/CMakeLists.txt", "depend on mesh",
    ["febem_library(la DEPENDS core mesh LIBRARIES x)"]), ("src/la/CMakeLists.txt", "depend on fem",
    ["if(A)\nfebem_library(la DEPENDS core)\nelse()\n"
    "febem_library(la DEPENDS core fem WITHOUT x)\nendif()"]),]
OF_MPI = ["MPI::COMM_WORLD.Send();", "MPI_Reduce(a, b, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, 0, c);",
    "MPI_Bsend(a, 1);", "MPI_Irsend(a, 1);", "MPI_Buffer_attach(a, 1);",
    "int from = MPI_ANY_SOURCE;", "MPI_Type_vector(1, 2, 3, t, &u);", "f(MPI_IN_PLACE);",
    "MPI_Send(a, 1, t, 0, 0, MPI_COMM_WORLD);", "MPI_Cancel(&r);",
    "auto t = std::chrono::steady_clock::now();"]
GOOD = [
    ("src/fem/good.cpp", '#include "fem/part.h"\n#include "mesh/part.h"\n#include <vector>\n'
        "return Kind::sum;"),
    ("stages/merge/good.cpp", '#include "part.h"\n#include "stages/merge/part.h"\n'
        '#include "comm/part.h"\nconst auto message = receive();\nsend(1);\n'
        "auto a = static_cast<double>(x.real()); Complex b(0, 1); auto c = Complex(0); "
        "auto d = static_cast<Index>(n); p.pivot = v.real();"),
    ("src/mpi/good.cpp", "#include <mpi.h>\nstatic const int a = 1;\n"
        "static int f(int x) { return x; }\ng(MPI_COMM_WORLD);"),
    ("src/core/good.cpp", 'std::snprintf(buffer, 8, "x");  // not printf('),
    ("src/comm/good.cpp", "below().send(data, 1);"),
    ("src/comm/mpi_transport.cpp",
        "MPI_Bcast(const_cast<std::byte*>(data));\nf(MPI_IN_PLACE); MPI_Cancel(&r);"),
    ("src/benchmarks/patterns/good.cpp", "messages.receive(data, 1);"),
    ("src/network/emulator.cpp", "if (message.kind == comm::Message::Kind::put) return;"),
    ("src/network/good.cpp", "if (message.kind == comm::Message::Kind::send) return;"),
    ("src/la/good.cpp", "auto n = static_cast<int>(work[0].real());"),
    ("src/launcher/good.cpp", "MPI_Issend(a); MPI_Recv(b);\n" + "".join(f"// {line}\n"
        for line in OF_MPI)), ("bench/check/good.cpp", "MPI_Bsend(a, 1);"),
    ("tests/comm/good.cpp", "f(const_cast<int*>(a));"),
    ("stages/common/good.cpp", '.name = "form"; // "merge"\nauto a = "merged"; auto b = '
        '"merge it"; f(Stage::merge);'), (arrows.STAGE_TABLE, STAGES)]


class Arrows(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        for folder in arrows.ALLOWED:
            self.write(f"{folder}/CMakeLists.txt", f"febem_library({arrows.name(folder)})")
            self.write(f"{folder}/part.h", "#pragma once\n")
        for path, text in GOOD:
            self.write(path, text + "\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def test_good_tree(self):
        assert arrows.violations(self.root) == []

    def test_each_bad_line_is_refused_once(self):
        for path, reason, texts in BAD:
            for text in texts:
                before = self.root / path
                kept = before.read_text() if before.exists() else None
                file = self.write(path, text + "\n")
                (found,) = arrows.violations(self.root)
                assert found.startswith(path) and reason in found, found
                file.unlink() if kept is None else file.write_text(kept)

    def test_each_rule_for_mpi_is_kept(self):
        broken = set()
        for line in OF_MPI:
            self.write("src/launcher/bad.cpp", line + "\n")
            (found,) = arrows.violations(self.root)
            broken.add(found)
        assert len(broken) == 8, "a rule is broken by no line"

    def test_the_table_has_no_cycle(self):
        used_by_name = {arrows.name(folder): used for folder, used in arrows.ALLOWED.items()}
        done = set()
        while len(done) < len(used_by_name):
            free = {folder for folder, used in used_by_name.items() if folder not in done and used
                <= done}
            assert free, f"cycle among {set(used_by_name) - done}"
            done |= free


if __name__ == "__main__":
    unittest.main(tb_locals=True)
