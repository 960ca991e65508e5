"""The test of ReFrame. Here, on two ranks of the build:
    reframe -c packaging/reframe/minifebem.py -S build=$PWD/build -r
and on a system with an installed program, whose module or Spack environment gives `minifebem`:
    reframe -C site.py -c packaging/reframe/minifebem.py -S problem=reference -S num_tasks=64 -r
"""
import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import performance_function, run_after, run_before, sanity_function
from reframe.core.builtins import variable

LINE = (r"^FOM: (?P<fom>[\d.]+) Gflop/s \w+ \w+ ranks (?P<ranks>\d+) seconds (?P<seconds>[\d.]+) "
    r"spread (?P<spread>[\d.]+) % repeats \d+ valid$")


@rfm.simple_test
class Minifebem(rfm.RunOnlyRegressionTest):
    """The figure of merit, which only a right answer has."""
    descr = "figure of merit of minifebem"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    problem = variable(str, value="tiny")
    weak = variable(bool, value=False)
    # Build folder whose program and launcher are run; without it the program is in the PATH.
    build = variable(str, value="")
    num_tasks = 2

    @run_after("setup")
    def set_command(self):
        self.executable = f"{self.build}/minifebem" if self.build else "minifebem"
        self.executable_opts = ["benchmark", self.problem, *(["--weak"] if self.weak else [])]

    @run_before("run")
    def set_launcher(self):
        if self.build:
            self.job.launcher.modifier = f"{self.build}/mpirun"
            self.job.launcher.modifier_options = ["-n", str(self.num_tasks)]

    @sanity_function
    def is_valid(self):
        return sn.all([sn.assert_found(LINE, self.stdout), sn.assert_eq(
            sn.extractsingle(LINE, self.stdout, "ranks", int), self.num_tasks)])

    @performance_function("Gflop/s")
    def fom(self):
        return sn.extractsingle(LINE, self.stdout, "fom", float)

    @performance_function("s")
    def seconds(self):
        return sn.extractsingle(LINE, self.stdout, "seconds", float)

    @performance_function("%")
    def spread(self):
        return sn.extractsingle(LINE, self.stdout, "spread", float)
