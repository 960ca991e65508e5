"""What an MPI library itself writes to stderr when a rank ends all, or finds a device missing."""
import re

# Open MPI speaks between lines of dashes.
BLOCK = re.compile(r"^-{60,}\n.*?^-{60,}\n", re.MULTILINE | re.DOTALL)
WORDS = ("Abort(", "ORTE_ERROR_LOG", "OSC UCX component")


def without_the_library(text):
    """The lines of a rank's stderr that the program wrote, blank ones left out."""
    lines = BLOCK.sub("", text).splitlines()
    return [line for line in lines if line.startswith("minifebem") or (line.strip() and
        not any(word in line for word in WORDS))]
