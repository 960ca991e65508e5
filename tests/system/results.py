"""The report and the files hold what is promised."""
import json
import time
import unittest
import xml.etree.ElementTree as xml

import h5py

from cases import SHELL
from program import ProgramTest, Run


class Results(ProgramTest):
    def test_layout(self):
        report = self.solve(self.write(SHELL))
        self.assertEqual(report["frequencies"][0]["outcome"], "solved")
        for stage in report["stages"]:
            self.assertLessEqual({"name", "method", "seconds", "communication_seconds", "messages", "bytes", "flops"},
                                 stage.keys())
        panels = report["case"]["acoustic_dofs"]
        with h5py.File(self.folder / "out" / "results.h5") as file:
            nodes = len(file["structure/points"])
            shapes = {"mesh/centroids": (panels, 3), "mesh/areas": (panels,), "mesh/normals": (panels, 3),
                      "frequency": (1,)}
            for part in ("real", "imag"):
                shapes["solution/pressure_" + part] = shapes["solution/normal_velocity_" + part] = (1, panels)
                shapes["solution/displacement_" + part] = (1, nodes, 3)
            for name, shape in shapes.items():
                self.assertEqual(file[name].shape, shape, name)
                self.assertIn("units", file[name].attrs, name)
            for item in xml.parse(self.folder / "out" / "results.xdmf").iter("DataItem"):
                text = (item.text or "").strip()
                if text.startswith("results.h5:"):
                    self.assertIn(text.split(":")[1], file)

    def test_an_interrupted_run_goes_on(self):
        case, longer = self.write(SHELL), ["--frequency", "100", "150", "200"]
        whole = [f["solution_digest"] for f in self.solve(case, *longer)["frequencies"]]
        run = Run(["solve", case, "--out", "cut", *longer], 1, self.folder)
        until = time.monotonic() + 30
        while not list(self.folder.glob("cut/solved/*.h5")) and time.monotonic() < until:
            time.sleep(0.002)
        run.kill()
        again = self.solve(case, *longer, out="cut")["frequencies"]
        self.assertTrue(again[0]["resumed"])
        self.assertEqual([f["solution_digest"] for f in again], whole)

    def test_what_was_kept_of_another_problem_is_not_taken(self):
        self.write(SHELL)
        run = Run(["solve", "case.toml", "--out", "out", "--frequency", "100", "150", "200", "250"], 1, self.folder)
        until = time.monotonic() + 30
        while not list(self.folder.glob("out/solved/*.h5")) and time.monotonic() < until:
            time.sleep(0.002)
        run.kill()
        case = self.write(SHELL.replace("young = 2.0e11", "young = 2.1e11"))
        ended = self.run_program("solve", case, "--out", "out", "--frequency", "100", "--json", "report.json")
        self.assertEqual((ended.status, ended.errors), (0, []))
        self.assertIn("the solution at 100 Hz is of another problem; solving again", ended.out)
        (result,) = json.loads((self.folder / "report.json").read_text())["frequencies"]
        self.assertFalse(result["resumed"])

    def test_the_books_of_the_ranks_add_up(self):
        for ranks in (1, 2, 3, 5):
            report = self.solve(self.write(SHELL), ranks=ranks)
            with h5py.File(self.folder / "out" / "results.h5") as file:
                self.assertEqual([name.decode() for name in file["timing/stages"]],
                                 [stage["name"] for stage in report["stages"]])
                for figure in ("messages", "bytes"):
                    table = file["timing/" + figure][()]
                    self.assertEqual(table.shape, (len(report["stages"]), ranks))
                    self.assertEqual(list(table.sum(axis=1)), [stage[figure] for stage in report["stages"]])


if __name__ == "__main__":
    unittest.main()
