// The main of a serial test program.
#define CATCH_CONFIG_RUNNER
#include "support/session.h"

int main(int argc, char** argv) { return febem::test::run_session(argc, argv); }
