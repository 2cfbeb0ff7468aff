// Harness of ${ top }$ for Verilator: drives the cycles of a file and writes down what comes out.
//
//   harness STIMULUS OBSERVED [WAVE FROM]
//   harness -                               a conversation: a line of stdin is a cycle, answered on stdout
//
// STIMULUS has one line a cycle: the input pins in hexadecimal, each in whole digits, joined by '_'; a digit 'x' is
// noise here. OBSERVED gets one line a cycle: the output pins in hexadecimal. WAVE is a VCD of the cycles after FROM.
// Inputs change while the clock is low; outputs are read before it rises.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif
#include "Vdut.h"

namespace {

// Reads a whole file; ends the program if it cannot.
std::string read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) {
    std::perror(path);
    std::exit(2);
  }
  std::string text;
  char part[1 << 16];
  for (std::size_t got; (got = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, got);
  std::fclose(file);
  return text;
}

// Takes the digits of one pin and the separator behind them.
std::uint64_t take(const char*& at, int digits) {
  static std::uint64_t noise = 0x9e3779b97f4a7c15u;
  std::uint64_t value = 0;
  for (; digits > 0; --digits, ++at) {
    std::uint64_t digit;
    if (*at == 'x') {
      noise ^= noise << 13;
      noise ^= noise >> 7;
      noise ^= noise << 17;
      digit = noise >> 60;
    } else {
      digit = *at <= '9' ? *at - '0' : *at - 'a' + 10;
    }
    value = value << 4 | digit;
  }
  ++at;
  return value;
}

// Appends the digits of one pin and a separator.
void put(std::string& text, std::uint64_t value, int digits, char separator) {
  for (int digit = digits - 1; digit >= 0; --digit) text += "0123456789abcdef"[value >> 4 * digit & 15];
  text += separator;
}

}  // namespace

int main(int argc, char** argv) {
  const bool talks = argc == 2 && std::string(argv[1]) == "-";
  if (!talks && argc != 3 && argc != 5) {
    std::fprintf(stderr, "usage: %s STIMULUS OBSERVED [WAVE FROM], or %s -\n", argv[0], argv[0]);
    return 2;
  }
  const std::string stimulus = talks ? "" : read_file(argv[1]);
  const char* const observed_name = talks ? "stdout" : argv[2];
  std::FILE* observed = talks ? stdout : std::fopen(observed_name, "wb");
  if (!observed) {
    std::perror(observed_name);
    return 2;
  }

  VerilatedContext context;
  // Registers start with noise, the same in every run.
  context.randReset(2);
  context.randSeed(1);
  context.traceEverOn(VM_TRACE != 0);
  Vdut dut{&context, "${ top }$"};
#if VM_TRACE
  const std::uint64_t wave_from = argc == 5 ? std::strtoull(argv[4], nullptr, 10) : 0;
  VerilatedVcdC wave;
  dut.trace(&wave, 99);
  wave.set_time_unit("1ns");
  wave.set_time_resolution("1ns");
  if (argc == 5) wave.open(argv[3]);
#endif

//%- if let Some((port, level)) = idle_reset %//
  // An asynchronous reset is an edge; without this, noise decides whether the first cycle has one.
  dut.${ port }$ = ${ level }$;
  dut.eval();
//%- endif %//

  std::string text;
  std::uint64_t cycle = 0;
  // One cycle: drives the pins of the line at `at`, writes down the outputs, and gives the clock's active edge.
  auto step = [&](const char*& at) {
//%- for pin in inputs %//
    dut.${ pin.name }$ = take(at, ${ pin.digits() }$) & ${ pin.mask() }$u;
//%- endfor %//
//%- if let Some(port) = clock %//
    dut.${ port }$ = 0;
//%- endif %//
    dut.eval();
#if VM_TRACE
    if (wave.isOpen() && cycle >= wave_from) wave.dump(10 * cycle);
#endif
//%- for pin in outputs %//
    put(text, dut.${ pin.name }$, ${ pin.digits() }$, '//% if loop.last %//\n//% else %// //% endif %//');
//%- endfor %//
//%- if let Some(port) = clock %//
    dut.${ port }$ = 1;
    dut.eval();
#if VM_TRACE
    if (wave.isOpen() && cycle >= wave_from) wave.dump(10 * cycle + 5);
#endif
//%- endif %//
    ++cycle;
  };
  auto write = [&] {
    std::fwrite(text.data(), 1, text.size(), observed);
    text.clear();
  };

  if (talks) {
    for (char line[4096]; std::fgets(line, sizeof line, stdin);) {
      const char* at = line;
      step(at);
      write();
      std::fflush(observed);
    }
  } else {
    const char* at = stimulus.data();
    for (const char* const end = at + stimulus.size(); at < end;) {
      step(at);
      if (text.size() > 1 << 16) write();
    }
    write();
  }
#if VM_TRACE
  if (wave.isOpen()) wave.close();
#endif
  dut.final();
  if (std::ferror(observed) || std::fclose(observed)) {
    std::perror(observed_name);
    return 2;
  }
  return 0;
}
