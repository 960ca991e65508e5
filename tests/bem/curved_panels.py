#!/usr/bin/env python3
"""Reference values of the integrals over curved panels, for tests/bem/curved_panels.cpp:
tests/bem/curved_panels.py > tests/bem/curved_panels.inc

40 digits, by mpmath. The map is that of the 8-node serendipity face or, with nine nodes, of
Lagrange's face, written as shape functions and not as in the program. Integrals at a node are in
polar coordinates of the reference square, without the program's metric; the finite part is that of
Guiggiani et al. (1992). Integrals near a panel are in polar coordinates about the foot of the
normal, with rho = b sinh u. S, K, K', N are times phi_j, j = 0 ... in the order of the nodes, s
slowest.
"""
import mpmath as mp

mp.mp.dps = 40
CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
NODES = CORNERS + [(0, -1), (1, 0), (0, 1), (-1, 0)]


LINE = mp.calculus.quadrature.GaussLegendre(mp.mp).calc_nodes(5, mp.mp.prec)  # 48 points


def line(a, b):
    for x, w in LINE:
        yield (a + b) / 2 + (b - a) / 2 * x, (b - a) / 2 * w


def shape(r, s):
    """Values and derivatives along r and s."""
    values = []
    for a, b in NODES:
        if a and b:
            values.append(((1 + a * r) * (1 + b * s) * (a * r + b * s - 1) / 4, a * (1 + b * s)
                * (2 * a * r + b * s) / 4, b * (1 + a * r) * (a * r + 2 * b * s) / 4))
        elif b:
            values.append(((1 - r * r) * (1 + b * s) / 2, -r * (1 + b * s), b * (1 - r * r) / 2))
        else:
            values.append(((1 + a * r) * (1 - s * s) / 2, a * (1 - s * s) / 2, -s * (1 + a * r)))
    return values


def lagrange(x):
    """Values and derivatives of the parabolas that are one at -1, 0 and 1."""
    return (x * (x - 1) / 2, x - mp.mpf(1) / 2), (1 - x * x, -2 * x), (x * (x + 1) / 2,
        x + mp.mpf(1) / 2)


def nine(r, s):
    on_r, on_s = lagrange(r), lagrange(s)
    return [(on_r[a + 1][0] * on_s[b + 1][0], on_r[a + 1][1] * on_s[b + 1][0], on_r[a + 1][0]
        * on_s[b + 1][1]) for a, b in NODES + [(0, 0)]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Panel:
    def __init__(self, nodes, order):
        self.nodes = [[mp.mpf(str(c)) for c in x] for x in nodes]
        root = mp.sqrt(mp.mpf(1) / 3) if order == 1 else mp.sqrt(mp.mpf(3) / 5)
        self.line = [-root, root] if order == 1 else [-root, mp.mpf(0), root]

    def at(self, r, s):
        parts = (nine if len(self.nodes) == 9 else shape)(r, s)
        y, yr, ys = ([sum(p[m] * x[d] for p, x in zip(parts, self.nodes)) for d in range(3)]
            for m in range(3))
        return y, yr, ys

    def node(self, i):
        return self.line[i % len(self.line)], self.line[i // len(self.line)]

    def phi(self, r, s):
        on_r, on_s = ([mp.fprod((x - b) / (a - b) for b in self.line if b != a)
            for a in self.line] for x in (r, s))
        return [a * b for b in on_s for a in on_r]


def kernels(x, nx, y, j, k):
    """S, K, K', N times the area, for the area vector j."""
    d = [a - b for a, b in zip(x, y)]
    r = mp.sqrt(dot(d, d))
    area = mp.sqrt(dot(j, j))
    green = mp.exp(mp.mpc(0, k * r)) / (4 * mp.pi * r)
    first = (mp.mpc(0, k) - 1 / r) * green
    second = ((mp.mpc(0, k) - 1 / r) ** 2 + 1 / r ** 2) * green
    return (green * area, -first * dot(d, j) / r, first * dot(d, nx) / r * area,
            -((second - first / r) * dot(d, nx) * dot(d, j) / r ** 2 + first / r * dot(nx, j)))


def edges(r, s):
    """Angles of the corners seen from (r, s), and the distance of the edge along a direction."""
    for c in range(4):
        a, b = CORNERS[c], CORNERS[(c + 1) % 4]
        from_angle, to_angle = mp.atan2(a[1] - s, a[0] - r), mp.atan2(b[1] - s, b[0] - r)
        if to_angle < from_angle:
            to_angle += 2 * mp.pi
        def limit(t, a=a, b=b):
            ex, ey = b[0] - a[0], b[1] - a[1]
            return ((a[0] - r) * ey - (a[1] - s) * ex) / (mp.cos(t) * ey - mp.sin(t) * ex)
        pieces = 4
        for p in range(pieces):
            yield from_angle + (to_angle - from_angle) * p / pieces, from_angle + (to_angle
                - from_angle) * (p + 1) / pieces, limit


def own(panel, i, k):
    r0, s0 = panel.node(i)
    x, yr, ys = panel.at(r0, s0)
    j0 = cross(yr, ys)
    size = mp.sqrt(dot(j0, j0))
    nx = [c / size for c in j0]
    count = len(panel.line) ** 2
    sums = [[mp.mpc(0)] * count for _ in range(4)]
    # derivatives of polynomials by central differences of high order: error far below 1e-20
    h = mp.mpf(10) ** -13
    def derivative(f):
        return [(8 * (a - b) - (c - d)) / (12 * h) for a, b, c, d in zip(f(h), f(-h), f(2 * h),
            f(-2 * h))]
    for low, high, limit in edges(r0, s0):
        for t, wt in line(low, high):
            c, s = mp.cos(t), mp.sin(t)
            end = limit(t)
            a = [c * u + s * v for u, v in zip(yr, ys)]
            slope = lambda e: [c * u + s * v for u, v in zip(*panel.at(r0 + e * c, s0 + e * s)[1:])]
            b = [z / 2 for z in derivative(slope)]
            j1 = derivative(lambda e: cross(*panel.at(r0 + e * c, s0 + e * s)[1:]))
            n1 = derivative(lambda e: panel.phi(r0 + e * c, s0 + e * s))
            length = mp.sqrt(dot(a, a))
            f2 = [size * (q == i) / (4 * mp.pi * length ** 3) for q in range(count)]
            f1 = [(n1[q] * size + (q == i) * (dot(nx, j1) - 3 * size * dot(a, b) / length ** 2))
                / (4 * mp.pi * length ** 3) for q in range(count)]
            for rho, wr in line(mp.mpf(0), end):
                y, ar, as_ = panel.at(r0 + rho * c, s0 + rho * s)
                values = kernels(x, nx, y, cross(ar, as_), k)
                phi = panel.phi(r0 + rho * c, s0 + rho * s)
                for q in range(count):
                    for m in range(3):
                        sums[m][q] += wt * wr * rho * values[m] * phi[q]
                    sums[3][q] += wt * wr * (rho * values[3] * phi[q] - f2[q] / rho ** 2 - f1[q]
                        / rho)
            for q in range(count):
                sums[3][q] += wt * (f1[q] * mp.log(end) - f2[q] / end)
    return sums


def near(panel, foot, height, nx, k):
    y0, yr, ys = panel.at(*foot)
    j0 = cross(yr, ys)
    size = mp.sqrt(dot(j0, j0))
    x = [a + height * b / size for a, b in zip(y0, j0)]
    count = len(panel.line) ** 2
    sums = [[mp.mpc(0)] * count for _ in range(4)]
    for low, high, limit in edges(*foot):
        for t, wt in line(low, high):
            c, s = mp.cos(t), mp.sin(t)
            a = mp.sqrt(sum((c * u + s * v) ** 2 for u, v in zip(yr, ys)))
            b = height / a
            last = mp.asinh(limit(t) / b)
            for piece in range(3):
                for u, wu in line(last * piece / 3, last * (piece + 1) / 3):
                    rho, jacobian = b * mp.sinh(u), b * mp.cosh(u)
                    y, ar, as_ = panel.at(foot[0] + rho * c, foot[1] + rho * s)
                    values = kernels(x, nx, y, cross(ar, as_), k)
                    phi = panel.phi(foot[0] + rho * c, foot[1] + rho * s)
                    for q in range(count):
                        for m in range(4):
                            sums[m][q] += wt * wu * jacobian * rho * values[m] * phi[q]
    return x, sums


PANELS = {
    'flat': [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (.5, 0, 0), (1, .5, 0), (.5, 1, 0),
        (0, .5, 0)],
    'slender': [(0, 0, 0), (5, 0, 0), (5, 1, 0), (0, 1, 0), (2.5, 0, 0), (5, .5, 0), (2.5, 1, 0),
        (0, .5, 0)],
    'bent': [(-.7, 0, .3), (.7, 0, .3), (.7, 1, .3), (-.7, 1, .3), (0, 0, .7), (.7, .5, .3),
        (0, 1, .7), (-.7, .5, .3)],
    'twisted': [(0, 0, 0), (1, 0, .2), (1.4, 1, -.1), (.1, .7, .3), (.5, -.1, .2), (1.3, .5, 0),
        (.7, .9, .2), (0, .3, .1)],
    # On a sphere of radius 1, rounded.
    'sphere': [(-0.0938, -0.3414, 0.9352), (0.4132, -0.3123, 0.8554), (0.419, 0.2683, 0.8674),
        (-0.0954, 0.2942, 0.951),
               (0.1871, -0.3368, 0.9228), (0.4345, -0.045, 0.8995), (0.1901, 0.2901, 0.9379),
                   (-0.0997, -0.0497, 0.9938),
               (0.1984, -0.049, 0.9789)],
}


def text(z):
    parts = [mp.nstr(part, 12) for part in (z.real, z.imag)]
    while parts and parts[-1] == '0.0':
        parts.pop()
    return '{%s}' % ', '.join(parts)


def main():
    print('// Written by curved_panels.py.')
    print('constexpr OwnValue own_values[]{')
    for name, order, node, k in [('flat', 1, 0, 0), ('slender', 2, 3, 0), ('slender', 1, 1, 1),
            ('bent', 2, 0, 2), ('bent', 1, 2, 0), ('twisted', 2, 8, 1), ('sphere', 2, 1, 1),
            ('sphere', 1, 3, 0)]:
        sums = own(Panel(PANELS[name], order), node, mp.mpf(k))
        for q in sorted({0, node, len(sums[0]) - 1}):
            print('    {"%s", %d, %d, %d, %d, {%s}},' % (name, order, node, k, q,
                ', '.join(text(part[q]) for part in sums)))
    print('};\nconstexpr NearValue near_values[]{')
    for name, order, k in [('bent', 2, 1), ('slender', 1, 0), ('sphere', 2, 1)]:
        for height in ('0.5', '0.1', '0.01', '0.001'):
            nx = [mp.mpf(2) / 3, mp.mpf(-1) / 3, mp.mpf(2) / 3]
            x, sums = near(Panel(PANELS[name], order), (mp.mpf('0.3'), mp.mpf('-0.4')),
                mp.mpf(height), nx, mp.mpf(k))
            place = ', '.join(mp.nstr(c, 12) for c in x)
            for q in (0, len(sums[0]) // 2):
                print('    {"%s", %d, %d, %s, {%s}, %d, {%s}},' % (name, order, k, height,
                    place, q, ', '.join(text(part[q]) for part in sums)))
    print('};')


if __name__ == '__main__':
    main()
