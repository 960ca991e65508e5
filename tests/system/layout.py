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
        self.report = self.solve(self.write(CASE), "--route ring --cut 4KiB --pace ack", ranks=2)
        self.file = self.results()
        self.addCleanup(self.file.close)

    def test_attributes(self):
        for name, value in ATTRIBUTES.items():
            assert self.file.attrs[name] == value
        assert self.file["run/case"].asstr()[()] == CASE

    def test_the_report_and_the_file_say_the_same(self):
        assert list(self.file["frequency"][()]) == [200.0, 300.0]
        for index, figures in enumerate(self.report["frequencies"]):
            for name, dataset in self.file["figures"].items():
                if name in figures and isinstance(figures[name], float):
                    assert dataset[index] == figures[name], name
        inside = json.loads(self.file["run/json"].asstr()[()])
        assert inside["frequencies"] == self.report["frequencies"]
        assert (inside["messages"], inside["ranks"]) == ({"route": "ring", "cut": "4KiB",
            "pace": "ack"}, 2)

    def test_dimensions_have_names_and_coordinates(self):
        for group, names in (("solution", {"pressure_real": ["panel"],
                "displacement_imag": ["node", "axis"]}), ("figures", {"radiated_power_w": [],
                "outcome": []}), ("field", {"pressure_imag": ["point"],
                "directivity_level": ["angle"], "points": ["point", "axis"],
                "directions": ["angle", "axis"], "elevation": ["angle"]})):
            for name, others in names.items():
                dataset = self.file[group][name]
                by_frequency = name not in ("points", "directions", "elevation")
                assert [dimension.label or list(dimension.keys())[0]
                    for dimension in dataset.dims] == ["frequency"] * by_frequency + others
                for dimension, extent in zip(dataset.dims, dataset.shape):
                    assert dimension[0].parent == self.file[group]
                    assert len(dimension[0]) == extent
        assert list(self.file["field/directivity_level"].dims[0][0]) == [200.0, 300.0]
        assert self.file["figures/frequency"].attrs["units"] == "Hz"

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
            assert vector @ normal > 0.98 * area
            assert numpy.linalg.norm(corners.mean(axis=0) - centroid) < 0.2 * numpy.sqrt(area)
            self.assertGreater(centroid @ normal, 0)  # outward, of a sphere about the origin

    def test_the_directivity_is_where_its_angles_say(self):
        angles, directions = self.file["field/angle"][()], self.file["field/directions"][()]
        assert list(angles) == list(range(0, 360, 45))
        radians = numpy.radians(angles)
        expected = numpy.stack([numpy.cos(radians), 0 * radians, numpy.sin(radians)], axis=1)
        assert abs(directions - expected).max() < 1e-15
        assert self.file["field/points"][()].tolist() == [[0, 0, 5], [3, 4, 0]]
        assert self.complex_of("field/directivity")[0].shape == (2, 8)
