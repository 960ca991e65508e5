# The experiment of Benchpark: copy the folder into its folder experiments, and the application of
# packaging/ramble and the package of packaging/spack into its repository of packages.
from benchpark.directives import variant
from benchpark.experiment import Experiment
from benchpark.programming_model import ProgrammingModel, ProgrammingModelType
from benchpark.scaling import Scaling, ScalingMode


class Minifebem(Experiment, ProgrammingModel(ProgrammingModelType.Mpionly),
        Scaling(ScalingMode.Strong, ScalingMode.Weak)):

    variant("workload", default="strong", values=("strong", "weak"),
        description="the problem stays, or grows with the ranks")
    variant("problem", default="small", values=("tiny", "small", "reference", "large", "huge"),
        description="problem of minifebem benchmark")
    variant("version", default="1.1.0", values=("1.1.0", "main"), description="app version")

    def compute_applications_section(self):
        self.add_experiment_variable("problem", self.spec.variants["problem"][0], True)
        self.add_experiment_variable("n_ranks", 1, True)
        self.set_required_variables(n_resources="{n_ranks}", process_problem_size="{problem}",
            total_problem_size="{problem}")

        def more_ranks(variable, iteration, dimension, factor):
            return variable.val(dimension) * factor

        # With --weak the program itself makes the problem grow.
        scaling = {"n_ranks": more_ranks}
        self.register_scaling_config({ScalingMode.Strong: scaling, ScalingMode.Weak: scaling})

    def compute_package_section(self):
        self.add_package_spec(self.name, [f"minifebem{self.determine_version()}"])
