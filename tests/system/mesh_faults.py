"""What is wrong with a mesh file is named where it is: an element, not the surface that follows
from it; a library, not the data set. tests/fem and tests/meshes have each fault by itself."""
import os
import re
import shlex
import subprocess
import sys

import h5py
import numpy

from faults import mounts, with_small_disk
from mesh_files import CORNERS, FACES, RIGID, MeshFilesTest
from program import preload

ELASTIC = """
[geometry]
mesh = "%s"
[[material]]
name = "al"
young = 70e9
poisson = 0.33
density = 2700.0
regions = ["al"]
[[support]]
nodes = "bottom"
fix = ["x", "y", "z"]
[structure]
free = false
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "pressure"
faces = "top"
amplitude = 1.0
[frequency]
hz = [100.0]
"""

# The nodes of a brick in VTK order, in half edges from its first; and of one that is inside out.
BRICK = numpy.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [0, 0, 2], [2, 0, 2], [2, 2, 2],
    [0, 2, 2], [1, 0, 0], [2, 1, 0], [1, 2, 0], [0, 1, 0], [1, 0, 2], [2, 1, 2], [1, 2, 2],
    [0, 1, 2], [0, 0, 1], [2, 0, 1], [2, 2, 1], [0, 2, 1]])
UPSIDE_DOWN = [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 16, 17, 18, 19]


class FaultsTest(MeshFilesTest):
    def refused_by_all(self, mesh, text, words):
        """By `mesh inspect` of the mesh file and of the case that names it, and by `solve`."""
        case = self.write(text % mesh.name)
        for ranks, *command in ((2, "mesh", "inspect", mesh), (1, "mesh", "inspect", case),
                (2, "solve", case, "--out", "out")):
            self.assertRegex(self.refusal(*command, ranks=ranks), words)
            assert not (self.folder / "out").exists(), "something is written"


class Elements(FaultsTest):
    """A cube of 2 x 2 x 2 bricks of 20 nodes in a file without a surface."""
    ONE = (r"cube\.h5': 1 of 8 elements has mid-side nodes off its edges, so that the Jacobian is "
        r"not positive everywhere: ")

    def cube(self, change=None):
        """`change`: makes another mesh of the points and the bricks."""
        numbers, bricks = {}, []
        for first in numpy.ndindex(2, 2, 2):
            bricks.append([numbers.setdefault(tuple(2 * numpy.array(first) + node), len(numbers))
                for node in BRICK])
        points, bricks = numpy.array(list(numbers)) / 4, numpy.array(bricks)
        bottom, top = numpy.flatnonzero(points[:, 2] == 0), [[e, 5] for e in range(1, 8, 2)]
        if change:
            change(points, bricks)
        with h5py.File(self.folder / "cube.h5", "w") as file:
            file["points"], file["elements/hex20"], file[
                "elements/hex20_region"] = points, bricks, numpy.zeros(8, dtype=int)
            file.create_dataset("regions", data=["al"], dtype=h5py.string_dtype())
            file["node_sets/bottom"], file["face_sets/top"] = bottom, top
        return self.folder / "cube.h5"

    def test_a_sound_cube_is_solved(self):
        cube = self.cube()
        case = self.write(ELASTIC % "cube.h5")
        for target in (cube, case):
            assert "closed and outward" in self.printed("mesh inspect", target)
        assert self.run_program("solve", case, "--out out").status == 0

    def test_every_fault_is_told_and_counted(self):
        def change(points, bricks):
            bricks[0, [8, 9]] = bricks[0, [9, 8]]
            bricks[1] = bricks[1, UPSIDE_DOWN]
            points[bricks[7, 6]] = 0.55  # a corner, nearly as far as the opposite one
            points[bricks[4, 1]] = 0.3, 0.15, 0.15
        self.refused_by_all(self.cube(change), ELASTIC, self.ONE
            + r"element 0: .*; element 1 is inside out \(1 of 8 elements\); 2 of 8 " r"elements "
            r"are inverted or too distorted \(the Jacobian is not positive everywhere\): 4, 7$")

    def test_inspect_makes_the_checks_of_the_case(self):
        self.cube()
        for change, words in ((("bottom", "botom"),
                r"case\.toml:\d+: key 'support\.nodes': unknown node set 'botom'"),
                (("hz = [100.0]", "hz = [9000.0]"), r"refine the mesh or stay below"),
                (('"top"', '"tip"'), r"unknown face set 'tip'")):
            case = self.write((ELASTIC % "cube.h5").replace(*change))
            for command in (["mesh inspect", case], ["solve", case, "--out out"]):
                self.assertRegex(self.refusal(*command), words)


# which a user of a file system without locks may have set
os.environ.pop("HDF5_USE_FILE_LOCKING", None)
NO_LOCKS = """
#include <errno.h>
int flock(int file, int operation) { (void)file; (void)operation; errno = ENOLCK; return -1; }
"""


class Unreadable(FaultsTest):
    """Files that the HDF5 library cannot open or read, and why."""
    LIBRARY = r"\d+\.\d+\.\d+"

    def test_a_filter_that_is_not_there_is_named(self):
        with h5py.File(self.folder / "mesh.h5", "w") as file:
            file.create_dataset("surface/points", data=CORNERS, chunks=(8, 3), compression="lzf")
            file["surface/panels"] = FACES
        self.refused_by_all(self.folder / "mesh.h5", RIGID,
            r"mesh\.h5': /surface/points cannot be read: filter 32000 \(lzf\) is not "
            "available; write it with gzip$")

    def test_a_data_set_of_a_newer_library_is_not_called_none(self):
        with h5py.File(self.folder / "mesh.h5", "w") as file:
            file.create_dataset("surface/points", data=CORNERS, chunks=(8, 3), compression="gzip")
            file["surface/panels"] = FACES
        path = self.folder / "mesh.h5"
        # The message that says how the values are laid out: type 8, its size and flags, the version
        # and the class of chunks.
        content, changed = re.subn(rb"(\x08\x00...\x00\x00\x00)\x03(\x02)", b"\\1\x05\\2",
            path.read_bytes(), flags=re.DOTALL)
        assert changed == 1
        path.write_bytes(content)
        self.refused_by_all(path, RIGID,
            r"mesh\.h5': /surface/points cannot be read: it was written by a newer HDF5 than "
            + self.LIBRARY + ", or is damaged; write it with libver 'earliest'$")

    def test_a_link_to_nothing_is_not_called_none(self):
        mesh = self.surface(CORNERS, FACES)
        with h5py.File(mesh, "a") as file:
            del file["surface/points"]
            file["surface/points"] = h5py.SoftLink("/elsewhere")
        self.assertRegex(self.refusal("mesh inspect", mesh),
            r"/surface/points cannot be read: HDF5 says ")

    def test_a_file_that_another_program_writes_is_said_to_be_open_there(self):
        for libver in ("earliest", "latest"):
            with h5py.File(self.folder / "mesh.h5", "w", libver=libver) as file:
                file["surface/points"], file["surface/panels"] = CORNERS, FACES
            with h5py.File(self.folder / "mesh.h5", "a", libver=libver):
                self.refused_by_all(self.folder / "mesh.h5", RIGID,
                    r"mesh\.h5' cannot be read as an HDF5 file: it is open for writing in "
                    "another program; close it there$")
            self.printed("mesh inspect", self.folder / "mesh.h5")

    def test_a_file_that_was_not_closed_is_said_to_be_so(self):
        script = ("import h5py, os, sys; file = h5py.File(sys.argv[1], 'w', libver='latest'); "
            "file['x'] = 1; file.flush(); os._exit(0)")
        subprocess.run([sys.executable, "-c", script, self.folder / "mesh.h5"], check=True)
        self.assertRegex(self.refusal("mesh inspect", self.folder / "mesh.h5"),
            "cannot be read as an HDF5 file: it is open for writing,"
            " or was left so by a program that died; 'h5clear -s FILE' clears the mark$")

    def test_a_file_system_without_locks_is_read(self):
        self.write(NO_LOCKS, "no_locks.c")
        compiler = shlex.split(os.environ.get("CC", "cc"))
        subprocess.run([*compiler, "-shared", "-fPIC", "-o", self.folder / "no_locks.so",
            self.folder / "no_locks.c"], check=True)
        mesh = self.surface(CORNERS, FACES)
        prefix = ["env", *preload(self.folder, "no_locks.so")]
        for ranks in (1, 2):
            out = self.printed("mesh inspect", mesh, ranks=ranks, prefix=prefix)
            assert "6, closed and outward" in out
        self.assertRegex(self.refusal("mesh inspect", mesh,
            prefix=[*prefix, "HDF5_USE_FILE_LOCKING=TRUE"]), r"its file system has no locks \(No "
            r"locks available\); set HDF5_USE_FILE_LOCKING=FALSE$")
        self.write("text", "text.h5")
        self.assertRegex(self.refusal("mesh inspect text.h5", prefix=prefix),
            "cannot be read as an HDF5 file: it is not one$")

    @mounts
    def test_a_file_with_a_hole_on_a_full_file_system_is_read(self):
        mesh = self.surface(CORNERS, FACES)
        with h5py.File(mesh, "a") as file:  # space that is never written
            properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
            properties.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
            h5py.h5d.create(file.id, b"hole", h5py.h5t.NATIVE_DOUBLE,
                h5py.h5s.create_simple((100000,)), properties)
        assert mesh.stat().st_blocks * 512 < 200000
        prefix = with_small_disk("disk", "200k", ":")
        prefix[-1] = prefix[-1].replace('&& "$0"',
            f'&& cp --sparse=always {mesh.name} disk && ! cat /dev/zero >disk/rest 2>no && "$0"')
        out = self.printed("mesh inspect", f"disk/{mesh.name}", prefix=prefix)
        assert "6, closed and outward" in out
