// The main of a serial test program.
#include "support/session.h"

int main(int argc, char** argv) { return febem::test::run_session(argc, argv); }
