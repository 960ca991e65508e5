# The recipe of Spack 1.0 and later, for the repository that it stands in:
#     spack repo add packaging/spack && spack install minifebem
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Minifebem(CMakePackage):
    """Vibroacoustic FE/BE solver whose four parallel stages let every message be routed,
    cut and paced in different ways."""

    top = pathlib.Path(__file__).resolve().parents[4]
    git = top.as_uri()
    # packaging/release makes the archive, and writes its checksum and the address of the upload.
    url = (top / "out/minifebem-1.1.0.tar.gz").as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("1.1.0", tag="v1.1.0")

    variant("petsc", default=False, description="Build the reference solvers MUMPS and ScaLAPACK")
    variant("tests", default=False, description="Build the tests")

    depends_on("cxx", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3:")
    depends_on("blas")
    depends_on("lapack")
    depends_on("hdf5~mpi+hl")
    depends_on("metis@5:")
    depends_on("xxhash")
    depends_on("eigen@3.4:")
    depends_on("boost@1.74:")
    depends_on("nlohmann-json@3.11:")
    depends_on("tomlplusplus")
    depends_on("cli11")
    with when("+petsc"):
        depends_on("petsc@3.17:+complex+mumps~hdf5")
        depends_on("netlib-scalapack")
    with when("+tests"):
        depends_on("catch2@2.13:", type=("build", "link"))
        depends_on("py-h5py~mpi", type=("build", "test"))
        # Spack has neither pyNastran nor plyfile: their formats are refused, tests skipped
        depends_on("py-meshio", type=("build", "test"))
        depends_on("py-matplotlib", type=("build", "test"))

    def cmake_args(self):
        return [
            self.define_from_variant("FEBEM_PETSC", "petsc"),
            self.define_from_variant("FEBEM_TESTS", "tests"),
            self.define("MPI_CXX_COMPILER", self.spec["mpi"].mpicxx),
            self.define("BLAS_LIBRARIES", self.spec["blas"].libs.joined(";")),
            self.define("LAPACK_LIBRARIES", self.spec["lapack"].libs.joined(";")),
        ]

    def test_benchmark(self):
        """the answer of the smallest problem of `minifebem benchmark` is right"""
        minifebem = which(self.prefix.bin.minifebem, required=True)
        out = minifebem("benchmark", "tiny", "--repeats", "1", output=str.split, error=str.split)
        check_outputs([r"FOM: [0-9.]+ Gflop/s tiny strong ranks 1 .* valid"], out)
