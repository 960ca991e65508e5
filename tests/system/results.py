"""The report and the files hold what is promised."""
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

import h5py  # noqa: F401  (here: what is measured of a process counts its parent's memory)
import numpy

from cases import SHELL, SPHERE
from program import PROGRAM, ProgramTest, Run


# A plane and a box that cut the sphere of radius 1 m, and a point that both have too.
GRIDS = """[output]
field_points = [[1.5, 0.0, 0.0]]
[[output.grid]]
origin = [-2.0, -2.0, 0.0]
edges = [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]
counts = [17, 9]
[[output.grid]]
origin = [1.5, 0.0, 0.0]
edges = [[-0.5, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, -1.0, 1.0]]
counts = [2, 3, 4]
[output.directivity]
plane = "xz"
step = 30
"""


class Results(ProgramTest):
    def check_xdmf(self, file):
        """Every dataset that results.xdmf names is there, with the extents and the type that it
        says."""
        count = 0
        for item in xml.parse(self.folder / "out" / "results.xdmf").iter("DataItem"):
            if item.get("Format") != "HDF":
                continue
            name, dataset = item.text.strip().split(":")
            assert name == "results.h5"
            assert tuple(map(int, item.get("Dimensions").split())) == file[dataset].shape, dataset
            assert ({"Float": "f", "Int": "i"}[item.get("NumberType")] + item.get("Precision")
                == file[dataset].dtype.kind + str(file[dataset].dtype.itemsize)), dataset
            count += 1
        return count

    def test_grids_that_cut_the_body_have_the_field_outside_and_nothing_inside(self):
        text = SPHERE.replace("frequency = 2", "frequency = 4").replace("[100.0]", "[100.0, 200.0]")
        plain = self.solve(self.write(text))
        report = self.solve(self.write(text + GRIDS), "--groups 2", ranks=2)
        for before, result in zip(plain["frequencies"], report["frequencies"], strict=True):
            assert (result["outcome"], result["mean_pressure_pa"]) == ("solved",
                before["mean_pressure_pa"])
        with self.results() as file:
            assert self.check_xdmf(file) == 2 * ((2 + 4) + (2 + 2) + 2 * (1 + 3) + (2 + 3))
            points, in_fluid = file["field/points"][()], file["field/in_fluid"][()]
            (pressure,) = self.complex_of("field/pressure")
            assert file["field/grid_counts"][()].tolist() == [[17, 9, 1], [2, 3, 4]]
            assert file["field/grid_first"][()].tolist() == [1, 1 + 17 * 9]
            assert points.shape == (1 + 17 * 9 + 24, 3)
            assert points[1 + 17 * 3 + 5].tolist() == [-0.75, -0.5, 0.0]
            assert numpy.isnan(pressure).tolist() == [(in_fluid == 0).tolist()] * 2
            radius = numpy.linalg.norm(points, axis=1)
            assert (in_fluid[radius > 1.1] == 1).all()
            assert (in_fluid[radius < 1] == 0).all()
            assert 0 < (in_fluid == 0).sum() < 60
            # The same point has the same pressure in the list, in the plane and in the box.
            same = numpy.flatnonzero((points == [1.5, 0, 0]).all(axis=1))
            assert len(same) == 3
            assert (pressure[:, same] == pressure[:, :1]).all()
            # p = rho c v (-i k a^2 / (1 - i k a)) e^{ik(r - a)} / r
            r = radius[radius > 1.2]
            for row, hz in zip(pressure, (100, 200)):
                k = 2 * numpy.pi * hz / 1500
                exact = 1000 * 1500 * 1e-3 * (-1j * k / (1 - 1j * k)) * numpy.exp(1j * k
                    * (r - 1)) / r
                assert abs(row[radius > 1.2] / exact - 1).max() < 0.03
            level = file["field/directivity_level"][()]
            assert level.shape == (2, 12)
            assert (level.max(axis=1) == 0).all() and (level > -0.5).all()
            circle = file["field/circle_points"][()]
            farthest = numpy.linalg.norm(file["mesh/points"][()], axis=1).max()
            assert abs(circle - 1.5 * farthest * file["field/directions"][()]).max() < 1e-12

    def test_layout(self):
        report = self.solve(self.write(SHELL))
        assert report["frequencies"][0]["outcome"] == "solved"
        panels = report["case"]["acoustic_dofs"]
        with self.results() as file:
            for name, shape in {"mesh/normals": (panels, 3), "solution/pressure_real": (1, panels),
                    "solution/normal_velocity_imag": (1, panels), "solution/displacement_imag": (1,
                    len(file["structure/points"]), 3)}.items():
                assert file[name].shape == shape, name
            self.check_xdmf(file)

    def test_the_program_names_itself(self):
        words = self.run_program("--version").out
        report = self.solve(self.write(SHELL))
        assert words.splitlines()[0] == f"minifebem {report['version']} (commit {report['commit']})"
        with self.results() as file:
            assert (file.attrs["version"], file.attrs["commit"]) == (report["version"],
                report["commit"])

    def test_the_arithmetic_is_counted_wherever_it_is_done(self):
        # 6 bricks of 20 nodes and 27 points of quadrature, by the formula of
        # fem/element_matrices.h.
        elements = 6 * (27 * (36 * 20 + 57) + 27 * 22 + 2 * 400 * 27 + 400 + 90 * 36 * 20 + 2 * 27
            * 90 * 60 + 27 * 258 * 20 + (6 * 27 + 12) * 60 * 61 + 5 * 9 * 400)
        # the columns and rows of the six rigid-body motions
        elements += 6 * (2 * 60 * 60 * 6 + 2 * 60 * 6 * 6)
        found = {}
        for ranks in (1, 2, 3):
            stages = self.solve(self.write(SHELL), ranks=ranks)["stages"]
            flops = found[ranks] = {stage["name"]: stage["flops"] for stage in stages}
            assert flops["merge"] > elements
            for stage in stages:
                assert stage["flops"] == sum(rank["flops"] for rank in stage["ranks"])
        assert {flops["form"] for flops in found.values()} == {found[1]["form"]}
        if os.environ.get("FEBEM_PETSC") == "ON":
            stages = self.solve(self.write(SHELL), "--merge.method mumps", ranks=3)["stages"]
            assert {stage["name"]: stage["flops"] for stage in stages}["merge"] == elements

    def test_each_rank_says_what_it_sent_to_whom_in_messages_of_which_lengths(self):
        options = ["--route star --cut 64 --pace window:3 --outstanding"]
        stages = self.solve(self.write(SHELL), *options, ranks=3)["stages"]
        for stage in stages:
            for number, rank in enumerate(stage["ranks"]):
                sizes, peers = rank["message_sizes"], rank["peers"]
                assert sum(size["messages"] for size in sizes) == rank["messages"]
                for size in sizes:  # classes end before the next power of two
                    assert size["longest_bytes"] & (size["longest_bytes"] + 1) == 0
                    assert size["messages"] > 0
                least = sum(size["messages"] * ((size["longest_bytes"] + 1) // 2) for size in sizes)
                most = sum(size["messages"] * size["longest_bytes"] for size in sizes)
                assert least <= rank["bytes"] <= most, (least, rank["bytes"], most)
                assert number not in [peer["rank"] for peer in peers]
                for what in ("messages", "bytes"):
                    assert sum(peer[what] for peer in peers) == rank[what]
            for what in ("messages", "bytes"):
                assert sum(rank[what] for rank in stage["ranks"]) == stage[what]
        merge = next(stage for stage in stages if stage["name"] == "merge")
        for number, rank in enumerate(merge["ranks"]):
            # A window's messages wait for their receivers: none is outstanding, but their receives
            # are posted.
            assert rank["most_outstanding_bytes"] == 0
            assert 0 < rank["most_posted_bytes"] <= (2 if number == 0 else 1) * 3 * 64, rank

    def largest(self, *arguments):
        """The most memory a run on one rank took, bytes."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return 1024 * usage.ru_maxrss

    def test_a_sweep_takes_the_memory_of_one_frequency(self):
        points = 10000
        case = self.write(SPHERE + "[output]\nfield_points = [" + ", ".join(f"[{i}.5, 30.0, 40.0]"
            for i in range(points)) + "]\n")
        memory = {}
        for count in (2, 62):
            memory[count] = self.largest("solve", case, "--out", f"out{count}", "--frequency",
                *range(100, 100 + count))
            (pressure,) = self.complex_of("field/pressure", out=f"out{count}")
            assert pressure.shape == (count, points)
            assert len({abs(row[0]) for row in pressure}) == count
            assert not (pressure == 0).any()
        assert memory[62] - memory[2] < pressure.nbytes / 2

    def test_the_peak_of_memory_is_not_that_of_the_process_that_started_the_program(self):
        large = 600_000_000  # which getrusage would count as the program's own
        holds = f"import os, sys; held = b'x' * {large}; os.execvp(sys.argv[1], sys.argv[1:])"
        ended = Run(["solve", self.write(SPHERE), "--out out --json r.json"], 1,
            self.folder, around=[sys.executable, "-c", holds]).end()
        assert (ended.status, ended.errors) == (0, [])
        assert self.json("r.json")["peak_memory_bytes"] < large / 2

    def test_the_books_of_the_ranks_add_up(self):
        for ranks in (1, 2, 3, 5):
            report = self.solve(self.write(SHELL), ranks=ranks)
            with self.results() as file:
                assert [name.decode() for name in file["timing/stages"]] == [stage["name"] for stage
                    in report["stages"]]
                for figure in ("messages", "bytes"):
                    table = file["timing/" + figure][()]
                    assert table.shape == (len(report["stages"]), ranks)
                    assert list(table.sum(axis=1)) == [stage[figure] for stage in report["stages"]]
