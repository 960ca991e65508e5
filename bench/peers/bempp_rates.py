"""bempp_rates.py LEVEL: assembles the dense Helmholtz boundary operators of bempp-cl on a sphere,
and evaluates its potentials, once for each line on the standard input, after a first time that
compiles them. Prints a line of JSON on itself, then one for each round: seconds and evaluations by
operator.

An evaluation is one kernel at one pair of quadrature points (or of a point and a quadrature point).
An assembly does points^2 of them for every pair of triangles, adjacent ones included, whose results
it drops, and on adjacent ones those of its singular rules.
"""
import contextlib
import json
import os
import sys
import time

os.environ.update(NUMBA_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")

with contextlib.redirect_stdout(sys.stderr):  # where it says that there is no Gmsh
    import bempp_cl.api
import numba
import numpy
from bempp_cl.api.integration.duffy_galerkin import number_of_quadrature_points
from bempp_cl.api.integration.triangle_gauss import rule

WAVENUMBER = 4.0
HOW = {"assembler": "dense", "device_interface": "numba", "precision": "double"}
BOUNDARY = ("single_layer", "double_layer", "adjoint_double_layer", "hypersingular")
POTENTIALS = ("single_layer", "double_layer")


def evaluations_of_assembly(grid):
    quadrature = bempp_cl.api.GLOBAL_PARAMETERS.quadrature
    points = len(rule(quadrature.regular)[1])
    adjacent = {"coincident": grid.number_of_elements,
        "edge_adjacent": grid.edge_adjacency.shape[1],
        "vertex_adjacent": grid.vertex_adjacency.shape[1]}
    return (grid.number_of_elements * points) ** 2 + sum(count
        * number_of_quadrature_points(quadrature.singular, kind) for kind,
        count in adjacent.items())


def subjects(grid):
    """A function that does it and the number of evaluations, by operator."""
    constants, linear = bempp_cl.api.function_space(grid, "DP", 0), bempp_cl.api.function_space(
        grid, "P", 1)
    boundary = bempp_cl.api.operators.boundary.helmholtz
    found = {}
    for name in BOUNDARY:
        # which needs derivatives of its functions
        space = linear if name == "hypersingular" else constants
        found["boundary " + name] = (lambda name=name, space=space: getattr(boundary, name)(space,
            space, space, WAVENUMBER, **HOW).weak_form(), evaluations_of_assembly(grid))
    observers = 2 * numpy.random.default_rng(1).standard_normal((3, grid.number_of_elements))
    function = bempp_cl.api.GridFunction(constants,
        coefficients=numpy.ones(grid.number_of_elements))
    count = grid.number_of_elements * len(rule(bempp_cl.api.GLOBAL_PARAMETERS.quadrature.regular)[
        1]) * observers.shape[1]
    for name in POTENTIALS:
        operator = getattr(bempp_cl.api.operators.potential.helmholtz, name)(constants, observers,
            WAVENUMBER, **HOW)
        found["potential " + name] = (lambda operator=operator: operator.evaluate(function), count)
    return found


def main():
    grid = bempp_cl.api.shapes.regular_sphere(int(sys.argv[1]))
    todo = subjects(grid)
    for work, _ in todo.values():
        work()
    print(json.dumps({"bempp": bempp_cl.api.__version__, "numba": numba.__version__,
        "svml": bool(numba.config.USING_SVML), "triangles": grid.number_of_elements,
        "threads": numba.get_num_threads(),
        "points_per_triangle": len(rule(bempp_cl.api.GLOBAL_PARAMETERS.quadrature.regular)[1])}),
        flush=True)
    for _ in sys.stdin:
        done = {}
        for name, (work, evaluations) in todo.items():
            start = time.perf_counter()
            work()
            done[name] = {"seconds": time.perf_counter() - start, "evaluations": evaluations}
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
