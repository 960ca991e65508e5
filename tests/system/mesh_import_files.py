"""Files as strangers make them: `meshes/import` reads each one right, to the last element, or
refuses it in one line with place and cause."""
import contextlib
import io
import os
import pathlib
import re
import struct
import subprocess
import sys
import unittest
import unittest.mock

import h5py
import meshio
import numpy

import mesh_import
from faults import mounts, with_small_disk
from mesh_import import FACES, MISSING, SCRIPT, TETRAHEDRA, WHY, ImportTest, lines, script

# Two unit bricks beside each other, and a unit cube, whose faces are turned outward.
POINTS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1, 2)]
BRICKS = [[0, 1, 4, 3, 6, 7, 10, 9], [1, 2, 5, 4, 7, 8, 11, 10]]
CUBE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
QUADS, TRIANGLES = FACES.tolist(), mesh_import.TRIANGLES.tolist()


def of_bricks(points, rows):
    pieces = points[rows[:, TETRAHEDRA]]
    return numpy.linalg.det(pieces[..., 1:, :] - pieces[..., :1, :]).sum() / 6


def measured(path):
    """Volume, number of elements and the corners of the bounding box of a mesh file, by h5py
    alone."""
    with h5py.File(path) as file:
        if "elements" in file:
            points, rows = file["points"][:], file["elements/hex8"][:]
            volume = of_bricks(points, rows)
        else:
            points, rows = file["surface/points"][:], file["surface/panels"][:]
            volume = mesh_import.enclosed(points, rows)
    return volume, len(rows), points.min(axis=0), points.max(axis=0)


class Read:
    """What a file holds: volume and number of elements or panels, bounding box, other lines that
    are printed, all that is left out."""

    def __init__(self, *left, volume=2.0, count=2, low=(0, 0, 0), high=(2, 1, 1), says=()):
        vars(self).update(locals())


def forms(text, comment, read, *names):
    """A text as strangers' editors write it; `comment`: what begins one."""
    encoded = text.encode()
    every = {"plain": encoded, "crlf": text.replace("\n", "\r\n").encode(),
        "utf8 mark": b"\xef\xbb\xbf" + encoded, "utf16": text.encode("utf-16"), "latin1": (comment
        + " gr\xf6\xdfe\n").encode("latin-1") + encoded, "lower": text.lower().encode()}
    return {name: (every[name], read) for name in names or every}


def cube(*left, count=6, says=()):
    return Read(*left, volume=1.0, count=count, high=(1, 1, 1), says=says)


ONE = {"volume": 1.0, "count": 1, "high": (1, 1, 1)}
RING = {"volume": 2 * 2 * numpy.sin(numpy.pi / 4), "low": (numpy.sqrt(0.5), 0, 0),
    "high": (3, 3 * numpy.sqrt(0.5), 1)}


class FilesTest(ImportTest):
    def outcome(self, ending, text):
        """Status and output for a file of this text or these bytes."""
        path = self.folder / f"case.{ending}"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with unittest.mock.patch("os.fsync"):  # which waits for a busy disk
            return script.outcome([str(path), str(self.folder / "mesh.h5")])

    def refused(self, ending, cases):
        """Cases: text and the pattern of the line that refuses it."""
        (self.folder / "mesh.h5").unlink(missing_ok=True)
        for text, pattern in cases:
            status, said = self.outcome(ending, text)
            assert status == 2, said
            path = re.escape(f"{self.folder}/case.{ending}")
            self.assertRegex(said, f"^meshes/import: {path}: (?s:{pattern})$")
            self.assertNotRegex(said, r"\n|Error|Exception|Traceback|invalid literal|out of "
                r"bounds|reshape|unpack|codec")
            assert not [*self.folder.glob("*mesh*")], "something is written"

    def check(self, ending, cases):
        """Cases: name -> text, or (text, Read)."""
        for name, case in cases.items():
            text, expected = case if isinstance(case, tuple) else (case, Read())
            status, said = self.outcome(ending, text)
            assert status == 0, said
            volume, count, low, high = measured(self.folder / "mesh.h5")
            assert count == expected.count
            numpy.testing.assert_allclose([volume, *low, *high],
                [expected.volume, *expected.low, *expected.high], rtol=0, atol=1e-6)
            said = [" ".join(line.split()) for line in said.splitlines()]
            assert [line[9:] for line in said
                if line.startswith("left out ")] == list(expected.left)
            for line in expected.says:
                assert line in said


GRID = "".join("GRID,{},{},{}.,{}.,{}.\n".format(i + 1, "{0}", *x) for i, x in enumerate(POINTS))
GRIDS = GRID.format("")
HEX = ["CHEXA,1,1,1,2,5,4,7,8\n+,11,10\n", "CHEXA,2,1,2,3,6,5,8,9\n+,12,11\n"]
DECK = "BEGIN BULK\n" + GRIDS + "".join(HEX) + "ENDDATA\n"
FIXED = "".join("GRID    {:8}{:8}{:8}{:8}{:8}\n".format(i + 1, "", *map("{}.".format, x)) for i,
    x in enumerate(POINTS))
SHIFT = "CORD2R,5,,10.,0.,0.,10.,0.,1.\n+,11.,0.,0.\n"  # by 10 along x
TURN = "CORD2R,5,,10.,0.,0.,10.,0.,1.\n+,10.,1.,0.\n"  # and by 90 degrees about z
AWAY = {"low": (10, 0, 0), "high": (12, 1, 1)}
TURNED = {"low": (9, 0, 0), "high": (10, 2, 1)}
CORNERS = "GRID,101,,10.,0.,0.\nGRID,102,,10.,0.,1.\nGRID,103,,10.,1.,0.\n"


def deck(*cards, grids=GRIDS, bricks=HEX):
    return "BEGIN BULK\n" + grids + "".join(bricks) + "".join(card + "\n"
        for card in cards) + "ENDDATA\n"


def placed(systems, cp=5, **box):
    """A deck whose points are in the system `cp`."""
    return deck(*systems.splitlines(), grids=GRID.format(cp)), Read(**box)


@unittest.skipIf(".bdf" in MISSING, WHY)
class Nastran(FilesTest):
    def test_forms_of_a_deck(self):
        self.check("bdf", {
            **forms(DECK, "$", Read()), "tabs": DECK.replace(",", "\t"),
            "bulk alone": GRIDS + "".join(HEX), "executive": "SOL 103\nCEND\nSPC = 1\n" + DECK,
            "dos end": DECK + "\x1a",
            "no enddata": (DECK.replace("ENDDATA\n", ""),
                Read("what follows the last line: ENDDATA is missing")),
            "after enddata": (deck(bricks=HEX[:1]) + HEX[1], Read(**ONE)),
            "fixed": ("BEGIN BULK\n" + FIXED + "".join(HEX),
                Read("what follows the last line: ENDDATA is missing")),
            "blank continuation": deck(bricks=[HEX[0],
                "CHEXA   {:8}{:8}{:8}{:8}{:8}{:8}{:8}{:8}\n        {:8}{:8}\n".format(2, 1, 2, 3, 6,
                5, 8, 9, 12, 11)]), "comma continuation": DECK.replace("+,", ","),
            "marks": DECK.replace("\n+,", ",+A1\n+A1,"),
            "comments": DECK.replace("\n+,", " $ one\n$ two\n\n+,"),
            "large": deck(bricks=["CHEXA*  {:16}{:16}{:16}{:16}*\n*       {:16}{:16}{:16}{:16}*\n"
                "*       {:16}{:16}\n".format(1, 1, 1, 2, 5, 4, 7, 8, 11, 10), HEX[1]]),
            "asterisk in column 8": deck(bricks=[HEX[0], "CHEXA  *{:16}{:16}{:16}{:16}*      2\n"
                "*      2{:16}{:16}{:16}{:16}\n*       {:16}{:16}\n".format(2, 1, 2, 3, 6, 5, 8, 9,
                12, 11)]),
            "large free": deck(bricks=["CHEXA*,1,1,1,2,*\n*,5,4,7,8,*\n*,11,10\n", HEX[1]]),
            "large mark": deck(bricks=[HEX[0],
                "CHEXA   {:8}{:8}{:8}{:8}{:8}{:8}{:8}{:8}*A\n*A      {:16}{:16}\n".format(2, 1, 2,
                3, 6, 5, 8, 9, 12, 11)]),
            "fortran": deck(grids=GRIDS.replace("2.", "2.D0").replace("1.,", "100.-2,")),
            "equations": (deck("DEQATN  10      F(A,B)=A*B+", "        A**2,B,C,D,E,F,G,H,I,J,K"),
                Read("1 DEQATN")),
            "tabs and marks": deck(bricks=[HEX[0],
                "CHEXA\t2\t1\t2\t3\t6\t5\t8\t9\t+A\n+A\t12\t11\n"]),
            "bulk without an end": (GRIDS + "".join(HEX)[:-1],
                Read("what follows the last line: ENDDATA is missing")),
            "blank is zero": deck(grids=GRIDS.replace("0.", ""))})

    def test_what_is_refused(self):
        self.refused("bdf", [
            ("hello world\n", "line 1: 'hello world' is no card"),
            (DECK[:-17], "line 16: CHEXA: .*"), ("SOL 103\nCEND\n" + GRIDS, "has no BEGIN BULK"),
            (deck("BEGIN SUPER=1"), "line 18: 'BEGIN SUPER=1': .*"),
            (deck(bricks=[HEX[0].replace(",10", "")]), "line 14: CHEXA: .*"),
            (deck(bricks=[HEX[0].replace(",10", ",10,9")]),
                "line 14: CHEXA 1 has 9 nodes; 8 or 20 are needed"),
            (deck("CHEXA,3,1,1,2,5,4,7,8,+,11,10"), "line 18: more than 10 fields .*"),
            (deck(bricks=[HEX[0].replace("11,", "99,")]),
                "line 14: CHEXA 1 has node 99, which is not there"),
            (deck("GRID,1,,0.,0.,9."), "line 18: GRID: 1 is there twice, in another place"),
            (deck(HEX[0].strip()), "line 18: CHEXA 1 is there twice, first on line 14"),
            (deck(bricks=[HEX[0].replace(",1,1,1,2", ",1,1,2,2")]),
                "1 of 1 hexahedron name a node twice: .*"),
            (deck(grids=GRIDS.replace("GRID,3,,2.", "GRID,3,,nan")),
                "line 4: GRID 3 has coordinates that are not finite .*"),
            (deck(grids=GRIDS.replace("GRID,3,,2.", "GRID,3,,abc")), "line 4: GRID: x1 = 'ABC' .*"),
            (DECK.replace("\n+,", ",+A1\n+B1,"),
                "line 15: continuation '\\+B1' does not stand below its card"),
            (deck(" " + HEX[0].strip()), "line 18: 'CHEXA,1,1,1,2,5,4,7,' is no card"),
            (deck("=,*1,=,=,=,=,=,=,="), "line 18: .* is no card"),
            (deck("CTETRA,9,1,1,2,4,7"), "holds 1 cells of type tetra, .*"),
            (deck("CPYRAM,9,1,1,2,5,4,7"), "holds 1 cells of type pyramid, .*"),
            (deck("GRDSET,,5", "GRDSET,,6"), "line 19: GRDSET is there twice, first on line 18"),
            (deck("INCLUDE 'other.bdf'"), "line 18: INCLUDE 'other.bdf': there is no such file"),
            (deck("INCLUDE 'case.bdf'"), "line 18: INCLUDE 'case.bdf': it includes itself")])

    def test_included_files(self):
        (self.folder / "rest.bdf").write_bytes(b"\xef\xbb\xbf$ gr\xf6\xdfe\n" + HEX[1].encode())
        (self.folder / "sub").mkdir()
        (self.folder / "sub" / "deep.bdf").write_text("INCLUDE 'own.bdf'\n")
        (self.folder / "sub" / "own.bdf").write_text(HEX[1])
        (self.folder / "broken.bdf").write_text("$\n" + HEX[1].replace(",12", ",99"))
        (self.folder / "loop.bdf").write_text("$\nINCLUDE 'loop.bdf'\n")
        including = lambda line: deck(line, bricks=HEX[:1])
        self.check("bdf", {line: including(line) for line in ("include 'rest.bdf' $ that",
            "INCLUDE rest.bdf", "INCLUDE 'sub/\ndeep.bdf'")})
        self.refused("bdf", [(including("INCLUDE 'loop.bdf'"),
            "line 2 of loop.bdf: INCLUDE 'loop.bdf': it includes itself"),
            (including("INCLUDE 'broken.bdf'"),
            "line 2 of broken.bdf: CHEXA 2 has node 99, which is not there")])

    def test_coordinate_systems(self):
        # radius, angle from z, angle about z
        polar = [(x + 1, 90 - 30 * z, 45 * y) for x, y, z in POINTS]
        sphere = "".join("GRID,{},5,{}.,{}.,{}.\n".format(i + 1, *x) for i, x in enumerate(polar))
        radius, theta, phi = numpy.array(polar).T * [[1], [numpy.pi / 180], [numpy.pi / 180]]
        at = numpy.stack([radius * numpy.sin(theta) * numpy.cos(phi), radius * numpy.sin(theta)
            * numpy.sin(phi), radius * numpy.cos(theta)], axis=1)
        sector = {"volume": of_bricks(at, numpy.array(BRICKS)), "low": at.min(axis=0),
            "high": at.max(axis=0)}
        ring = "".join("GRID,{},5,{}.,{}.,{}.\n".format(i + 1, x + 1, 45 * y, z) for i,
            (x, y, z) in enumerate(POINTS))
        axis = "CORD2{},5,,0.,0.,0.,0.,0.,1.\n+,1.,0.,0."
        self.check("bdf", {
            "shifted": placed(SHIFT, **AWAY), "turned": placed(TURN, **TURNED),
            "chain": placed("CORD2R,5,6,10.,0.,0.,10.,0.,1.\n+,11.,0.,0.\n"
                "CORD2R,6,,0.,5.,0.,0.,5.,1.\n+,1.,5.,0.\n", low=(10, 5, 0), high=(12, 6, 1)),
            "of points": placed(CORNERS + "CORD1R,5,101,102,103\n", **TURNED),
            "two in a card": placed(CORNERS + "CORD1R,4,101,102,103,5,101,102,103\n", **TURNED),
            "points in a system": placed("CORD2R,9,,100.,0.,0.,100.,0.,1.\n+,101.,0.,0.\n"
                + CORNERS.replace(",,", ",9,") + "CORD1R,5,101,102,103\n", low=(109, 0, 0),
                high=(110, 2, 1)),
            "default": (deck("GRDSET,,5", *SHIFT.splitlines()), Read(**AWAY)),
            "default is not for 0": deck("GRDSET,,5", *SHIFT.splitlines(), grids=GRID.format(0)),
            "cylinder": (deck(axis.format("C"), grids=ring), Read(**RING)),
            "sphere": (deck(axis.format("S"), grids=sphere), Read(**sector))})
        self.refused("bdf", [
            (deck(grids=GRID.format(5)),
                "line 2: GRID 1 is in the coordinate system 5, which is not there"),
            (deck("CORD1R,5,101,102,103"), "line 18: CORD1R 5 refers to what is not there"),
            (deck("CORD2R,5,6,0.,0.,0.,0.,0.,1.", "+,1.,0.,0.", "CORD2R,6,5,0.,0.,0.,0.,0.,1.",
                "+,1.,0.,0."), "line 18: CORD2R 5 refers to itself"),
            (deck("CORD1R,5,1,7,2", grids=GRID.format(5)), "line 18: CORD1R 5 refers to itself"),
            (deck("CORD2R,5,,0.,0.,0.,0.,0.,1.", "+,0.,0.,2."), "line 18: CORD2R: .*")])

    def test_what_is_left_out(self):
        shell = "1 shells as bodies with mass and stiffness"
        self.check("bdf", {
            "beams": (deck("CBAR,101,9,1,3,0.,0.,1.", "CONM2        102      12           12500.",
                "RBE2,103,6,123456,9", "CELAS2,104,100.,1,1", "MPC,1,1,1,1.",
                "MAT1,1,2.+11,,.3,7800.", "CBAR,105,9,1,3,0.,0.,1."),
                Read("2 CBAR, 1 CONM2, 1 RBE2, 1 CELAS2, 1 MPC, 1 MAT1")),
            "fields": (deck(grids=GRIDS.replace("GRID,1,,0.,0.,0.", "GRID,1,,0.,0.,0.,7,123456,2")),
                Read("1 field CD of GRID, 1 field PS of GRID, 1 field SEID of GRID")),
            "face": (deck("CQUAD4,11,4,2,5,11,8"), Read(shell,
                says=["face set property 4, 1 faces"])),
            "thick face": (deck("CQUAD4,11,4,2,5,11,8,,0.1"), Read(shell
                + ", 1 thickness, offset or direction of CQUAD4")),
            "same nodes": (deck(bricks=[*HEX, HEX[0].replace("CHEXA,1", "CHEXA,3")]),
                Read("1 cells of type hexahedron with the nodes of another"))})

    def test_without_pynastran(self):
        """The script of an interpreter that has not got it says what to install, and reads other
        files."""
        self.write(DECK, "a.bdf")
        self.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj")
        block = ("import sys, runpy; sys.modules.update(pyNastran=None, plyfile=None); outcome = "
            "runpy.run_path(sys.argv[1])['outcome']\n"
            "for name in ('a.bdf', 'a.obj'): print(*outcome([name, 'mesh.h5']))")
        ended = subprocess.run([sys.executable, "-c", block, SCRIPT], cwd=self.folder,
            capture_output=True, text=True)
        self.assertRegex(ended.stdout, r"^2 meshes/import: a.bdf: needs pyNastran \(.*\): "
            r"cmake/install-dependencies --import, or pip install pyNastran\n"
            r"0 points           3, .*\npanels           1\n.*\n$")
        assert ended.stderr == ""


SETS = "*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n"
NODES = "*NODE\n" + "".join("{}, {}, {}, {}\n".format(i + 1, *x) for i, x in enumerate(POINTS))
ELEMENTS = ["1, 1, 2, 5, 4, 7, 8, 11, 10\n", "2, 2, 3, 6, 5, 8, 9, 12, 11\n"]
ABAQUS = NODES + "*ELEMENT, TYPE=C3D8, ELSET=ALL\n" + "".join(ELEMENTS) + SETS


def inp(was, becomes):
    return ABAQUS.replace(was, becomes)


class Abaqus(FilesTest):
    def test_forms_of_a_file(self):
        element = ELEMENTS[0]
        self.check("inp", {
            **forms(ABAQUS, "**", Read()),
            "blanks": inp("*NODE", "* NODE").replace("TYPE=", "type = ").replace("SOLID SECTION",
                "SOLIDSECTION"),
            "element on two lines": ABAQUS.replace(element, element.replace(" 4,", " 4,\n")),
            "keyword on two lines": inp("TYPE=C3D8,", "TYPE=C3D8,\n"),
            "fortran": ABAQUS.replace(" 2,", " 2.D0,", 1),
            "rectangular": inp("*NODE", "*NODE, SYSTEM=R"),
            "same node twice": inp("*NODE", "*NODE\n1, 0, 0, 0"),
            "set with a dot": (ABAQUS + "*NSET, NSET=a.b\n1, 2\n*NSET, NSET=c\na.b\n",
                Read(says=["node set c, 2 nodes"])),
            "internal section": (inp(", ELSET=ALL\n1", "\n1").replace("*SOLID",
                "*ELSET, ELSET=_I1, INTERNAL\n1\n*SOLID").replace("ELSET=ALL", "ELSET=_I1"),
                Read(says=["region _I1, 1 elements", "region rest, 1 elements"])),
            "sets": (ABAQUS + "*NSET, NSET=n, GENERATE\n1, 5, 2\n*NSET, NSET=m, UNSORTED\n5, n\n"
                "*SURFACE, NAME=s\nALL, S1\n2, S4\n", Read(says=["node set n, 3 nodes",
                "node set m, 3 nodes", "face set s, 3 faces"])),
            "instance": ("*PART, NAME=p\n" + ABAQUS + "*END PART\n*ASSEMBLY, NAME=a\n*INSTANCE, "
                "NAME=i, PART=p\n*END INSTANCE\n*NSET, NSET=n, INSTANCE=i\n1\n"
                "*NODE\n1, 9, 9, 9\n*ELEMENT, TYPE=MASS\n1, 1\n*END ASSEMBLY\n",
                Read("1 *NODE of the assembly, 1 *ELEMENT of the assembly",
                says=["node set n, 1 nodes"])),
            "sets of the assembly with the names of those of its part": ("*PART, NAME=p\n"
                + inp("ELSET=ALL", "ELSET=S")
                + "*NSET, NSET=S\n1, 2, 3\n*ELSET, ELSET=_F, INTERNAL\n1\n*SURFACE, NAME=F\n"
                "_F, S1\n*END PART\n*ASSEMBLY, NAME=a\n*INSTANCE, NAME=i, PART=p\n*END INSTANCE\n"
                "*NSET, NSET=s, INSTANCE=i\n4\n"
                "*ELSET, ELSET=s, INSTANCE=i\n2\n*ELSET, ELSET=_F, "
                "INTERNAL, INSTANCE=i\n1, 2\n*SURFACE, NAME=F\n_F, S2\n"
                "*SURFACE, NAME=G\ni.s, S1\n*SURFACE, NAME=H\ns, S1\n*END ASSEMBLY\n",
                Read("2 internal sets", "element sets s: solid sections make the regions",
                says=["region i.S, 2 elements", "node set i.S, 3 nodes", "node set s, 1 nodes",
                "face set i.F, 1 faces", "face set F, 2 faces", "face set G, 2 faces",
                "face set H, 1 faces"]))})

    def test_what_is_left_out(self):
        self.check("inp", {
            "mass": (ABAQUS + "*ELEMENT, TYPE=MASS, ELSET=m\n9, 1\n*MASS, ELSET=m\n12.\n",
                Read("1 elements of type MASS, 1 *MASS")),
            "spring": (ABAQUS + "*ELEMENT, TYPE=SPRINGA\n9, 1, 2\n*SPRING\n\n1.\n*RIGID BODY, REF "
                "NODE=1\n*TIE, NAME=t\na, b\n*TRANSFORM, NSET=a\n1\n",
                Read("1 elements of type SPRINGA, 1 *SPRING, 1 *RIGID BODY, 1 *TIE, 1 *TRANSFORM")),
            "shell": (ABAQUS + "*ELEMENT, TYPE=S4, ELSET=skin\n8, 1, 2, 5, 4\n*SHELL SECTION, "
                "ELSET=skin, OFFSET=SPOS\n.01\n",
                Read("1 S4 as bodies with mass and stiffness, 1 *SHELL SECTION")),
            "sets": (ABAQUS
                + "*ELSET, ELSET=x\n1\n*ELSET, ELSET=y, INTERNAL\n1\n*ELSET, ELSET=z\n2\n",
                Read("1 internal sets", "element sets x, z: solid sections make the regions")),
            "surface": (ABAQUS + "*SURFACE, NAME=s\n1, S1\n99, S1\n",
                Read("1 elements of the surface 's' that are not there")),
            "node alone": (inp("*NODE", "*NODE\n13, 5, 5, 5") + "*NSET, NSET=n\n1, 13\n",
                Read("1 nodes of the set 'n', which no solid element has")),
            "layers": (inp("MATERIAL=STEEL", "COMPOSITE, STACK DIRECTION=3"),
                Read("1 COMPOSITE of *SOLID SECTION, 1 STACK DIRECTION of *SOLID SECTION")),
            "direction": (inp("MATERIAL", "ORIENTATION=o, MATERIAL"),
                Read("1 ORIENTATION of *SOLID SECTION")),
            "fluid": (ABAQUS.replace(ELEMENTS[1], "*ELEMENT, TYPE=AC3D8\n" + ELEMENTS[1]),
                Read("1 elements of type AC3D8", **ONE)),
            "on two lines": (ABAQUS + "*ELEMENT, TYPE=AC3D20\n77, 1, 2, 3, 4, 5, 6, 7,\n8, 9, 10\n"
                "78, 1, 2, 3, 4, 5, 6, 7,\n8, 9, 10\n*ELSET, ELSET=x\n8, 77\n",
                Read("2 elements of type AC3D20, 1 elements of the set 'x' that are not there")),
            "members": (ABAQUS + "*ELSET, ELSET=x\n77\n*NSET, NSET=y\n99, 1\n", Read("1 elements "
                "of the set 'x' that are not there, 1 nodes of the set 'y' that are not there"))})

    def test_what_is_refused(self):
        more = [*((f"*{word}\n1, 3\n", f"line 18: uses \\*{word.split(',')[0]}, .*") for word
            in ("INCLUDE, INPUT=x", "NGEN", "NCOPY, SHIFT", "ELGEN", "IMPERFECTION", "SYSTEM")),
            ("*NODE, INPUT=x\n", "line 18: .* INPUT of \\*NODE, .*"),
            ("*SURFACE, NAME=s, CROP\nALL, S1\n", "line 18: .* CROP of \\*SURFACE, .*"),
            ("*NSET, NSET=n, ELSET=ALL\n", "line 18: .*"), ("*NSET, NSET=n\nm\n",
            "line 19: there is no set 'm' .*"), ("*NSET, NSET=n, GENERATE\n5, 1\n",
            "line 19: GENERATE needs .*"), ("*SURFACE, NAME=s\nALL, S9\n", "line 19: .*'S9'.*"),
            ("*NSET, NSET=n, GENERATE\n1, 2000000000\n", "line 19: GENERATE needs .*"),
            ("*ELSET, ELSET\n1\n", "line 18: .*"), ("*NSET, NSET=a/b\n1\n*NSET, NSET=a_b\n2\n",
            "holds two sets that would both be called node_sets/a_b"), ("*ELEMENT, TYPE=C3D8\n"
            + ELEMENTS[0], "line 19: element 1 is there twice"), ("*NSET\n1\n",
            "line 18: \\*NSET without NSET"), ("*SOLID SECTION, ELSET=foo\n",
            "line 18: .* 'FOO', which are not there")]
        part = ("*PART, NAME=p\n" + ABAQUS + "*END PART\n*ASSEMBLY\n*INSTANCE, NAME=i, PART=p\n"
            "{}*END INSTANCE\n*INSTANCE, NAME=j, PART=p\n*END INSTANCE\n")
        self.refused("inp", [
            *((ABAQUS + text, pattern) for text, pattern in more),
            (inp("C3D8", "SC8R"),
                "holds neither solid elements nor panels; left out: 2 elements of type SC8R"),
            ("hello\n", "line 1: 'hello' stands before .*"),
            (inp("*NODE", "*NODE, SYSTEM=C"), "line 1: \\*NODE with SYSTEM=C: .*"),
            (inp("C3D8", "C3D8, OFFSET=1"), "line 14: .* OFFSET of \\*ELEMENT, .*"),
            (inp(", 10\n", "\n"), "line 16: element 1 of type C3D8 has other than 8 nodes"),
            (inp(", 11\n*", "\n*"), "line 16: element 2 of type C3D8 has other than 8 nodes"),
            (inp("11, 10\n", "11, 10, 9\n"),
                "line 15: element 1 of type C3D8 has other than 8 nodes"),
            (inp("9, 12, 11", "9, 99, 11"), "line 16: element 2 has node 99, .*"),
            (inp("*NODE", "*NODE\n1, 5, 0, 0"), "line 3: node 1 is there twice, in another place"),
            (inp("3, 2, 0, 0", "3, nan, 0, 0"), "line 4: 'nan' is not a number"),
            (inp("3, 2, 0, 0", "3, 2_0, 0, 0"), "line 4: '2_0' is not a number"),
            (ABAQUS.partition(" MATERIAL")[0] + "\n",
                "line 17: the file ends within the keyword '.*'"),
            (inp(" TYPE=C3D8,", ""), "line 14: \\*ELEMENT without TYPE"),
            (inp("2, 2, 3, 6", "2, 2, 2, 6"), "1 of 2 hexahedron name a node twice: .*"),
            (part.format("1., 0., 0.\n"), "line 22: moves the instance 'i'; .*"),
            (part.format(""), "line 23: has several instances; .*")])


def gmsh22(*more, nodes=12, elements=None, tags="2 1 1", points=POINTS, bricks=BRICKS):
    rows = [f"5 {tags} " + " ".join(str(i + 1) for i in brick) for brick in bricks] + list(more)
    return ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + lines("$Nodes", nodes, *[[i + 1, *x] for i,
        x in enumerate(points)], "$EndNodes") + lines("$Elements", len(rows) if elements is None
        else elements, *[f"{i + 1} {row}" for i, row in enumerate(rows)], "$EndElements"))


def gmsh41(nodes=12, elements=2, bricks=BRICKS, groups="1 1"):
    return (f"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 2 1 1 {groups} 0\n"
        f"$EndEntities\n" + lines("$Nodes", [1, nodes, 1, nodes], [3, 1, 0, nodes], *range(1, 13),
        *POINTS, "$EndNodes") + lines("$Elements", [1, elements, 1, elements], [3, 1, 5, elements],
        *[[i + 1, *[n + 1 for n in row]] for i, row in enumerate(bricks)], "$EndElements"))


def vtk(*rows, data="", points=POINTS):
    """Rows: (type, nodes)."""
    return mesh_import.vtk(points, rows or [(12, brick) for brick in BRICKS], data)


class Grids(FilesTest):
    def test_gmsh(self):
        named = gmsh22().replace("$Nodes",
            '$PhysicalNames\n1\n3 1 "gr\xf6\xdfe #1"\n$EndPhysicalNames\n$Nodes', 1)
        missing = [BRICKS[0], [98 if n == 8 else n for n in BRICKS[1]]]
        binary, cells, tags = {}, {"hexahedron": BRICKS,
            "quad": [[0, 3, 9, 6]]}, {"gmsh:dim_tags": numpy.array([[2, 1], *[[3, 1]] * 11])}
        numbers = {f"gmsh:{name}": [numpy.array([1, 1]), numpy.array([1])] for name in ("physical",
            "geometrical")}
        for version in ("2.2", "4.1"):
            with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO(
                    )):
                meshio.gmsh.write(self.folder / "a.msh", meshio.Mesh(numpy.array(POINTS, float),
                    cells, tags, numbers), version, binary=True)
            binary[version] = (self.folder / "a.msh").read_bytes()
        few = binary["4.1"].replace(b"$Elements\n" + struct.pack("<QQ", 2, 3), b"$Elements\n"
            + struct.pack("<QQ", 1, 2))
        self.check("msh", {
            "binary 2.2": (binary["2.2"], Read(says=["face set surface 1, 1 faces"])),
            "binary 4.1": (binary["4.1"], Read(says=["face set surface 1, 1 faces"])),
            "2.2": (gmsh22(), Read(says=["region volume 1, 2 elements"])),
            "4.1": (gmsh41(), Read(says=["region volume 1, 2 elements"])),
            "two groups": (gmsh41(groups="2 1 -7"),
                Read("group 'volume 1', whose cells all belong to other groups",
                says=["region volume 7, 2 elements"])),
            "crlf": (named.replace("\n", "\r\n"), Read(says=["region gr\xf6\xdfe #1, 2 elements"])),
            "latin1": (named.encode("latin-1"), Read(says=["region gr\xf6\xdfe #1, 2 elements"])),
            "some data": gmsh22() + lines("$NodeData", 1, '"u"', 1, 0, 3, 0, 1, 1, "3 0.5",
                "$EndNodeData"), "no tags": gmsh22(tags="0"),
            "partitions": gmsh22(tags="4 1 1 1 1"),
            "line": (gmsh22("1 2 0 1 1 2"), Read("1 cells of type line")),
            "point": (gmsh22("15 2 0 1 1"), Read("1 cells of type vertex")),
            "curve": (gmsh22("1 2 5 1 1 2"), Read(says=["node set curve 5, 2 nodes"]))})
        self.refused("msh", [
            (binary["2.2"].replace(b"$Elements\n3\n", b"$Elements\n2\n"),
                "\\$Elements does not end where its counts say"),
            (few, "\\$Elements does not end where its counts say"),
            (gmsh41().replace("4.1 0 8", "4 0 8"), "is of format 4.0, .*"),
            (gmsh41().replace("$Entities",
                "$PartitionedEntities\n$EndPartitionedEntities\n$Entities", 1),
                "is cut into partitions; .*"),
            (gmsh22(nodes=11), "line 5: \\$Nodes announces 11 lines and has 12"),
            (gmsh22(elements=1), "line 20: \\$Elements announces 1 lines and has 2"),
            (gmsh41(elements=1), "line 37: \\$Elements announces 2 lines and has 3"),
            (gmsh41(elements=3), "line 37: \\$Elements announces 4 lines and has 3"),
            (gmsh22(bricks=missing), "line 22: an element has node 99, which is not there"),
            (gmsh41(bricks=missing), "line 40: an element has node 99, which is not there"),
            (gmsh22(bricks=[BRICKS[0], [-1, *BRICKS[1][1:]]]),
                "line 22: an element has node 0, which is not there"),
            (gmsh22(bricks=[BRICKS[0], BRICKS[1][:7]]),
                "line 22: an element of unknown type, or with too few .*"),
            (gmsh41(bricks=[BRICKS[0], BRICKS[1][:7]]),
                "line 40: an element of unknown type, or with too few .*"),
            (gmsh22().replace("\n12 2 1 1\n", "\n11 2 1 1\n"),
                "line 17: node 11 is there twice, .*"),
            (gmsh22(points=[(numpy.nan, 0, 0), *POINTS[1:]]), "line 6: 'nan' is not a number"),
            (gmsh22().replace("\n1 0 0 0\n2 1 0 0\n", "\n1 0 0 0 2\n2 1 0\n"),
                "line 6: 5 numbers of a node where 4 should be"),
            (gmsh41().replace("\n2 0 0\n0 1 0\n", "\n2 0 0 0\n1 0\n"),
                "line 25: 4 numbers of a node where 3 should be"),
            (gmsh41().replace("3 1 0 12", "3 1 0 11"),
                "line 22: 1 numbers of a node where 3 should be"),
            (gmsh41().replace("3 1 5 2", "3 1 5 1"),
                "line 40: a block of \\$Elements begins with 9 numbers, not with 4"),
            (gmsh41().replace("3 1 5 2", "3 1 5 3"),
                "line 40: the last block of \\$Elements announces 1 more .*"),
            (gmsh41().replace("3 1 0 12", "3 1 1 12"), "line 10: has parametric nodes; .*"),
            (gmsh22("3 0 1 4 10 7"), "holds cells without a physical group .*"),
            (gmsh22()[:200], "has no whole section \\$Elements"),
            (gmsh22()[:100], "has no whole section \\$Nodes")])

    def test_vtk(self):
        bricks = [(12, brick) for brick in BRICKS]
        self.check("vtk", {
            **forms(vtk(), "", Read(), "plain", "crlf"),
            "latin1": vtk().replace("\nx\n", "\ngr\xf6\n").encode("latin-1"),
            "lines": (vtk(*bricks, (3, [1, 8]), (1, [3]), (21, [1, 2, 3])),
                Read("1 cells of type vertex", "1 cells of type line", "1 cells of type line3")),
            "face": (vtk(*bricks, (9, [1, 4, 10, 7])), Read("1 cells of type quad")),
            "data": (vtk(data=mesh_import.cell_data([3, 4])),
                Read("cell data part (--regions makes regions of one)")),
            "same nodes": (vtk(bricks[0], bricks[0]),
                Read("1 cells of type hexahedron with the nodes of another", **ONE))})
        self.refused("vtk", [
            (vtk(bricks[0], (9, [2, 5, 11, 8])), "1 of 1 quad are no face of a solid element: .*"),
            (vtk(points=[(numpy.nan, 0, 0), *POINTS[1:]]),
                "cells of type hexahedron have points whose .*"),
            (vtk(bricks[0], (12, [99, *BRICKS[1][1:]])),
                "cells of type hexahedron refer to points that are not there"),
            (vtk(bricks[0], (12, [-1, *BRICKS[1][1:]])),
                "cells of type hexahedron refer to points that are not there"),
            (vtk(bricks[0], (12, BRICKS[1][:7])), "cannot be read as VTK: .*"),
            (vtk((11, [0, 1, 3, 4, 6, 7, 9, 10])), ".*cannot handle.*"),
            (vtk((7, [0, 1, 2, 4, 3])), "holds 1 cells of type polygon, .*"),
            (vtk().removesuffix("12\n"), "has more or fewer numbers of nodes .*"),
            (vtk()[:180], "cannot be read as VTK: .*")])

    def test_vtu(self):
        cells = {"hexahedron": BRICKS, "line": [[0, 1]]}
        texts = {}
        for name, options in (("text", {"binary": False}), ("raw", {"compression": None}),
                ("zlib", {"compression": "zlib"})):
            with contextlib.redirect_stderr(io.StringIO()):
                meshio.vtu.write(self.folder / "a.vtu", meshio.Mesh(numpy.array(POINTS, float),
                    cells), **options)
            texts[name] = (self.folder / "a.vtu").read_bytes()
        text = texts["text"]
        self.check("vtu", {**{name: (data, Read("1 cells of type line")) for name, data
            in texts.items()}})
        self.refused("vtu", [
            (text[:len(text) // 2], "line \\d+: the XML is damaged"),
            (texts["zlib"].replace(b"vtkZLib", b"vtkLZ4"), "is compressed by LZ4, .*"),
            (text.replace(b'Points="12"', b'Points="11"'), "cannot be read as VTU: .*"),
            (text.replace(b"12\n12\n3", b"12\n12\n12"),
                "has more or fewer numbers of nodes than the types of its cells need"),
            (text.replace(b"UnstructuredGrid", b"PolyData"), "cannot be read as VTU: .*")])


SIZES = {"uchar": "B", "int": "i", "uint": "I", "ushort": "H", "float": "f", "double": "d"}


def ply(form="ascii", name="vertex_indices", count="uchar", index="int", real="float", before=(),
        after=(), vertex=(), rows=QUADS, order="vf", end="\n", also=""):
    """The cube as PLY. `before`, `after`: further properties of faces; `vertex`: of vertices;
    `also`: lines of the header."""
    heads = {"v": [f"element vertex {len(CUBE)}", *[f"property {real} {x}" for x in "xyz"],
        *[f"property {kind} n{i}" for i, kind in enumerate(vertex)]],
        "f": [f"element face {len(rows)}", *[f"property {kind} b{i}" for i,
        kind in enumerate(before)], f"property list {count} {index} {name}",
        *[f"property {kind} a{i}" for i, kind in enumerate(after)]]}
    values = {"v": [[*((real, x) for x in point), *((kind, 1) for kind in vertex)]
        for point in CUBE], "f": [[*((kind, 1) for kind in before), (count, len(row)),
        *((index, i) for i in row), *((kind, 1) for kind in after)] for row in rows]}
    head = end.join(["ply", f"format {form} 1.0", *filter(None, [also]), *(line for part in order
        for line in heads[part]), "end_header", ""]).encode()
    listed = [row for part in order for row in values[part]]
    if form == "ascii":
        return head + end.join(" ".join(str(x) for _, x in row)
            for row in listed).encode() + end.encode()
    sign = "<" if "little" in form else ">"
    return head + b"".join(struct.pack(sign + SIZES[kind], x) for row in listed for kind, x in row)


def facets(rows, loop="outer loop", stop="endloop", number="{:.6e}"):
    return "".join("facet normal 0 0 0\n" + loop + "\n" + "".join("vertex "
        + " ".join(number.format(x) for x in CUBE[i]) + "\n" for i in row) + stop + "\nendfacet\n"
        for row in rows)


def binary(head=b"made here", count=12, rest=b""):
    return head.ljust(80) + struct.pack("<I", count) + b"".join(struct.pack("<12fH", 0, 0, 0,
        *[x for i in row for x in CUBE[i]], 7) for row in TRIANGLES) + rest


class Surfaces(FilesTest):
    @unittest.skipIf(".ply" in MISSING, WHY)
    def test_ply(self):
        forms = {}
        for form in ("ascii", "binary_little_endian", "binary_big_endian"):
            for name, (options, *left) in {
                    "indices": ({},), "index": ({"name": "vertex_index"},),
                    "unsigned": ({"index": "uint"},),
                    "short": ({"index": "ushort"},),
                    "counts": ({"count": "int"},), "double": ({"real": "double"},),
                    "normals": ({"vertex": ("float", "float", "float", "uchar")},),
                    "colours": ({"after": ("uchar", "float")}, "properties of faces: a0, a1"),
                    "flags": ({"before": ("uchar",)}, "properties of faces: b0"),
                    "order": ({"order": "fv"},), 
                    "comment": ({"also": "comment end_header\nobj_info x"},)}.items():
                forms[f"{form} {name}"] = (ply(form, **options), cube(*left))
            forms[f"{form} triangles"] = (ply(form, rows=TRIANGLES), cube(count=12))
            forms[f"{form} mixed"] = (ply(form, rows=QUADS[:5] + TRIANGLES[10:]), cube(count=7))
        text, raw = ply(name="vertex_index"), ply("binary_little_endian")
        self.check("ply", {
            **forms, "umlaut": (ply(also="comment gr\xf6\xdfe"), cube()),
            "crlf": (ply(end="\r\n"), cube()),
            "edges": (ply(also="element edge 1\nproperty int a").replace(b"end_header\n",
                b"end_header\n0\n"), cube("1 of the element 'edge'"))})
        self.refused("ply", [
            (ply(index="float"), "has faces without a list .*"),
            (text[:-20], "cannot be read as PLY: element 'face': row 4: early end-of-file"),
            (text + b"4 0 1 2 3\n", ".*: 1 lines follow what its header .*"),
            (raw[:-5], "cannot be read as PLY: .*early end-of-file"),
            (raw + b"abc", ".*: 3 bytes follow what its header .*"),
            (text.replace(b"1 0 0\n", b"1 x 0\n", 1),
                "cannot be read as PLY: element 'vertex': row 1: .*"),
            (text.replace(b"1 0 0\n", b"1 nan 0\n", 1),
                "cells of type quad have points whose coordinates are not finite numbers"),
            (text.replace(b"4 0 3 2 1", b"4 0 3 2 8"),
                "cells of type quad refer to points that are not there"),
            (text.replace(b"4 0 3 2 1", b"5 0 3 2 1 4"), "holds 1 cells of type polygon, .*"),
            (text.replace(b"vertex_index", b"other"), "has faces without .*"),
            (text.replace(b"vertex 8", b"vertex 99999999999999"), ".*")])

    def test_stl(self):
        whole = "solid cube\n" + facets(TRIANGLES) + "endsolid cube\n"
        parts = ["solid hull\n" + facets(TRIANGLES[:10]) + "endsolid hull\n", "solid top\n"
            + facets(TRIANGLES[10:]) + "endsolid top\n"]
        names = ["panel region hull, 10 panels", "panel region top, 2 panels"]
        self.check("stl", {
            **forms(whole, "", cube(count=12), "plain", "crlf", "utf8 mark"),
            "capitals": (whole.upper(), cube(count=12)),
            "latin1": (whole.replace("cube", "gr\xf6\xdfe").encode("latin-1"), cube(count=12)),
            "blank lines": ("\n\n" + whole.replace("\n", "\n\n"), cube(count=12)),
            "solids": ("".join(parts), cube(count=12, says=names)),
            "no loops": ("solid\n" + facets(TRIANGLES, "", "") + "endsolid\n", cube(count=12)),
            "no end": (whole.replace("endsolid cube\n", ""),
                cube("what follows the last line: endsolid is missing", count=12)),
            "binary": (binary(), cube(count=12)),
            "binary solid": (binary(b"solid cube"), cube(count=12)),
            "binary facet": (binary(b"solid x\nfacet"), cube(count=12))})
        self.refused("stl", [
            (binary(count=13), ".* its count of triangles, 13, is not that of its 684 bytes"),
            (binary(count=11), ".* its count of triangles, 11, .*"),
            (binary(b"solid x")[:-20], ".* its count of triangles, 12, .*"),
            (whole[:700], "line 10: .*|line \\d+: .*"),
            (whole.replace("1.000000e+00", "nan", 1), "line \\d+: 'nan' is not a number"),
            (whole.replace("vertex 0.000000e+00 0.000000e+00 0.000000e+00\n", "", 1),
                "line 6: 'endloop' where vertex should be"),
            (whole.replace(" 0.000000e+00\n", "\n", 1), "line 4: a vertex of 2 coordinates"),
            (whole.replace("1.000000e+00", "1e999", 1), "line \\d+: '1e999' is not a number"),
            ("solid a\nendsolid a\n", "holds neither .*")])

    def test_obj(self):
        points = "".join("v {} {} {}\n".format(*x) for x in CUBE)
        rows = ["f " + " ".join(f"{i + 1}{{0}}" for i in row) + "\n" for row in QUADS]
        plain = points + "".join(rows).format("")
        self.check("obj", {
            **forms(plain, "#", cube(), "plain", "crlf", "latin1"),
            "triangles": (points + "".join("f {} {} {}\n".format(*(i
                + 1 for i in row)) for row in TRIANGLES), cube(count=12)),
            "texture": (points + "vt 0 0\n" + "".join(rows).format("/1"), cube()),
            "normals": (points + "vn 0 0 1\n" + "".join(rows).format("//1"), cube()),
            "both": (points + "".join(rows).format("/1/1"), cube()),
            "negative": (points + "".join("f " + " ".join(str(i - 8) for i in row) + "\n"
                for row in QUADS), cube()),
            "colours": (plain.replace("v 1 0 0\n", "v 1 0 0 .5 .5 .5\n"), cube()),
            "panels first": ("".join(rows).format("") + points, cube()),
            "continued": (plain.replace("f 1 4", "f 1 \\\n 4"), cube()),
            "groups": (points + "o x\ng hull\n" + "".join(rows[:5]).format("") + "g top lid\n"
                + rows[5].format(""), cube(says=["panel region hull, 5 panels",
                "panel region top lid, 1 panels"])),
            "materials": (points + "g hull\nusemtl a\n" + "".join(rows[:5]).format("")
                + "usemtl b\n" + rows[5].format(""), cube("2 names by usemtl")),
            "lines": (plain + "l 1 2\nl 2 3\np 1\n", cube("2 statements 'l', 1 statements 'p'")),
            "call": (plain + "call x.obj\n", cube("1 statements 'call'")),
            "panel twice": (plain + rows[0].format(""),
                cube("1 cells of type quad with the nodes of another"))})
        self.refused("obj", [
            (points + "f 1 2 3 4 5\n", "line 9: a polygon of 5 corners; .*"),
            (points + "f 1 2\n", "line 9: a polygon of 2 corners; .*"),
            (points + "f 0 1 2\n", "line 9: a panel of points that are not there"),
            (points + "f 1 2 9\n", "line 9: a panel of points .*"),
            (points + "f -9 1 2\n", "line 9: a panel of points that .*"),
            (points + "f 1 \\\n2 x\n", "line 9: 'x' is not a whole number"),
            (points + "v nan 0 0\n", "line 9: 'nan' is not a number"),
            ("v 1 2\n", "line 1: a point of 2 numbers")])


class Neither(FilesTest):
    def test_nothing_and_noise_are_refused(self):
        for ending, empty, noise in (("bdf", "is empty", "is no text: .*"), ("inp", "is empty",
                "is no text: .*"), ("msh", *2 * ["does not begin with .*"]), ("vtk", "is empty",
                "cannot be read as VTK: .*"), ("vtu", "is empty", "line 1: the XML is damaged"),
                ("ply", *2 * ["does not begin with 'ply' .*"]), ("stl", ".* it is empty",
                "cannot be read as STL: .*"), ("obj", "is empty", "is no text: .*")):
            if "." + ending not in MISSING:
                self.refused(ending, [("", empty), (bytes(range(256)), noise)])


class Written(FilesTest):
    def run_script(self, *arguments, around=(), **how):
        return subprocess.run([*around, SCRIPT, *arguments], cwd=self.folder, text=True,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how})

    def two_regions(self):
        rows = ["f {} {} {} {}\n".format(*(i + 1 for i in row)) for row in QUADS]
        return self.write("".join("v {} {} {}\n".format(*x) for x in CUBE) + "g body\n"
            + "".join(rows[:5]) + "g top\n" + rows[5], "a.obj")

    @mounts
    def test_a_full_disk_leaves_no_file(self):
        path, written = self.two_regions(), 0
        for size in (4, 16):  # kB
            ended = self.run_script(path, "disk/mesh.h5",
                around=with_small_disk("disk", f"{size}k", "ls -A disk >listed"))
            left = (self.folder / "listed").read_text()
            if ended.returncode == 0:
                written += 1
                assert (ended.stderr, left) == ("", "mesh.h5\n")
            else:
                assert (ended.returncode, ended.stdout, ended.stderr, left) == (1, "",
                    "meshes/import: disk/mesh.h5: No space left on device\n", "")
        assert written == 1, "one of the sizes has room"

    def test_a_file_that_is_not_what_was_written_gets_no_name(self):
        path, out, loads = self.two_regions(), self.folder / "mesh.h5", pathlib.Path.read_bytes
        for name in ("surface/panels", "surface/regions", "surface/points"):

            def damaged(file, name=name):
                if not file.name.startswith(".mesh.h5"):
                    return loads(file)
                with h5py.File(file, "a") as opened:
                    values = opened[name][:]
                    values[-1] = values[0]
                    opened[name][:] = values
                return loads(file)
            with unittest.mock.patch.object(pathlib.Path, "read_bytes", damaged):
                assert script.outcome([str(path), str(out)]) == (1,
                    f"meshes/import: {out}: {name} is not read again as it was written")
            assert list(self.folder.iterdir()) == [path]

    def test_names_that_standard_output_cannot_hold(self):
        self.write(self.two_regions().read_text().replace("top", "gr\xf6\xdfe"), "b.obj")
        ended = self.run_script("b.obj", "mesh.h5", env={**os.environ, "PYTHONIOENCODING": "ascii"})
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "panel region     gr\\xf6\\xdfe, 1 panels\n" in ended.stdout

    def test_a_full_standard_output_is_told_in_one_line(self):
        with open("/dev/full", "w") as full:
            ended = self.run_script(self.two_regions(), "mesh.h5", stdout=full)
        assert (ended.returncode, ended.stderr) == (1,
            "meshes/import: standard output: No space left on device\n")
