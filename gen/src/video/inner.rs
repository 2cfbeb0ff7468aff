//! A unit inside `video`.

use crate::design::{Library, Top};
use crate::header::capitalised;
use crate::pipeline::Timing;
use crate::verilog::{Direction, Expr, Instance, Net, VerilogError};
use crate::{Config, Handshake, Ready, Unit, carry, lanes, scalar, simd, vmad};

/// The units, in the order of the text.
const APART: [Unit; 4] = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];

/// The units if one datapath executes the scalar and the SIMD instructions. It is the last, so that
/// it takes the instructions that are for no other unit.
const SHARED: [Unit; 3] = [Unit::Vmad, Unit::Carry, Unit::Lanes];

/// A unit that has operations.
pub(super) struct InnerUnit {
    pub(super) unit: Unit,
    pub(super) top: Top,
}

/// Builds the units that have operations.
pub(super) fn build(config: &Config, library: &mut Library) -> Result<Vec<InnerUnit>, VerilogError> {
    let units = if config.shared { &SHARED[..] } else { &APART };
    let units = units.iter().copied().filter(|&unit| config.unit_ops(unit).next().is_some());
    let part = |unit| {
        let config = &inner(config, unit);
        let top = match unit {
            Unit::Scalar => scalar::build(config, library)?,
            Unit::Simd => simd::build(config, library)?,
            Unit::Lanes => lanes::build(config, library)?,
            Unit::Vmad => vmad::build(config, library)?,
            Unit::Carry | Unit::Video => carry::build(config, library)?,
        };
        Ok(InnerUnit { unit, top })
    };
    units.map(part).collect()
}

/// Returns the configuration of a unit inside `video` with `config`.
fn inner(config: &Config, unit: Unit) -> Config {
    let own = Config {
        ops: config.unit_ops(unit).collect(),
        depth: config.depth.of(Unit::Video).into(),
        handshake: Handshake::Inner,
        ready: Ready::Direct,
        clock_enable: false,
        tag: 0,
        sat_o: config.sat_o && config.unit_ops(unit).any(|op| op.saturates()),
        ..config.clone()
    };
    let timing = Timing::of(unit, &own);
    let has_flow = timing.has_steps || (timing.has_state && timing.depth > 0);
    Config { flush: config.flush && has_flow, ..own }
}

impl InnerUnit {
    /// Returns whether the unit must know if an instruction is for it: it has CC.CF, or counts
    /// steps.
    pub(super) fn has_state(&self) -> bool {
        self.top.module.port("valid_i").is_some()
    }

    /// Returns the name of the unit's code in the text.
    pub(super) fn code_name(&self) -> String {
        format!("Unit{}", capitalised(self.unit.name()))
    }

    /// Returns spaces that align the names of all codes.
    pub(super) fn padding(&self) -> String {
        let longest = APART.iter().map(|unit| unit.name().len()).max().unwrap_or(0);
        " ".repeat(longest - self.unit.name().len())
    }

    /// Returns the number of bits of the control word that the unit reads. `lanes` reads all of
    /// them.
    pub(super) fn word_width(&self) -> u32 {
        self.width("ctl_i")
    }

    /// Returns the width of a port, or 0 if the unit does not have it.
    pub(super) fn width(&self, port: &str) -> u32 {
        self.top.module.width(port)
    }

    /// Returns the net of the unit's control word, which is 0 for instructions of other units.
    pub(super) fn word(&self) -> Net {
        Net::new(format!("{}_word", self.unit.name()), self.word_width())
    }

    /// Returns the net that says whether this cycle carries an instruction for the unit.
    pub(super) fn valid(&self) -> Net {
        Net::new(format!("{}_valid", self.unit.name()), 1)
    }

    /// Returns the nets of the outputs, with their ports.
    pub(super) fn results(&self) -> impl Iterator<Item = (&str, Net)> {
        let ports = self.top.module.ports.iter().filter(|port| port.direction == Direction::Output);
        ports.map(|port| {
            let name = format!("{}_{}", self.unit.name(), port.name.trim_end_matches("_o"));
            (port.name.as_str(), Net::new(name, port.width))
        })
    }

    /// Returns the net of an output, if the unit has it.
    pub(super) fn result(&self, port: &str) -> Option<Net> {
        self.results().find(|(name, _)| *name == port).map(|(_, net)| net)
    }

    /// Returns the instance. `inputs` are the nets of the data inputs, `advance` is the net that
    /// lets all registers load, `counts` the clock enable, if any, and `flush` the net of the
    /// flush.
    pub(super) fn instance(
        &self,
        has_others: bool,
        inputs: &[Net],
        advance: Option<&str>,
        counts: Option<&str>,
        flush: &str,
    ) -> Result<Instance, VerilogError> {
        let mut instance = Instance::of(&self.top.module, &self.unit.instance());
        for port in self.top.module.ports.iter().filter(|port| port.direction == Direction::Input) {
            let to = match port.name.as_str() {
                "advance_i" => advance.map_or(Expr::constant(1, 1), |name| Expr::from(&Net::new(name, 1))),
                "ce_i" => counts.map_or(Expr::constant(1, 1), |name| Expr::from(&Net::new(name, 1))),
                "flush_i" => Expr::from(&Net::new(flush, 1)),
                "valid_i" => Expr::from(&self.valid()),
                "ctl_i" if self.has_state() && has_others => Expr::from(&self.word()),
                data => match inputs.iter().find(|net| base(&net.name) == base(data)) {
                    Some(net) if net.width > port.width => net.slice(port.width - 1, 0),
                    Some(net) => Expr::from(net),
                    // Clock and reset.
                    None => Expr::from(&Net::new(data, 1)),
                },
            };
            instance = instance.connect(&port.name, to);
        }
        for (port, net) in self.results() {
            instance = instance.connect(port, &net);
        }
        instance.finish()
    }
}

/// Returns `a` for `a_i` and `a_in`.
fn base(name: &str) -> &str {
    name.split_once('_').map_or(name, |(base, _)| base)
}
