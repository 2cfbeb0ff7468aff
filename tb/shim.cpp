// The functions of the library that holds ${ lanes.len() }$ x ${ top }$, translated by Verilator.
//
// The functions return an error message, or null. No exception leaves them, because their caller is
// not C++.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif
#include "Vdut.h"

// Verilator's runtime calls this instead of ending the program, for example if the module does not
// settle.
void vl_fatal(const char*, int, const char*, const char* message) { throw std::string(message); }

// The runtime would end the program with success at the second $finish.
void vl_finish(const char* file, int line, const char*) {
  throw std::string(file) + ":" + std::to_string(line) + ": the module calls $finish";
}

namespace {

struct Model {
  VerilatedContext context;
  Vdut dut;
  std::uint64_t cycle = 0;
  // Why the model failed. Verilator's runtime keeps its locks when an exception passes through it,
  // so a model that failed is neither used nor destroyed.
  std::string problem;
#if VM_TRACE
  VerilatedVcdC wave;
  std::uint64_t wave_from = 0;
#endif

  Model() : dut{prepared(context), "bench"} {}

  void begin() {
//%- if let Some((port, level)) = idle_reset %//
    // An asynchronous reset is an edge. Without this line, noise would decide whether the first
    // cycle has such an edge.
    dut.${ port }$ = ${ level }$;
//%- endif %//
//%- if let Some(port) = clock %//
    // The first evaluation sees no edges.
    for (int level : {0, 1, 0}) {
      dut.${ port }$ = level;
      dut.eval();
    }
//%- endif %//
  }

  // There is nobody to tell if a final block fails. Scopes leave the context of the thread, which
  // may be that of another model, already destroyed.
  ~Model() {
    Verilated::threadContextp(&context);
    try {
      dut.final();
    } catch (...) {
    }
  }

  // Registers start with noise, which is the same in every run.
  static VerilatedContext* prepared(VerilatedContext& context) {
    context.randReset(2);
    context.randSeed(1);
    context.traceEverOn(VM_TRACE != 0);
    return &context;
  }

  void dump(std::uint64_t part) {
#if VM_TRACE
    if (wave.isOpen() && cycle >= wave_from) wave.dump(10 * cycle + part);
#else
    (void)part;
#endif
  }

  // A column for each pin: one value a cycle for a control input, one for each lane otherwise.
  void run(std::size_t cycles, const std::uint64_t* const* control, const std::uint64_t* const* data,
           std::uint64_t* const* seen) {
    for (std::size_t at = 0; at < cycles; ++at, ++cycle) {
//%- for pin in control %//
      dut.${ pin }$ = control[${ loop.index0 }$][at];
//%- endfor %//
//%- for column in data %//
      {
        const std::uint64_t* const values = data[${ loop.index0 }$] + at * ${ lanes.len() }$;
//%- for pin in column %//
        dut.${ pin }$ = values[${ loop.index0 }$];
//%- endfor %//
      }
//%- endfor %//
//%- if let Some(port) = clock %//
      dut.${ port }$ = 1;
//%- endif %//
      dut.eval();
      dump(0);
//%- for column in seen %//
      {
        std::uint64_t* const values = seen[${ loop.index0 }$] + at * ${ lanes.len() }$;
//%- for pin in column %//
        values[${ loop.index0 }$] = dut.${ pin }$;
//%- endfor %//
      }
//%- endfor %//
//%- if let Some(port) = clock %//
      dut.${ port }$ = 0;
      dut.eval();
      dump(5);
//%- endif %//
    }
  }
};

// Calls `work` unless the model failed before, and returns the message of its exception, if any.
template <class Work>
const char* guarded(Model* model, Work work) {
  std::string& problem = model->problem;
  try {
    if (problem.empty()) work();
  } catch (const std::string& message) {
    problem = message;
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "unknown exception";
  }
  return problem.empty() ? nullptr : problem.c_str();
}

}  // namespace

#define VIDALU_EXPORT extern "C" __attribute__((visibility("default")))

// Null if there is no memory.
VIDALU_EXPORT Model* vidalu_open() {
  try {
    return new Model;
  } catch (...) {
    return nullptr;
  }
}

// Brings the model into its initial state.
VIDALU_EXPORT const char* vidalu_begin(Model* model) {
  return guarded(model, [&] { model->begin(); });
}

VIDALU_EXPORT void vidalu_close(Model* model) {
  if (model->problem.empty()) delete model;
}

VIDALU_EXPORT const char* vidalu_run(Model* model, std::size_t cycles, const std::uint64_t* const* control,
                                     const std::uint64_t* const* data, std::uint64_t* const* seen) {
  return guarded(model, [&] { model->run(cycles, control, data, seen); });
}

// Starts a VCD of the cycles from `from` on, counted from the first cycle of the model. Without a
// path, ends the VCD.
VIDALU_EXPORT const char* vidalu_wave(Model* model, const char* path, std::uint64_t from) {
#if VM_TRACE
  return guarded(model, [&] {
    if (model->wave.isOpen()) model->wave.close();
    if (!path) return;
    model->wave_from = from;
    model->dut.trace(&model->wave, 99);
    model->wave.set_time_unit("1ns");
    model->wave.set_time_resolution("1ns");
    model->wave.open(path);
    if (!model->wave.isOpen()) throw std::string("the wave cannot be written");
  });
#else
  (void)path, (void)from;
  (void)model;
  return "the model was built without waves";
#endif
}
