"""`meshes/import` makes of every format the same mesh, to the last node, and `solve` takes it: two
commands."""
import importlib.machinery
import importlib.util
import itertools
import os
import pathlib
import shutil
import subprocess
import sys

import h5py
import meshio
import numpy

import program

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "meshes" / "import"
LOADER = importlib.machinery.SourceFileLoader("mesh_import_script", str(SCRIPT))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(script)
# What pip installs, and may not have where there is no network.
MISSING = [ending for ending, name in ((".bdf", "pyNastran"), (".ply", "plyfile"))
    if importlib.util.find_spec(name) is None]
WHY = "pyNastran and plyfile are not installed: cmake/install-dependencies --tests"

# Corners of the two unit bricks of a box of 2 x 1 x 1, and how others are cut out of the first.
BRICK = numpy.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1],
    [0, 1, 1]], float)
TETRAHEDRA = [[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]]
WEDGES = [[0, 1, 2, 4, 5, 6], [0, 2, 3, 4, 6, 7]]
CUTS = {"hexahedron20": [range(8)], "tetra10": TETRAHEDRA, "wedge15": WEDGES}
SIDE = [0, 3, 7, 4]  # at x = 0; at x = 1 seen from inside as well

# Between which corners the mid-side nodes lie, in their order, as the manual of each format says.
VTK = {"hexahedron20": "01 12 23 30 45 56 67 74 04 15 26 37", "tetra10": "01 12 20 03 13 23",
    "wedge15": "01 12 20 34 45 53 03 14 25", "quad8": "01 12 23 30", "triangle6": "01 12 20",
    "line3": "01"}
GMSH = {**VTK, "hexahedron20": "01 03 04 12 15 23 26 37 45 47 56 67",
    "tetra10": "01 12 20 03 23 13", "wedge15": "01 02 03 12 14 25 34 35 45"}
NASTRAN = {**VTK, "hexahedron20": "01 12 23 30 04 15 26 37 45 56 67 74",
    "wedge15": "01 12 20 03 14 25 34 45 53"}
OURS = {"hexahedron20": "hex20", "tetra10": "tet10", "wedge15": "wedge15"}
GMSH_TYPES = {"line3": 8, "triangle6": 9, "tetra10": 11, "quad8": 16, "hexahedron20": 17,
    "wedge15": 18, "hexahedron27": 12, "wedge18": 13}
VTK_TYPES = {"triangle": 5, "quad": 9, "tetra10": 24, "hexahedron20": 25, "wedge15": 26}
ABAQUS_TYPES = {"hexahedron20": "C3D20R", "tetra10": "C3D10", "wedge15": "C3D15"}
NASTRAN_TYPES = {"hexahedron20": "CHEXA", "tetra10": "CTETRA", "wedge15": "CPENTA"}

RIGID = """
[geometry]
mesh = "mesh.h5"
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
%s
amplitude = 1.0
[frequency]
hz = [20.0]
"""
ELASTIC = """[[material]]
regions = %s
young = 2.0e11
poisson = 0.3
density = 7800.0
loss_factor = 0.05
[structure]
free = %s
""" + RIGID
WAVE = 'kind = "plane_wave"\ndirection = [1.0, 0.0, 0.0]'


class Points:
    """Points that are one where they are at the same place."""

    def __init__(self):
        self.positions, self.number = [], {}

    def at(self, position):
        key = tuple(numpy.round(position, 9) + 0.0)
        if key not in self.number:
            self.number[key] = len(self.positions)
            self.positions.append(position)
        return self.number[key]

    def cell(self, corners, between):
        """Numbers of the nodes at the corners and at the middle of the edges."""
        corners = numpy.asarray(corners, float)
        middles = [(corners[int(a)] + corners[int(b)]) / 2 for a, b in between.split()]
        return [self.at(position) for position in (*corners, *middles)]


def box(kind, order):
    """The box of two unit bricks cut into elements: points, and for each part its cells (type,
    rows)."""
    points = Points()
    parts = {name: (kind, [points.cell((BRICK + shift)[list(cut)], order[kind])
        for cut in CUTS[kind]]) for name, shift in (("steel", [0, 0, 0]), ("rubber", [1, 0, 0]))}
    return points, parts


def joined(parts):
    """The cells of all parts."""
    return sum((rows for _, rows in parts.values()), [])


def add_sets(points, parts, order):
    """The sides x = 0 and x = 2 and an edge of the first, for elements with quadrilaterals
    there."""
    parts["hold"] = ("quad8", [points.cell(BRICK[SIDE], order["quad8"])])
    parts["load"] = ("quad8", [points.cell((BRICK + [2, 0, 0])[SIDE[::-1]], order["quad8"])])
    parts["edge"] = ("line3", [points.cell(BRICK[[0, 4]], order["line3"])])


DIMENSION = {"line3": 1, "quad8": 2, **dict.fromkeys((*CUTS, "hexahedron27", "wedge18"), 3)}


def lines(*parts):
    return "\n".join(" ".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part)
        for part in parts) + "\n"


def named(parts):
    """Dimension, number and name of each group; 9 is a group of all solid elements."""
    groups = [(DIMENSION[kind], i + 1, name) for i,
        (name, (kind, _)) in enumerate(parts.items())] + [(3, 9, "all")]
    return lines("$PhysicalNames", len(groups), *[f'{d} {tag} "{name}"' for d, tag, name in groups],
        "$EndPhysicalNames")


def gmsh22_of(points, elements, names=""):
    return ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + names + lines("$Nodes", len(points),
        *[[i, *x] for i, x in enumerate(points, 1)], "$EndNodes", "$Elements", len(elements),
        *[[i, *element] for i, element in enumerate(elements, 1)], "$EndElements"))


def gmsh22(points, parts):
    elements = []
    for i, (kind, rows) in enumerate(parts.values()):
        # Gmsh writes an element once for each of its groups
        for tag in (i + 1, *((9,) if DIMENSION[kind] == 3 else ())):
            elements += [[GMSH_TYPES[kind], 2, tag, i + 1, *[n + 1 for n in row]] for row in rows]
    return gmsh22_of(points, elements, named(parts))


def gmsh41(points, parts):
    entities, blocks, count = [[], [], [], []], [], 0
    for i, (kind, rows) in enumerate(parts.values()):
        d = DIMENSION[kind]
        tags = [i + 1, 9] if d == 3 else [-(i + 1)]  # of an entity whose direction its group turns
        entities[d].append([i + 1, 0, 0, 0, 2, 1, 1, len(tags), *tags, 0])
        blocks.append([d, i + 1, GMSH_TYPES[kind], len(rows)])
        for row in rows:
            count += 1
            blocks.append([count, *[n + 1 for n in row]])
    n = len(points)
    return ("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + named(parts) + lines("$Entities",
        [len(e) for e in entities], *itertools.chain(*entities), "$EndEntities") + lines("$Nodes",
        [1, n, 1, n], [3, 1, 0, n], *range(1, n + 1), *map(list, points), "$EndNodes")
        + lines("$Elements", [len(parts), count, 1, count], *blocks, "$EndElements"))


def abaqus(points, parts):
    nodes = [", ".join(map(str, [i + 10, *x])) for i, x in enumerate(points)]
    text, number = lines("*HEADING", "a box", "*NODE, NSET=everything", *nodes), 0
    for name, (kind, rows) in parts.items():
        text += f"*Element, type={ABAQUS_TYPES[kind]}, elset={name}\n"
        for row in rows:
            number += 1
            words = [str(n) for n in (number, *[n + 10 for n in row])]
            text += ", ".join(words[:16]) + (",\n" + ", ".join(words[16:]) if len(words) > 16
                else "") + "\n"
    return text + lines("*ELSET, ELSET=all, GENERATE", f"1, {number}, 1",
        "*SOLID SECTION, ELSET=STEEL, MATERIAL=a", "1.,",
        "*SOLID SECTION, ELSET=rubber, MATERIAL=b")


def nastran(points, parts):
    text = lines("BEGIN BULK", *[",".join(map(str, ["GRID", i + 1, "", *x])) for i,
        x in enumerate(points)])
    number = 0
    for i, (kind, rows) in enumerate(parts.values()):
        for row in rows:
            number += 1
            nodes = [n + 1 for n in row]
            for head, words in ((f"{NASTRAN_TYPES[kind]},{number},{i + 1}", nodes[:6]),
                    ("+", nodes[6:14]), ("+", nodes[14:])):
                text += ",".join([head, *map(str, words)]) + "\n" if words else ""
    return text + "ENDDATA\n"


def included(points, parts):
    """Bulk data alone, as Gmsh writes it."""
    return nastran(points, parts).replace("BEGIN BULK\n", "").replace("ENDDATA\n", "")


def vtk(points, cells, data=""):
    """A grid of the oldest version; `cells`: (name or number of the type, nodes)."""
    return ("# vtk DataFile Version 3.0\na box\nASCII\nDATASET UNSTRUCTURED_GRID\n"
        + lines(f"POINTS {len(points)} double", *map(list, points),
        f"CELLS {len(cells)} {sum(1 + len(nodes) for _, nodes in cells)}", *[[len(nodes), *nodes]
        for _, nodes in cells], f"CELL_TYPES {len(cells)}", *[VTK_TYPES.get(kind, kind) for kind, _
        in cells]) + data)


def cell_data(values):
    return lines(f"CELL_DATA {len(values)}", "SCALARS part int 1", "LOOKUP_TABLE default", *values)


def stl(triangles, name=""):
    return lines(f"solid {name}", *["facet normal 0 0 0\nouter loop\n" + lines(*[["vertex", *x]
        for x in corners]) + "endloop\nendfacet" for corners in triangles], f"endsolid {name}")


# The outward faces of the unit cube, and triangles of them; +z comes last.
FACES = numpy.array([[0, 3, 2, 1], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [0, 4, 7, 3],
    [4, 5, 6, 7]], numpy.int32)
TRIANGLES = FACES[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)


def enclosed(points, panels):
    """The volume of a closed surface."""
    triangles = [row[[0, i, i + 1]] for row in panels for i in range(1, sum(row >= 0) - 1)]
    return sum(numpy.linalg.det(points[triangle]) for triangle in triangles) / 6


class ImportTest(program.ProgramTest):
    def imported(self, name, text=None, *options):
        """What is printed about the mesh of a file of this text; mesh.h5 holds the mesh."""
        if name.endswith(tuple(MISSING)):
            self.skipTest(WHY)
        if text is not None:
            (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        status, said = script.outcome([str(self.folder / name), str(self.folder / "mesh.h5"),
            *options])
        assert status == 0, said
        return said.splitlines()

    def inspected(self, name="mesh.h5"):
        out = self.printed("mesh", "inspect", name)
        return {line[:17].strip(): line[17:] for line in out.splitlines()}

    def digest(self, case):
        (point,) = self.solve(self.write(case))["frequencies"]
        return point["solution_digest"]


class Solids(ImportTest):
    def check(self, kind, names):
        """The elements of mesh.h5 are those of the box, node by node."""
        points, parts = box(kind, VTK)
        expected = numpy.array(points.positions)[joined(parts)]
        with h5py.File(self.folder / "mesh.h5") as file:
            assert list(file["elements"]) == [OURS[kind], OURS[kind] + "_region"]
            found = file["points"][:][file["elements"][OURS[kind]][:]]
            numpy.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
            regions = list(file["regions"].asstr())
            assert [regions[i] for i in file["elements"][OURS[kind]
                + "_region"]] == numpy.repeat(names, len(found) // 2).tolist()

    def test_every_format_gives_the_same_nodes_in_the_same_order(self):
        for kind in CUTS:
            texts = {}
            for name, order, text, names in (("2.msh", GMSH, gmsh22, ["steel", "rubber"]),
                    ("4.msh", GMSH, gmsh41, ["steel", "rubber"]), ("a.inp", VTK, abaqus,
                    ["steel", "rubber"]), ("a.bdf", NASTRAN, nastran, ["property 1", "property 2"]),
                    ("b.bdf", NASTRAN, included, ["property 1", "property 2"])):
                points, parts = box(kind, order)
                texts[name] = (text(points.positions, parts), names)
            points, parts = box(kind, VTK)
            rows = joined(parts)
            part = numpy.repeat([3, 7], len(rows) // 2)
            texts["a.vtk"] = (vtk(points.positions, [(kind, row) for row in rows], cell_data(part)),
                ["part 3", "part 7"])
            meshio.Mesh(points.positions, {kind: rows},
                cell_data={"part": [part]}).write(self.folder / "a.vtu")
            texts["a.vtu"] = (None, ["part 3", "part 7"])
            for name, (text, names) in texts.items():
                self.imported(name, text, *(["--regions", "part"] if name[1:3] == ".v" else []))
                self.check(kind, names)
            assert self.inspected()["area, volume"] == "10 m^2, 2 m^3"

    def test_nodes_amid_faces_are_left_out(self):
        for kind, larger, more in (("hexahedron20", "hexahedron27", 7), ("wedge15", "wedge18", 3)):
            points, parts = box(kind, GMSH)
            parts = {name: (larger, [row + [points.at([9, 9, n]) for n in range(more)]
                for row in rows]) for name, (_, rows) in parts.items()}
            out = self.imported("box.msh", gmsh22(points.positions, parts))
            assert (f"left out         the nodes amid faces and elements of "
                f"{2 * len(CUTS[kind])} {larger}" in out)
            self.check(kind, ["steel", "rubber"])

    def test_physical_groups_are_regions_node_sets_and_face_sets_that_a_case_uses(self):
        points, parts = box("hexahedron20", GMSH)
        add_sets(points, parts, GMSH)
        case = ELASTIC % ('["steel", "rubber"]', "false", 'kind = "pressure"\nfaces = "load"')
        case += '[[support]]\nnodes = "hold"\nfix = ["x", "y", "z"]\n'
        # The same mesh by hand.
        ordered, by_hand = box("hexahedron20", VTK)
        place = [points.at(x) for x in ordered.positions]
        with h5py.File(self.folder / "mesh.h5", "w") as file:
            file["points"] = points.positions
            file["elements/hex20"] = numpy.array(place)[joined(by_hand)]
            file["elements/hex20_region"] = [0, 1]
            file["regions"] = ["steel", "rubber"]
            file["node_sets/hold"] = sorted(parts["hold"][1][0])
            file["face_sets/load"] = [[1, 1]]
        digests = {self.digest(case)}
        for text in (gmsh22(points.positions, parts), gmsh41(points.positions, parts)):
            out = self.imported("box.msh", text)
            for line in ("region           steel, 1 elements",
                    "region           rubber, 1 elements", "node set         hold, 8 nodes",
                    "node set         edge, 3 nodes", "face set         load, 1 faces",
                    "face set         hold, 1 faces"):
                assert line in out
            digests.add(self.digest(case))
        assert (len(digests)
            == 1), "the mesh by hand and those of Gmsh 2.2 and 4.1 have different solutions"

    def test_a_surface_between_two_elements_belongs_to_the_one_its_normal_leaves(self):
        for corners, expected in ((SIDE, [0, 1]), (SIDE[::-1], [1, 0])):  # the normal is +x, -x
            points, parts = box("hexahedron20", GMSH)
            parts["joint"] = ("quad8", [points.cell((BRICK + [1, 0, 0])[corners], GMSH["quad8"])])
            self.imported("box.msh", gmsh22(points.positions, parts))
            with h5py.File(self.folder / "mesh.h5") as file:
                assert file["face_sets/joint"][:].tolist() == [expected]

    def test_sets_and_surfaces_of_abaqus(self):
        points, parts = box("hexahedron20", VTK)
        text = abaqus(points.positions, parts)
        text += "*NSET, NSET=ends\n10, 11,\n12\n*ELSET, ELSET=right\nrubber,\n"
        text += "".join(f"*SURFACE, NAME=s{i}, TYPE=ELEMENT\nRIGHT, S{i}\n" for i in range(1, 7))
        self.imported("box.inp", text, "--unit", "mm")
        with h5py.File(self.folder / "mesh.h5") as file:
            assert {name: faces[:].tolist() for name, faces
                in file["face_sets"].items()} == {f"s{i}": [[1, face]] for i, face in enumerate([4,
                5, 2, 1, 3, 0], 1)}
            assert file["node_sets/ends"][:].tolist() == [0, 1, 2]
            assert len(file["node_sets/everything"]) == len(points.positions)
        assert self.inspected()["size"] == "0.002 x 0.001 x 0.001 m"

    def test_a_grid_of_vtk_is_solved(self):
        points, parts = box("hexahedron20", VTK)
        meshio.Mesh(points.positions, {"hexahedron20": joined(parts)}).write(self.folder
            / "box.vtu")
        assert "region           solid, 2 elements" in self.imported("box.vtu")
        self.digest(ELASTIC % ('["solid"]', "true", WAVE))


class Surfaces(ImportTest):
    def check(self, regions, panels=12, between=0):
        """mesh.h5 is the unit cube, with nodes between the vertices; its region of the top is the
        last."""
        with h5py.File(self.folder / "mesh.h5") as file:
            points, rows = file["surface/points"][:], file["surface/panels"][:]
            # without the nodes between the vertices
            rows = rows[:, :3 if rows.shape[1] == 6 else 4]
            names = file["surface/regions"].asstr()[:].tolist()
            of = [names[i] for i in file["surface/region"]]
        assert (len(numpy.unique(rows[rows >= 0])), len(points), len(rows)) == (8, 8 + between,
            panels)
        top = [name for row, name in zip(rows, of) if numpy.all(points[row[row >= 0], 2] == 1)]
        assert (set(of), set(top)) == (set(regions), {regions[-1]})
        self.assert_close(enclosed(points, rows), 1, 1e-12)

    def test_every_format_gives_the_cube(self):
        cube = BRICK[TRIANGLES]
        for name in ("a.ply", "a.vtk", "a.vtu"):
            meshio.Mesh(BRICK, {"triangle": TRIANGLES[:10], "quad": FACES[5:]}).write(self.folder
                / name)
        obj = lines(*[["v", *x] for x in BRICK], "o cube", "usemtl hull",
            *[["f", *[f"{c + 1}/1/1" for c in t]] for t in TRIANGLES[:10]], "usemtl piston",
            *[["f", *[c - 8 for c in t]] for t in TRIANGLES[10:]])
        points = Points()
        rows = [points.cell(corners, GMSH["triangle6"]) for corners in cube]
        gmsh = gmsh22_of(points.positions, [[9, 2, 4 + (i >= 10), 1, *[n + 1 for n in row]]
            for i, row in enumerate(rows)])
        for name, text, regions, panels in (
            ("two.stl", stl(cube[:10], "hull") + stl(cube[10:], "piston"), ["hull", "piston"], 12),
            ("a.obj", obj, ["hull", "piston"], 12), ("a.msh", gmsh, ["surface 4", "surface 5"], 12),
            *((name, None, ["wet"], 11) for name in ("a.ply", "a.vtk", "a.vtu"))):
            self.imported(name, text)
            self.check(regions, panels, between=18 if name == "a.msh" else 0)
        assert self.inspected()["area, volume"] == "6 m^2, 1 m^3"

    def test_curved_panels_pulsate_like_the_sphere_that_they_form(self):
        """A unit sphere of five quadrilaterals of nine nodes and two triangles of six. Flat panels
        would give 0.4 of its power."""
        points, elements = Points(), []
        for number, face in enumerate(2 * BRICK[FACES] - 1):
            for kind, corners in ((10, face),) if number else ((9, face[:3]), (9, face[[0, 2, 3]])):
                nodes = [*corners, *(corners + numpy.roll(corners, -1, axis=0)) / 2,
                    *([corners.mean(axis=0)] if kind == 10 else [])]
                elements.append([kind, 2, 1, 1, *[points.at(x / numpy.linalg.norm(x)) + 1
                    for x in nodes]])
        assert ("panels           7, 7 with nodes between their vertices"
            in self.imported("sphere.msh", gmsh22_of(points.positions, elements)))
        case = RIGID % 'kind = "velocity"' + "[formulation]\norder = 2\n"
        (point,) = self.solve(self.write(case))["frequencies"]
        k = 2 * numpy.pi * 20 / 1500
        self.assert_close(point["radiated_power_w"],
            2 * numpy.pi * 1000 * 1500 * k**2 / (1 + k**2), 0.05)

    def test_an_stl_scatters_a_wave(self):
        self.imported("cube.stl", stl(BRICK[TRIANGLES]))
        (point,) = self.solve(self.write(RIGID % WAVE))["frequencies"]
        assert point["far_field_power_w"] > 0

    def test_a_piston_of_an_obj_radiates_as_a_monopole_of_its_volume_velocity(self):
        self.imported("cube.obj", lines(*[["v", *(100 * x)] for x in BRICK], "g hull",
            *[["f", *(t + 1)] for t in TRIANGLES[:10]], "g piston",
            *[["f", *(t + 1)] for t in TRIANGLES[10:]]), "--unit", "mm")
        case = RIGID % 'kind = "velocity"\npanels = "piston"'
        (point,) = self.solve(self.write(case))["frequencies"]
        k, flow = 2 * numpy.pi * 20 / 1500, 0.01  # 1/m, m^3/s
        self.assert_close(point["radiated_power_w"], 1000 * 1500 * k**2 * flow**2 / (8 * numpy.pi),
            0.01)

    def test_repair_is_that_of_the_program(self):
        programs = self.folder / "bin"
        programs.mkdir()
        shutil.copy(SCRIPT, programs / "minifebem-import")
        os.symlink(program.PROGRAM, programs / "minifebem")
        loose = BRICK[TRIANGLES] + 1e-4 * numpy.sin(numpy.arange(108)).reshape(-1, 3, 3)
        loose[3] = loose[3, ::-1]
        self.write(stl(loose), "loose.stl")
        self.write(stl(loose[:10]), "open.stl")

        def run(name, *options):
            return subprocess.run([sys.executable, programs / "minifebem-import", name, "mesh.h5",
                "--repair", *options], cwd=self.folder, capture_output=True, text=True)

        ended = run("open.stl")
        assert ended.returncode == 2
        self.assertRegex(ended.stderr,
            r"^minifebem-import: open.stl: surface: it cannot be closed: .*--tolerance\)\n$")
        assert list(self.folder.glob("*mesh.h5*")) + list(self.folder.glob(".mesh*")) == []
        ended = run("loose.stl", "--tolerance", "2 mm")
        assert (ended.returncode, ended.stderr) == (0, "")
        assert "panels turned    1\n" in ended.stdout
        assert "12, closed and outward" in self.inspected()["panels"]


class Refusals(ImportTest):
    def refused(self, pattern, name, text=None, *options, out="mesh.h5"):
        if name.endswith(tuple(MISSING)):
            self.skipTest(WHY)
        if text is not None:
            self.write(text, name)
        before = set(self.folder.iterdir())
        status, said = script.outcome([str(self.folder / name), str(self.folder / out), *options])
        assert status == 2, said
        self.assertRegex(said, f"^meshes/import: .*{pattern}.*$")
        assert "\n" not in said
        assert set(self.folder.iterdir()) == before, "something is written"

    def refused_each(self, *cases):
        for case in cases:
            self.refused(*case)

    def test_files_of_other_formats(self):
        meshio.Mesh(BRICK, {"quad": FACES}).write(self.folder / "a.xdmf")
        self.refused_each(("a.xdmf: is not read here: .*meshio convert", "a.xdmf"),
            ("a.h5: is not read here: a mesh file", "a.h5"), ("hull.step: .*Gmsh.*docs/import.md",
            "hull.step", ""), ("ending of no format .* .msh", "hull.foo", ""),
            ("nowhere.stl: No such file", "nowhere.stl"), ("\\$MeshFormat.*file_format",
            "fluent.msh", "(1 \"meshio\")\n"))

    def test_options_that_do_not_fit(self):
        cube = stl(BRICK[TRIANGLES])
        self.refused("must end in .h5", "a.stl", cube, out="mesh.stl")
        self.refused_each(("--tolerance goes with --repair", "a.stl", cube, "--tolerance", "1 mm"),
            ("--unit.*parsec", "a.stl", cube, "--unit", "parsec"), ("--regions is for", "a.stl",
            cube, "--regions", "part"))

    def test_what_a_mesh_file_cannot_hold(self):
        points, parts = box("hexahedron20", VTK)
        text = abaqus(points.positions, parts)
        meshio.Mesh(BRICK, {"tetra": TETRAHEDRA}).write(self.folder / "a.vtu")
        two = (self.folder / "a.vtu").read_text().replace("</UnstructuredGrid>",
            "<Piece/></UnstructuredGrid>")
        self.refused_each(("tetra, .*ElementOrder = 2", "a.vtu"), ("no cell data 'part'", "a.vtu",
            None, "--regions", "part"), ("several pieces", "two.vtu", two),
            ("solid elements: --repair is for surfaces", "box.inp", text, "--repair"),
            ("2 of 2 hex20 have a mid-side node", "wrong.msh", gmsh22(points.positions, parts)),
            ("type C3D27", "new.inp", "*NODE\n1, 0, 0, 0\n*ELEMENT, TYPE=C3D27\n1, 1\n"),
            ("several parts", "two.inp",
            "*PART, NAME=a\n*NODE\n1, 0, 0, 0\n*END PART\n*PART, NAME=b\n*NODE\n1, 0, 0, 0\n"))

    def test_regions_that_overlap(self):
        points, parts = box("hexahedron20", VTK)
        parts["third"] = ("hexahedron20", [points.cell(BRICK + [2, 0, 0], VTK["hexahedron20"])])
        elements = abaqus(points.positions, parts).split("*ELSET")[0]
        self.imported("box.inp", elements + "*ELSET, ELSET=two\n2, 3\n")
        with h5py.File(self.folder / "mesh.h5") as file:
            assert set(file["regions"].asstr()) == {"steel", "rubber", "third"}
        (self.folder / "mesh.h5").unlink()
        self.refused("group 'two' shares some of its cells", "box.inp", elements
            + "*ELSET, ELSET=one\n1, 2\n*ELSET, ELSET=two\n2, 3\n")

    def test_help_teaches(self):
        ended = subprocess.run([sys.executable, SCRIPT, "--help"], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        for text in (".msh", "--unit", "examples:", "meshes/import hull.stl hull.h5 --unit mm",
                "minifebem mesh inspect", "docs/import.md"):
            assert text in ended.stdout

    def test_a_folder_that_is_not_there(self):
        self.write(stl(BRICK[TRIANGLES]), "a.stl")
        out = self.folder / "nowhere" / "mesh.h5"
        assert script.outcome([str(self.folder / "a.stl"), str(out)]) == (1,
            f"meshes/import: {out}: No such file or directory")
