// CLI11, also under SimGrid's compiler wrapper, which makes a macro of exit: CLI11 has a function of that name.
#pragma once

#undef exit
#include <CLI/CLI.hpp>
