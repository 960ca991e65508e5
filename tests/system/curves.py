"""Curves over many frequencies from the solutions of few."""
import math
import random
import unittest

import h5py
import numpy

from cases import SHELL, SPHERE
from program import SHIPPED, ProgramTest, Run

POINTS = "from = 100\nto = 1000\npoints = 181\n"
CURVE = SHELL.replace("hz = [200.0]", POINTS).replace("0.05", "0.01") + """
[output]
field_points = [[3, 0, 0], [0, 1, 2]]
[output.directivity]
step = 30
"""
WAVES = "[[incidence]]\nto = 180\nstep = 90\n"


class Curves(ProgramTest):
    def of(self, out):
        """By frequency: rows of the pressure on the surface, at points, and far away."""
        return self.complex_of("solution/pressure", "field/pressure", "field/directivity", out=out)

    def error(self, found, expected, every=1):
        """dB, by the rule of the program; `found` has `every` times as many frequencies."""
        worst = 0
        for a, b in zip([values[::every] for values in self.of(found)], self.of(expected)):
            floor = numpy.maximum(abs(b), 0.1 * abs(b).max(axis=-1, keepdims=True))
            worst = max(worst, (abs(a - b) / floor).max())
        return 20 * numpy.log10(1 + worst)

    def test_few_solutions_give_all_to_the_error_that_is_printed(self):
        case = self.write(CURVE + WAVES)
        direct = self.solve(case, out="direct")
        assert direct["curve"] is None
        reports = [self.solve(case, "--sweep rational", ranks=ranks, out=f"of{ranks}")
            for ranks in (1, 2)]
        curve = reports[0]["curve"]
        solved = [f["outcome"] for f in reports[0]["frequencies"]].count("solved")
        assert 3 * curve["solved"] == solved < 3 * 181 / 3
        assert curve["error_db"] <= curve["tolerance_db"] == 0.1 and curve["checked"] == 5
        assert self.error("of1", "direct") < 3 * curve["error_db"]
        assert self.error("of2", "of1") < 1e-6
        for one, other in zip(reports[0]["frequencies"], direct["frequencies"]):
            assert abs(one["power_balance_error"]) < (1e-6 if one["outcome"] == "solved" else 0.1)
            self.assert_close(one["dissipated_power_w"], other["dissipated_power_w"], 0.03)
            if one["outcome"] == "solved":
                assert one["solution_digest"] == other["solution_digest"]

    def test_a_smaller_error_takes_more_solutions(self):
        case = self.write(CURVE)
        self.solve(case, out="direct")
        counts = []
        for error in (1, 1e-2, 1e-4):
            report = self.solve(case, "--sweep rational --sweep-error", f"{error}dB")
            counts.append(report["curve"]["solved"])
            assert report["curve"]["error_db"] <= error
            assert self.error("out", "direct") < 3 * error
        assert counts == sorted(set(counts))

    def test_small_displacements_count_as_large_ones(self):
        """A free shell pushed by a net force: k moves it by 1 / k^2, and the pressure hardly
        changes."""
        case = self.write(CURVE.replace("legendre = 1", "legendre = 3").replace("0.01", "5e-4")
            .replace("from = 100\nto = 1000\npoints = 181", 'from = 25\nto = 460\npoints = 95\n'
            'spacing = "log"'))
        self.solve(case, out="direct")
        curve = self.solve(case, "--sweep rational")["curve"]
        assert curve["solved"] < 95 / 3
        assert self.error("out", "direct") < 3 * curve["error_db"]
        with self.results("direct") as a, self.results() as b:
            for part in ("real", "imag"):
                self.assert_close(b["solution/displacement_" + part][-1],
                    a["solution/displacement_" + part][-1], 0.01)

    def test_a_transducer_sends_and_hears_as_if_each_frequency_were_solved(self):
        """Admittance, transmitting response, sensitivity and potentials, through the resonance.
        Takes over ten seconds: it needs direct solutions at 49 of 97 frequencies."""
        text = (SHIPPED / "piezo_sphere.toml").read_text()
        case = self.write(text.replace("cells = 8\nsplit = 1\njoin = 2", "cells = 2").replace(
            "hz = [1000, 5000, 10000, 15000, 20000, 25000, 30000]",
            "from = 1000\nto = 29800\npoints = 97")
            + "field_points = [[1, 0, 0]]\n[output.directivity]\nstep = 90\n")
        report = self.solve(case, "--sweep rational")
        half = self.write(case.read_text().replace("points = 97", "points = 49"))
        direct = self.solve(half, out="direct", ranks=2)["frequencies"]
        curve = report["curve"]
        assert curve["solved"] < 97 / 3 and curve["error_db"] <= 0.1
        assert self.error("out", "direct", every=2) < 3 * curve["error_db"]
        decibels = 3 * curve["error_db"]
        places = {(one["hz"], one["load_case"]): one for one in report["frequencies"]}
        for exact in direct:
            found = places[exact["hz"], exact["load_case"]]
            if exact["load_case"] == "send":
                y = [one["conductance_s"] - 1j * one["susceptance_s"] for one in (found, exact)]
                assert abs(20 * numpy.log10(abs(y[0] / y[1]))) < decibels
                assert abs(y[0] / y[1] - 1) < 10 ** (decibels / 20) - 1
                name = "transmitting_response_db"
            else:
                name = "receiving_sensitivity_db"
                assert abs(found["reciprocity_error_db"] - exact["reciprocity_error_db"]) < decibels
            assert abs(found[name] - exact[name]) < decibels
        for name in ("potential", "charge", "voltage"):
            (a,), (b,) = (self.complex_of("solution/" + name, out=out)
                for out in ("out", "direct"))
            assert abs(a[::2] - b).max() < 0.05 * abs(b).max()
            with self.results() as file:
                scale = {"potential": "node"}.get(name, "electrode")
                dataset = file[f"solution/{name}_real"]
                assert dataset.dims[2].label == scale or scale in dataset.dims[2].keys()
        # The exact coupled problem in water, with these losses; the mesh is coarse.
        (figures,) = report["transducers"]
        assert figures["load_case"] == "send"
        f_s, f_p = figures["resonance_hz"], figures["antiresonance_hz"]
        self.assert_close([f_s, f_p], [19971.8, 24084.3], 5e-3)
        self.assert_close(figures["coupling"], math.sqrt(1 - (f_s / f_p) ** 2), 1e-12)
        self.assert_close(figures["capacitance_f"],
            1.81335897e-4 / (2 * math.pi * 1000), 1e-2)
        assert figures["clamped_capacitance_f"] < figures["capacitance_f"] * 0.8
        assert 3 < figures["quality"] < 30
        with self.results() as file:
            assert list(file["solution/electrode"].asstr()) == ["outer", "inner"]

    def test_what_no_curve_passes_through_is_solved(self):
        draw = random.Random(3)
        rows = [[hz, draw.uniform(1e5, 3e6), draw.uniform(-1e6, 1e6)] for hz in range(100, 405, 5)]
        case = self.write(SPHERE.replace("hz = [100.0]", "from = 100\nto = 400\npoints = 61")
            + f"[impedance]\ntable = {rows}\n")
        direct = self.solve(case, out="direct")
        report, printed = self.reported("solve", case, "--sweep rational")
        assert report["curve"]["gave_up"] and report["curve"]["error_db"] is None
        assert "61 of 61 frequencies solved; they cannot be interpolated to 0.1 dB" in printed
        assert self.digests(report) == self.digests(direct)

    def test_the_number_of_solutions_is_estimated(self):
        case = self.write(SPHERE.replace("hz = [100.0]", "from = 100\nto = 900\npoints = 100")
            .replace('"velocity"', '"plane_wave"\ndirection = [0, 0, 1]'))
        estimate, printed = self.reported("solve", case, "--sweep rational --estimate")
        expected = estimate["sweep"]["expected_solutions"]
        assert f"about {expected:.0f} of 100 frequencies are solved, by experience" in printed
        solved = self.solve(case, "--sweep rational")["curve"]["solved"]
        assert solved / 1.6 < expected < 1.6 * solved

    def test_many_resonances_are_those_of_few_shapes(self):
        """A band with more resonances than the interpolant takes in 30 solutions. Takes over ten
        seconds: it needs a direct solution at each of 160 frequencies."""
        case = self.write(CURVE.replace("0.01", "0.001").replace("cells = 1", "cells = 2").replace(
            POINTS, "from = 150\nto = 1400\npoints = 160\n") + WAVES)
        direct = self.solve(case, out="direct", ranks=2)
        reports = [self.solve(case, "--sweep rational", ranks=ranks, out=f"of{ranks}")
            for ranks in (1, 2, 3)]
        curve = reports[0]["curve"]
        assert 30 < curve["solved"] < 160 / 2 and curve["checked"] == 5
        assert curve["shapes"] > 10 and 10 < curve["fluid_samples"] < 160 / 4
        assert curve["error_db"] <= 0.1
        assert self.error("of1", "direct") < 3 * curve["error_db"]
        for ranks in (2, 3):
            assert self.error(f"of{ranks}", "of1") < 1e-6
        for one, other in zip(reports[0]["frequencies"], direct["frequencies"]):
            assert abs(one["power_balance_error"]) < (1e-6 if one["outcome"] == "solved" else 0.1)
            self.assert_close(one["far_field_power_w"], other["far_field_power_w"], 0.03)
        # In mixed precision the interpolant stays, and finds the same resonances its own way.
        other = self.solve(case, "--sweep rational --precision mixed --sweep-error 1e-3dB",
            ranks=2)["curve"]
        assert other["shapes"] == 0
        sharp = [r for r in other["resonances"] if r["hz"] > 8 * r["width_hz"]]
        assert len(sharp) > 12
        for resonance in sharp:
            near = min(curve["resonances"], key=lambda r: abs(r["hz"] - resonance["hz"]))
            self.assert_close(near["hz"], resonance["hz"], 1e-4)
            self.assert_close(near["width_hz"], resonance["width_hz"], 1e-2)

    def test_resonances_do_not_depend_on_the_frequencies_asked_for(self):
        found = []
        for points in ("from = 100\nto = 1400\npoints = 300\n",
                "from = 110\nto = 1390\npoints = 700\n"):
            case = self.write(SHELL.replace("0.05", "0.001").replace("hz = [200.0]",
                points).replace("cells = 1", "cells = 2"))
            found.append(self.solve(case, "--sweep rational --sweep-error 1e-3dB")["curve"])
        sharp = [r for r in found[0]["resonances"] if r["hz"] > 9 * r["width_hz"]]
        assert len(sharp) > 8
        for resonance in sharp:
            near = min(found[1]["resonances"], key=lambda r: abs(r["hz"] - resonance["hz"]))
            self.assert_close(near["hz"], resonance["hz"], 1e-5)
            self.assert_close(near["width_hz"], resonance["width_hz"], 1e-2)

    def test_a_killed_sweep_goes_on_to_the_same_curve(self):
        case = self.write(CURVE)
        whole = self.digests(self.solve(case, "--sweep rational", ranks=2, out="whole"))
        run = Run(["solve case.toml --out cut --sweep rational"], 2, self.folder)
        self.until(lambda: len(self.kept("cut")) > 4, run)
        run.kill()
        report = self.solve(case, "--sweep rational", ranks=2, out="cut")
        assert self.digests(report) == whole
        assert any(f["resumed"] for f in report["frequencies"])

    def test_groups_of_ranks_take_different_frequencies(self):
        case = self.write(CURVE)
        self.solve(case, out="direct")
        report = self.solve(case, "--sweep rational --groups 2", ranks=2)
        assert report["curve"]["solved"] < 181 / 3
        assert self.error("out", "direct") < 0.3

    def test_few_frequencies_are_all_solved(self):
        case = self.write(SHELL)
        few = "--frequency 100 150 200 250"
        direct = self.solve(case, few, out="direct")
        report = self.solve(case, few, "--sweep rational")
        assert report["curve"]["solved"] == 4 and report["curve"]["error_db"] is None
        assert self.digests(report) == self.digests(direct)

    def test_what_does_not_fit_together_is_refused(self):
        case = self.write(CURVE)
        assert "'--sweep'" in self.refusal("solve", case, "--sweep rational --arithmetic free")
        for wrong, said in (("from = 1\n", "together"), ("points = 0\n", "must be > 0"),
                ('hz = [1]\nsweep = "cubic"\n', "direct")):
            assert said in self.refusal("solve", self.write(SHELL.replace("hz = [200.0]\n", wrong)))


if __name__ == "__main__":
    unittest.main()
