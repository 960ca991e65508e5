"""Every case in meshes/cases is solved on two processes, some on a coarser mesh, and held to a
physical figure."""
import csv
import math
import re

import numpy

import exact
from program import SHIPPED, ProgramTest

SPEED = 1500.0


class Solution:
    """The figures and the far field of one frequency and load case."""

    def __init__(self, figures, file, row):
        self.figures, self.hz = figures, figures["hz"]
        self.k = 2 * math.pi * self.hz / SPEED
        self.radiated, self.far = figures["radiated_power_w"], figures["far_field_power_w"]
        self.dissipated, self.input = figures["dissipated_power_w"], figures["input_power_w"]
        self.extinction = figures["extinction_power_w"]
        rows = lambda name: file[name][()].reshape(-1, file[name].shape[-1])  # of load cases too
        complex_row = lambda name: rows(name + "_real")[row] + 1j * rows(name + "_imag")[row]
        if "field/directions" in file:
            self.directions, self.directivity = file["field/directions"][()], complex_row(
                "field/directivity")
        if "field/points" in file:
            self.points, self.field = file["field/points"][()], complex_row("field/pressure")

    def towards(self, x, y, z):
        """The directivity, Pa m."""
        (which,) = numpy.flatnonzero(numpy.linalg.norm(self.directions - [x, y, z], axis=1) < 1e-9)
        return self.directivity[which]

    def angles(self):
        """Of the directions, from +z."""
        return numpy.arccos(numpy.clip(self.directions[:, 2], -1, 1))


close = ProgramTest.assert_close


def pulsating_sphere(test, at):
    power = 0.5 * 1.5e6 * 1e-6 * at.k**2 / (1 + at.k**2) * 4 * math.pi
    close(test, [at.radiated, at.far, at.input], [power] * 3, 0.02)


def piston_cap(test, at):
    power = 1.5e6 * 1e-6 * math.pi * exact.piston_cap_power(math.pi / 6, at.k)
    close(test, [at.radiated, at.far], [power] * 2, 0.05)


def rigid_sphere(test, at):
    scattered = exact.scattering_coefficients(at.k)
    close(test, at.directivity, exact.far_field(scattered, at.k, at.angles()), 0.03)
    close(test, [at.extinction, at.far], [exact.extinction_power(scattered, at.k, 1000, SPEED)] * 2,
        0.03)
    assert abs(at.radiated) <= 1e-12 * at.far


def locally_reacting_sphere(test, at):
    omega = at.k * SPEED
    scattered = exact.scattering_coefficients(at.k, (4e9 * (1 - 0.05j) - omega**2 * 300)
        / (-1j * omega) / 1.5e6)
    close(test, at.dissipated, exact.absorbed_power(scattered, at.k, 1000, SPEED), 0.03)
    close(test, at.far, exact.scattered_power(scattered, at.k, 1000, SPEED), 0.03)
    close(test, at.extinction, exact.extinction_power(scattered, at.k, 1000, SPEED), 0.02)


def shell(test, at):
    omega = at.k * SPEED
    u = exact.ElasticSphere(207e9, 0.3, 7800, 1.0, 0.95, 1000, SPEED).response(1, omega, inner=1)
    power = 0.5 * 4 * math.pi / 3 * 1.5e6 * exact.modal_impedance(1, at.k).real * abs(omega
        * u) ** 2
    close(test, [at.radiated, at.far], [power] * 2, 0.04)


def scattering_shell(test, at):
    scattered = exact.ElasticSphere(207e9, 0.3, 7800, 1.0, 0.95, 1000,
        SPEED).scattering_coefficients(at.k * SPEED)
    close(test, at.directivity, exact.far_field(scattered, at.k, at.angles()), 0.003)
    close(test, [at.far, at.extinction], [exact.scattered_power(scattered, at.k, 1000, SPEED)] * 2,
        0.001)


def solid_sphere(test, at):
    scattered = exact.ElasticSphere(68.9e9, 0.33, 2700, 1.0, 0.0, 1000,
        SPEED).scattering_coefficients(at.k * SPEED)
    close(test, at.directivity, exact.far_field(scattered, at.k, at.angles()), 0.03)
    assert at.dissipated > 0
    close(test, at.extinction, exact.extinction_power(scattered, at.k, 1000, SPEED), 0.05)
    close(test, at.extinction, at.far + at.dissipated, 0.02)


def elastic_cylinder(test, at):
    """What the wave loses is scattered or dissipated (optical theorem)."""
    lost = 2 * math.pi / (1025 * SPEED * at.k) * at.towards(1, 0, 0).imag
    assert at.dissipated > 0
    close(test, at.extinction, lost, 1e-9)
    close(test, at.far + at.dissipated, lost, 0.03)
    close(test, at.radiated, -at.dissipated, 1e-6)


def rigid_cylinder(test, at):
    """Mean of p/(rho c v) over the piston, and the level in front over that behind, by an
    axisymmetric program."""
    resistance, level = {0.5: (0.0634, 1.29), 1.0: (0.3074, 4.07)}[round(0.05 * at.k, 3)]
    power = 0.5 * 1025 * SPEED * 1e-6 * math.pi * 0.05**2 * resistance
    close(test, [at.radiated, at.far], [power] * 2, 0.05)
    close(test, abs(at.towards(0, 0, 1) / at.towards(0, 0, -1)), 10 ** (level / 20), 0.02)


def monopole_in_cylinder(test, at):
    source, strength = numpy.array([0, 0.01, 0.2]), -1j * at.k * 1.5e6 * 1e-5
    close(test, at.field, [strength * exact.free_monopole(at.k, source, point)
        for point in at.points], 0.02)
    power = abs(strength) ** 2 / (8 * math.pi * 1.5e6)
    close(test, [at.radiated, at.far, at.input], [power] * 3, 0.02)


def sonobuoy(test, at):
    close(test, at.radiated, at.far, 0.01)
    close(test, at.input, at.radiated + at.dissipated, 1e-9)
    assert 0 < at.dissipated < at.input
    # Ten metres away the far field has nearly begun.
    for point, pressure in zip(at.points, at.field):
        r = numpy.linalg.norm(point)
        close(test, pressure, at.towards(*point / r) * numpy.exp(1j * at.k * r) / r, 0.06)


# Target strength, dB, at angles in degrees: reference solutions of J. V. Venas (ASIGA), by
# isogeometric boundary and infinite elements.
PUBLISHED = {
    "betssi_m1": {0: -3.435, 15: 0.099, 90: 25.467, 105: 11.952, 165: -0.787, 270: 26.607},
    "betssi_m4": {0: 14.188, 15: 8.367, 30: 15.552, 45: 16.860, 105: 7.668, 180: -6.052},
    "betssi_m5b": {15: -4.223, 30: 3.341, 45: 5.584, 75: 1.938, 90: 7.301, 120: -0.324},
    "betssi_ph": {0: 8.732, 15: 8.618, 30: 6.165, 45: 1.733, 60: 3.546, 105: 3.278, 165: 8.618}}


def published(name, tolerance):
    def figure(test, at):
        angle = float(at.figures["load_case"].split()[0])
        if angle in PUBLISHED[name]:
            exact = PUBLISHED[name][angle]
            close(test, at.figures["target_strength_db"], exact, tolerance / abs(exact))
        close(test, at.extinction, at.far, 0.01)

    return figure


# By frequency: admittance, S, pressure at the surface for 1 V, Pa, and radiated over electric
# power; the coupled problem of three dimensions in extended precision.
PIEZO_SPHERE = {1000: (7.39701854e-7 - 1.81335897e-4j, .786262179 + .168236057j, .01830536),
    5000: (8.82581899e-6 - 9.28663647e-4j, 10.3903154 + 11.457964j, .56773271),
    10000: (6.12306294e-5 - 2.0135673e-3j, 17.3885136 + 46.7202525j, .85004353),
    15000: (4.26725057e-4 - 3.76994381e-3j, 8.79957065 + 138.143912j, .94044317),
    20000: (7.93213113e-3 - 2.49764446e-3j, -594.728265 + 117.762853j, .97052907),
    25000: (8.70021904e-4 - 8.47294469e-4j, -95.5880873 - 176.055849j, .96611158),
    30000: (3.31783515e-4 - 2.4203532e-3j, -39.0843529 - 115.665067j, .94094613)}


def piezo_sphere(test, at):
    admittance, pressure, efficiency = PIEZO_SPHERE[round(at.hz)]
    sent = 20 * math.log10(0.05 * abs(pressure)) + 120
    if at.figures["load_case"] == "send":
        found = at.figures["conductance_s"] - 1j * at.figures["susceptance_s"]
        close(test, found, admittance, 1e-3)
        assert abs(at.figures["transmitting_response_db"] - sent) < 0.02
        close(test, at.figures["efficiency"], efficiency, 2e-3)
        close(test, at.input, at.radiated + at.dissipated, 1e-10)
        close(test, at.input, at.figures["electric_power_w"], 1e-10)
        return
    heard = sent - 20 * math.log10(abs(admittance) * 1000 * at.hz / 2) - 240
    assert abs(at.figures["receiving_sensitivity_db"] - heard) < 0.02
    assert abs(at.figures["reciprocity_error_db"]) < 0.02


def tonpilz(test, at):
    """Within what docs/transducers.md says of the mesh, by an axisymmetric program."""
    with (SHIPPED.parents[1] / "docs" / "tonpilz.csv").open() as file:
        table = {float(row[0]): [float(value) for value in row[1:]]
            for row in list(csv.reader(file))[1:]}
    conductance, susceptance, level = table[at.hz]
    found = at.figures["conductance_s"] - 1j * at.figures["susceptance_s"]
    close(test, found, conductance - 1j * susceptance, 0.005)
    sent = at.figures["transmitting_response_db"]
    assert abs(20 * math.log10(abs(at.towards(0, 0, 1))) + 120 - sent) < 1e-4
    assert abs(sent - level) < 0.15
    close(test, [at.input, at.far + at.dissipated], [at.figures["electric_power_w"]] * 2, 2e-3)
    close(test, at.input, at.radiated + at.dissipated, 1e-10)


# By frequency: admittance, S, and level on the axis, dB re 1 uPa m/V, by NGSolve: axisymmetric
# elements of order 4 as of the tonpilz (docs/tonpilz.py), half of the ring in a ball of water.
RING = {1000: (3.42396e-7 - 1.131812e-4j, 66.289), 3000: (1.097395e-6 - 3.456369e-4j, 82.329),
    5000: (8.326795e-6 - 6.205498e-4j, 99.530), 7000: (1.812906e-4 - 7.05473e-4j, 120.284),
    9000: (1.292805e-4 - 9.526678e-4j, 119.109), 12000: (1.50406e-4 - 1.1521763e-3j, 117.775),
    15000: (5.083361e-5 - 1.5311713e-3j, 130.557), 20000: (4.654563e-5 - 2.2324136e-3j, 138.177)}


def ring(test, at):
    if at.figures["load_case"] == "receive":
        assert abs(at.figures["reciprocity_error_db"]) < 0.02
        return
    admittance, level = RING[round(at.hz)]
    found = at.figures["conductance_s"] - 1j * at.figures["susceptance_s"]
    close(test, found, admittance, 0.005)
    assert abs(20 * math.log10(abs(at.towards(0, 0, 1))) + 120 - level) < 0.2
    close(test, at.input, at.radiated + at.dissipated, 1e-10)


def sonobuoy_piezo(test, at):
    close(test, at.radiated, at.far, 0.03)
    close(test, at.input, at.radiated + at.dissipated, 1e-9)
    close(test, [at.input, at.figures["conductance_s"] / 2],
        [at.figures["electric_power_w"]] * 2, 1e-9)
    close(test, at.figures["efficiency"], at.radiated / at.input, 1e-9)
    level = at.figures["transmitting_response_db"] - 20 * math.log10(math.sqrt(2))
    assert abs(at.figures["source_level_db"] - level) < 1e-9
    if at.hz < 200:
        # Head and tail hold the ends of the ceramic, a ring of 44 and about 24.6 mm, and no more.
        free = 1300 * 8.8541878128e-12 * math.pi * (0.044**2 - 0.02464**2) / 0.036
        assert 0.85 < at.figures["susceptance_s"] / (2 * math.pi * at.hz) / free < 1


# The figure of each case, and what makes its mesh coarse enough for a test; a new case has to bring
# its own.
SPHERE = {"sphere": "frequency = 6"}
CASES = {
    "pulsating_sphere": (pulsating_sphere, SPHERE),
    "piston_cap": (piston_cap, {"sphere": "frequency = 7"}),
    "rigid_sphere": (rigid_sphere, SPHERE),
    "locally_reacting_sphere": (locally_reacting_sphere, SPHERE),
    "shell": (shell, {"shell": "cells = 5"}),
    "scattering_shell": (scattering_shell, {}),
    "piezo_sphere": (piezo_sphere, {}),
    "tonpilz": (tonpilz, {}),
    "ring": (ring, {}),
    "solid_sphere": (solid_sphere, {"solid_sphere": "cells = 4\nlayers = 2"}),
    "elastic_cylinder": (elastic_cylinder, {"elastic_cylinder": "around = 8\nstations = 12"}),
    "rigid_cylinder": (rigid_cylinder, {"cylinder": "around = 16\nstations = 20"}),
    "sonobuoy": (sonobuoy, {}),
    "sonobuoy_piezo": (sonobuoy_piezo, {}),
    "monopole_in_cylinder": (monopole_in_cylinder, {}),
    "betssi_m1": (published("betssi_m1", 0.05), {}),
    "betssi_m4": (published("betssi_m4", 0.1), {}),
    "betssi_m5b": (published("betssi_m5b", 0.02), {}),
    "betssi_ph": (published("betssi_ph", 0.1), {})}


class ShippedCases(ProgramTest):
    def test_each_has_a_figure(self):
        assert {path.stem for path in SHIPPED.glob("*.toml")} == set(CASES)

    def check(self, name):
        figure, coarser = CASES[name]
        text = (SHIPPED / (name + ".toml")).read_text()
        for generator, parameters in coarser.items():
            before = f'generator = "{generator}"\n'
            assert before in text
            text = text.replace(before, before + parameters + "\n")
        text = re.sub(r"points = \d+\n", "points = 3\n", text)  # of sweeps
        report = self.solve(self.write(text), ranks=2)
        assert len(report["frequencies"]) > 0
        with self.results() as file:
            for row, figures in enumerate(report["frequencies"]):
                assert figures["outcome"] == "solved"
                figure(self, Solution(figures, file, row))


for case in CASES:
    setattr(ShippedCases, "test_" + case, lambda self, name=case: self.check(name))
