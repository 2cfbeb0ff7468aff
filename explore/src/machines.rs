//! Makes machines: the gates of a unit by yosys, its text, and what connects both.

use std::time::Duration;

use serde_json::to_string;
use vidalu_engine::{Machine, Pin, Reset, Timing};
use vidalu_gen::{Adder, Config, Design, Mad64, Multiplier, Style, Target, Unit, generate};
use vidalu_sim::gates::with_nets;
use vidalu_sim::plan::{Ready, ResetKind};
use vidalu_sim::rtl::Rtl;
use vidalu_sim::subject::Subject;
use vidalu_sim::tool::{Tool, YOSYS};
use vidalu_sim::{CosimError, Dut, cache, gates};

use crate::modules;
use crate::wires;

/// The version of the form of cached machines.
const FORM: &str = "machine 8";

/// A machine to be made.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The name in links.
    pub id: String,
    /// The unit and what is special about its configuration, in a few words.
    pub title: String,
    /// The unit.
    pub unit: Unit,
    /// The configuration.
    pub config: Config,
    /// The hardware, if it is not the generated one.
    pub rtl: Option<Rtl>,
}

impl Choice {
    /// Returns a generated unit.
    pub fn generated(id: &str, title: &str, unit: Unit, config: Config) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), unit, config, rtl: None }
    }
}

/// Returns the machines that a page shows unless others are asked for: every unit without
/// registers, vmad with a multiplier of rows and compressors, and every unit as a pipeline with
/// every signal of the handshake.
pub fn defaults() -> Vec<Choice> {
    const ROWS: u8 = 3;
    let pipeline = Config {
        depth: ROWS.into(),
        handshake: vidalu_gen::Handshake::ValidReady,
        clock_enable: true,
        flush: true,
        ..Config::default()
    };
    let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes, Unit::Video];
    let plain = units.map(|unit| Choice::generated(unit.name(), unit.name(), unit, Config::default()));
    let rows = units.map(|unit| {
        let (id, title) = (format!("{}-pipeline", unit.name()), format!("{}, {ROWS} rows of registers", unit.name()));
        let sat_o = pipeline.unit_ops(unit).any(|operation| operation.saturates());
        Choice::generated(&id, &title, unit, Config { sat_o, ..pipeline.clone() })
    });
    let tree = Config { multiplier: Multiplier::Booth4Dadda, adder: Adder::Sklansky, ..Config::default() };
    let tree = Choice::generated("vmad-booth", "vmad, Booth rows and compressors", Unit::Vmad, tree);
    plain.into_iter().chain([tree]).chain(rows).collect()
}

/// Makes a machine. It is kept in the cache, because yosys takes seconds.
///
/// # Errors
/// If yosys is missing or cannot make gates of the hardware, or the configuration is refused.
pub fn machine(choice: &Choice, limit: Duration) -> Result<Machine, CosimError> {
    let yosys = YOSYS.find()?;
    let target = Target::Unit(choice.unit);
    let design = generate(target, &choice.config)?;
    let (dut, subject) = match &choice.rtl {
        Some(rtl) => rtl.module(target, &choice.config, limit)?.module,
        None => Dut::with_subject(target, &choice.config)?,
    };
    let mut key =
        vec![FORM, env!("CARGO_PKG_VERSION"), &yosys.answer, &dut.top, &dut.config, &choice.id, &choice.title];
    key.extend(gates::RECIPE);
    key.extend(dut.files.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
    let is_machine = |text: &str| serde_json::from_str::<Machine>(text).is_ok();
    let text = cache::text("machine", &key, is_machine, || {
        let machine = make(choice, &yosys, (&design, &dut, &*subject), limit)?;
        Ok::<_, CosimError>(to_string(&machine).expect("a machine has no keys but names"))
    })?;
    Ok(serde_json::from_str(&text).expect("another text is not kept"))
}

fn make(
    choice: &Choice,
    yosys: &Tool,
    (design, dut, subject): (&Design, &Dut, &dyn Subject),
    limit: Duration,
) -> Result<Machine, CosimError> {
    let gates = with_nets(yosys, dut, limit)?;
    let text = modules::Text::new(design, dut, &gates);
    let config = &choice.config;
    let pin = |(name, width): (String, u32)| Pin { name, width };
    let ports = |pins: Vec<vidalu_sim::Pin>| pins.into_iter().map(|own| pin((own.name, own.width))).collect();
    let behavioral = generate(design.target, &Config { style: Style::Behavioral, ..config.clone() }).ok();
    Ok(Machine {
        id: choice.id.clone(),
        unit: choice.unit.name().to_owned(),
        title: choice.title.clone(),
        config: dut.config.clone(),
        profile: subject.profile().name().to_owned(),
        operations: config.unit_ops(choice.unit).map(|operation| operation.to_string()).collect(),
        wide: config.wide,
        mad64: config.mad64 != Mad64::None,
        by_words: subject.takes_steps(),
        shared: subject.is_shared(),
        contexts: config.contexts,
        foreign: dut.is_foreign,
        timing: timing(dut),
        inputs: ports(dut.input_pins(subject)),
        outputs: ports(dut.output_pins(subject)),
        top: dut.top.clone(),
        modules: text.modules(behavioral.as_ref()),
        instances: text.instances().clone(),
        wires: wires::wires(&text, design, dut, &gates),
        gates: wires::graph(&gates),
        vectors: Default::default(),
    })
}

fn timing(dut: &Dut) -> Timing {
    let own = dut.timing;
    let reset = |(port, active): &(String, bool)| Reset {
        port: port.clone(),
        active: *active,
        asynchronous: own.reset == Some(ResetKind::Asynchronous),
    };
    Timing {
        depth: own.latency,
        valid: own.has_valid,
        ready: own.ready.is_some(),
        registered_ready: own.ready == Some(Ready::Registered),
        clock_enable: own.clock_enable,
        flush: own.flush,
        reset: dut.reset.as_ref().map(reset),
        tag: own.tag,
        flag_stage: own.flag_stage,
    }
}
