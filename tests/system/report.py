"""`minifebem report` makes a page that loads nothing and has the numbers of the report. Where there
is a Chromium, it shows the page without an error."""
import base64
import json
import re
import shutil
import struct
import subprocess
import unittest
from html.parser import HTMLParser

from cases import SHELL, SPHERE
from program import PATIENCE, ProgramTest

SWEEP = SHELL.replace("hz = [200.0]", "from = 100\nto = 400\npoints = 31") + """
[[incidence]]
to = 180
step = 60
[output]
field_points = [[3, 0, 0], [0, 1, 2]]
[output.directivity]
step = 30
[[output.grid]]
origin = [-2, 0, -2]
edges = [[4, 0, 0], [0, 0, 4]]
counts = [7, 5]
"""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def values(text, kind, count):
    """The first numbers of a base64 text; NaN is None."""
    found = struct.unpack(f"<{count}{kind}", base64.b64decode(text)[:count * struct.calcsize(kind)])
    return [None if value != value else value for value in found]


class Page(HTMLParser):
    """Texts of scripts, of cells, and addresses in attributes."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.rows, self.addresses, self.tags, self.policy = [], [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        named = dict(attributes)
        self.addresses += [named[key] for key in ("src", "href", "action", "data") if key in named]
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]
        if tag == "tr":
            self.rows.append([])

    def handle_data(self, text):
        if self.tags and self.tags[-1] == "script":
            self.scripts.append(text)
            self.tags.append("")
        elif self.tags and self.tags[-1] in ("td", "th"):
            self.rows[-1].append(text)


class Report(ProgramTest):
    def page(self, target, *options):
        out = self.printed("report", target, *options)
        text = (self.folder / re.fullmatch("report in (.+)\n", out)[1]).read_text()
        page = Page(text)
        data, library, *own = page.scripts
        assert page.policy.startswith("default-src 'none';"), page.policy
        assert all(re.match("#|data:", address) for address in page.addresses), page.addresses
        assert not re.search(r"https?:|import\(|fetch\(|XMLHttp|url\(", "".join(own))
        assert len(text) < 3e6 + len(data) and "Apache Software Foundation" in library
        return json.loads(data), text

    def check_figures(self, document, report):
        frequencies, loads = report["frequencies"], len(document["load_cases"]["names"])
        assert document["hz"] == [one["hz"] for one in frequencies[::loads]]
        assert document["load_cases"]["names"] == [one["load_case"] for one in frequencies[:loads]]
        for key in ("outcome", "formulation", "precision"):
            assert document["words"][key] == [one[key] for one in frequencies]
        shown = {one["name"]: values(one["values"], "d", len(frequencies)) for one
            in document["figures"]}
        for name, value in frequencies[0].items():
            if name in shown:
                assert shown.pop(name) == [one[name] for one in frequencies], name
            elif isinstance(value, float):
                assert name == "hz", name
        assert shown == {}

    def check_fields(self, fields, computed):
        """`computed`: frequency x load case x value. Returns the numbers of what is shown."""
        import numpy  # which the tests in a browser do without
        f, l, n = fields["frequencies"], fields["loads"], fields["count"]
        parts = [part or 0 for part in values(fields["values"], "f", 2 * len(f) * len(l) * n)]
        found = [complex(*parts[i:i + 2]) for i in range(0, len(parts), 2)]
        # Points in the body have no pressure.
        self.assert_close(found, numpy.nan_to_num(computed[f][:, l].ravel()), 1e-6)
        return f, l

    def test_a_solution_has_its_figures_and_its_field(self):
        report = self.solve(self.write(SHELL), ranks=2)
        document, _ = self.page("out")
        self.check_figures(document, report)
        assert document["case_text"] == SHELL
        assert document["report"]["command"].startswith("minifebem solve /")
        for key in ("case", "total_seconds", "cores", "mpi"):
            assert document["report"][key] == report[key]
        (pressure,) = self.complex_of("solution/pressure")
        self.check_fields(document["surface"], pressure[:, None])

    def test_a_sweep_has_all_frequencies_load_cases_points_and_directions(self):
        report = self.solve(self.write(SWEEP), "--sweep rational")
        document, _ = self.page("out", "--out", "pages/sweep.html")
        self.check_figures(document, report)
        pressure, far, surface = self.complex_of("field/pressure", "field/directivity",
            "solution/pressure")
        assert document["report"]["curve"] == report["curve"]
        for name, computed in {"curves": pressure[:, :, :2], "grids": pressure[:, :, 2:],
                "far_field": far, "surface": surface}.items():
            shown = self.check_fields(document[name], computed)
            assert shown == ([*range(31)], [*range(4)]), name
        assert document["points"]["first"] == [2] and document["points"]["counts"] == [7, 5, 1]
        assert len(document["points"]["places"]) == 3 * 37

    def test_of_many_fields_it_has_those_at_peaks_and_says_so(self):
        case = SWEEP.replace("[7, 5]", "[61, 61]").replace("to = 400", "to = 700")
        report = self.solve(self.write(case))
        document, _ = self.page("out")
        shown = document["surface"]["frequencies"]
        assert document["grids"]["loads"] == [*range(4)] and 4 <= len(shown) <= 6
        assert f"Fields are shown at {len(shown)} of 31 frequencies for 4 of 4 load cases" in (
            document["notes"][0])
        loudest = [max(one["mean_pressure_pa"] for one in report["frequencies"][f:f + 4]) for f
            in range(0, 4 * 31, 4)]
        peaks = [f for f in range(1, 30) if loudest[f - 1] < loudest[f] >= loudest[f + 1]]
        assert peaks and {0, 30, max(peaks, key=loudest.__getitem__)} <= {*shown}

    def test_other_reports_are_in_their_pages_as_they_are(self):
        self.write(SPHERE)
        for command in (["study", "case.toml", "--stage", "form", "--route", "star", "binomial",
                "--repeats", "2..2"], ["verify", "pulsating_sphere"], ["check", "--only",
                "win_small"], ["solve", "case.toml", "--arithmetic", "free"]):
            report, _ = self.reported(*command)
            document, _ = self.page("report.json")
            if command[0] == "solve":
                assert document["figures"] == [] and document["hz"] == []
            else:
                assert document["report"] == report

    def test_what_is_no_report_is_refused(self):
        for name, text in {"a.json": "{", "b.json": "[1]", "c.json": "{}"}.items():
            self.write(text, name)
            self.assertRegex(self.refusal("report", name), f"'{name}' is not a report of minifebem")
        (self.folder / "empty").mkdir()
        self.assertRegex(self.refusal("report", "empty"), "'empty' has no results.h5")
        self.assertRegex(self.refusal("report", "nowhere"), "'nowhere' does not exist")
        self.write("no HDF5", "d.h5")
        self.assertRegex(self.refusal("report", "d.h5", status=1), "HDF5 cannot open 'd.h5'")

    if CHROMIUM:
        def shown(self, path):
            """The page as it is after its script."""
            ended = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--dump-dom",
                "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--virtual-time-budget=9",
                "--enable-logging=stderr", f"--user-data-dir={self.folder}/browser",
                f"file://{path}"], capture_output=True, text=True, timeout=100 * PATIENCE)
            assert "CONSOLE" not in ended.stderr, re.findall(".*CONSOLE.*", ended.stderr)
            assert 'data-ready="yes"' in ended.stdout
            return Page(ended.stdout).rows

        def test_a_browser_shows_the_numbers(self):
            report = self.solve(self.write(SWEEP), "--sweep rational")
            self.printed("report", "out")
            rows = self.shown(self.folder / "out" / "report.html")
            cells = {row[0]: row[1] for row in rows if len(row) > 2}
            checked = 0
            for name, value in report["frequencies"][0].items():
                if isinstance(value, float) and name in cells:
                    assert float(cells[name]) == value, name
                    checked += 1
            assert checked > 15
            assert [float(row[0]) for row in rows if len(row) == 4 and row[0][0].isdigit()] == [
                one["hz"] for one in report["curve"]["resonances"]]


if __name__ == "__main__":
    unittest.main()
