# The application of Ramble, and of Benchpark, for the repository that it stands in:
#     ramble repo add --type applications packaging/ramble
from ramble.appkit import *


class Minifebem(ExecutableApplication):
    """Figure of merit of a vibroacoustic FE/BE solver in four message-passing stages."""

    name = "minifebem"

    tags("mini-app", "benchmark", "mpi", "dense-linear-algebra", "boundary-elements",
        "finite-elements", "vibroacoustics")

    executable("benchmark", "minifebem benchmark {problem} {options}", use_mpi=True)
    executable("benchmark-weak", "minifebem benchmark {problem} --weak {options}", use_mpi=True)

    workload("strong", executables=["benchmark"])
    workload("weak", executables=["benchmark-weak"])

    workload_variable("problem", default="tiny",
        description="tiny, small, reference, large or huge: minifebem benchmark --list",
        workloads=["strong", "weak"])
    workload_variable("options", default="",
        description="options that docs/figure-of-merit.md allows, such as --route chain",
        workloads=["strong", "weak"])

    # A refused run has no number after "FOM:", and so neither figure nor success.
    line = (r"^FOM: (?P<fom>[0-9.]+) Gflop/s (?P<problem>\w+) (?P<mode>strong|weak) "
        r"ranks (?P<ranks>\d+) seconds (?P<seconds>[0-9.]+) spread (?P<spread>[0-9.]+) % "
        r"repeats (?P<repeats>\d+) valid")
    for title, group, unit in (("FOM", "fom", "Gflop/s"), ("Time", "seconds", "s"),
            ("Spread", "spread", "%"), ("Ranks", "ranks", "")):
        figure_of_merit(title, fom_regex=line, group_name=group, units=unit,
            log_file="{log_file}")
    success_criteria("valid", mode="string", match=r"^FOM: [0-9.]+ Gflop/s .* valid$",
        file="{log_file}")
