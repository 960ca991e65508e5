"""What `cmake --install` puts into a prefix is all there, and works from wherever the prefix is
moved to."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import program

BUILD = pathlib.Path(program.PROGRAM).parent
CASE = "share/minifebem/cases/pulsating_sphere.toml"
LINK = re.compile(r"\]\(([^)#:]+)\)")


class Installed(program.ProgramTest):
    def setUp(self):
        super().setUp()
        first, self.prefix = self.folder / "first", self.folder / "moved" / "prefix"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", first], check=True,
            stdout=subprocess.DEVNULL)
        self.prefix.parent.mkdir()
        shutil.move(first, self.prefix)

    def test_the_program_solves_an_installed_case(self):
        reports = []
        programs = self.prefix / "bin"
        for launcher, name in ((program.LAUNCHER, BUILD / "minifebem"),
                (programs / "minifebem-mpirun", programs / "minifebem")):
            report = self.folder / "report.json"
            command = [launcher, "-n", "2", name, "solve", self.prefix / CASE, "--json", report]
            ended = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                timeout=60 * program.PATIENCE)
            assert ended.returncode == 0, ended.stderr
            reports.append(json.loads(report.read_text()))
        built, installed = ([point["solution_digest"] for point in report["frequencies"]]
            for report in reports)
        assert built == installed

    def test_an_installed_import_finds_the_installed_program(self):
        corners = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
        self.write("solid\n" + "".join("facet normal 0 0 0\n"
            + "".join("vertex {} {} {}\n".format(*corners[i]) for i in face) for face in ((0, 1, 2),
            (3, 1, 0), (3, 2, 1), (3, 2, 0))) + "endsolid\n", "loose.stl")
        script = self.prefix / "bin" / "minifebem-import"
        assert os.access(script, os.X_OK)
        ended = subprocess.run([sys.executable, script, "loose.stl", "sound.h5", "--repair"],
            cwd=self.folder, capture_output=True, text=True, timeout=60 * program.PATIENCE)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "panels turned    1\n" in ended.stdout

    def test_the_pages_lead_to_installed_pages(self):
        pages = self.prefix / "share" / "doc" / "minifebem"
        assert (pages / "LICENSE").is_file()
        for page in pages.rglob("*.md"):
            for link in LINK.findall(re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)):
                assert (page.parent / link).exists(), f"{page.relative_to(pages)}: {link}"
