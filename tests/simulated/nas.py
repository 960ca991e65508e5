#!/usr/bin/env python3
"""On a simulated network the NAS kernels take the time of their operations and of their messages:
nas.py NAS, built with smpicxx."""
import json
import subprocess
import tempfile
from pathlib import Path

from base import SimulatedTest, main
import simulation

RATE = 100  # Mop/s of a rank


class Nas(SimulatedTest):
    def kernels(self, ranks, network="fast-ethernet-alpha-mpipro", rate=("--rate", str(RATE))):
        """Those of class S, by name, all of them verified."""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            done = simulation.simulate(["all", *rate, "--json", report], ranks, self.program,
                stdout=subprocess.DEVNULL, timeout=120,
                **simulation.lines_of(simulation.networks()[network]))
            assert done.returncode == 0, done.stderr
            found = json.loads(report.read_text(encoding="utf-8"))["kernels"]
        for kernel in found:
            assert all(check["holds"] for check in kernel["checks"]), kernel
        return {kernel["kernel"]: kernel for kernel in found}

    def test_one_rank_reaches_the_rate(self):
        # what is charged is what is done; of CG the benchmark's count is an estimate
        for name, kernel in self.kernels(1).items():
            assert abs(kernel["operations_per_second"] / (RATE * 1e6) - 1) < 0.01, name

    def test_messages_take_time_besides(self):
        slow, again, fast = self.kernels(4), self.kernels(4), self.kernels(4, "infiniband-200gbit")
        assert slow == again
        for name, kernel in slow.items():
            assert fast[name]["seconds"] > 0.98 * kernel["operations"] / (4 * RATE * 1e6), name
            assert kernel["seconds"] > fast[name]["seconds"], name
        assert slow["ep"]["seconds"] < 1.1 * fast["ep"]["seconds"]
        assert slow["is"]["seconds"] > 10 * fast["is"]["seconds"]

    def test_messages_alone_take_latencies_and_bytes(self):
        # n L + b G with n and b from two networks tells the third
        names = ("ethernet-pii450-wmpi", "myrinet-pii300-hpvm", "fast-ethernet-pii300-mpipro")
        lines = [(1e-6 * network["latency_us"], 1e-6 / network["mb_per_s"])
            for network in map(simulation.networks().get, names)]
        times = [self.kernels(4, name, rate=()) for name in names]
        for kernel in times[0]:
            first, second, third = (time[kernel]["seconds"] for time in times)
            (latency, gap), (other_latency, other_gap), line = lines
            determinant = latency * other_gap - other_latency * gap
            messages = (first * other_gap - second * gap) / determinant
            length = (second * latency - first * other_latency) / determinant
            assert messages > 1, kernel
            assert length > 8, kernel
            assert abs((messages * line[0] + length * line[1]) / third - 1) < 0.01, kernel


if __name__ == "__main__":
    main()
