"""The program's own methods beside those of libraries, on the same work in the same build.

    bench/peers/run --pairs 9 --density 1 1.41 2

does each part by our methods and by those of libraries in turns. It prints how many times longer
the libraries took: the median over the rounds, and an interval that holds it with 96 %.

stages      A case. Stage 1: MUMPS. Stage 3: MUMPS with the rows of B as dense or the columns of T
            as sparse right-hand sides, then the product. Both together ("both"): also MUMPS with
            the Schur complement of [A_s T; T^T 0]. Stage 4: ScaLAPACK. Stage 2 is ours in both. All
            four: the sum of the libraries' better ways.
kernels     Stage 2: evaluations of Green's function and its derivatives, by ours, by our scalar
            reference, and by bempp-cl, which pip installs below the build's folder.
eliminate   Stage 4 alone, on random systems (--sizes): ScaLAPACK's best grid and width of blocks,
            and LAPACK on one rank.

docs/performance.md says how both sides are timed. Builds the programs if they are not there; needs
PETSc (cmake/install-dependencies --reference) and an idle machine.
"""
from pathlib import Path

import elimination
import kernels
import stages
from programs import SONOBUOY, add_program

PARTS = ("stages", "kernels", "eliminate")


def add_options(parser):
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS,
        help="what is compared; default all")
    parser.add_argument("--case", type=Path, default=SONOBUOY,
        help="of the stages; default: the sonobuoy")
    parser.add_argument("--density", type=float, nargs="+", default=[1],
        help="of its mesh, one table for each; default 1")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1664, 4096],
        help="of stage 4 alone; default 1664 (the sonobuoy) and 4096")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2],
        help="one table for each; default 1 2")
    parser.add_argument("--bempp-level", type=int, default=4,
        help="refinements of the sphere for bempp-cl; default 4: 2048 triangles")
    parser.add_argument("--without-bempp", action="store_true",
        help="do not install nor time bempp-cl")
    parser.add_argument("--pairs", type=int, default=9, help="rounds; default 9")
    add_program(parser)


def main(given):
    if given.pairs < 1:
        given.error("--pairs: must be at least 1")
    report = {"kind": "peers"}
    if "stages" in given.parts:
        report["tables"] = [stages.measure(given, density, ranks) for density in given.density
            for ranks in given.ranks]
    if "kernels" in given.parts:
        report["kernels"] = kernels.measure(given)
        kernels.print_report(report["kernels"])
    if "eliminate" in given.parts:
        report["elimination"] = [elimination.measure(given, size, ranks) for size in given.sizes
            for ranks in given.ranks]
    return report, True
