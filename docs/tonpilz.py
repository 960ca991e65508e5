#!/usr/bin/env python3
"""Writes docs/tonpilz.csv: the tonpilz of meshes/cases/tonpilz.toml by NGSolve, which shares
nothing with this program: axisymmetric finite elements of order 4 for metals, ceramic and water,
and a perfectly matched layer. Prints the resonance, and how much a mesh of twice the size differs.
Takes three minutes on one core; docs/transducers.md says what it needs."""
import csv
from pathlib import Path

import ngsolve as ng
import numpy as np
from netgen.geom2d import CSG2d, EdgeInfo, PointInfo, Solid2d
from ngsolve import ds, dx, grad, x
from ngsolve import y as z
from scipy.optimize import minimize_scalar

TABLE = Path(__file__).with_suffix(".csv")
WATER, SPEED = 1000.0, 1500.0
BOX, LAYER = 0.035, 0.035  # m: the water is a cylinder inside the layer
METALS = {"head": (70e9, 0.33, 2700), "bolt": (205e9, 0.28, 7850), "tail": (205e9, 0.28, 7850)}
METAL_LOSS, CERAMIC_LOSS, TAN_DELTA, CERAMIC_DENSITY = 0.002, 0.002, 0.004, 7500
# PZT-4 (Vernitron 66011), 1/Pa, C/N and over the permittivity of vacuum.
S11, S12, S13, S33, S44 = 12.3e-12, -4.05e-12, -5.31e-12, 15.5e-12, 39e-12
D31, D33, D15, EPS11, EPS33 = -123e-12, 289e-12, 496e-12, 1475, 1300
VACUUM = 8.8541878128e-12
SCALE = 1e9  # V and Pa of an unknown: all blocks of the matrix are of about one size


def mesh_of(size):
    """Lengths in mm, elements of this size, which are finer at corners, where stress is singular;
    the front of the head is in z = 0, where the water begins."""
    geometry = CSG2d()

    def add(name, points, names=None, size=size):
        corners = []
        for i, point in enumerate(points):
            corners += [point, PointInfo(maxh=size / 30)]
            corners += [EdgeInfo(bc=names[i])] if names and i in names else []
        geometry.Add(Solid2d(corners, mat=name).Maxh(size))

    def box(left, right, low, high):
        return [(left, low), (right, low), (right, high), (left, high)]

    add("head", [(0, -5), (2, -5), (2, -7), (20, -7), (25, 0), (0, 0)], {5: "axis"})
    add("bolt", [(0, -27), (4, -27), (4, -25), (2, -25), (2, -5), (0, -5)], {5: "axis"})
    add("tail", box(2, 8, -25, -15), {1: "held"})
    for ring in range(4):
        add(f"ring{ring}", box(4, 6, -9 - 2 * ring, -7 - 2 * ring))
    inner, outer = 1e3 * BOX, 1e3 * (BOX + LAYER)
    add("water", box(0, inner, 0, inner), size=2 * size)
    add("layer", [(inner, 0), (outer, 0), (outer, outer), (0, outer), (0, inner), (inner, inner)],
        size=2 * size)
    mesh = geometry.GenerateMesh(maxh=2 * size, grading=0.5)
    mesh.Scale(1e-3)
    return ng.Mesh(mesh)


class Tonpilz:
    """Unknowns: displacements along r and z, potential and pressure over SCALE; all times
    e^{-i omega t}."""

    def __init__(self, size, order=4):
        self.mesh = mesh = mesh_of(size)

        def between(one, other):
            return mesh.Materials(one).Boundaries() * mesh.Materials(other).Boundaries()

        def space(on, **fixed):
            return ng.H1(mesh, order=order, complex=True, definedon=mesh.Materials(on), **fixed)

        self.front = between("head", "water")
        self.live = between("ring0", "ring1") + between("ring2", "ring3")
        ground = between("head", "ring0") + between("ring1", "ring2") + between("ring3", "tail")
        solid = "head|bolt|tail|ring.*"
        self.space = (space(solid, dirichlet="axis|held") * space(solid, dirichlet="held")
            * space("ring.*", dirichlet=self.live + ground) * space("water|layer"))

    def add_metals(self, form, strain, tested):
        (rr, tt, zz, rz), (RR, TT, ZZ, RZ) = strain, tested
        for name, (young, poisson, _) in METALS.items():
            shear = young / 2 / (1 + poisson) * (1 - 1j * METAL_LOSS)
            lame = 2 * shear * poisson / (1 - 2 * poisson)
            form += x * (lame * (rr + tt + zz) * (RR + TT + ZZ) + shear * (2 * (rr * RR + tt * TT
                + zz * ZZ) + rz * RZ)) * dx(definedon=self.mesh.Materials(name))

    def add_ceramic(self, form, strain, tested, field, tested_field):
        (rr, tt, zz, rz), (RR, TT, ZZ, RZ) = strain, tested
        (fr, fz), (FR, FZ) = field, tested_field
        c = np.linalg.inv([[S11, S12, S13], [S12, S11, S13], [S13, S13, S33]])
        e31, _, e33 = c @ [D31, D31, D33]
        e15 = D15 / S44
        eps11 = EPS11 * VACUUM - D15 * e15
        eps33 = EPS33 * VACUUM - 2 * D31 * e31 - D33 * e33
        for ring in range(4):
            e = SCALE * (-1) ** (ring + 1)  # polarised along -z, +z, ...
            over = dx(definedon=self.mesh.Materials(f"ring{ring}"))
            form += (1 - 1j * CERAMIC_LOSS) * x * (c[0, 0] * (rr * RR + tt * TT) + c[0, 1] * (rr
                * TT + tt * RR) + c[0, 2] * ((rr + tt) * ZZ + zz * (RR + TT)) + c[2, 2] * zz * ZZ
                + rz * RZ / S44) * over
            form += e * x * ((e31 * (rr + tt) + e33 * zz) * FZ + (e31 * (RR + TT) + e33 * ZZ) * fz
                + e15 * (rz * FR + RZ * fr)) * over
            form += -SCALE**2 * (1 + 1j * TAN_DELTA) * x * (eps11 * fr * FR + eps33 * fz
                * FZ) * over

    def add_water(self, form, omega, pressure, tested):
        """Beyond BOX the coordinates s become s + i strength (s - BOX)^3 / (3 LAYER^2): a wave
        falls to e^-18."""
        k, share = omega / SPEED, 1 / 3
        strength = 18 / (k * LAYER * share)

        def stretched(s):
            depth = ng.IfPos(s - BOX, (s - BOX) / LAYER, 0)
            return s + 1j * strength * LAYER * share * depth**3, 1 + 1j * strength * depth**2

        (r, along_r), (_, along_z) = stretched(x), stretched(z)
        (pr, pz), (qr, qz) = grad(pressure), grad(tested)
        form += SCALE**2 / (WATER * omega**2) * r * (along_z / along_r * pr * qr + along_r
            / along_z * pz * qz - k**2 * along_r * along_z * pressure * tested) * dx(
            definedon=self.mesh.Materials("water|layer"), bonus_intorder=4)

    def solve(self, hz):
        """Admittance, S, and the level on the axis far away, dB re 1 uPa m/V."""
        omega = 2 * np.pi * hz
        (u, w, potential, pressure), (U, W, tested_potential, tested) = self.space.TnT()

        def strain(u, w):
            return grad(u)[0], u / x, grad(w)[1], grad(u)[1] + grad(w)[0]

        form = ng.BilinearForm(self.space)
        self.add_metals(form, strain(u, w), strain(U, W))
        self.add_ceramic(form, strain(u, w), strain(U, W), grad(potential), grad(tested_potential))
        density = {name: values[2] for name, values in METALS.items()} | {"ring.*": CERAMIC_DENSITY}
        form += -omega**2 * x * self.mesh.MaterialCF(density, default=0) * (u * U + w * W) * dx(
            definedon=self.mesh.Materials("head|bolt|tail|ring.*"))
        self.add_water(form, omega, pressure, tested)
        form += SCALE * x * (pressure * W + w * tested) * ds(definedon=self.front)
        form.Assemble()
        state = ng.GridFunction(self.space)
        state.components[2].Set(1 / SCALE, definedon=self.live)  # 1 V
        unit = state.vec.FV().NumPy().copy()
        forces = state.vec.CreateVector()
        forces.data = -form.mat * state.vec
        state.vec.data += form.mat.Inverse(self.space.FreeDofs(), inverse="umfpack") * forces
        forces.data = form.mat * state.vec
        charge = -2 * np.pi * unit @ forces.FV().NumPy()
        volume = ng.Integrate(x * state.components[1], self.mesh, definedon=self.front, order=12)
        far = omega**2 * WATER * abs(volume)  # Rayleigh's integral: omega^2 rho V / (2 pi)
        return -1j * omega * charge, 20 * np.log10(far) + 120

    def resonance(self, low, high):
        """Hz: the maximum of the conductance between these frequencies."""
        return minimize_scalar(lambda hz: -self.solve(hz)[0].real, bounds=(low, high),
            method="bounded", options={"xatol": 0.1}).x


def main():
    fine, coarse = Tonpilz(2), Tonpilz(4)
    rows = []
    for hz in range(1000, 40001, 1000):
        (admittance, level), (other, other_level) = fine.solve(hz), coarse.solve(hz)
        rows.append([hz, f"{admittance.real:.4e}", f"{-admittance.imag:.4e}", f"{level:.2f}"])
        print(*rows[-1], f"twice the size: {abs(other / admittance - 1):.1e} of the admittance, "
            f"{other_level - level:+.3f} dB", flush=True)
    for band in (7000, 11000), (33000, 39000):
        print(f"resonance: {fine.resonance(*band):.1f} Hz; twice the size: "
            f"{coarse.resonance(*band):.1f} Hz")
    with TABLE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["Hz", "conductance, S", "susceptance, S",
            "transmitting response on the axis, dB re 1 uPa m/V"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
