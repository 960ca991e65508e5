"""Small cases that several tests solve. Their elimination panels are so narrow that five ranks own
rows of stage 4."""

SHELL = """
[geometry]
generator = "shell"
cells = 1
[structure]
free = true
[fluid]
density = 1000.0
sound_speed = 1500.0
[[material]]
regions = ["shell"]
young = 2.0e11
poisson = 0.3
density = 7800.0
loss_factor = 0.05
[[excitation]]
kind = "pressure"
faces = "inner"
legendre = 1
amplitude = 1.0
[[excitation]]
kind = "plane_wave"
direction = [0.3, 0.2, 1.0]
amplitude = 2.0
[eliminate]
panel = 5
[frequency]
hz = [200.0]
"""

# Without losses A_s is singular at its resonances in vacuo.
LOSSLESS = SHELL.replace("loss_factor = 0.05", "loss_factor = 0.0")
NEVER = "784.702665508"  # Hz: one of them, to twelve digits

SPHERE = """
[geometry]
generator = "sphere"
frequency = 2
[fluid]
density = 1000.0
sound_speed = 1500.0
[[excitation]]
kind = "velocity"
amplitude = 1.0e-3
[eliminate]
panel = 5
[frequency]
hz = [100.0]
"""
