"""Accuracy where the structure hardly resists, and honesty where there is no accurate answer."""
import math
import os
import unittest
import unittest.mock

from cases import SHELL
from program import SHIPPED, ProgramTest



# The shell of shell.toml without losses in air, and frequencies (Hz) beside its resonance of order
# 2 in vacuo.
UNDAMPED = """[[material]]
name = "steel"
young = 210e9
poisson = 0.3
density = 7800
loss_factor = 0
regions = ["shell"]
"""
RESONANCE = ("623.904", "623.905", "623.906")

# Up to where the panels of one cell a face end, two a wavelength. There the shells of 0.5 and 1 mm
# resonate in vacuo at 772 (three times) and 791 Hz (twice), that of 50 mm at 792 and 813 Hz.
HERTZ = ("1e-3", "0.3", "10", "250", "772", "791", "1000")
# Of two cells a face, beside the resonances of the shell of 0.5 mm in vacuo: five near 605, three
# at 779.80, three at 784.97 Hz, the tenth among them; those of the shell in water are lower.
TO_THE_TENTH = ("30", "100", "605.05", "779.8", "784.97", "785", "801.04")


def of_thickness(metres, text=SHELL):
    return text.replace("cells = 1", f"cells = 1\nthickness = {metres}")


class Numerics(ProgramTest):
    def test_an_undamped_resonance_is_solved_accurately(self):
        shipped = (SHIPPED / "shell.toml").read_text()
        text = UNDAMPED + shipped.split("title", 1)[1].split("\n", 1)[1]
        text = text.replace("density = 1000.0", "density = 1.2").replace("sound_speed = 1500.0",
            "sound_speed = 340.0")
        report = self.solve(self.write(text.replace("legendre = 1", "legendre = 2")), "--frequency",
            *RESONANCE, ranks=2, limit=240)
        for figures in report["frequencies"]:
            assert figures["outcome"] == "solved"
            assert figures["dissipated_power_w"] == 0
            assert figures["structural_backward_error"] <= 1e-12
            assert figures["residual"] <= 16
            assert figures["power_balance_error"] <= 1e-9

    def solution(self, case, hertz, *options, ranks):
        report = self.solve(case, "--frequency", *hertz, *options, ranks=ranks, limit=120)
        return report["frequencies"], self.complex_of("solution/pressure", "solution/displacement")

    def test_a_free_shell_has_one_answer_whatever_the_ranks_and_blocks(self):
        finer = of_thickness(0.0005).replace("cells = 1", "cells = 2")
        for text, hertz in (*((of_thickness(metres), HERTZ) for metres in (0.05, 0.001, 0.0005)),
                (finer, TO_THE_TENTH)):
            case = self.write(text)
            figures, fields = self.solution(case, hertz, ranks=1)
            assert {f["outcome"] for f in figures} == {"solved"}
            for ranks, block in ((1, 1), (2, 48), (3, 1)):
                others, other_fields = self.solution(case, hertz, "--merge.block", block,
                    ranks=ranks)
                for i, (mine, other) in enumerate(zip(figures, others, strict=True)):
                    assert other["outcome"] == "solved"
                    power = mine["radiated_power_w"]
                    assert abs(other["radiated_power_w"] - power) <= 1e-9 * abs(power)
                    for field, other_field in zip(fields, other_fields):
                        largest = abs(field[i]).max()
                        assert abs(other_field[i] - field[i]).max() <= 1e-9 * largest

    def solved_and_refined_alike(self, tolerance, *options):
        """Shells by elimination in double and, on two ranks, by the options: the figures of each
        pair, once they are compared."""
        pairs = []
        for thickness in (0.05, 0.001):
            case = self.write(of_thickness(thickness))
            figures, fields = self.solution(case, HERTZ, ranks=1)
            others, other_fields = self.solution(case, HERTZ, *options, ranks=2)
            for i, (mine, other) in enumerate(zip(figures, others, strict=True)):
                assert other["outcome"] == "solved"
                assert (other["refinement_steps"] is None) == (mine["refinement_steps"] is None)
                for field, other_field in zip(fields, other_fields):
                    self.assert_close(other_field[i], field[i], tolerance)
                pairs.append((mine, other))
        return pairs

    def test_without_a_matrix_a_shell_has_the_same_answer_and_is_refined_alike(self):
        for _, other in self.solved_and_refined_alike(1e-8, "--eliminate.method krylov"):
            assert len(other["residual_history"]) == other["iterations"] + 1

    if os.environ.get("FEBEM_PETSC") == "ON":  # else there is no such method
        def test_petsc_has_the_same_answer_refines_alike_and_takes_options_of_the_case_alone(self):
            changed = unittest.mock.patch.dict(os.environ,
                PETSC_OPTIONS="-ksp_max_it 1 -ksp_type cg")
            changed.start()
            self.addCleanup(changed.stop)
            for _, other in self.solved_and_refined_alike(1e-8, "--eliminate.method ksp"):
                assert len(other["residual_history"]) == other["iterations"] + 1
                assert other["iteration_residual"] <= 1.01e-10
            case = self.write(of_thickness(0.05))
            ksp = ("--eliminate.method", "ksp", "--eliminate.petsc")
            (gmres,), (other,) = (self.solve(case, *ksp, options, ranks=2)["frequencies"]
                for options in ("-ksp_type gmres", "-ksp_type bcgs -ksp_rtol 1e-11"))
            assert gmres["iterations"] != other["iterations"]
            self.assert_close(gmres["radiated_power_w"], other["radiated_power_w"], 1e-8)

        def test_an_iteration_of_petsc_that_does_not_converge_is_an_outcome(self):
            case = self.write(of_thickness(0.05).replace("[eliminate]",
                "[eliminate]\nmethod = \"ksp\"\npetsc = \"-ksp_max_it 2\""))
            for ranks in (1, 3):
                (result,) = self.solve(case, "--frequency 100", ranks=ranks,
                    unsolved=r"1 of 1 frequencies not solved: 100 Hz \(not converged\)$")[
                    "frequencies"]
                assert (result["outcome"], result["iterations"]) == ("not converged", 2)
                assert result["iteration_residual"] > 1e-9

    def test_in_mixed_precision_a_shell_has_the_same_answer_and_is_refined_alike(self):
        for mine, _ in self.solved_and_refined_alike(1e-9, "--precision mixed"):
            assert mine["precision"] == "double"

    def test_only_what_is_ill_conditioned_is_refined(self):
        for thickness, refined in ((0.05, False), (0.001, True)):
            case = self.write(of_thickness(thickness))
            for figures in self.solve(case, "--frequency 1 100")["frequencies"]:
                assert (figures["structural_condition_estimate"] > 2e8) == refined
                assert (figures["refinement_steps"] is not None) == refined
                if refined:
                    assert figures["refinement_correction"] <= 1e-10

    def test_far_below_its_resonances_a_shell_moves_as_rigid_with_the_added_mass_of_the_fluid(self):
        # no wave
        push = SHELL[:SHELL.rindex("[[excitation]]")] + SHELL[SHELL.index("[frequency]"):]
        for thickness in (0.05, 0.0005):
            inner = 1 - thickness
            mass = 7800 * 4 / 3 * math.pi * (1 - inner**3) + 1000 * 2 / 3 * math.pi  # kg
            force = 4 / 3 * math.pi * inner**2  # N: of P_1 on the inner face
            case = self.write(of_thickness(thickness, push).replace("cells = 1", "cells = 4"))
            for hz in (1e-3, 1.0):
                self.solve(case, "--frequency", hz)
                ((u,),) = self.complex_of("solution/displacement")
                expected = -force / (mass * (2 * math.pi * hz) ** 2)
                mean = u.mean(axis=0)
                self.assert_close(mean[2], expected, 0.01)
                assert abs(mean[:2]).max() <= 1e-10 * abs(expected)
                assert abs(u - mean).max() <= 1e-3 * abs(expected)
