//! The C header of AXI4-Lite on a host whose reads pass the writes that it posted.

use std::fs::{self, File};
use std::process::Command;

use vidalu_gen::{Config, Target, Unit, Wrapper};
use vidalu_kit::Request;
use vidalu_testkit::{have, in_turn};
use vidalu_vectors::{Format, Level, Request as SetRequest, Set};

use crate::common::{Moved, UNITS, request, run};

/// The host: a write waits in a queue before it goes to the bus, a read goes at once.
const HOST: &str = r#"
#include <cstdio>
#include <deque>
#include "Vtop.h"
#include "vectors.h"

static Vtop dut;
static unsigned long now;
struct Posted { uint32_t address, data; unsigned long due; };
static std::deque<Posted> posted;
static bool address_taken, data_taken;

/* A clock cycle, with the oldest write if it is due. */
static void cycle(bool reads, uint32_t address)
{
    bool writes = !posted.empty() && posted.front().due <= now;
    dut.s_axi_awvalid = writes && !address_taken;
    dut.s_axi_wvalid = writes && !data_taken;
    if (writes) { dut.s_axi_awaddr = posted.front().address; dut.s_axi_wdata = posted.front().data; }
    dut.s_axi_wstrb = 15;
    dut.s_axi_bready = 1;
    dut.s_axi_arvalid = reads;
    dut.s_axi_araddr = address;
    dut.aclk = 0;
    dut.eval();
    address_taken |= dut.s_axi_awvalid && dut.s_axi_awready;
    data_taken |= dut.s_axi_wvalid && dut.s_axi_wready;
    if (address_taken && data_taken) { posted.pop_front(); address_taken = data_taken = false; }
    dut.aclk = 1;
    dut.eval();
    if (++now > 2000000) { std::printf("no result\n"); std::exit(1); }
}

struct Register {
    uint32_t address;
    void operator=(uint32_t data) { posted.push_back({address, data, now + 30}); }
    operator uint32_t() const
    {
        dut.s_axi_rready = 0;
        while (!dut.s_axi_arready) cycle(false, 0);
        cycle(true, address);
        while (!dut.s_axi_rvalid) cycle(false, 0);
        uint32_t data = dut.s_axi_rdata;
        dut.s_axi_rready = 1;
        cycle(false, 0);
        dut.s_axi_rready = 0;
        return data;
    }
};
#define VIDALU_REGISTER(base, address) (Register{(uint32_t)(base) + (uint32_t)(address)})
#include "vidalu_axi4_lite.h"

int main()
{
    dut.aresetn = 0;
    for (int at = 0; at < 4; at++) cycle(false, 0);
    dut.aresetn = 1;
    if (VIDALU_REGISTER(0, VIDALU_ID) != VIDALU_ID_VALUE) return 1;
    bool by_interrupt = false;
    vidalu_set_interrupt(0, 0);
    for (const auto &vector : VECTORS) {
        vidalu_set_word(0, vector.ctl);
        uint64_t d;
        if (by_interrupt) {
            vidalu_set_interrupt(0, 1);
            if (dut.irq) { std::printf("irq is not acknowledged\n"); return 1; }
            vidalu_start(0, vector.a, vector.b ARGUMENT_C);
            while (!dut.irq) cycle(false, 0);
            d = vidalu_result(0);
            vidalu_set_interrupt(0, 0);
        } else {
            d = vidalu_execute(0, vector.a, vector.b ARGUMENT_C);
        }
        if (dut.irq) { std::printf("irq without an enable\n"); return 1; }
        by_interrupt = !by_interrupt;
        if (d != vector.d) { std::printf("%s: got %llx\n", vector.ptx, (unsigned long long)d); return 1; }
    }
    std::printf("all agree\n");
}
"#;

#[test]
fn a_result_is_never_that_of_the_instruction_before() {
    if !have(&["verilator", "g++", "make"]) {
        return;
    }
    for unit in in_turn(UNITS, 3) {
        // The deepest unit finishes last.
        let config = Config { depth: if unit == Unit::Scalar { 4 } else { 1 }.into(), ..Config::default() };
        let kit = Moved::new(&Request { wrapper: Some(Wrapper::Axi4Lite), ..request(unit, config.clone()) });
        let path = kit.path();
        let set = Set::new(&SetRequest {
            target: Target::Unit(unit),
            config,
            profile: None,
            forms: None,
            seed: 1,
            level: Level::Random,
            count: Some(80),
        });
        let vectors = File::create(path.join("vectors.h")).unwrap();
        vidalu_vectors::write(&set.unwrap(), Format::C, vectors).unwrap();
        let vectors = format!("vidalu_{}_vectors", unit.name());
        let third = if has_c(&kit) { ", vector.c" } else { "" };
        fs::write(path.join("host.cpp"), HOST.replace("VECTORS", &vectors).replace(" ARGUMENT_C", third)).unwrap();
        let top = format!("vidalu_{}_axi4_lite", unit.name());
        let build = || {
            let mut verilator = Command::new("verilator");
            verilator.args(["--cc", "--exe", "--build", "--prefix", "Vtop", "--top-module", &top, "-MAKEFLAGS"]);
            verilator.args(["OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0", "-CFLAGS", "-I..", "-f", "filelist.f"]);
            let (built, said) = run(verilator.arg("host.cpp"), &path);
            assert!(built, "{said}");
            run(&mut Command::new("obj_dir/Vtop"), &path)
        };
        let (passed, said) = build();
        assert!(passed && said.ends_with("all agree\n"), "{unit:?}: {said}");
        if unit == Unit::Scalar {
            // A header that asks for DONE alone reads the result of the instruction before.
            let count = "while (VIDALU_COUNT(VIDALU_REGISTER(base, VIDALU_CONTROL)) == before) { }";
            let done = "(void)before;\n    while (!(VIDALU_REGISTER(base, VIDALU_CONTROL) & VIDALU_DONE)) { }";
            kit.replace("vidalu_axi4_lite.h", count, done);
            let (passed, said) = build();
            assert!(!passed && said.contains(": got "), "{said}");
        }
    }
}

/// Returns whether the unit of a kit has a third operand.
fn has_c(kit: &Moved) -> bool {
    kit.read("vidalu_axi4_lite.h").contains("_operand c)")
}
