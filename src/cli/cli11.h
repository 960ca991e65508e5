// CLI11, without the macro `exit` of SimGrid's compiler wrapper: CLI11 has a function of that name.
#pragma once

#undef exit
#include <CLI/CLI.hpp>
