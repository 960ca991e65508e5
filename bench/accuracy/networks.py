"""What MPI programs see of each simulated network beside what is published of it.

The latency is half a round trip of one byte. The bandwidth follows from the cost of one more
mebibyte. Status 1 if one is off by more than one per cent.
"""
import simulation
from programs import SIMULATED, Table, add_program


def add_options(parser):
    add_program(parser, default=SIMULATED)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of networks.toml; else all")


def main(given):
    networks = simulation.networks()
    if unknown := set(given.names) - set(networks):
        given.error(f"no network '{min(unknown)}'; there are {', '.join(networks)}")
    columns = ("published", ">9g"), ("simulated", ">9.4g"), ("off %", ">+7.2f")
    table = Table(("network: latency us, MB/s", ">28"), *columns, *columns)
    for name in given.names or networks:
        network = networks[name]
        row = [name]
        for published, simulated in zip((network["latency_us"], network["mb_per_s"]),
                simulation.ping_pong(network, given.program.resolve())):
            row += published, simulated, 100 * (simulated / published - 1)
        table.add(row)
    return {"rows": table.rows}, all(abs(row[at]) <= 1 for row in table.rows for at in (3, 6))
