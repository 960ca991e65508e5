"""Wrong input gets one line on stderr and status 2 on several ranks, and nothing is written. What
the line says is tested in tests/cases and printed.py; here is one fault for each place that looks
for faults."""
import os
import re

import h5py
import numpy

from cases import SHELL, SPHERE
from program import ProgramTest

OF_LIBRARIES = (("--merge.method", "mumps"), ("--eliminate.method", "scalapack"),
    ("--eliminate.method", "ksp"))
# The case, further options, and what the line must name.
CASES = [
    (SPHERE.replace("density", "densty"), [], r"densty.*density"),
    (SHELL.replace("free = true", ""), [], r"support"),
    (SPHERE.replace('"velocity"', '"dipole"\nposition = [0, 0, 1.0]'), [],
        r"excitation\.position.*the dipole at \[0, 0, 1\].*from the surface"),
    (SPHERE.replace('"velocity"', '"monopole"\nposition = [0, 0, 1e300]'), [],
        r"position.*out of range"),
    (SPHERE + "[output]\nfield_points = [[3, 0, 0], [0.1, 0.2, 0]]\n", [],
        r"case\.toml:16: key 'output.field_points': the point \[0\.1, 0\.2, 0\] is inside"),
    (SPHERE, ["--route", "strar"], r"strar.*star"), (SPHERE, ["--pace", "akc"], r"akc.*ack"),
    (SHELL, ["--merge.method", "fronta"], r"fronta.*frontal"),
    (SPHERE, ["--fequency", "100"], r"--fequency.*--frequency"),
    (SPHERE, ["--emulate-latency", "3 parsec"], r"--emulate-latency.*parsec.*us"),
    (SPHERE, ["--emulate-bandwidth", "0Mbit"], r"--emulate-bandwidth"),
    (SPHERE, ["--emulate-link", "0-1:1ms"], r"--emulate-link.*FROM-TO"),
    (SPHERE, ["--receive-buffer", "much"], r"--receive-buffer.*much"),
    (SPHERE, ["--emulate-link", "0-3:1ms,1Gbit"], r"--emulate-link 0-3.*ranks"),
    (SPHERE, ["--emulate-link", "3-0:1ms,1Gbit"], r"--emulate-link 3-0.*ranks"),
    (SPHERE, ["--estimate", "--arithmetic", "free"], r"--estimate excludes --arithmetic"),
    (SHELL, ["--estimate", "--merge.method", "mumps"],
        r"'mumps' belongs to a library and cannot tell its memory"),
    (SPHERE, ["--memory", "much"], r"--memory.*much"),
    (SHELL, ["--memory", "1MiB"], r"geometry.*largest of 3 ranks "
        r"would hold up to .* MB in stage .*may hold 1\.05 MB.*would not do"),
    (SPHERE, ["--groups", "0"], r"--groups"),
    (SPHERE, ["--groups", "4"], r"--groups.*4 groups, but only 3 rank"),
    (SPHERE, ["--frequency", "0"], r"frequency")]
KSP = ["--eliminate.method", "ksp", "--eliminate.petsc"]
SWEEP = ["--frequency", "100", "150", "200", "250", "--groups", "2"]
if os.environ.get("FEBEM_PETSC") == "ON":
    CASES += [
        (SPHERE, [*KSP, "-ksp_typo bcgs"], r"eliminate\.petsc.*'-ksp_typo'"),
        (SHELL, [*KSP, "-ksp_type bcgs -ksp_gmres_restart 9"],
            r"eliminate\.petsc.*'-ksp_gmres_restart'"),
        (SHELL, [*KSP, "-ksp_type gmress"], r"eliminate\.petsc.*KSP type gmress"),
        (SHELL, [*KSP, "bcgs"], r"eliminate\.petsc.*'bcgs' is neither"),
        (SHELL, ["--eliminate.petsc", "-ksp_type bcgs"],
            r"eliminate\.petsc.*eliminate\.method 'ksp', not with 'rows'"),
        (SHELL, [*KSP[:2], "--reduce.method", "columns"],
            r"'columns' does not go with eliminate\.method 'ksp'"),
        *((SHELL, [option, method, *SWEEP], f"--groups.*'{method}' belongs to a library")
            for option, method in OF_LIBRARIES)]
else:
    CASES += [(SHELL, [option, method], f"{option}.*'{method}' needs PETSc")
        for option, method in OF_LIBRARIES]


class BadInput(ProgramTest):
    def check_case(self, case, options, names, ranks=3):
        line = self.refusal("solve", case, "--out out", *options, ranks=ranks)
        self.assertRegex(line, re.compile("minifebem: .*" + names))
        assert not (self.folder / "out").exists(), "something is written"

    def test_cases_and_options(self):
        for text, options, names in CASES:
            self.check_case(self.write(text), options, names)

    def test_missing_file(self):
        self.check_case("nowhere.toml", [], r"nowhere\.toml")

    def test_more_ranks_than_rows(self):
        self.check_case(self.write(SPHERE.replace("frequency = 2", "frequency = 1")), [],
            "20 panels.*21 ranks", 21)

    def test_surface_of_another_structure(self):
        self.check_case(self.mesh(1.3, "hex8"), [], r"panel")

    def test_unsupported_element(self):
        self.check_case(self.mesh(1, "hex9"), [], r"hex9")

    def mesh(self, scale, kind):
        """A case of the cube of side 2, with a surface that is larger."""
        corners = numpy.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1],
            [1, -1, 1], [1, 1, 1], [-1, 1, 1]], dtype=float)
        with h5py.File(self.folder / "mesh.h5", "w") as file:
            file["surface/points"] = scale * corners
            file["surface/panels"] = [[0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [3, 7, 6, 2],
                [0, 3, 2, 1], [4, 5, 6, 7]]
            file["points"] = corners
            file[f"elements/{kind}"] = numpy.arange(8).reshape(1, 8)
            file[f"elements/{kind}_region"] = numpy.zeros(1, dtype=int)
            file.create_dataset("regions", data=["cube"], dtype=h5py.string_dtype())
        return self.write(SHELL.replace('generator = "shell"\ncells = 1',
            'mesh = "mesh.h5"').replace('["shell"]', '["cube"]').replace(
            'kind = "pressure"\nfaces = "inner"\nlegendre = 1', 'kind = "plane_wave"'))

    def test_values_of_panels_in_a_file(self):
        keys = 'file = "data.h5"\ndataset = "/v"'
        for text, size, unit in ((SPHERE.replace('"velocity"', '"velocity"\n' + keys), 80, "Pa"),
                (SHELL.replace('faces = "inner"\nlegendre = 1', keys), 24, "m/s")):
            case, where = self.write(text), r"key 'excitation\.file': data file '.*data\.h5'"
            (self.folder / "data.h5").unlink(missing_ok=True)
            self.check_case(case, [], where + " does not exist")
            for count, line in ((79, f"has 79 values for {size} unknowns of the surface"),
                    (size, f"has the unit '{unit}'; known here: ")):
                with h5py.File(self.folder / "data.h5", "w") as file:
                    file["v"] = numpy.ones(count)
                    file["v"].attrs["units"] = unit
                self.check_case(case, [], f"{where}: /v {line}")
