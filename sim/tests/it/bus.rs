//! Units behind buses: correct ones agree, and faults in the wrapper or in the bench are found.

use itertools::Itertools;
use vidalu_gen::{Choice, Config, Rs3, Target, Unit, Wrapper};
use vidalu_model::golden::{Operands, Outcome, Profile, evaluate};
use vidalu_model::ptx::{self, Scope};
use vidalu_sim::bus::{self, Wrapping};
use vidalu_sim::cosim::Options;
use vidalu_sim::report::UnitReport;
use vidalu_sim::simulator::{Build, Model, Simulator};
use vidalu_sim::{CosimError, Drive, Seen, ToolError};
use vidalu_testkit::in_turn;

use crate::common::{LIMIT, icarus, netlist, simulators};

fn options(toml: &str, vectors: u64) -> Options {
    let config = Config::from_toml(toml).unwrap();
    Options { config, vectors, timeout: LIMIT, jobs: 2, ..Options::default() }
}

/// All vectors of a wrapped unit agree.
fn agree(wrapper: Wrapper, unit: Unit, toml: &str, vectors: u64, simulators: &[Box<dyn Simulator>]) {
    let options = Options { targets: vec![Target::Unit(unit)], ..options(toml, vectors) };
    if simulators.is_empty() {
        return;
    }
    let report = bus::run(wrapper, &options, simulators, &|_| ()).unwrap();
    for unit in report.units {
        assert_eq!((unit.checked, unit.mismatches), (vectors, 0), "{} {toml}: {:#?}", unit.unit, unit.failures);
    }
}

/// One in two units behind a bus in Icarus, with the options that change the ports: operands of 32
/// and 64 bits, steps, contexts, flags, and each kind of reset.
#[test]
fn every_unit_agrees_behind_every_bus() {
    let Some(icarus) = icarus() else { return };
    let icarus: [Box<dyn Simulator>; 1] = [Box::new(icarus)];
    let each = Wrapper::ALL.iter().flat_map(|&wrapper| {
        let all = [
            (Unit::Scalar, "sat_o = true\nreset = 'arst'"),
            (Unit::Simd, "depth = 1\nlanguage = 'systemverilog'"),
            (Unit::Vmad, "depth = 4\nreset_data = true\nsat_o = true"),
            (Unit::Lanes, "depth = 2\nreset = 'arst_n'"),
            (Unit::Carry, "mad64 = 'iterative'\ncontexts = 5\ndepth = 3"),
            (Unit::Carry, "wide = false\nprofile = 'hardware'"),
            // Without contexts the issue word has 32 bits, so that operands of 64 bits straddle
            // words of 64 bits.
            (Unit::Carry, ""),
        ];
        all.map(|(unit, toml)| (wrapper, unit, toml.to_owned()))
    });
    let threads = [1, 2, 5].into_iter().flat_map(|threads| {
        let flags = format!("threads = {threads}\ncontexts = 4\ntag = 64\ndepth = 1");
        let sat = format!("threads = {threads}\nsat_o = true");
        [(Wrapper::Vortex, Unit::Carry, flags), (Wrapper::Vortex, Unit::Simd, sat)]
    });
    let rs3 = Rs3::ALL.iter().cartesian_product(Unit::ALL);
    let rs3 = rs3.map(|(rs3, &unit)| (Wrapper::CvXIf, unit, format!("rs3 = '{}'\ndepth = 1", rs3.name())));
    for (wrapper, unit, toml) in in_turn(each.chain(threads).chain(rs3), 2) {
        agree(wrapper, unit, &toml, 300, &icarus);
    }
}

/// Yosys makes gates of every wrapper, also of those that keep words in a memory.
#[test]
fn the_gates_agree_behind_every_bus() {
    let Some(netlist) = netlist() else { return };
    let netlist: [Box<dyn Simulator>; 1] = [Box::new(netlist)];
    for &wrapper in Wrapper::ALL {
        agree(wrapper, Unit::Carry, "depth = 1\ncontexts = 2", 300, &netlist);
    }
}

#[test]
fn all_instructions_agree_behind_every_bus() {
    let simulators: Vec<_> = simulators().into_iter().filter(|simulator| simulator.name() == "verilator").collect();
    for &wrapper in Wrapper::ALL {
        let tag = if wrapper.max_tag() > 0 { "tag = 5" } else { "" };
        agree(wrapper, Unit::Video, &format!("depth = 2\nsat_o = true\ncontexts = 3\n{tag}"), 10_000, &simulators);
    }
    // Where one context has every CC.CF, an instruction that is executed twice leaves another one.
    agree(Wrapper::CvXIf, Unit::Carry, "", 2_000, &simulators);
}

/// Returns the report of Icarus for unit `carry`, in whose wrapper `from`, which occurs once, is
/// replaced by `to`.
fn with_fault(wrapper: Wrapper, icarus: Box<dyn Simulator>, from: &str, to: &str) -> UnitReport {
    let options = options("depth = 2\ncontexts = 2", 400);
    let mut module = Wrapping::new(wrapper, Unit::Carry, &options.config).unwrap();
    let file = format!("{}.v", wrapper.module_name(Unit::Carry));
    let (_, text) = module.dut.files.iter_mut().find(|(path, _)| path.ends_with(&file)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
    *text = text.replace(from, to);
    bus::run_modules(&options, &[module], &[icarus], &|_| ()).unwrap().units.remove(0)
}

/// A report names the thread that differs, its operands and its results, both of the vectors and of
/// the instructions that the bench adds.
#[test]
fn a_report_names_the_thread_that_differs() {
    let Some(icarus) = icarus() else { return };
    // Thread 2 takes operand a of thread 1.
    let (from, to) = (".a_i     (execute_rs1[191:128])", ".a_i     (execute_rs1[127:64])");
    let report = with_fault(Wrapper::Vortex, Box::new(icarus), from, to);
    assert!(report.mismatches >= 20, "{}", report.mismatches);
    let (mut own, mut added) = (0, 0);
    for failure in report.failures {
        let text = failure.to_string();
        let place = match failure.index {
            Some(index) => format!("vector {index}, thread 2\n"),
            None => "in an instruction of the bench, thread 2\n".to_owned(),
        };
        *(if failure.index.is_some() { &mut own } else { &mut added }) += 1;
        assert_eq!(text.lines().next().map(|line| line.ends_with(place.trim_end())), Some(true), "{text}");
        assert_eq!(failure.thread, Some(2), "{text}");
        assert!(failure.outputs.iter().all(|output| output.name.ends_with("[2]")), "{text}");
        // The result that is expected is that of the PTX line with the operands.
        let value = |name: &str| u64::from_str_radix(&failure.operands[name][2..], 16).unwrap();
        let line = ptx::parse(failure.ptx.as_ref().unwrap(), &mut Scope::inferring()).unwrap();
        let results = [false, true].map(|cf| {
            let operands = Operands { a: value("a_i"), b: value("b_i"), c: value("c_i"), cf };
            let Outcome { d, cf, .. } = evaluate(line.statement.instruction(), operands, Profile::Manual);
            [format!("{d:#x}"), format!("{:#x}", u64::from(cf))]
        });
        let is_expected = |at: usize, name: &str| {
            let output = failure.outputs.iter().find(|output| output.name == name);
            output.is_none_or(|output| results.iter().any(|result| result[at] == output.expected))
        };
        assert!(is_expected(0, "result_data[2]") && is_expected(1, "result_flags[2]"), "{results:?}: {text}");
    }
    assert!(own > 0 && added > 0, "{own} of the vectors, {added} of the bench");
}

/// Every fault shows, and first at this output.
fn found(wrapper: Wrapper, faults: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (from, to, output) in faults {
        let Some(icarus) = icarus() else { return };
        let report = with_fault(wrapper, Box::new(icarus), from, to);
        let first = report.failures.first().map(|first| first.outputs[0].name.clone());
        if first.as_deref() != Some(*output) {
            wrong.push((*from, *to, first));
        }
    }
    assert!(wrong.is_empty(), "these show elsewhere: {wrong:#?}");
}

/// A simulator for a bench that forgets bits of an input: they are 0 whatever the bench drives.
struct Forgetful<S> {
    inner: S,
    pin: &'static str,
    bits: u64,
}

impl<S: Simulator> Simulator for Forgetful<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn version(&self) -> &str {
        self.inner.version()
    }

    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        let pins = job.dut.input_pins(job.subject);
        let at = pins.iter().position(|pin| pin.name == self.pin).expect("the bus has the input");
        Ok(Box::new(Careless { inner: self.inner.build(job)?, at, bits: self.bits }))
    }
}

struct Careless {
    inner: Box<dyn Model>,
    /// The number of the input, those of control first.
    at: usize,
    bits: u64,
}

impl Model for Careless {
    fn lanes(&self) -> usize {
        self.inner.lanes()
    }

    fn run(&mut self, drive: &Drive<'_>, seen: &mut Seen) -> Result<(), ToolError> {
        let mut drive = drive.clone();
        let column = match self.at.checked_sub(drive.control.len()) {
            None => &mut drive.control[self.at],
            Some(at) => drive.data[at].to_mut(),
        };
        column.iter_mut().for_each(|value| *value &= !self.bits);
        self.inner.run(&drive, seen)
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        Ok(Box::new(Self { inner: self.inner.another()?, ..*self }))
    }
}

/// The upper half of an operand of 64 bits, or of a word of it.
#[test]
fn a_bench_that_drops_part_of_an_operand_is_noticed_at_every_bus() {
    let dropped = [
        (Wrapper::Axi4Stream, "s_axis_tdata_2", 0xffff_ffff),
        (Wrapper::Axi4Lite, "s_axi_wdata", 0xffff_0000),
        (Wrapper::Cfu, "cmd_payload_inputs_1", 0xffff_0000),
        (Wrapper::CvXIf, "register_rs_1", 0xffff_0000),
        (Wrapper::Vortex, "execute_rs2_0", 0xffff_ffff_0000_0000),
    ];
    assert!(dropped.iter().map(|(wrapper, ..)| wrapper).eq(Wrapper::ALL));
    for (wrapper, pin, bits) in dropped {
        let Some(inner) = icarus() else { return };
        let module = Wrapping::new(wrapper, Unit::Carry, &Config::default()).unwrap();
        let simulator: [Box<dyn Simulator>; 1] = [Box::new(Forgetful { inner, pin, bits })];
        let report = bus::run_modules(&options("", 200), &[module], &simulator, &|_| ()).unwrap();
        assert!(report.units[0].mismatches > 0, "{} without bits {bits:#x} of {pin}", wrapper.name());
    }
}

#[test]
fn faults_at_axi4_stream_are_found() {
    let faults = [
        // Another slot.
        ("b   = s_axis_tdata[191:128]", "b   = s_axis_tdata[190:127]", "m_axis_tdata"),
        // A result over one that is not taken.
        ("ready = !valid_q || m_axis_tready", "ready = 1'b1", "m_axis_tdata"),
        // A result that is withdrawn.
        ("m_axis_tvalid = valid_q", "m_axis_tvalid = valid_q && m_axis_tready", "answer"),
        // A result that comes twice.
        ("valid_q <= valid;", "valid_q <= valid || valid_q;", "m_axis_tvalid"),
        // A beat that is taken and lost.
        (".valid_i (s_axis_tvalid)", ".valid_i (s_axis_tvalid && m_axis_tready)", "m_axis_tdata"),
        // Nothing is dropped by a reset.
        ("valid_q <= 1'b0;", "valid_q <= valid_q;", "m_axis_tvalid"),
        ("last_q <= tag_out", "last_q <= !tag_out", "m_axis_tlast"),
        ("flags_q <= cf", "flags_q <= valid", "m_axis_tuser"),
    ];
    found(Wrapper::Axi4Stream, &faults);
}

#[test]
fn faults_at_axi4_lite_are_found() {
    let faults = [
        // A write that is answered before its data are there.
        (
            "wire write = address_full_q && data_full_q",
            "wire write = address_full_q && (data_full_q || data_q[7])",
            "s_axi_bvalid",
        ),
        // A read that is answered before its address is taken.
        ("s_axi_arready = !read_q", "s_axi_arready = read_q", "s_axi_rvalid"),
        // An address over one that waits.
        ("if (!address_full_q) begin", "if (!address_full_q || s_axi_awvalid) begin", "s_axi_rdata"),
        // Strobes that are not respected.
        ("{{8{strobe_q[3]}}", "{{8{1'b1}}", "s_axi_rdata"),
        // An answer that comes twice.
        ("(written_q && !s_axi_bready)", "(written_q && !start)", "s_axi_bvalid"),
        // A start without its byte.
        ("(address_q == Control) && strobe_q[0] &&", "(address_q == Control) &&", "s_axi_bresp"),
        // An answer that changes while it waits.
        ("    if (!read_q) begin\n      unknown_q", "    if (1'b1) begin\n      unknown_q", "s_axi_rresp"),
        // A result that is not announced.
        ("(done_q && !start)", "1'b0", "s_axi_rdata"),
        // A result that is not counted, and one that is counted when it starts.
        ("count_q <= count_q + {7'd0, valid};", "", "s_axi_rdata"),
        ("count_q <= count_q + {7'd0, valid};", "count_q <= count_q + {7'd0, start};", "s_axi_rdata"),
        // An address without a register.
        ("unknown_q <= 1'b1;", "unknown_q <= 1'b0;", "s_axi_rresp"),
        // An interrupt that nobody enabled, one that stays enabled, and one that stays.
        ("enable_q && pending_q", "pending_q", "irq"),
        ("configures ? data_q[0] : enable_q", "enable_q || (configures && data_q[0])", "irq"),
        ("(pending_q && !(configures && data_q[1]))", "pending_q", "irq"),
        // An interrupt that comes with the start, one that never comes, one that goes by itself.
        ("pending_q <= valid ||", "pending_q <= start ||", "s_axi_rdata"),
        ("pending_q <= valid ||", "pending_q <= 1'b0 &&", "s_axi_rdata"),
        ("(pending_q && !(configures && data_q[1]))", "1'b0", "s_axi_rdata"),
        // An enable whose byte is not written, and one that a reset does not clear.
        ("(address_q == Interrupt) && strobe_q[0];", "(address_q == Interrupt);", "irq"),
        ("enable_q <= 1'b0;", "enable_q <= enable_q;", "irq"),
        // An interrupt that a start takes away, and one that stays over a reset.
        ("(pending_q && !(configures", "(pending_q && !start && !(configures", "irq"),
        ("pending_q <= 1'b0;", "pending_q <= pending_q;", "s_axi_rdata"),
    ];
    found(Wrapper::Axi4Lite, &faults);
}

#[test]
fn faults_at_cfu_are_found() {
    let faults = [
        // A command while one is inside.
        ("ready && !busy_q && !valid_q", "ready && !valid_q", "cmd_ready"),
        // An answer that is withdrawn, and one that comes twice.
        ("(valid_q && !rsp_ready)", "1'b0", "rsp_valid"),
        ("(valid_q && !rsp_ready)", "valid_q", "rsp_valid"),
        // A command without an answer.
        ("valid || (take && !execute)", "valid || (take && (command == Read))", "cmd_ready"),
        // One slot for all, another third operand, an upper half in the wrong place.
        ("word_q[slot] <=", "word_q[0] <=", "rsp_payload_outputs_0"),
        ("accumulate ? last_q : c_q", "c_q", "rsp_payload_outputs_0"),
        ("{a_high_q, cmd_payload_inputs_0}", "{b_high_q, cmd_payload_inputs_0}", "rsp_payload_outputs_0"),
        ("flags_q <= cf", "flags_q <= !cf", "rsp_payload_outputs_0"),
        // Held values of a task: read from another place, or not restored.
        ("(which == 4'd5) ? c_q[63:32]", "(which == 4'd5) ? c_q[31:0]", "rsp_payload_outputs_0"),
        ("(which == 4'd6) ? a_high_q", "(which == 4'd6) ? b_high_q", "rsp_payload_outputs_0"),
        ("{25'd0, word[6:0]}", "{26'd0, word[5:0]}", "rsp_payload_outputs_0"),
        ("{7'd0, word[7], 24'd0}", "32'd0", "rsp_payload_outputs_0"),
        ("flags_q <= which[0]", "flags_q <= flags_q", "rsp_payload_outputs_0"),
        (
            "<= {cmd_payload_inputs_1, cmd_payload_inputs_0};\n      flags",
            "<= last_q;\n      flags",
            "rsp_payload_outputs_0",
        ),
    ];
    found(Wrapper::Cfu, &faults);
}

#[test]
fn faults_at_cv_x_if_are_found() {
    let faults = [
        // A result before it is committed.
        ("go      = held_q && committed_q && ready", "go      = held_q && ready", "result_valid"),
        // An instruction that the unit executes before it is committed, and that changes CC.CF even
        // if it is killed.
        (
            "execute = go && (command_q == Execute)",
            "execute = held_q && ready && (command_q == Execute)",
            "result_valid",
        ),
        // Kills that are ignored.
        ("(take && !offer_killed)", "take", "result_valid"),
        ("&& !go && !held_killed)", "&& !go)", "result_valid"),
        ("waiting_killed_q <= offer_killed;", "waiting_killed_q <= was_killed;", "result_valid"),
        // A commit of many that is ignored.
        ("(ahead <= span)", "(ahead == 4'd0)", "answer"),
        // Instructions of another unit.
        ("(issue_req_instr[31:29] == 3'd0)", "(issue_req_instr[31:30] == 2'd0)", "result_valid"),
        ("(which[3:2] == 2'd0)", "(which[3] == 1'd0)", "result_valid"),
        // A word that cannot be read.
        ("((which[3:2] == 2'd0) || (command == Read))", "(which[3:2] == 2'd0)", "issue_resp_accept"),
        // Registers that do not exist.
        ("needed & ~register_rs_valid", "needed & ~register_rs_valid & 3'b011", "issue_ready"),
        ("(done_q && !result_ready)", "1'b0", "result_valid"),
        ("rd_q <= issue_req_instr[11:7];", "rd_q <= issue_req_instr[19:15];", "result_rd"),
    ];
    found(Wrapper::CvXIf, &faults);
}

#[test]
fn faults_at_vortex_are_found() {
    let faults = [
        // Threads that are masked change CC.CF of their warp, or of another one.
        ("ctx_1 = execute_tmask[1] ? warp : Masked", "ctx_1 = warp", "result_data[1]"),
        ("Masked = 2'd2", "Masked = 2'd1", "result_data[3]"),
        // The mask, an operand and the results of other threads.
        ("ctx_1 = execute_tmask[1] ? warp", "ctx_1 = execute_tmask[2] ? warp", "result_data[1]"),
        (".b_i     (execute_rs2[191:128])", ".b_i     (execute_rs2[127:64])", "result_data[2]"),
        ("data_q <= d;", "data_q <= {d[127:0], d[255:128]};", "result_data[3]"),
        ("flags_q <= cf;", "flags_q <= {4{cf[0]}};", "result_flags[3]"),
        // One context for all warps.
        ("warp = {1'd0, execute_context}", "warp = {1'd0, execute_context && execute_tmask[0]}", "result_data[3]"),
        // A result over one that is not taken, one that is withdrawn, and one that comes twice.
        ("ready = !valid_q || result_ready", "ready = 1'b1", "result_flags"),
        ("result_valid = valid_q", "result_valid = valid_q && result_ready", "answer"),
        ("valid_q <= valid;", "valid_q <= valid || valid_q;", "result_valid"),
        // Nothing is dropped by a reset.
        ("valid_q <= 1'b0;", "valid_q <= valid_q;", "result_valid"),
    ];
    found(Wrapper::Vortex, &faults);
}
