"""solve --convergence: errors estimated from several mesh densities are those against the exact
solution."""
import json
import math

import h5py

from program import ProgramTest

SPHERE = """[geometry]
generator = "sphere"
frequency = 2
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "velocity"
amplitude = 1.0e-3
[frequency]
hz = [238.732414637843, 400.0]
"""


def exact_power(hz):
    ka = 2 * math.pi * hz / 1500
    return 0.5 * 1.5e6 * 1e-6 * ka**2 / (1 + ka**2) * 4 * math.pi


class Convergence(ProgramTest):
    def convergence(self, *options, ranks=2):
        out = self.printed("solve", self.write(SPHERE), "--out out --json c.json --convergence",
            *options, ranks=ranks)
        written = (self.folder / "c.json").read_text()
        assert written == (self.folder / "out" / "convergence.json").read_text()
        return out, json.loads(written)

    def test_limits_orders_and_errors_of_a_pulsating_sphere(self):
        out, found = self.convergence("--densities 2 3 4")
        assert found["densities"] == [2, 3, 4]
        assert found["panels"] == [320, 720, 1280]
        assert "convergence over 320, 720, 1280 unknowns" in out
        powers = [q for q in found["quantities"] if q["name"] in ("radiated_power_w",
            "far_field_power_w", "input_power_w")]
        assert len(powers) == 6
        for power in powers:
            exact = exact_power(power["hz"])
            self.assert_close(power["extrapolated"], exact, 1e-3)
            assert abs(power["order"] - 2) <= 0.2
            for value, error in zip(power["values"], power["errors"]):
                assert abs(error - abs(value / exact - 1)) <= 1e-3
        # Nothing is dissipated: what is zero does not converge.
        assert "dissipated_power_w" not in {q["name"] for q in found["quantities"]}
        for i, density in enumerate(found["densities"]):
            with h5py.File(self.folder / "out" / f"density-{density:g}" / "results.h5") as file:
                values = [q["values"][i] for q in found["quantities"] if q["name"]
                    == "radiated_power_w"]
                assert list(file["figures/radiated_power_w"]) == values

    def test_two_meshes_give_errors_of_second_order(self):
        _, found = self.convergence("--densities 2 4", ranks=1)
        for quantity in found["quantities"]:
            assert quantity["order"] is None
            self.assertAlmostEqual(quantity["errors"][0] / quantity["errors"][1], 4, places=6)

    def test_what_cannot_be_refined_is_refused(self):
        case = self.write(SPHERE)
        for options, message in ((("--convergence", "--densities", "0.5", "1"),
                r"density = 0\.5 is out of range"), (("--densities", "1", "2"),
                r"--densities requires --convergence")):
            self.assertRegex(self.refusal("solve", case, "--out out", *options, ranks=2), message)
        self.printed("mesh generate sphere frequency=2 --out m.h5")
        case = self.write(SPHERE.replace('generator = "sphere"\nfrequency = 2', 'mesh = "m.h5"'))
        self.assertRegex(self.refusal("solve", case, "--convergence", ranks=2),
            r"case\.toml:1: .*a mesh file cannot be refined")
