// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The clock and the reset of the system. +cycles=N limits the run; without it, a program has five
// million clock cycles.
#include "Vsimulation.h"
#include "verilated.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int argc, char **argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  const char *given = std::strchr(context.commandArgsPlusMatch("cycles="), '=');
  const long limit = given ? std::atol(given + 1) : 5'000'000;
  Vsimulation system{&context};
  for (long cycle = 0; !context.gotFinish(); cycle++) {
    if (cycle == limit) {
      std::fprintf(stderr, "the program does not end within %ld cycles\n", limit);
      return 1;
    }
    system.reset = cycle < 10;
    system.clk = 0;
    system.eval();
    system.clk = 1;
    system.eval();
  }
  if (system.ended != 0) std::fprintf(stderr, "the program ended with %u\n", system.ended);
  return system.ended != 0;
}
