//! Claims about generated modules: those that hold are proven, and a fault in the text is refuted
//! by an instruction that a simulation confirms.

use std::time::Duration;

use vidalu_gen::{Adder, Block, Config, Handshake, Ready, Reset, Target, Unit};
use vidalu_model::Fault;
use vidalu_prove::engine::{Answer, Engine, Engines, Job};
use vidalu_prove::report::{ProveReport, Verdict};
use vidalu_prove::{CYCLES, ProveOptions, from_text, prove_modules};
use vidalu_sim::tool::{IVERILOG, ToolKind, YOSYS};
use vidalu_sim::{Dut, ToolError, subject};
use vidalu_testkit::{found, in_turn};

/// Finds the engines, if all tools are installed that a proof needs.
pub(crate) fn engines() -> Option<Engines> {
    let missing = [&YOSYS, &IVERILOG].into_iter().find_map(|kind: &ToolKind| kind.find().err());
    found(missing.map_or_else(Engines::find, Err))
}

pub(crate) fn options(targets: &[Target], config: &Config) -> ProveOptions {
    let (limit, jobs) = (Duration::from_secs(300), 2);
    ProveOptions {
        blocks: true,
        modules: targets.iter().map(|target| (*target, config.clone())).collect(),
        limit,
        jobs,
        cycles: CYCLES,
        certificate: None,
    }
}

/// Checks that every claim about these is proven.
pub(crate) fn prove(targets: &[Target], config: &Config) {
    are_proven(targets, &options(targets, config));
}

/// Checks that every claim of a run is proven, and that there is one about each of these.
fn are_proven(targets: &[Target], options: &ProveOptions) {
    let Some(engines) = engines() else { return };
    let report = vidalu_prove::prove(options, &engines, &|_| ()).expect("the tools work");
    for target in targets {
        assert!(report.proofs.iter().any(|proof| proof.subject == target.name()), "no claim about {target}");
    }
    let open: Vec<_> = report.proofs.iter().filter(|proof| proof.verdict != Verdict::Proven).collect();
    assert!(open.is_empty(), "{open:#?}");
}

/// Returns the report about a module in whose text `from`, which stands there once, became `to`.
fn with_fault(target: Target, config: &Config, file: &str, from: &str, to: &str) -> Option<ProveReport> {
    let engines = engines()?;
    let mut dut = Dut::generate(target, config, &*subject::of(target, config)).expect("it is a configuration");
    let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with(file)).expect("the design has the file");
    assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
    *text = text.replace(from, to);
    let report = prove_modules(&options(&[target], config), vec![(target, config.clone(), dut)], &engines, &|_| ());
    Some(report.expect("the tools work"))
}

/// Checks that the claim is refuted and that Icarus shows a mismatch.
fn refuted(report: &ProveReport, claim: &str) {
    let proof = report.proofs.iter().find(|proof| proof.verdict == Verdict::Refuted);
    let proof = proof.unwrap_or_else(|| panic!("nothing is refuted: {report:#?}"));
    assert_eq!(proof.claim, claim, "{proof:#?}");
    let mismatch = proof.counterexample.as_ref().and_then(|counterexample| counterexample.mismatch.as_ref());
    let mismatch = mismatch.unwrap_or_else(|| panic!("no simulation confirms it: {proof:#?}"));
    assert_eq!(mismatch.sim, "icarus");
    assert!(!mismatch.outputs.is_empty(), "{mismatch:#?}");
}

fn unit(unit: Unit) -> [Target; 1] {
    [Target::Unit(unit)]
}

#[test]
fn every_block_is_proven() {
    let blocks: Vec<_> = Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_))).collect();
    prove(&blocks, &Config::default());
}

#[test]
fn scalar_is_proven() {
    prove(&unit(Unit::Scalar), &Config { sat_o: true, ..Config::default() });
}

/// The form for few tables is proven with each kind of operation alone and with others.
#[test]
fn the_form_for_tables_is_proven() {
    for text in [
        "sat_o = true",
        "profile = 'hardware'\nadder = 'sklansky'\ndepth = 5",
        "ops = ['vset']",
        "ops = ['vset']\nprofile = 'hardware'",
        "ops = ['vshl']\nadder = 'ripple'",
        "ops = ['vmin', 'vset']",
        "ops = ['vadd', 'vmax']",
        "ops = ['vadd', 'vmax']\ndepth = 4",
        "ops = ['vsub', 'vmin', 'vset']\ndepth = 6",
        "sat_o = true\ndepth = 6",
        "ops = ['vset']\ndepth = 4",
        "ops = ['vsub', 'vabsdiff', 'vmin', 'vmax', 'vshr']",
    ] {
        let config = Config::from_toml(&format!("goal = 'tables'\n{text}")).expect("it is a configuration");
        prove(&unit(Unit::Scalar), &config);
    }
}

/// The form for cells of unit `scalar` is proven with each kind of operation alone and with others,
/// and that of the other units at some depths. The block `secondary` is proven with every adder of
/// the form.
#[test]
fn the_form_for_cells_is_proven() {
    let config = |text: &str| Config::from_toml(&format!("goal = 'cells'\n{text}")).expect("it is a configuration");
    let scalars = [
        "sat_o = true",
        "profile = 'hardware'\nadder = 'sklansky'\ndepth = 6",
        "adder = 'kogge-stone'",
        "adder = 'brent-kung'\ndepth = 2",
        "ops = ['vset']",
        "ops = ['vshl', 'vshr']\ndepth = 3",
        "ops = ['vmin', 'vset']",
        "ops = ['vmin', 'vmax']",
        "ops = ['vadd', 'vsub']",
        "ops = ['vabsdiff']\ndepth = 4",
        "ops = ['vadd', 'vmax', 'vshl']\nadder = 'kogge-stone'\ndepth = 6",
        "ops = ['vsub', 'vset', 'vshr']\nsat_o = true",
        "ops = ['vsub', 'vabsdiff', 'vmin']",
    ];
    for text in in_turn(scalars, 4) {
        prove(&unit(Unit::Scalar), &config(text));
    }
    for adder in in_turn(["+", "brent-kung", "kogge-stone", "sklansky"], 2) {
        let config = config(&format!("adder = '{adder}'"));
        prove(&[Target::Block(Block::Secondary), Target::Block(Block::Accumulate)], &config);
    }
    for text in in_turn(["adder = 'sklansky'\ndepth = 3", "adder = 'kogge-stone'\ndepth = 6"], 2) {
        prove(&unit(Unit::Simd), &config(text));
    }
    let vmads = [
        "",
        "multiplier = 'booth4-dadda'\nadder = 'kogge-stone'\nsat_o = true",
        "multiplier = 'booth4-dadda'\nadder = 'sklansky'\ndepth = 8\nsat_o = true",
        "multiplier = 'booth4-counters'\ndepth = 4",
        "depth = 5",
    ];
    for text in in_turn(vmads, 3) {
        prove(&unit(Unit::Vmad), &config(text));
    }
    prove(&unit(Unit::Carry), &config("multiplier = 'booth4-dadda'\nadder = 'sklansky'"));
}

/// The form for few tables of unit simd is proven with each kind of operation alone and with
/// others, on one width of lanes and on both.
#[test]
fn the_form_for_tables_of_simd_is_proven() {
    let config = |text: &str| Config::from_toml(&format!("goal = 'tables'\n{text}")).expect("it is a configuration");
    let target = unit(Unit::Simd);
    let sets = [
        "depth = 5\nadder = 'ripple'\nsat_o = true",
        "ops = ['vadd4']",
        "ops = ['vavrg2']",
        "ops = ['vabsdiff2', 'vabsdiff4']\nadder = 'carry-select'",
        "ops = ['vadd2', 'vsub4']",
        "ops = ['vset2']",
        "ops = ['vmin2', 'vmax2']",
        "ops = ['vmax2', 'set.8x4', 'vset2']",
        "ops = ['vsub4', 'vset4', 'vavrg4']\ndepth = 3",
        "ops = ['vmin4', 'vadd2', 'set.16x2']\nsat_o = true",
    ];
    for text in in_turn(sets, 5) {
        // The block that the unit is cut at depends on the adder alone. It follows below.
        are_proven(&target, &ProveOptions { blocks: false, ..options(&target, &config(text)) });
    }
    for text in in_turn(["", "adder = 'carry-select'", "adder = 'ripple'"], 3) {
        prove(&[Target::Block(Block::Accumulate)], &config(text));
    }
}

#[test]
fn simd_is_proven() {
    prove(&unit(Unit::Simd), &Config::default());
}

/// With registers inside its sums, the unit has other modules.
#[test]
fn simd_with_registers_inside_its_sums_is_proven() {
    let each = [
        (Unit::Simd, "depth = 6\nsat_o = true", true),
        (Unit::Simd, "depth = 4\nops = ['vset2', 'vset4']", false),
        (Unit::Simd, "depth = 7\nops = ['vavrg4', 'vmin2']", false),
        // One of several units has the modules that sum lanes.
        (Unit::Video, "depth = 6\nops = ['vadd4', 'vmin']", false),
    ];
    for (own, text, blocks) in in_turn(each, 2) {
        let config = Config::from_toml(text).expect("it is a configuration");
        are_proven(&unit(own), &ProveOptions { blocks, ..options(&unit(own), &config) });
    }
}

/// The sum of lanes that is added to `c` loses its sign.
#[test]
fn a_fault_behind_the_sum_of_lanes_is_refuted_and_confirmed() {
    let config = Config { depth: 6.into(), ..Config::default() };
    let (from, to) = ("{{12{lane_sum_s20_q[19]}}, lane_sum_s20_q}", "{12'd0, lane_sum_s20_q}");
    let Some(report) = with_fault(Target::Unit(Unit::Simd), &config, "vidalu_simd.v", from, to) else { return };
    refuted(&report, "result");
    let order = report.proofs.iter().find(|proof| proof.claim == "lane sum").expect("the order is claimed");
    assert_eq!(order.verdict, Verdict::Proven);
}

/// The packed operations are proven in the units that have them, in both styles.
#[test]
fn set_on_lanes_is_proven() {
    let config = |text: &str| Config::from_toml(text).expect("it is a configuration");
    let sets = "ops = ['vset2', 'vset4', 'vmax4', 'set.16x2', 'set.8x4']";
    let behavioral = format!("{sets}\nstyle = 'behavioral'\ndepth = 2");
    let each = [
        (Unit::Simd, sets),
        (Unit::Simd, &behavioral),
        (Unit::Lanes, "ops = ['vset', 'vshr', 'vset2', 'set.16x2', 'set.8x4']\ndepth = 2"),
        (Unit::Video, "ops = ['vshr', 'set.8x4', 'addc']\nshared = true"),
    ];
    for (own, text) in in_turn(each, 2) {
        prove(&unit(own), &config(text));
    }
}

/// In the form of simd for cells, the order of the operands also chooses between operations.
#[test]
fn few_operations_in_the_form_for_cells_are_proven() {
    let each = ["'vabsdiff4', 'vmax4'", "'vabsdiff2', 'vavrg2', 'vset2'", "'vmin4'", "'vadd2', 'vmin2', 'vmax2'"];
    for ops in in_turn(each, 2) {
        let text = format!("goal = 'cells'\nadder = 'sklansky'\nops = [{ops}]");
        prove(&unit(Unit::Simd), &Config::from_toml(&text).expect("it is a configuration"));
    }
}

#[test]
fn vmad_is_proven() {
    prove(&unit(Unit::Vmad), &Config { sat_o: true, ..Config::default() });
}

/// Registers between the modules of the multiplier and inside the sum, whose adders are written
/// out.
#[test]
fn vmad_in_pieces_is_proven() {
    let text = "multiplier = 'booth4-dadda'\nadder = 'sklansky'\ngoal = 'cells'\ndepth = 4";
    prove(&unit(Unit::Vmad), &Config::from_toml(text).expect("it is a configuration"));
}

#[test]
fn carry_is_proven() {
    prove(&unit(Unit::Carry), &Config::default());
}

#[test]
fn video_is_proven() {
    prove(&unit(Unit::Video), &Config::default());
}

#[test]
fn lanes_is_proven() {
    prove(&unit(Unit::Lanes), &Config { sat_o: true, ..Config::default() });
}

/// The multiplier stands behind registers, in one of several units, so its place must be found.
#[test]
fn a_product_in_a_pipeline_of_video_is_proven() {
    let text = "ops = ['vadd', 'vmad']\nhandshake = 'valid-ready'\nready = 'registered'\ndepth = 4";
    prove(&unit(Unit::Video), &Config::from_toml(text).expect("it is a configuration"));
}

/// The multiplier has 65 bits, and its modules have six stages of counters.
#[test]
fn counters_of_the_carry_unit_are_proven() {
    let text = "multiplier = 'booth4-counters'\nadder = 'sklansky'";
    prove(&unit(Unit::Carry), &Config::from_toml(text).expect("it is a configuration"));
}

/// A unit with instructions in steps and instructions of other units.
fn in_steps() -> (Target, Config) {
    let text =
        "ops = ['vadd', 'vmad', 'addc', 'mad.cc', 'mul']\nmad64 = 'iterative'\nhandshake = 'valid-ready'\ndepth = 2";
    (Target::Unit(Unit::Video), Config::from_toml(text).expect("it is a configuration"))
}

#[test]
fn video_in_steps_is_proven() {
    let (target, config) = in_steps();
    prove(&[target], &config);
}

#[test]
fn a_fault_in_the_steps_of_video_is_refuted_and_confirmed() {
    let (target, config) = in_steps();
    let faults = [
        ("vidalu_video.v", "assign more = carry_more", "assign more = 1'b0", "valid"),
        ("vidalu_carry.v", "b_word = step[0]", "b_word = step[1]", "factors of the steps"),
    ];
    for (file, from, to, claim) in in_turn(faults, 2) {
        let Some(report) = with_fault(target, &config, file, from, to) else { return };
        refuted(&report, claim);
    }
}

/// The cases of a unit with one instruction are not looked for.
#[test]
fn carry_in_steps_is_proven_with_few_instructions() {
    let text = "ops = ['mul']\nmad64 = 'iterative'\nhandshake = 'valid-ready'\ndepth = 2";
    prove(&unit(Unit::Carry), &Config::from_toml(text).expect("it is a configuration"));
}

/// Handshakes, places of registers, resets and contexts.
#[test]
fn pipelines_are_proven() {
    let plain = Config::default;
    let ready = || Config { handshake: Handshake::ValidReady, ..plain() };
    let waits = Config {
        depth: 3.into(),
        ready: Ready::Registered,
        clock_enable: true,
        flush: true,
        tag: 4,
        contexts: 3,
        ..ready()
    };
    prove(&unit(Unit::Carry), &waits);
    prove(&unit(Unit::Scalar), &waits);
    prove(&unit(Unit::Vmad), &Config { depth: 4.into(), flush: true, reset_data: true, ..ready() });
    prove(&unit(Unit::Carry), &Config { depth: 2.into(), reset: Reset::ArstN, wide: false, ..plain() });
    prove(&unit(Unit::Scalar), &Config { handshake: Handshake::None, depth: 2.into(), ..plain() });
}

#[test]
fn adders_that_are_written_out_are_proven() {
    for adder in [Adder::Ripple, Adder::CarrySelect, Adder::BrentKung, Adder::KoggeStone, Adder::Sklansky] {
        prove(&unit(Unit::Scalar), &Config { adder, ..Config::default() });
    }
}

/// Checks that a fault in a unit of the default configuration is refuted.
fn fault(of: Unit, file: &str, from: &str, to: &str, claim: &str) {
    fault_in(of, &Config::default(), file, from, to, claim);
}

/// Checks that a fault in a unit of this configuration is refuted.
pub(crate) fn fault_in(of: Unit, config: &Config, file: &str, from: &str, to: &str, claim: &str) {
    if let Some(report) = with_fault(Target::Unit(of), config, file, from, to) {
        refuted(&report, claim);
    }
}

#[test]
fn a_fault_in_scalar_is_refuted_and_confirmed() {
    // One bit of many, which random vectors hardly ever show.
    fault(Unit::Scalar, "vidalu_saturate.v", "excess[33:16] != 18'd0", "excess[33:17] != 17'd0", "result");
}

#[test]
fn a_fault_in_simd_is_refuted_and_confirmed() {
    fault(Unit::Simd, "vidalu_simd.v", "(negative & ~equal)", "negative", "result");
}

#[test]
fn a_fault_in_vmad_is_refuted_and_confirmed() {
    fault(Unit::Vmad, "vidalu_vmad.v", "adds_one   = negates_c ||", "adds_one   = ", "result");
}

#[test]
fn a_fault_in_carry_is_refuted_and_confirmed() {
    fault(Unit::Carry, "vidalu_carry.v", "cf_q <= flag_new", "cf_q <= !flag_new", "flag");
}

#[test]
fn a_fault_in_video_is_refuted_and_confirmed() {
    fault(Unit::Video, "vidalu_carry.v", "hi ? product[127:64]", "hi ? product[126:63]", "result");
}

#[test]
fn a_wrong_product_is_refuted() {
    let (target, config) = (Target::Unit(Unit::Vmad), Config::default());
    let Some(report) = with_fault(target, &config, "vidalu_mul33.v", "a_i * b_i", "a_i * a_i") else { return };
    refuted(&report, "result");
}

/// A register that ignores a stall, and an instruction that is lost after it waited.
#[test]
fn a_fault_in_the_flow_is_refuted_and_confirmed() {
    let config =
        Config { depth: 2.into(), handshake: Handshake::ValidReady, ready: Ready::Registered, ..Config::default() };
    let carry = Target::Unit(Unit::Carry);
    let faults = [
        ("full <= valid_in && !advance", "full <= valid_i && !advance", "waiting"),
        ("b_held <= b_i", "b_held <= a_i", "waiting"),
        ("if (!full) begin", "begin", "waiting"),
        ("assign ready_o = !full", "assign ready_o = 1'b1", "ready"),
    ];
    for (from, to, claim) in faults {
        let Some(report) = with_fault(carry, &config, "vidalu_carry.v", from, to) else { return };
        refuted(&report, claim);
    }
}

#[test]
fn a_fault_in_a_block_is_refuted_and_confirmed() {
    let (target, config) = ("saturate".parse().unwrap(), Config::default());
    let (from, to) = ("excess[33:16] != 18'd0", "excess[33:17] != 17'd0");
    let Some(report) = with_fault(target, &config, "vidalu_saturate.v", from, to) else { return };
    refuted(&report, "result");
}

/// Faults in the block that the golden model replaces in the other claims.
#[test]
fn a_fault_in_a_block_that_is_replaced_is_refuted() {
    let (target, config) = (Target::Unit(Unit::Simd), Config::default());
    let Some(report) = with_fault(target, &config, "vidalu_accumulate.v", "14'h3fff", "14'h3ffe") else { return };
    refuted(&report, "accumulate");
}

/// In `lanes` the block has more inputs than alone. The golden model must not replace a sum that
/// depends on one of them.
#[test]
fn a_block_is_replaced_only_where_its_other_inputs_are_0() {
    let target = Target::Unit(Unit::Lanes);
    let config = Config::from_toml("ops = ['vadd', 'vadd4']").expect("it is a configuration");
    let (from, to) = ("c_i ^ {32{subtract_i}}", "c_i ^ {32{subtract_i || (signed_i && quad_i)}}");
    let Some(report) = with_fault(target, &config, "vidalu_accumulate.v", from, to) else { return };
    refuted(&report, "result");
    let of_block = report.proofs.iter().find(|proof| proof.claim == "accumulate").expect("the block has a claim");
    assert_eq!(of_block.verdict, Verdict::Proven);
}

/// The hardware always shows a result, which no constant shows: no square leaves 2 modulo 4. The
/// claim `room` is about cycles without a result. The claim `valid` is refuted.
#[test]
fn a_claim_whose_assumptions_cannot_be_met_is_an_error() {
    let Some(engines) = engines() else { return };
    let config = Config::from_toml("handshake = 'valid-ready'").expect("it is a configuration");
    let target = Target::Unit(Unit::Scalar);
    let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).expect("it is a configuration");
    let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with("vidalu_scalar.v")).expect("it is there");
    let from = "assign valid_o = valid_i;";
    // Two ways to add, which yosys does not take for one.
    let to = "wire [7:0] carries = (a_i[7:0] & c_i[7:0]) << 1;\n  \
              wire [7:0] sum = (a_i[7:0] ^ c_i[7:0]) + carries;\n  \
              wire [7:0] other = a_i[7:0] + c_i[7:0];\n  \
              assign valid_o = valid_i || sum == other;";
    assert_eq!(text.matches(from).count(), 1);
    *text = text.replace(from, to);
    let modules = vec![(target, config.clone(), dut)];
    let report = prove_modules(&options(&[target], &config), modules, &engines, &|_| ()).expect("a claim is refuted");
    refuted(&report, "valid");
    assert!(report.proofs.iter().all(|proof| proof.claim != "room"), "{report:#?}");
    let [error] = &*report.errors else { panic!("{report:#?}") };
    assert!(error.starts_with("the claim `room` about scalar compares nothing\n"), "{error}");
}

/// An engine that crashes.
struct Crashing;

impl Engine for Crashing {
    fn name(&self) -> &'static str {
        "crashing"
    }

    fn version(&self) -> &'static str {
        "1"
    }

    fn decide(&self, _: Job<'_>) -> Result<Answer, ToolError> {
        Err(ToolError::BadOutput { tool: self.name(), problem: "it crashed".to_owned() })
    }
}

/// Random vectors refute the claim about `saturate`. The claim about `merge` is for the engine.
#[test]
fn an_error_does_not_hide_a_refuted_claim() {
    if engines().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    let (config, place) = (Config::default(), folder.path().join("certificate"));
    let report = |from, to| {
        let module = |name: &str| {
            let target = name.parse().expect("it is a block");
            let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).expect("it can be generated");
            dut.files.iter_mut().for_each(|(_, text)| *text = text.replace(from, to));
            (target, config.clone(), dut)
        };
        let options = ProveOptions { certificate: Some(place.clone()), ..options(&[], &config) };
        let modules = ["merge", "saturate"].map(module).into();
        prove_modules(&options, modules, &Engines::new(vec![Box::new(Crashing)]), &|_| ())
    };
    let error = report("", "").expect_err("nothing is refuted");
    assert_eq!(error.fault(), Fault::Tool);
    let report = report("excess[33:16] != 18'd0", "excess[33:16] == 18'd0").expect("a claim is refuted");
    refuted(&report, "result");
    assert_eq!(report.proofs.len(), 1, "{report:#?}");
    assert_eq!(report.errors, ["crashing ended without an error, but it crashed"]);
    assert!(report.certificate.is_none() && !place.exists());
}

/// A register or a module with another name would leave a claim with nothing to prove.
#[test]
fn a_landmark_that_the_text_lacks_is_an_error() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let flow = "depth = 2\nhandshake = 'valid-ready'\nready = 'registered'\nmad64 = 'iterative'";
    let rows = "multiplier = 'booth4'";
    let cases = [
        (flow, "cf_q", "register `cf_q`"),
        (flow, "full", "register `full`"),
        (flow, "step", "register `step`"),
        (flow, "valid_q", "register `valid_q`"),
        (rows, "vidalu_mul65_booth4_rows", "module `vidalu_mul65_booth4_rows`"),
    ];
    for (toml, name, missing) in cases {
        let (target, config) = (Target::Unit(Unit::Carry), Config::from_toml(toml).expect("it is a configuration"));
        let mut dut = Dut::generate(target, &config, &*subject::of(target, &config)).expect("it is a configuration");
        let other = format!("other_{name}");
        dut.files.iter_mut().for_each(|(_, text)| *text = renamed(text, name, &other));
        let scratch = tempfile::tempdir().expect("there is room");
        let loaded = from_text(target, &config, dut, &yosys, scratch.path(), Duration::from_secs(300));
        let error = loaded.err().unwrap_or_else(|| panic!("{name} is not missed"));
        assert_eq!(error.to_string(), format!("vidalu_carry has no {missing}"));
        assert_eq!(error.fault(), Fault::Input);
    }
}

/// Returns the text with another name for an identifier.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split_inclusive(|c: char| !is_part(c)).map(|word| {
        let end = word.find(|c: char| !is_part(c)).unwrap_or(word.len());
        if &word[..end] == from { format!("{to}{}", &word[end..]) } else { word.to_owned() }
    });
    words.collect()
}
