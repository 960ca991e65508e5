"""Far-field directivity over a circle."""
import h5py
import matplotlib.pyplot as plt
import numpy as np

from . import style

KIND = "results"
HELP = "polar plot of the far-field directivity"

FLOOR = -40.0  # dB
MOST = 6  # frequencies that can still be told apart


def figures(path):
    with h5py.File(path) as file:
        if "field/angle" not in file or not len(file["field/angle"]):
            return
        hz = file["frequency"][()]
        angle = np.radians(file["field/angle"][()])
        pressure = abs(file["field/directivity_real"][()] + 1j * file["field/directivity_imag"][()])
    chosen = np.unique(np.linspace(0, len(hz) - 1, min(MOST, len(hz))).round().astype(int))
    figure, axes = plt.subplots(figsize=(6, 5.6), subplot_kw={"projection": "polar"})
    for index, number in enumerate(chosen):
        level = 20 * np.log10(np.maximum(pressure[number] / pressure[number].max(), 10 ** (FLOOR / 20)))
        closed = np.append(angle, angle[0] + 2 * np.pi), np.append(level, level[0])
        axes.plot(*closed, color=style.colour(index), linestyle=["-", "--", "-.", ":"][index % 4],
                  label=f"{hz[number]:g} Hz: {pressure[number].max():.3g} Pa m")
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    axes.set_rlim(FLOOR, 0)
    axes.set_rgrids([-30, -20, -10, 0], ["-30", "-20", "-10", "0 dB"], angle=22.5, fontsize=8)
    axes.legend(fontsize=8, loc="lower left", bbox_to_anchor=(-0.12, -0.12), title="largest |p| r", title_fontsize=8)
    axes.set_title("directivity, dB below its largest", fontsize=10)
    yield "directivity", figure
