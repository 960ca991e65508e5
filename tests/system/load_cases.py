"""Many load cases by one factorisation, as a user asks for them and reads them."""
import unittest

import h5py
import numpy

from cases import SHELL, SPHERE
from interrupted import SWEEP
from program import ProgramTest, Run

WAVES = """
[[incidence]]
plane = "xy"
to = 180
step = 60
elevations = [0, 30]
"""
WATER_OF_ORDER_2 = """
[fluid]
density = 1000
sound_speed = 1500
[formulation]
order = 2
[frequency]
hz = [200]
"""
HULL = """
[geometry]
generator = "betssi_ph"
around = 12
stations = 24
rings = 1
"""
COATED = """
[geometry]
generator = "shell"
thickness = 0.04
coat = 0.02
cells = 4
split = 1
[structure]
free = true
"""
NAMED = SHELL.replace('kind = "pressure"', 'kind = "pressure"\nload_case = "inside"') + WAVES


class LoadCases(ProgramTest):
    def test_each_has_its_row_and_all_ranks_and_strategies_agree(self):
        case = self.write(NAMED)
        expected = None
        by_ranks = {1: [], 2: ["--strategy celestion"], 3: ["--cut 256 --pace ack"]}
        for ranks, strategy in by_ranks.items():
            out = f"of{ranks}"
            report = self.solve(case, *strategy, ranks=ranks, out=out)
            names = [f["load_case"] for f in report["frequencies"]]
            assert names == ["inside"] + [f"{angle} deg, {elevation} deg" for elevation in (0, 30)
                for angle in (0, 60, 120, 180)]
            pressure, = self.complex_of("solution/pressure", out=out)
            assert pressure.shape[:2] == (1, 9)
            expected = pressure if expected is None else expected
            self.assert_close(pressure, expected, 1e-10)
        with h5py.File(self.folder / "of1" / "results.h5") as results:
            assert [name.decode() for name in results["load_case/name"]] == names
            assert numpy.isnan(results["load_case/angle"][0])
            assert list(results["load_case/angle"][1:5]) == [0, 60, 120, 180]

    def test_a_rigid_sphere_echoes_the_same_to_all_sides(self):
        sphere = SPHERE.replace("[[excitation]]", WAVES + "[ignored]").split("[ignored]")
        case = self.write(sphere[0] + "[eliminate]" + sphere[1].split("[eliminate]")[1]
            + "[formulation]\norder = 2\n")
        report = self.solve(case, "--frequency 238.732414637843")
        echoes = [f["target_strength_db"] for f in report["frequencies"]]
        # ka = 1, |f(pi)| / 2 of the series over partial waves
        self.assert_close(echoes, 8 * [-6.5754555], 5e-3)

    def test_with_order_2_scattering_is_reciprocal_and_keeps_the_optical_theorem(self):
        """Source and receiver may change places, for a hull with edges and a lossy shell."""
        vectors = "vectors = [[1, 0, 0], [0, 0, -1], [1, 1, 0], [1, 2, 3], [-2, 1, -1]]\n"
        waves = f"[[incidence]]\n{vectors}[output.directivity]\n{vectors}"
        for body in (HULL, COATED):
            text = body + WATER_OF_ORDER_2 + waves
            report = self.solve(self.write(text), ranks=2)
            for figures in report["frequencies"]:
                self.assertAlmostEqual(figures["extinction_over_loss"], 1, delta=0.002)
            far = self.complex_of("field/directivity")[0][0]
            assert abs(far - far.T).max() < 1e-4 * abs(far).max()

    def test_a_killed_run_goes_on_with_all_load_cases_of_each_frequency(self):
        case = self.write(NAMED)
        whole = self.digests(self.solve(case, *SWEEP, ranks=2, out="whole"))
        assert len(set(whole)) == 5 * 9
        run = Run(["solve case.toml --out cut", *SWEEP], 2, self.folder)
        self.until(lambda: self.kept("cut"), run)
        run.kill()
        report = self.solve(case, *SWEEP, ranks=2, out="cut")
        assert self.digests(report) == whole
        assert any(f["resumed"] for f in report["frequencies"])

    def test_what_does_not_fit_together_is_refused(self):
        for wrong, said in (
                ('[[incidence]]\nangles = [1]\nstep = 2\n', "does not go with 'angles'"),
                ('[[incidence]]\nstep = 7\n', "must divide the 360 deg"),
                ('[[incidence]]\nfrom = 10\nto = 0\n', "must be from 'from' to"),
                ('[[incidence]]\nvectors = [[0, 0, 0]]\n', "must not be the zero vector")):
            assert said in self.refusal("solve", self.write(SPHERE + wrong), "--out out")
        assert "letters, digits" in self.refusal("solve", self.write(
            SPHERE.replace("[[excitation]]", '[[excitation]]\nload_case = "<a>"')), "--out out")


if __name__ == "__main__":
    unittest.main()
