// minifebem: the program.
#include <csignal>

#include "app/command_line.h"
#include "app/program.h"
#include "la/blas.h"
#include "mpi/environment.h"

int main(int argc, char** argv) {
  // A file size limit is an error of the write, to be reported, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  febem::la::use_one_thread();
  const febem::mpi::Environment environment(&argc, &argv);
  return febem::app::run_program(std::vector<std::string>(argv + 1, argv + argc));
}
