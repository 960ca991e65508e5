"""The report and the files hold what is promised."""
import time
import unittest
import xml.etree.ElementTree as xml

import h5py

from program import SHELL, ProgramTest, Run


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


if __name__ == "__main__":
    unittest.main()
