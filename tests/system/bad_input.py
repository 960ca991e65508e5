"""Wrong input gets one line on stderr and status 2 on any number of ranks, and nothing is
written."""
import os
import re
import unittest

import h5py
import numpy

from cases import SHELL, SPHERE
from program import ProgramTest

# What is wrong, the case, further options, and what the line must name.
CASES = [
    ("unknown key", SPHERE.replace("density", "densty"), [], r"densty.*density"),
    ("wrong unit", SPHERE.replace("density = 1000.0", 'density = "3 m"'), [], r"density"),
    ("negative", SPHERE.replace("sound_speed = 1500.0", "sound_speed = -1.0"), [], r"sound_speed"),
    ("not a number", SPHERE.replace("density = 1000.0", "density = nan"), [], r"density"),
    ("zero frequency", SPHERE.replace("hz = [100.0]", "hz = [0.0]"), [], r"hz"),
    ("unsupported structure", SHELL.replace("free = true", ""), [], r"support"),
    ("unknown generator", SPHERE.replace('"sphere"\nfrequency = 2', '"spere"'), [],
        r"spere.*sphere"),
    ("source without a place", SPHERE.replace('"velocity"', '"monopole"'), [],
        r"excitation\.position.*is missing"),
    ("source on the surface", SPHERE.replace('"velocity"', '"dipole"\nposition = [0, 0, 1.0]'), [],
     r"excitation\.position.*the dipole at \[0, 0, 1\].*from the surface"),
    ("source in a structure", SHELL.replace("plane_wave", "monopole").replace(
        "direction = [0.3, 0.2, 1.0]", "position = [0, 0, 0]"), [],
        r"excitation\.position.*the monopole at \[0, 0, 0\] is inside the body.*\[structure\]"),
    ("source beyond numbers", SPHERE.replace('"velocity"', '"monopole"\nposition = [0, 0, 1e300]'),
        [], r"position.*out of range"),
    ("direction of a monopole", SPHERE.replace('"velocity"',
        '"monopole"\nposition = [0, 0, 3]\ndirection = [0, 0, 1]'), [],
     r"direction.*does not apply to kind 'monopole'"),
    ("a grid in the body", SPHERE + "[[output.grid]]\norigin = [0, 0, 0]\n"
        "edges = [[0.1, 0, 0]]\ncounts = [9]\n", [],
     r"case\.toml:15: key 'output\.grid': none of its points is in the fluid"),
    ("a flat plane", SPHERE + "[[output.grid]]\norigin = [0, 0, 2]\n"
        "edges = [[1, 2, 0], [2, 4, 0]]\ncounts = [9, 9]\n", [],
     r"case\.toml:17: key 'output\.grid\.edges': must not be parallel"),
    ("unknown route", SPHERE, ["--route", "strar"], r"strar.*star"),
    ("unknown cut", SPHERE, ["--cut", "hole"], r"hole"),
    ("unknown pace", SPHERE, ["--pace", "akc"], r"akc.*ack"),
    ("unknown method", SHELL, ["--merge.method", "fronta"], r"fronta.*frontal"),
    ("unknown option", SPHERE, ["--fequency", "100"], r"--fequency.*--frequency"),
    ("unknown unit of a time", SPHERE, ["--emulate-latency", "3 parsec"],
        r"--emulate-latency.*parsec.*us"),
    ("no bandwidth", SPHERE, ["--emulate-bandwidth", "0Mbit"], r"--emulate-bandwidth"),
    ("half a link", SPHERE, ["--emulate-link", "0-1:1ms"], r"--emulate-link.*FROM-TO"),
    ("no size", SPHERE, ["--receive-buffer", "much"], r"--receive-buffer.*much"),
    ("a link to nowhere", SPHERE, ["--emulate-link", "0-3:1ms,1Gbit"],
        r"--emulate-link 0-3.*ranks"),  # of 3: 0 to 2
    ("a link from nowhere", SPHERE, ["--emulate-link", "3-0:1ms,1Gbit"],
        r"--emulate-link 3-0.*ranks"),
    ("an estimate of what is not computed", SPHERE, ["--estimate", "--arithmetic", "free"],
        r"--estimate excludes --arithmetic"),
    ("a method that cannot tell its memory", SHELL, ["--estimate", "--merge.method", "frontal"],
        r"'frontal' cannot tell its memory"),
    ("no memory", SPHERE, ["--memory", "much"], r"--memory.*much"),
    ("too little memory", SHELL, ["--memory", "1MiB"], r"geometry.*(the rank|largest of 3 ranks) "
        r"would hold up to .* MB in stage .*may hold 1\.05 MB.*would not do"),
    ("no group", SPHERE, ["--groups", "0"], r"--groups"),
    ("more groups than ranks", SPHERE, ["--groups", "4"],
        r"--groups.*4 groups, but only [13] rank"),
    ("zero frequency given as an option", SPHERE, ["--frequency", "0"], r"frequency"),
]
KSP = ["--eliminate.method", "ksp", "--eliminate.petsc"]
SWEEP = ["--frequency", "100", "150", "200", "250"]
CASES += [("an option of PETSc's that it does not know", SPHERE, [*KSP, "-ksp_typo bcgs"],
    r"eliminate\.petsc.*'-ksp_typo'"), ("an option of PETSc's that it does not use", SHELL,
    [*KSP, "-ksp_type bcgs -ksp_gmres_restart 9"], r"eliminate\.petsc.*'-ksp_gmres_restart'"),
    ("no method of PETSc's", SHELL, [*KSP, "-ksp_type gmress"],
    r"eliminate\.petsc.*KSP type gmress"), ("no option at all", SHELL, [*KSP, "bcgs"],
    r"eliminate\.petsc.*'bcgs' is neither"), ("PETSc's options without PETSc", SHELL,
    ["--eliminate.petsc", "-ksp_type bcgs"],
    r"eliminate\.petsc.*eliminate\.method 'ksp', not with 'rows'"), ("a matrix and none", SHELL,
    [*KSP[:2], "--reduce.method", "columns"],
    r"'columns' does not go with eliminate\.method 'ksp'"), ("a library's method in groups", SHELL,
    ["--groups", "2", "--merge.method", "mumps", *SWEEP],
    r"--groups.*('mumps' belongs to a library|only 1 rank)"), ("another in groups", SHELL,
    ["--groups", "2", "--eliminate.method", "scalapack", *SWEEP],
    r"--groups.*('scalapack' belongs to a library|only 1 rank)"), ("a third in groups", SPHERE,
    ["--groups", "2", *KSP[:2], *SWEEP],
    r"--groups.*('ksp' belongs to a library|only 1 rank)"),] if os.environ.get(
    "FEBEM_PETSC") == "ON" else [(method + " without PETSc", SHELL, [option, method],
    f"{option}.*'{method}' needs PETSc") for option, method in (("--merge.method", "mumps"),
    ("--eliminate.method", "scalapack"), ("--eliminate.method", "ksp"))]


class BadInput(ProgramTest):
    def check(self, arguments, names, ranks):
        ended = self.run_program(*arguments, ranks=ranks, limit=30)
        self.assertEqual(len(ended.errors), 1, ended.errors)
        self.assertRegex(ended.errors[0], re.compile("minifebem: .*" + names))
        self.assertEqual(ended.status, 2)
        self.assertFalse((self.folder / "out").exists(), "something is written")

    def check_case(self, case, options, names):
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                self.check(["solve", case, "--out", self.folder / "out", *options], names, ranks)

    def test_text_of_the_case(self):
        for what, text, options, names in CASES:
            with self.subTest(what):
                self.check_case(self.write(text), options, names)

    def test_missing_file(self):
        self.check_case("nowhere.toml", [], r"nowhere\.toml")

    def test_more_ranks_than_rows(self):
        case = self.write(SPHERE.replace("frequency = 2", "frequency = 1"))
        self.check(["solve", case, "--out", self.folder / "out"], "20 panels.*21 ranks", 21)


# The cube of side 2: vertices, and faces anticlockwise seen from outside.
CORNERS = numpy.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1],
    [1, 1, 1], [-1, 1, 1]], dtype=float)
FACES = numpy.array([[0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [3, 7, 6, 2], [0, 3, 2, 1],
    [4, 5, 6, 7]])

BODY = SPHERE.replace('generator = "sphere"\nfrequency = 2', 'mesh = "mesh.h5"')
ELASTIC = SHELL.replace('generator = "shell"\ncells = 1', 'mesh = "mesh.h5"').replace('["shell"]',
    '["cube"]').replace('kind = "pressure"\nfaces = "inner"\nlegendre = 1\namplitude = 1.0',
    'kind = "plane_wave"\namplitude = 1.0')


class BadMesh(BadInput):
    test_text_of_the_case = test_missing_file = test_more_ranks_than_rows = None

    def mesh(self, case, panels=FACES, points=CORNERS, kind=None):
        with h5py.File(self.folder / "mesh.h5", "w") as file:
            file["surface/points"], file["surface/panels"] = points, panels
            if kind:
                file["points"] = CORNERS
                file[f"elements/{kind}"] = numpy.arange(8).reshape(1, 8)
                file[f"elements/{kind}_region"] = numpy.zeros(1, dtype=int)
                file.create_dataset("regions", data=["cube"], dtype=h5py.string_dtype())
        return self.write(case)

    def test_open_surface(self):
        self.check_case(self.mesh(BODY, FACES[:5]), [], r"mesh\.h5.*(open|closed|edge)")

    def test_inside_out_surface(self):
        self.check_case(self.mesh(BODY, FACES[:, ::-1]), [],
            r"mesh\.h5.*(inside|inward|outward|normal|volume)")

    def test_surface_of_another_structure(self):
        self.check_case(self.mesh(ELASTIC, points=1.3 * CORNERS, kind="hex8"), [], r"panel")

    def test_distorted_element(self):
        """One corner pushed so far in that the brick folds over there, though it has a volume as a
        whole."""
        case = self.mesh(ELASTIC, kind="hex8")
        with h5py.File(self.folder / "mesh.h5", "r+") as file:
            del file["surface"]
            file["points"][6] = [-0.5, -0.5, -0.5]
        self.check_case(case, [], r"key 'geometry\.mesh': mesh file '.*': element 0 is inverted")

    def test_unsupported_element(self):
        self.check_case(self.mesh(ELASTIC, kind="hex9"), [], r"hex9")


class BadData(BadInput):
    """Values of panels in a file."""
    test_text_of_the_case = test_missing_file = test_more_ranks_than_rows = None
    KEYS = 'file = "data.h5"\ndataset = "/v"'
    CASES = [SPHERE.replace('"velocity"', '"velocity"\n' + KEYS),
        SHELL.replace('faces = "inner"\nlegendre = 1', KEYS)]
    SIZES = [80, 24]

    def data(self, values, units=None):
        with h5py.File(self.folder / "data.h5", "w") as file:
            file["v"] = values
            if units is not None:
                file["v"].attrs["units"] = units

    def refused(self, names):
        for text in self.CASES:
            self.check_case(self.write(text), [], r"key 'excitation\.file': data file '.*data\.h5'"
                + names)

    def test_no_file(self):
        self.refused(r" does not exist")

    def test_no_hdf5(self):
        self.write("text", "data.h5")
        self.refused(r" cannot be read as an HDF5 file")

    def test_no_data_set(self):
        with h5py.File(self.folder / "data.h5", "w") as file:
            file["w"] = numpy.zeros(80)
        self.refused(r": /v is missing")

    def test_another_length(self):
        self.data(numpy.zeros(79))
        self.refused(r": /v has 79 values for (80|24) unknowns of the surface")

    def test_another_type(self):
        for values, says in ((["a"] * 80, "does not hold numbers"), (numpy.ones(80, dtype=bool),
                "does not hold numbers"), (numpy.zeros(80, dtype=[("r", float), ("k", float)]),
                "holds compounds that are not"), (numpy.zeros((80, 3)), "has 3 columns"),
                (1.0, "has 0 dimensions")):
            self.data(values)
            self.refused(": /v " + says)

    def test_not_a_number(self):
        for text, size in zip(self.CASES, self.SIZES):
            for bad in (numpy.nan, complex(0, numpy.inf)):
                values = numpy.ones(size, dtype=type(bad))
                values[3] = bad
                self.data(values)
                self.check_case(self.write(text), [], r"data\.h5': /v row 3 is not a finite number")

    def test_another_unit(self):
        for text, size, unit in zip(self.CASES, self.SIZES, ("Pa", "m/s")):
            self.data(numpy.ones(size), unit)
            self.check_case(self.write(text), [], r"data\.h5': /v has the unit '" + unit
                + "'; known here: ")

    def test_half_or_too_much_of_a_source(self):
        for change, names in (((r'dataset = "/v"', ""), r"excitation\.dataset.*is missing"),
                (('file = "data.h5"', ""), r"excitation\.file.*is missing")):
            for text in self.CASES:
                self.check_case(self.write(text.replace(*change)), [], names)
        self.check_case(self.write(self.CASES[0].replace(self.KEYS, self.KEYS + "\nlegendre = 1")),
            [], r"legendre.*does not go with 'file'")


if __name__ == "__main__":
    unittest.main()
