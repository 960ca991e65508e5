"""The MPI libraries that the program is tried with, and how each is had on Debian."""
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Library:
    """An MPI library that is installed: its compiler wrapper and launcher, and what the build and
    the ranks need to know."""
    name: str
    mpicxx: str
    mpirun: str = ""  # empty: the one beside the wrapper
    options: list = field(default_factory=list)  # of CMake
    environment: dict = field(default_factory=dict)
    program: str = ""  # whose program it runs; empty: one that is built for it

    @property
    def folder(self):
        """Where its program is built, under the folder of all libraries."""
        return self.program or self.name


def install_debian(*options):
    subprocess.run([ROOT / "cmake" / "install-dependencies", "--tests", "--plots", "--portability",
        *options], check=True)


def environment_of(folder, *packages):
    """A Python environment in `folder` with these packages; made anew only if it is not there."""
    done = folder / "complete"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", *packages], check=True)
        done.touch()
    return folder


def of_debian(name, wrapper, *options, cmake=()):
    def install(_):
        install_debian(*options)
        return Library(name, shutil.which(wrapper) or wrapper, options=list(cmake))
    return install


# Python packages that hold a library with its compiler wrapper and launcher.
PACKAGES = {"openmpi5": ["openmpi>=5,<6"], "mpich5": ["mpich>=5,<6"], "intelmpi": ["impi-rt",
    "impi-devel"]}


def of_python(name, root_variable=None):
    def install(work):
        install_debian()
        folder = environment_of(work / "libraries" / name, *PACKAGES[name])
        environment = {root_variable: str(folder)} if root_variable else {}
        return Library(name, str(folder / "bin" / "mpicxx"), options=["-DFEBEM_PETSC=OFF"],
            environment=environment)
    return install


def by_abi(name):
    """The program of the standard's ABI, built once with MPICH 5, run with the library `name`."""
    def install(work):
        install_debian()
        wrapper, folder = (environment_of(work / "libraries" / which, *PACKAGES[which])
            for which in ("mpich5", name))
        return Library(f"abi-{name}", str(wrapper / "bin" / "mpicxx_abi"),
            options=["-DFEBEM_MPI_ABI=ON", "-DFEBEM_PETSC=OFF"],
            environment={"LD_LIBRARY_PATH": str(folder / "lib")}, program="abi")
    return install


LIBRARIES = {
    "openmpi4": of_debian("openmpi4", "mpicxx.openmpi", "--reference"),
    "openmpi5": of_python("openmpi5"),
    "mpich4": of_debian("mpich4", "mpicxx.mpich", "--mpich", cmake=["-DFEBEM_PETSC=OFF"]),
    "mpich5": of_python("mpich5"),
    "intelmpi": of_python("intelmpi", root_variable="I_MPI_ROOT"),
    "abi-mpich5": by_abi("mpich5"),
    "abi-intelmpi": by_abi("intelmpi"),
    "smpi": of_debian("smpi", "smpicxx", "--simgrid", cmake=["-DFEBEM_PETSC=OFF"])}


GROUPS = {"all": list(LIBRARIES), "abi": [name for name in LIBRARIES if name.startswith("abi-")]}


def where_moved(folder):
    """What a process of Open MPI 4 that is started without its launcher must be told if the library
    was moved after it was built, as a Python package is."""
    return {"OPAL_PREFIX": str(folder)} if (folder / "bin" / "ompi_info").exists() and (folder
        / "share" / "openmpi").is_dir() else {}


def given(mpicxx, mpirun):
    """A library that is already there."""
    install_debian()
    folder = Path(mpicxx).absolute().parent.parent
    moved = {} if folder == Path("/usr") else where_moved(folder)
    return Library(Path(mpicxx).resolve().parent.parent.name, str(Path(mpicxx).absolute()),
        str(Path(mpirun).absolute()) if mpirun else "", ["-DFEBEM_PETSC=OFF"], moved)


def surroundings(library, work):
    """The environment of all that is done with a library. What does not see mpi.h is compiled once
    for all of them."""
    cache = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
        "CCACHE_DIR": str(work / "cache")} if shutil.which("ccache") else {}
    return {**cache, **os.environ, **library.environment}
