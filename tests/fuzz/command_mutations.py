"""Mutated command lines over a small case."""
import case_mutations
import hostile

SPHERE = next(text for text in case_mutations.BASES if "pulsating" in text)
SHELL = next(text for text in case_mutations.BASES if "thick spherical" in text)

ROUTES = "star binomial chain ring native strar ".split(" ")
CUTS = "whole 4KiB grow:1KiB 0 -1 1B 99999999999999999999KiB 4KiB4KiB".split()
PACES = ("blocking ack window:4 window:0 window:2147483648 put:64GiB shared:1EiB "
    "credit:1 flood:").split()
# Options of solve and values that may be meant.
OPTIONS = {
    "--frequency": '100|2 kHz|0|-5|1e400|[1,2]|1", "2|1 parsec|nan',
    "--route": ROUTES, "--merge.route": ROUTES, "--cut": CUTS, "--reduce.cut": CUTS,
    "--pace": PACES, "--eliminate.pace": PACES, "--strategy": "bulk|celestion|all|none",
    "--merge.block": hostile.NUMBERS, "--eliminate.panel": hostile.NUMBERS,
    "--methods": "1999|fast|1998", "--precision": "mixed|double|single",
    "--reduce.method": "rows|columns|column",
    "--merge.method": "frontal|substructure|mumps|fronta",
    "--eliminate.method": "rows|grid|scalapack|krylov|ksp|row",
    "--eliminate.petsc": "-ksp_type bcgs|-ksp_type bicg|-ksp_typo|-ksp_max_it -1|gmres|'|"
        "-options_file /dev/zero|-pc_type lu",
    "--form.schedule": "static|dynamic", "--emulate-latency": "200us|-1s|1 parsec|0|1e400s",
    "--emulate-bandwidth": "100Mbit|0|-1|nan|1e400Mbit", "--emulate-overhead": "5us|x",
    "--emulate-link": "0-1:1ms,1Gbit|0-0:1ms,1Gbit|7|0-1:|a-b:c,d|0-99999999999:1ms,1Gbit",
    "--receive-buffer": "64KiB|0|-1|much",
    "--trace": "out/trace.json|/nowhere/trace.json|/dev/full|.",
    "--json": "out/report.json|/nowhere/x/report.json|/dev/full|.|",
    "--unbuffered": None, "--outstanding": None, "--help": None, "--nonsense": "1", "--out=": None,
}
OPTIONS = {name: values.split("|") if isinstance(values, str) else values
    for name, values in OPTIONS.items()}
OTHERS = [line.split() for line in """help case
help messages
help casse
--version
mesh list
verify --list
verify pulsatin
verify --tolerance-factor nan
bench pingpon
bench pingpong --sizes 8
bench broadcast --sizes 0
bench broadcast --sizes 4..2
bench reduce --sizes 1EiB
bench broadcast --sizes 16 --repeats 1 --seconds 1ms
study case.toml --stage mrege
study case.toml --repeats 0..0
study case.toml --repeats 1..1 --stage form --out out
study case.toml --repeats 1..1 --spread -5%
study case.toml --seconds nan
study case.toml --repeats 1..1 --seconds 1e400
mesh generate sphere frequency=1 --out out.h5
mesh generate sphere frequency=1e9 --out o.h5
mesh generate spere --out o.h5
mesh generate sphere frequency --out o.h5
mesh generate shell cells=101 layers=nan --out o.h5
mesh generate sphere frequency=1 --out /nowhere/o.h5
mesh inspect /dev/zero
mesh repair case.toml --out o.h5
mesh repair m.h5 --out o.h5 --tolerance nan
mesh inspect case.toml
mesh inspect .
mesh
solve
solve /dev/zero
solve .
solve nowhere.toml
solve case.toml case.toml
""".split("\n")]


def made(rng):
    if rng.random() < 0.25:
        arguments = list(rng.choice(OTHERS))
    else:
        arguments = ["solve", "case.toml", "--out", "out"]
        for option in rng.sample(list(OPTIONS), rng.randint(1, 3)):
            values = OPTIONS[option]
            arguments += [option] if values is None else [option, rng.choice(values)]
    action = rng.randrange(8)
    if arguments and action == 0:
        arguments[rng.randrange(len(arguments))] = rng.choice(hostile.TEXTS)
    elif arguments and action == 1:
        del arguments[rng.randrange(len(arguments))]
    elif arguments and action == 2:
        arguments.insert(rng.randrange(len(arguments)), arguments[rng.randrange(len(arguments))])
    elif arguments and action == 3:
        tail = arguments[1:]
        rng.shuffle(tail)
        arguments[1:] = tail
    return [argument.replace("\0", "") for argument in arguments]


def is_long(arguments):
    """True if all of the verification would be run, or a study or benchmark without its bounds."""
    first = arguments[:1]
    if first == ["verify"]:
        return "--list" not in arguments and "--tolerance-factor" in arguments
    if first == ["study"]:
        return not any(word in arguments for word in ("--seconds", "1..1", "0..0",
            "mrege")) or "1..1" not in arguments
    if first == ["bench"]:
        return ("--seconds" not in arguments and "pingpong" not in arguments and "pingpon"
            not in arguments)
    return False


def make(rng, folder, seeds):
    (folder / "case.toml").write_text(rng.choice([SPHERE, SHELL]))
    while is_long(arguments := made(rng)):
        pass
    return arguments
