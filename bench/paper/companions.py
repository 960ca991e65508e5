"""Which stage behaves like which benchmark, by the time that they spend on messages alone.

Simulates stages and NAS kernels (build-smpi/bench/nas/nas) on every network of Table 1 of the
paper, for four processors. Correlates their times, and those that the published stages took beyond
a fourth of their time on one processor, with the latency and the time per byte of a ping-pong.
Explains each time by a number of latencies and a number of transmitted bytes. Then predicts Table
2, CG and EP of class A on eight processors: the speed of a processor is fitted to one column.
docs/paper.md says what follows. Needs the programs built for SimGrid (bench/simulate).
"""
import math
import os
import statistics
from concurrent.futures import ThreadPoolExecutor

import simulation
from programs import SIMULATED, SONOBUOY, STAGES, Table, add_program, stages_of
from reproduction import METHODS, published

RANKS = 4
KERNELS = ("ep", "cg", "is")
MEASURES = (*KERNELS, "latency", "time per byte")
TABLE_2 = (("cg", "fast-ethernet-pii300-mpipro", 87.6), ("cg", "myrinet-pii300-hpvm", 154.1),
    ("cg", "fast-ethernet-alpha-mpipro", 68.7), ("ep", "fast-ethernet-pii300-mpipro", 6.2),
    ("ep", "myrinet-pii300-hpvm", 6.2), ("ep", "fast-ethernet-alpha-mpipro", 19.0))  # Mflop/s


def kernels_on(given, network, ranks, problem, *options):
    """Of the NAS program, by kernel. Raises RuntimeError unless all are verified."""
    found = simulation.report_of([*options, "--class", problem], ranks, given.nas,
        **simulation.lines_of(network))["kernels"]
    if not all(check["holds"] for kernel in found for check in kernel["checks"]):
        raise RuntimeError("a kernel is not verified")
    return {kernel["kernel"]: kernel for kernel in found}


def messages_alone(given, network):
    """Seconds of each stage and kernel in which nothing but messages takes time."""
    report = simulation.report_of(["solve", SONOBUOY, *METHODS, "--arithmetic", "free"], RANKS,
        given.program, **simulation.lines_of(network))
    found = {**stages_of(report), **kernels_on(given, network, RANKS, given.problem, "all")}
    return {**{name: one["seconds"] for name, one in found.items()},
        "latency": 1e-6 * network["latency_us"], "time per byte": 1e-6 / network["mb_per_s"]}


def path_of(times):
    """Messages and bytes one after the other, n L + b G, that explain times on all networks;
    `times` are (seconds, L, G). Least squares of relative errors.
    """
    rows = [(latency / seconds, gap / seconds, 1) for seconds, latency, gap in times]
    ll, lg, gg, left, right = (sum(row[i] * row[j] for row in rows) for i, j in ((0, 0), (0, 1),
        (1, 1), (0, 2), (1, 2)))
    determinant = ll * gg - lg * lg
    return (gg * left - lg * right) / determinant, (ll * right - lg * left) / determinant


def paths_of(alone, excess):
    """By stage and kernel, and by stage of 1999: messages, bytes, and bytes of a message (None
    where bytes alone explain the times). Prints them."""
    times = {what: {name: seconds[what] for name, seconds in alone.items()} for what in (*STAGES,
        *KERNELS)}
    for stage in STAGES:
        published_times = {name: seconds for (name, of), seconds in excess.items() if of == stage}
        if min(published_times.values()) > 0:
            times[stage + " of 1999"] = published_times
    print("\nMessages and bytes one after the other that explain these times best")
    table = Table(("", ">18"), ("messages", ">12.4g"), ("bytes", ">12.4g"),
        ("of a message", ">14.4g"))
    paths = {}
    for what, by_network in times.items():
        messages, length = path_of([(seconds, alone[name]["latency"], alone[name]["time per byte"])
            for name, seconds in by_network.items()])
        paths[what] = {"messages": messages, "bytes": length, "bytes_of_a_message": length
            / messages if messages > 0 else None}
        table.add([what, *paths[what].values()])
    return paths


def published_excess():
    """By (network, stage): seconds of four processors beyond a fourth of those of one; the networks
    of Tables 3 to 5."""
    seconds = {(cell.network, cell.stage, cell.ranks): cell.published for cell in published()}
    return {(network, stage): most - seconds[network, stage, 1] / RANKS
        for (network, stage, ranks), most in seconds.items() if ranks == RANKS}


def correlate(title, values, alone, names):
    """By stage and measure, of logarithms: 1 if one is a power of the other; None where a stage
    took no longer than a fair share somewhere. Prints them."""
    print(f"\n{title}")
    table = Table(("stage", ">10"), *((measure, ">14.2f") for measure in MEASURES))
    rows = {}
    for stage in STAGES:
        of_stage = [values[name, stage] for name in names]
        rows[stage] = {measure: statistics.correlation(*(list(map(math.log, x)) for x in (of_stage,
            [alone[name][measure] for name in names]))) if min(of_stage) > 0 else None
            for measure in MEASURES}
        table.add({"stage": stage, **rows[stage]})
    return rows


def fitted_rate(given, network, kernel, mflops):
    """Mop/s of one of eight processors, at which all of them reach the published: what is left of
    the time by messages is arithmetic."""
    def run(*rate):
        return kernels_on(given, network, 8, "A", kernel, *rate)[kernel]
    found = run()
    share = found["operations"] * 1e-6 / 8
    messages = found["seconds"]
    for _ in range(3):  # how long a rank waits depends on how fast the others are
        arithmetic = 8 * share / mflops - messages
        if arithmetic <= 0:
            raise RuntimeError(f"{kernel}: messages alone take longer than published")
        found = run("--rate", f"{share / arithmetic:.6g}")
        messages = found["seconds"] - arithmetic
        if abs(8 * share / found["seconds"] / mflops - 1) < 1e-3:
            break
    return share / arithmetic


def table_2(given, networks):
    """Rows of (kernel, network, published, reproduced, fitted)."""
    rows, rates = [], {}
    for kernel, name, mflops in sorted(TABLE_2, key=lambda entry: -networks[entry[1]]["mb_per_s"]):
        processor = kernel, name.split("-")[-2]
        fitted = processor not in rates
        if fitted:
            rates[processor] = fitted_rate(given, networks[name], kernel, mflops)
        found = kernels_on(given, networks[name], 8, "A", kernel, "--rate",
            f"{rates[processor]:.6g}")[kernel]
        rows.append({"kernel": kernel, "network": name, "published": mflops,
            "reproduced": found["operations_per_second"] * 1e-6, "fitted": fitted,
            "mflops_of_a_processor": rates[processor]})
    return rows


def add_options(parser):
    add_program(parser, default=SIMULATED)
    add_program(parser, "--nas", SIMULATED.parent / "bench" / "nas" / "nas",
        "nas built with smpicxx")
    parser.add_argument("--class", dest="problem", default="W", choices=["S", "W", "A"],
        help="of the kernels that are correlated")


def main(given):
    networks = simulation.of_1999()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = dict(zip(networks, pool.map(lambda network: messages_alone(given, network),
            networks.values())))
    rows = table_2(given, networks)
    simulated = correlate(f"Time spent on messages, our stages on {len(networks)} networks: "
        "correlation of its logarithm", {(name, stage): alone[name][stage] for name in networks
        for stage in STAGES}, alone, list(networks))
    excess = published_excess()
    of_1999 = correlate("Time beyond a fourth of one processor's, stages of 1999 on 6 networks: "
        "the same", excess, alone, sorted({name for name, _ in excess}))
    paths = paths_of(alone, excess)
    print("\nTable 2. Class A on eight processors, Mop/s.")
    table = Table(("kernel", ">7"), ("network", ">30"), ("published", ">10g"),
        ("reproduced", ">11.4g"), ("error %", ">+9.1f", lambda row: "fitted" if row["fitted"]
        else 100 * (row["reproduced"] / row["published"] - 1)))
    for row in rows:
        table.add(row)
    return {"kind": "companions", "messages_alone": alone, "correlation": simulated,
        "correlation_1999": of_1999, "paths": paths, "table_2": rows}, True
