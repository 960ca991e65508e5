"""Exact solutions, written down here from the textbooks and not taken from the program. Time e^{-i
omega t}, outgoing h_n = j_n + i y_n, spheres about the origin, theta from the direction in which
the wave travels (or from +z)."""
import cmath
import math

import numpy
from numpy.polynomial.legendre import legval


def bessel(count, x):
    """j_n(x) and y_n(x), n = 0 .. count - 1: j by the recurrence downwards, y upwards."""
    start = count + int(x) + 40
    j = numpy.zeros(start + 2)
    j[start] = 1e-280
    for n in range(start, 0, -1):
        j[n - 1] = (2 * n + 1) / x * j[n] - j[n + 1]
        if abs(j[n - 1]) > 1e200:
            j *= 1e-200
    j *= (math.sin(x) if abs(j[0]) >= abs(j[1]) else math.sin(x) / x - math.cos(x)) / (x
        * max(j[0], j[1], key=abs))
    y = numpy.zeros(count + 1)
    y[0], y[1] = -math.cos(x) / x, -math.cos(x) / x**2 - math.sin(x) / x
    for n in range(1, count):
        y[n + 1] = (2 * n + 1) / x * y[n] - y[n - 1]
    return j[:count], y[:count]


def with_derivative(f, x):
    """f_n and f_n' = (n/x) f_n - f_{n+1}, one shorter than f."""
    n = numpy.arange(len(f) - 1)
    return f[:-1], n / x * f[:-1] - f[1:]


def radial(count, x):
    """j_n, j_n', h_n, h_n' at x."""
    j, y = bessel(count + 1, x)
    return *with_derivative(j, x), *with_derivative(j + 1j * y, x)


def terms(x):
    return int(x + 6 * x ** (1 / 3)) + 12


def modal_impedance(n, x):
    """p_n / (rho c v_n) of a sphere whose surface moves with the outward velocity v_n P_n(cos
    theta)."""
    _, _, h, derivative = radial(n + 1, x)
    return 1j * h[n] / derivative[n]


def series(coefficients, theta):
    """sum c_n P_n(cos theta)"""
    return legval(numpy.cos(theta), coefficients)


def scattering_coefficients(x, impedance=None):
    """c_n of the scattered wave sum c_n h_n(kr) P_n under e^{ikz}, x = ka: a rigid sphere, or one
    whose surface has p = -Z v (`impedance`: Z/(rho c), v outwards), whatever is inside."""
    n = numpy.arange(terms(x))
    j, j_slope, h, h_slope = radial(len(n), x)
    incident = (2 * n + 1) * 1j**n
    if impedance is None:
        return -incident * j_slope / h_slope
    # v = (dp/dr)/(i omega rho), p = -Z v:  i p + Z p' = 0 with p' = dp/d(kr).
    return -incident * (1j * j + impedance * j_slope) / (1j * h + impedance * h_slope)


def total_pressure(scattered, kr, theta):
    """The total pressure at (r, theta) under e^{ikz} of 1 Pa."""
    _, _, h, _ = radial(len(scattered), kr)
    return numpy.exp(1j * kr * numpy.cos(theta)) + series(scattered * h, theta)


def free_monopole(k, source, point):
    """e^{ikr} / (4 pi r)"""
    r = numpy.linalg.norm(numpy.subtract(point, source))
    return cmath.exp(1j * k * r) / (4 * math.pi * r)


def _seen_from(source, point):
    """Both distances from the origin, and the cosine of the angle between."""
    outer, r = numpy.linalg.norm(source), numpy.linalg.norm(point)
    return outer, r, numpy.dot(source, point) / (outer * r)


def scattered_monopole(k, radius, source, point=None, direction=None):
    """What a rigid sphere adds to e^{ikr} / (4 pi r) of a source outside it: at a point, or f of f
    e^{ikr}/r in a direction. G = ik/(4 pi) sum (2n+1) j_n(k r<) h_n(k r>) P_n."""
    outer, r, cosine = _seen_from(source, direction if point is None else point)
    n = numpy.arange(30)
    _, j_slope, h, h_slope = radial(len(n), k * radius)
    at_source = radial(len(n), k * outer)[2]
    away = (-1j) ** (n + 1) / k if point is None else radial(len(n), k * r)[2]
    return 1j * k / (4 * math.pi) * legval(cosine, -(2 * n + 1) * j_slope / h_slope * at_source
        * away)


def along(function, source, direction, step=1e-4):
    """The derivative of function(source) as the source moves in a unit direction: what a force
    makes of a monopole's field."""
    source, direction = numpy.asarray(source), numpy.asarray(direction)
    return (function(source + step * direction) - function(source - step * direction)) / (2 * step)


def far_field(scattered, k, theta):
    """f in p -> f e^{ikr}/r: h_n -> (-i)^{n+1} e^{ikr}/(kr)."""
    n = numpy.arange(len(scattered))
    return series(scattered * (-1j) ** (n + 1), theta) / k


def scattered_power(scattered, k, density, sound_speed):
    """1/(2 rho c) times the integral of |f|^2."""
    n = numpy.arange(len(scattered))
    return 2 * math.pi / (density * sound_speed * k**2) * numpy.sum(abs(scattered) ** 2
        / (2 * n + 1))


def extinction_power(scattered, k, density, sound_speed):
    """What the wave of 1 Pa loses: the optical theorem."""
    return 2 * math.pi / (density * sound_speed * k) * far_field(scattered, k, 0.0).imag


def absorbed_power(scattered, k, density, sound_speed):
    """What the wave of 1 Pa loses less what is scattered."""
    return extinction_power(scattered, k, density, sound_speed) - scattered_power(scattered, k,
        density, sound_speed)


def piston_cap_power(half_angle, x, count=60):
    """1/2 Re of the force on a cap that moves as a piston times its velocity, over rho c |v|^2 pi
    a^2."""
    c = math.cos(half_angle)
    p = numpy.array([legval(c, numpy.eye(count + 2)[n]) for n in range(count + 1)])
    v = [(1 - c) / 2] + [(p[n - 1] - p[n + 1]) / 2 for n in range(1, count)]
    return sum(abs(v[n]) ** 2 * modal_impedance(n, x).real * 2 / (2 * n + 1) for n in range(count))


class ElasticSphere:
    """Radius a (inner radius b, zero if solid), linear elasticity, in a fluid. Displacement grad(f
    P_n) + curl curl(r g P_n) with f, g spherical Bessel functions of k_l r, k_t r; with L = n(n+1):
        u_r = f' + L g/r,    sigma_rr = lambda lap f + 2 mu (f'' + L (g'/r - g/r^2)),
        sigma_rt = mu (2 (f'/r - f/r^2) + g'' + (L - 2) g/r^2)   (times dP_n/dtheta)."""

    def __init__(self, young, poisson, density, outer, inner, fluid_density, sound_speed):
        self.mu = young / (2 * (1 + poisson))
        self.lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
        self.density, self.outer, self.inner = density, outer, inner
        self.fluid_density, self.sound_speed = fluid_density, sound_speed

    def _columns(self, n, omega, r):
        """(u_r, sigma_rr, sigma_rt) of each independent motion at r."""
        big = n * (n + 1)
        found = []
        for kind in range(1 if self.inner == 0 else 2):
            for wave, stiffness in (("l", self.lame + 2 * self.mu), ("t", self.mu)):
                if wave == "t" and n == 0:
                    continue
                k = omega * cmath.sqrt(self.density / stiffness).real
                table = bessel(n + 2, k * r)[kind]
                f, derivative = (part[n] for part in with_derivative(table, k * r))
                f1 = k * derivative
                f2 = -2 * f1 / r - (k * k - big / r**2) * f
                if wave == "l":
                    found.append((f1, -self.lame * k * k * f + 2 * self.mu * f2, 2 * self.mu
                        * (f1 / r - f / r**2)))
                else:
                    found.append((big * f / r, 2 * self.mu * big * (f1 / r - f / r**2), self.mu
                        * (f2 + (big - 2) * f / r**2)))
        return numpy.array(found).T

    def response(self, n, omega, outer=0, inner=0):
        """u_r at the outer surface under the pressure outer P_n held against it plus that of its
        own radiation, and the pressure inner P_n inside."""
        at_outer = self._columns(n, omega, self.outer).astype(complex)
        x = omega / self.sound_speed * self.outer
        per_displacement = -1j * omega * self.fluid_density * self.sound_speed * modal_impedance(n,
            x)
        u = at_outer[0]
        rows, load = [at_outer[1] + per_displacement * u], [-outer]
        if n > 0:
            rows, load = rows + [at_outer[2]], load + [0]
        if self.inner > 0:
            at_inner = self._columns(n, omega, self.inner)
            rows, load = rows + [at_inner[1]], load + [-inner]
            if n > 0:
                rows, load = rows + [at_inner[2]], load + [0]
        matrix = numpy.array(rows)
        scale = abs(matrix).max(axis=0)
        row_scale = abs(matrix / scale).max(axis=1)
        motion = numpy.linalg.solve(matrix / scale / row_scale[:, None], numpy.array(load)
            / row_scale) / scale
        return u @ motion

    def scattering_coefficients(self, omega):
        """c_n as scattering_coefficients() gives them."""
        k = omega / self.sound_speed
        x = k * self.outer
        n = numpy.arange(terms(x))
        j, j_slope, h, h_slope = radial(len(n), x)
        incident = (2 * n + 1) * 1j**n
        blocked = incident * (j - j_slope * h / h_slope)
        u = numpy.array([self.response(m, omega, outer=blocked[m]) for m in n])
        return (self.fluid_density * omega**2 / k * u - incident * j_slope) / h_slope
