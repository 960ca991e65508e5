"""Figures of a sound field: planes of field points, and the power over the frequency."""
import h5py
import matplotlib.pyplot as plt
import numpy as np

from . import style

REFERENCE = 1e-6  # Pa, in water


def along(edge):
    """The axis that an edge lies on, and its length with sign; of another edge its length."""
    for name, unit in zip("xyz", np.eye(3)):
        if np.isclose(abs(edge @ unit), np.linalg.norm(edge)):
            return name, edge @ unit
    return "along the edge", np.linalg.norm(edge)


def planes(file):
    """Of each plane: number, extent (4), names of its axes, pressure (frequency x rows x columns)
    of the first load case."""
    counts, firsts = file["field/grid_counts"][()], file["field/grid_first"][()]
    pressure = file["field/pressure_real"][()] + 1j * file["field/pressure_imag"][()]
    if pressure.ndim == 3:
        pressure = pressure[:, 0]
    for number, (count, first) in enumerate(zip(counts, firsts)):
        if (count > 1).sum() != 2 or count[2] > 1:
            continue
        columns, rows = count[:2]
        points = file["field/points"][first:first + columns * rows]
        extent, names = [], []
        for edge in (points[columns - 1] - points[0], points[-columns] - points[0]):
            name, length = along(edge)
            start = points[0]["xyz".index(name)] if name in "xyz" else 0.0
            extent += [start, start + length]
            names.append(name)
        yield number, extent, names, pressure[:, first:first + columns * rows].reshape(-1, rows,
            columns)


def draw_plane(figure, axes, values, extent, names, title, label, **look):
    image = axes.imshow(values, origin="lower", extent=extent, interpolation="none", **look)
    axes.set_facecolor("0.35")  # the body: there is no pressure
    axes.grid(False)
    axes.set(xlabel=f"{names[0]}, m", ylabel=f"{names[1]}, m", title=title)
    figure.colorbar(image, ax=axes, label=label, shrink=0.8)


@style.figure("results", "the sound on each plane of field points at the last solved frequency: "
    "pressure at one moment, level")
def field_figures(path):
    with h5py.File(path) as file:
        if "field/grid_counts" not in file:
            return
        frequencies = file["frequency"][()]
        found = list(planes(file))
    for number, extent, names, pressure in found:
        solved = np.flatnonzero(np.isfinite(pressure).any(axis=(1, 2)))
        if not len(solved):
            continue
        hz, last = frequencies[solved[-1]], pressure[solved[-1]]
        level = 20 * np.log10(np.maximum(np.abs(last), 1e-300) / np.sqrt(2) / REFERENCE)
        most = np.nanpercentile(np.abs(last), 99)
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
        draw_plane(figure, left, last.real, extent, names, f"pressure at one moment, {hz:.4g} Hz",
            "Pa", cmap="RdBu_r", vmin=-most, vmax=most)
        draw_plane(figure, right, level, extent, names, "level",
            "dB re 1 µPa", cmap="cividis", vmin=np.nanpercentile(level, 1),
            vmax=np.nanpercentile(level, 99.5))
        yield f"field-{number}" if len(found) > 1 else "field", figure


FEW = 8  # frequencies that make no curve


@style.figure("results", "the power in the far field over the frequency; dots: solved, not "
    "interpolated")
def curve_figures(path):
    with h5py.File(path) as file:
        hz, power = file["frequency"][()], file["figures/far_field_power_w"][()]
        quantity = file["figures/far_field_power_w"].attrs.get("quantity", "radiated")
        outcome = file["figures/outcome"].asstr()[()]
    if power.ndim == 2:
        power, outcome = power[:, 0], outcome[:, 0]
    order = np.argsort(hz)
    hz, power, solved = hz[order], power[order], outcome[order] == "solved"
    if len(hz) <= FEW or not np.isfinite(power).any():
        return
    figure, axes = plt.subplots(figsize=(8, 3.6))
    axes.semilogy(hz, power, color=style.colour(0), linewidth=1.2,
        label=f"{len(hz)} frequencies")
    if not solved.all():
        axes.semilogy(hz[solved], power[solved], color=style.colour(1), marker="o", markersize=3.5,
            linestyle="none", label=f"{solved.sum()} of them solved, the others interpolated")
    axes.set(xlabel="Hz", ylabel=f"{quantity if isinstance(quantity, str) else quantity.decode()} "
        "power, W")
    axes.legend(fontsize=8)
    yield "curve", figure


@style.figure("results", "the admittance and the transmitting response of each driven electrode "
    "over the frequency")
def transducer_figures(path):
    with h5py.File(path) as file:
        hz = file["frequency"][()]
        conductance, susceptance, response = (file["figures/" + name][()].reshape(len(hz), -1)
            for name in ("conductance_s", "susceptance_s", "transmitting_response_db"))
    order = np.argsort(hz)
    driven = np.flatnonzero(np.isfinite(conductance).any(axis=0))
    for load in driven if len(hz) > FEW else []:
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6))
        for values, name in ((conductance, "conductance"), (susceptance, "susceptance")):
            left.semilogy(hz[order], np.abs(values[order, load]), label=name)
        left.set(xlabel="Hz", ylabel="S, absolute")
        left.legend(fontsize=8)
        right.plot(hz[order], response[order, load], color=style.colour(0))
        right.set(xlabel="Hz", ylabel="transmitting response, dB re 1 µPa m/V")
        yield "transducer" if len(driven) == 1 else f"transducer-{load}", figure
