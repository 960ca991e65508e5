"""No frequency is called solved that is not, and what is known to be unusable is refused before
anything is solved."""
import math

import numpy

from cases import LOSSLESS, NEVER, SHELL, SPHERE
from program import ProgramTest, Run

WAVE = SPHERE.replace('kind = "velocity"', 'kind = "plane_wave"')


class Outcomes(ProgramTest):
    def refused(self, text, line, *options, command="solve"):
        """One line, status 2 and nothing written, on one rank and on two."""
        case = self.write(text)
        for ranks in (1, 2):
            self.assertRegex(self.refusal(command, case, "--out out", *options, ranks=ranks), line)
            assert not (self.folder / "out").exists()

    def test_what_overflows_is_not_solved(self):
        for ranks in (1, 2):
            text = (
                "1 of 1 frequencies not solved: 100 Hz .inaccurate: numbers that are not finite.$")
            (result,) = self.solve(self.write(SPHERE.replace("1.0e-3", "1.0e150")), ranks=ranks,
                unsolved=text)["frequencies"]
            assert result["outcome"] == "inaccurate: numbers that are not finite"

    def test_powers_that_do_not_agree_are_not_solved(self):
        coarse = SPHERE.replace("amplitude", "legendre = 5\namplitude")
        ended = self.run_program("solve", self.write(coarse), "--frequency 100 1200")
        assert "inaccurate: power from the surface and in the far field" in ended.out
        assert (ended.status, len(ended.errors)) == (1, 1), ended.errors

    def test_values_that_cannot_be_used_are_refused(self):
        for amplitude in ("-1e160", "4e-324"):
            self.refused(SPHERE.replace("1.0e-3", amplitude),
                r"case\.toml:10: key 'excitation.amplitude': .*e[+-]0?" + amplitude[-3:])
        self.refused(SPHERE, r"option '--frequency': 1e-160 Hz: .*range", "--frequency 1e-160")

    def test_nothing_put_in_is_solved_by_nothing(self):
        (result,) = self.solve(self.write(SPHERE.replace("1.0e-3", "0.0")))["frequencies"]
        assert (result["outcome"], result["mean_pressure_pa"], result["residual"]) == ("solved", 0,
            0)

    def test_fewer_than_two_panels_a_wavelength_are_refused(self):
        text = (r"at 10000 Hz the wavelength, 0\.15 m, is 0\.24 of the longest panel edges.* stay "
            r"below")
        case = SPHERE.replace("100.0", "100, 1e4")
        self.refused(case, r"case\.toml:14: key 'frequency.hz': " + text)
        self.refused(case, r"case\.toml:14: key 'frequency.hz': " + text, "--pace blocking ack",
            command="study")
        self.refused(SPHERE, "option '--frequency': " + text, "--frequency 100 1e4")
        sweep = SPHERE.replace("hz = [100.0]", "from = 100\nto = 10000\npoints = 3")
        self.refused(sweep, r"case\.toml:16: key 'frequency.points': " + text)

    def test_panels_per_wavelength_are_shown_and_warned_of(self):
        case = self.write(SPHERE)
        longest = 0.618034  # of the icosahedron whose edges are halved, radius 1 m
        report = self.solve(case, "--frequency 100 500")
        for result in report["frequencies"]:
            self.assertAlmostEqual(result["panels_per_wavelength"], 1500 / result["hz"] / longest,
                places=5)
        with self.results() as file:
            assert list(file["figures/panels_per_wavelength"]) == [result["panels_per_wavelength"]
                for result in report["frequencies"]]
        out = self.printed("solve", case, "--frequency 100 500")
        self.assertRegex(out, r"\n  100 Hz +24\.3 ")
        self.assertRegex(out, r"\n  500 Hz +4\.85! ")
        assert "fewer than 10 panels" in out
        assert "! Do not expect" not in self.run_program("solve", case, "--frequency 100").out

    def test_sides_too_near_each_other_for_their_panels_are_warned_of(self):
        plate = SPHERE.replace('"sphere"\nfrequency = 2',
            '"box"\nsize_z = 0.05\npanels_x = 5\npanels_y = 4\npanels_z = 1')
        (result,) = self.solve(self.write(plate))["frequencies"]
        self.assertAlmostEqual(result["sides_apart_over_panel"], 0.05 / 0.25, places=9)
        out = self.printed("solve", self.write(plate))
        self.assertRegex(out, r"! Warning: panel \d+ at .* is 0\.25 m long and faces panel "
            r"\d+, only 0\.05 m away through the body;")
        self.assertRegex(out, r"\n  100 Hz +[0-9.]+ +0\.2! ")
        assert "sides that face each" in out

    def check_file(self, outcomes):
        with self.results() as file:
            assert [text.decode() for text in file["figures/outcome"]] == outcomes
            assert set(file["figures/formulation"]) == {b"burton_miller"}
            solved = numpy.array([outcome == "solved" for outcome in outcomes])
            for name in ("solution/pressure_real", "solution/displacement_imag",
                    "figures/radiated_power_w"):
                finite = numpy.isfinite(file[name][()]).reshape(len(outcomes), -1)
                assert (finite == solved[:, None]).all(), name

    def test_a_frequency_without_a_solution_is_nan_in_the_file_and_ends_with_status_1(self):
        for ranks in (1, 2, 3):
            report = self.solve(self.write(LOSSLESS), "--frequency 200", NEVER, "300", ranks=ranks,
                unsolved="1 of 3 frequencies not solved: 784.702666 Hz .singular structure.$")
            outcomes = [result["outcome"] for result in report["frequencies"]]
            assert outcomes == ["solved", "singular structure", "solved"]
            self.check_file(outcomes)

    def test_several_without_a_solution_are_counted(self):
        self.solve(self.write(LOSSLESS), "--frequency", NEVER, "200", NEVER + "1",
            unsolved="2 of 3 frequencies not solved, first 784.702666 Hz .singular structure.$")

    def test_a_resumed_frequency_without_a_solution_still_ends_with_status_1(self):
        case = self.write(LOSSLESS)
        # More frequencies than are solved before this process has its turn on a busy core.
        run = Run(["solve", case, "--out out --frequency", NEVER, *range(201, 301, 5)], 1,
            self.folder)
        self.until(lambda: list(self.folder.glob(f"out/solved/{NEVER}Hz.h5")), run)
        run.kill()
        report = self.solve(case, "--frequency", NEVER, "400",
            unsolved="1 of 2 frequencies not solved: 784.702666 Hz .singular structure.$")
        assert [result["resumed"] for result in report["frequencies"]] == [True, False]
        self.check_file(["singular structure", "solved"])

    def test_the_far_field_of_a_body_in_a_wave_is_called_scattered(self):
        directivity = '[output.directivity]\nplane = "xz"\nstep = 90.0\n'
        for text, word, other in ((SPHERE, "radiated", "scattered"), (WAVE, "scattered",
                "far field")):
            case = self.write(text + directivity)
            assert self.solve(case)["case"]["far_field"] == word
            with self.results() as file:
                for name in ("figures/far_field_power_w", "field/directivity_real",
                        "field/directivity_imag"):
                    assert file[name].attrs["quantity"] == word
            table = self.run_program("solve", case).out.split("\n  frequency")[1]
            assert other not in table
            assert ("far field" if word == "radiated" else word) in table

    def test_the_equation_of_each_frequency_is_recorded(self):
        for kind, text in (("burton_miller", ""), ("cbie", '[formulation]\nkind = "cbie"\n')):
            report = self.solve(self.write(SPHERE + text), "--frequency 100 300", ranks=2)
            assert [result["formulation"] for result in report["frequencies"]] == [kind, kind]

    def test_growth_and_delayed_pivots_are_reported(self):
        (result,) = self.solve(self.write(SHELL), ranks=2)["frequencies"]
        assert result["factor_growth"] >= 1e-3
        assert result["factor_growth"] <= 100
        assert result["delayed_pivots"] >= 0
        (result,) = self.solve(self.write(SPHERE))["frequencies"]
        assert result["factor_growth"] is None
        assert result["pivot_growth"] > 0


class FieldPoints(ProgramTest):
    def test_the_nearest_point_that_is_taken_has_the_pressure_of_the_breathing_sphere(self):
        distances = [1.065, 1.1, 1.5, 2.0, 10.0]
        points = [[0.0, 0.0, r] for r in distances]
        text = SPHERE.replace("frequency = 2",
            "frequency = 4") + f"[output]\nfield_points = {points}\n"
        self.solve(self.write(text))
        k, a, rho, c = 2 * math.pi * 100 / 1500, 1.0, 1000.0, 1500.0
        ((found,),) = self.complex_of("field/pressure")
        for r, p in zip(distances, found):
            # v e^{-i omega t} on r = a: p = rho c v (-i k a^2 / (1 - i k a)) e^{ik(r - a)} / r
            exact = rho * c * 1e-3 * (-1j * k * a * a / (1 - 1j * k * a)) * numpy.exp(1j * k
                * (r - a)) / r
            assert abs(p - exact) < 0.03 * abs(exact), r
