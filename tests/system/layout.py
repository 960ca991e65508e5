"""results.h5 as a reader finds it: the attributes of the file, and the
mesh against its own geometry."""
import json

import numpy

from cases import SHELL
from program import ProgramTest

CASE = SHELL.replace("[frequency]", """[output]
field_points = [[0.0, 0.0, 5.0], [3.0, 4.0, 0.0]]
[output.directivity]
plane = "xz"
step = 45.0
[frequency]""").replace("[200.0]", "[200.0, 300.0]")

ATTRIBUTES = {"program": "minifebem", "time_dependence": "exp(-i omega t)", "route": "ring",
    "cut": "4KiB", "pace": "ack", "ranks": 2}


class Layout(ProgramTest):
    def setUp(self):
        super().setUp()
        self.report = self.solve(self.write(CASE), "--route", "ring", "--cut", "4KiB", "--pace",
            "ack", ranks=2)
        self.file = self.results()
        self.addCleanup(self.file.close)

    def test_attributes(self):
        for name, value in ATTRIBUTES.items():
            with self.subTest(name):
                self.assertEqual(self.file.attrs[name], value)
        self.assertEqual(self.file["run/case"].asstr()[()], CASE)

    def test_the_report_and_the_file_say_the_same(self):
        self.assertEqual(list(self.file["frequency"][()]), [200.0, 300.0])
        for index, figures in enumerate(self.report["frequencies"]):
            for name, dataset in self.file["figures"].items():
                if name in figures and isinstance(figures[name], float):
                    self.assertEqual(dataset[index], figures[name], name)
        inside = json.loads(self.file["run/json"].asstr()[()])
        self.assertEqual(inside["frequencies"], self.report["frequencies"])
        self.assertEqual((inside["messages"], inside["ranks"]),
            ({"route": "ring", "cut": "4KiB", "pace": "ack"}, 2))

    def test_the_mesh_measures_itself(self):
        mesh = self.file["mesh"]
        points, panels = mesh["points"][()], mesh["panels"][()]
        for panel, centroid, normal, area in zip(panels, mesh["centroids"], mesh["normals"],
                mesh["areas"], strict=True):
            corners = points[panel[panel >= 0]]
            # Half the cross product of the diagonals; a triangle's last corner is its first again.
            loop = corners if len(corners) == 4 else numpy.vstack([corners, corners[:1]])
            vector = numpy.cross(loop[2] - loop[0], loop[3] - loop[1]) / 2
            self.assert_close(numpy.linalg.norm(vector), area, 0.05)
            self.assertGreater(vector @ normal, 0.98 * area)
            self.assertLess(numpy.linalg.norm(corners.mean(axis=0) - centroid),
                0.2 * numpy.sqrt(area))
            self.assertGreater(centroid @ normal, 0)  # outward, of a sphere about the origin

    def test_figures_follow_from_the_fields(self):
        areas = self.file["mesh/areas"][()]
        pressure, velocity = self.complex_of("solution/pressure", "solution/normal_velocity")
        for index, figures in enumerate(self.report["frequencies"]):
            power = 0.5 * (areas * (pressure[index] * velocity[index].conj()).real).sum()
            self.assert_close(power, figures["radiated_power_w"], 1e-9)
            mean = numpy.sqrt((areas * abs(pressure[index]) ** 2).sum() / areas.sum())
            self.assert_close(mean, figures["mean_pressure_pa"], 1e-12)

    def test_the_directivity_is_where_its_angles_say(self):
        angles, directions = self.file["field/angle"][()], self.file["field/directions"][()]
        self.assertEqual(list(angles), list(range(0, 360, 45)))
        radians = numpy.radians(angles)
        expected = numpy.stack([numpy.cos(radians), 0 * radians, numpy.sin(radians)], axis=1)
        self.assertLess(abs(directions - expected).max(), 1e-15)
        self.assertEqual(self.file["field/points"][()].tolist(), [[0, 0, 5], [3, 4, 0]])
        self.assertEqual(self.complex_of("field/directivity")[0].shape, (2, 8))
