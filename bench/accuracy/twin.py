"""The same run over real TCP in a laboratory and on its simulated twin, stage beside stage.

    sudo bench/accuracy/run twin --hosts 2 3 4 --rate 100mbit -- meshes/cases/sonobuoy.toml

A ping-pong in the laboratory measures the cost of a message for the simulator. Both use the
modelled arithmetic of this machine: ranks of the laboratory stand for hosts of their own and must
not share two cores. Builds the programs if they do not exist. Status 1 if a stage that takes 0.1 s
or more is off by more than 15 per cent.
"""
import tempfile

import simulation
from programs import ROOT, SIMULATED, Table, add_program, measured_profile, report_of

LIMIT, SHORTEST = 0.15, 0.1


def add_options(parser):
    parser.add_argument("--hosts", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rate", default="100mbit",
        help="of each line of the laboratory (100mbit)")
    parser.add_argument("--queue", default="256KiB", help="of each port of its switch (256KiB)")
    add_program(parser, text="built with Open MPI")
    add_program(parser, "--simulated", SIMULATED)


def in_laboratory(given, hosts, arguments):
    """The report of a run of one rank on each host."""
    lab = ROOT / "bench" / "networks" / "lab"
    return report_of(lab, "--name", "twin", "with", "--hosts", hosts, "--rate", given.rate,
        "--queue", given.queue, "--", given.program.resolve(), *arguments)


def compare(given, hosts, profile, link):
    """Rows of both times of each stage."""
    arguments = ["solve", *given.rest, "--arithmetic", "modelled", "--profile", profile]
    real = in_laboratory(given, hosts, arguments)
    twin = simulation.report_of(arguments, hosts, given.simulated.resolve(),
        **simulation.lines_of(link))
    simulated = {stage["name"]: stage["seconds"] for stage in twin["stages"]}
    return [{"hosts": hosts, "stage": stage["name"], "laboratory_seconds": stage["seconds"],
        "simulated_seconds": simulated[stage["name"]],
        "communication_seconds": stage["communication_seconds"]} for stage in real["stages"]]


def off(row):
    real = row["laboratory_seconds"]
    return row["simulated_seconds"] / real - 1 if real > 0 else 0


def is_near(row):
    real = row["laboratory_seconds"]
    return max(real, row["simulated_seconds"]) < SHORTEST or (real > 0 and abs(off(row)) <= LIMIT)


def main(given):
    if not given.rest:
        given.error("name the case after --")
    with tempfile.TemporaryDirectory() as folder:
        profile = measured_profile(given.program, folder)
        link = simulation.link_of(in_laboratory(given, 2, ["bench", "pingpong",
            *simulation.PING_PONG, "--repeats", "11"]))
        print(f"a message takes {link['latency_us']:.1f} us and its length at "
            f"{link['mb_per_s']:.2f} MB/s\n")
        table = Table(("hosts", ">6"), ("stage", ">12"),
            ("laboratory s", ">13.3f", "laboratory_seconds"),
            ("simulated s", ">12.3f", "simulated_seconds"), ("%", ">+7.1f", lambda row: 100
            * off(row)), ("communication s", ">16.3f", "communication_seconds"))
        for hosts in given.hosts:
            for row in compare(given, hosts, profile, link):
                table.add(row)
    return {"link": link, "rows": table.rows}, all(map(is_near, table.rows))
