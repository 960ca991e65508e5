"""The pages on adding a strategy, a method of a stage and a message benchmark, followed literally:
each is one file and one line, and the tests of its kind cover it by themselves. Compiled are the
new file and the source that includes the list, by the build's own commands; their objects then take
the place of what the tests were linked with."""
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["MINIFEBEM"]).parent
# Page -> the folder of the list, that of its library, and the tests of its kind.
PAGES = {
    "adding-a-strategy": ("src/comm/paces", "src/comm", "tests/comm/test_comm"),
    "adding-a-method": ("stages/eliminate", "stages/eliminate",
        "tests/eliminate/test_eliminate_distributed"),
    "adding-a-benchmark": ("src/benchmarks/patterns", "src/benchmarks",
        "tests/benchmarks/test_benchmarks_distributed")}


def code_blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@unittest.skipUnless((BUILD / "build.ninja").is_file(),
    "the build can only tell how it links if it is Ninja's")
class Adding(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.added = Path(temporary.name)  # what the pages add, in the folders that they name
        self.commands = {entry["file"]: entry
            for entry in json.loads((BUILD / "compile_commands.json").read_text())}

    def run_quietly(self, *command, **options):
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False, **options)
        assert result.returncode == 0, result.stdout[-4000:]
        return result.stdout

    def compiled(self, source, listed):
        """The object of a source, by the command of the one that includes the list; what was added
        is found first."""
        entry = self.commands[str(listed)]
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = target = f"{self.added / source.name}.o"
        words[words.index("-c") + 1] = str(source)
        words[1:1] = [f"-I{self.added}/src", f"-I{self.added}"]
        self.run_quietly(*words, cwd=entry["directory"])
        return target

    def objects(self, page):
        """Those of the file that the page adds and of the source that includes the list, to which
        it adds a line."""
        folder, library, _ = PAGES[page]
        new_file, new_line = code_blocks((ROOT / "docs" / f"{page}.md").read_text())
        path = self.added / new_file.splitlines()[0].removeprefix("// ")
        path.parent.mkdir(parents=True)
        path.write_text(new_file)
        list_file = self.added / folder / "list.inc"
        list_file.parent.mkdir(parents=True, exist_ok=True)
        list_file.write_text((ROOT / folder / "list.inc").read_text() + new_line)
        include = f'"{folder.removeprefix("src/")}/list.inc"'
        (listed,) = [path for path in (ROOT / library).rglob("*.cpp") if include
            in path.read_text()]
        return [self.compiled(source, listed) for source in (path, listed)]

    def linked(self, test, objects):
        """The test with the new objects before the libraries they belong to: the linker has no need
        then of those that the libraries hold of the same sources."""
        commands = self.run_quietly("ninja", "-C", BUILD, "-t", "commands", test).splitlines()
        link = next(line for line in reversed(commands) if f" -o {test} " in line)
        program = self.added / Path(test).name
        before = [path for page, found in objects.items() for path in found
            if f" {PAGES[page][1]}/lib" in link]
        link = link.replace(f" -o {test} ", f" -o {shlex.join([str(program), *before])} ")
        self.run_quietly("sh", "-c", link, cwd=BUILD)
        return program

    def on_ranks(self, ranks, program, *arguments):
        return self.run_quietly(os.environ["MPI_LAUNCHER"], "-n", str(ranks), program, *arguments)

    def test_the_pages_followed_literally(self):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = dict(zip(PAGES, pool.map(self.objects, PAGES)))
            comm, eliminate, benchmarks = pool.map(lambda page: self.linked(page[2], objects),
                PAGES.values())
        told = self.run_quietly(comm, "*the worst it may", "--success")
        for route in ("star", "ring", "chain"):
            assert route + " x 64 x throttle:1GiB on 8 ranks" in told
        for ranks in (1, 3):
            assert "master" in self.on_ranks(ranks, eliminate, "all methods*", "--success")
        assert "token with throttle:1GiB" in self.on_ranks(3, benchmarks, "every pattern*",
            "--success")
