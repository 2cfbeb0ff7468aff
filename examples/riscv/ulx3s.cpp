// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The board in a simulator: prints what comes on its serial line. After the program, it presses the
// button, and the program must print the same again.
#include "Vulx3s.h"
#include "verilated.h"
#include <cstdio>
#include <string>

// As the parameter CYCLES_PER_BIT of the simulated board.
static const int cycles_per_bit = 4;

int main() {
  const long limit = 10'000'000;
  Vulx3s board;
  std::string texts[2];
  int run = 0, bit = -1, wait = 0, character = 0;
  long pressed = 0, quiet = 0;
  for (long cycle = 0; run < 2; cycle++) {
    if (cycle == limit) {
      std::fprintf(stderr, "the program does not end within %ld cycles\n", limit);
      return 1;
    }
    board.again = cycle < pressed;
    board.clk = 0;
    board.eval();
    board.clk = 1;
    board.eval();
    // A character: each bit is read in its middle, the start bit first.
    if (bit < 0 && !board.serial) bit = 0, wait = cycles_per_bit / 2, character = 0;
    else if (bit >= 0 && --wait == 0) {
      if (bit == 0 ? board.serial : bit == 9 ? !board.serial : false) {
        std::fprintf(stderr, "a character without a start or a stop bit\n");
        return 1;
      }
      if (bit > 0 && bit < 9) character |= board.serial << (bit - 1);
      if (bit == 9) texts[run] += static_cast<char>(character);
      bit = bit == 9 ? -1 : bit + 1;
      wait = cycles_per_bit;
    }
    // The LED tells the end, and the last character follows it.
    bool ends = board.led != 0 && cycle > pressed + 100;
    quiet = ends ? quiet + 1 : 0;
    if (quiet == 100 * cycles_per_bit) {
      if (board.led != 1) {
        std::printf("%s", texts[run].c_str());
        std::fprintf(stderr, "the program failed\n");
        return 1;
      }
      run++, pressed = cycle + 20, quiet = 0;
    }
  }
  std::printf("%s", texts[0].c_str());
  if (texts[0] != texts[1]) {
    std::fprintf(stderr, "after the button, the program prints something else:\n%s", texts[1].c_str());
    return 1;
  }
}
