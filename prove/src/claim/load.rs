//! From the text of a module to its gates, with the modules that multiply and the replaced blocks
//! cut out.

use std::path::Path;
use std::time::Duration;

use vidalu_gen::{Block, Config, Landmarks, Multiplier as Architecture, Target, generate};
use vidalu_model::bv::Domain;
use vidalu_sim::Dut;
use vidalu_sim::gates::{Gates, Lit, Synthesis, gates, words};
use vidalu_sim::subject::{self, Signal};
use vidalu_sim::tool::Tool;

use super::implementation::{Implementation, REPLACED};
use super::multiplier;
use crate::error::ProveError;
use crate::frames::Replaced;
use crate::problem::cone;
use crate::spec::{self, LaneSum, Pins};
use crate::term::{Formula, Term};
use crate::word::Word;

/// Makes the gates of a module whose text is given.
///
/// # Errors
/// If yosys fails, or the text lacks a module or a register that the configuration promises.
pub fn from_text(
    target: Target,
    config: &Config,
    dut: Dut,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Implementation, ProveError> {
    let mut landmarks = generate(target, config)?.landmarks;
    if dut.is_foreign {
        // Its multipliers have names of their own, and are proven together with the rest.
        let is_there = |name: &String| multiplier::source(&dut, name).is_some();
        landmarks.multipliers.retain(|modules| multiplier::names(modules).iter().all(is_there));
    }
    let mut cuts = cuts(config, &landmarks, &dut)?;
    if config.multiplier == Architecture::Star {
        // A module that has the name of a multiplier but does not multiply stays: then it is
        // compared with a multiplier.
        for name in multiplier::cuts(&landmarks) {
            if !is_product(&dut, &name, yosys, scratch, limit)? {
                cuts.retain(|cut| *cut != name);
            }
        }
    }
    let gates = gates(yosys, Synthesis { dut: &dut, cuts: &cuts, exposed: &[], scratch, limit })?;
    let blocks = replaced(config, &dut, &gates, yosys, scratch, limit)?;
    let multipliers = multiplier::load(config, &landmarks, &dut, yosys, scratch, limit)?;
    Ok(Implementation::new(target, config, dut, gates)?.with_cuts(blocks, multipliers))
}

/// Makes the gates of a module, of which nothing is cut out.
///
/// # Errors
/// If yosys fails.
pub(crate) fn uncut(dut: &Dut, yosys: &Tool, scratch: &Path, limit: Duration) -> Result<Gates, ProveError> {
    Ok(gates(yosys, Synthesis { dut, cuts: &[], exposed: &[], scratch, limit })?)
}

impl Implementation {
    /// Makes the gates of a block of this module alone, from the same text.
    ///
    /// # Errors
    /// If yosys fails.
    pub fn block(&self, block: Block, yosys: &Tool, scratch: &Path, limit: Duration) -> Result<Self, ProveError> {
        let (target, dut) = (Target::Block(block), alone(block, &self.config, &self.dut)?);
        from_text(target, &self.config, dut, yosys, scratch, limit)
    }
}

/// Returns the instances of the replaced block, if the design has any.
fn replaced(
    config: &Config,
    dut: &Dut,
    gates: &Gates,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Vec<Replaced>, ProveError> {
    let subject = subject::of(Target::Block(REPLACED), config);
    let (signals, outputs) = (subject.inputs(), subject.outputs());
    // Of all modules that are cut out, only this one has an output of this name.
    let ending = format!(".{}", outputs[0].name);
    let has_all = |path: &str| {
        let port = |signal: &Signal| format!("{path}.{}", signal.name);
        signals.iter().all(|signal| gates.outputs.iter().any(|(name, _)| *name == port(signal)))
    };
    let found: Vec<_> = gates.inputs.iter().filter(|(pin, _)| pin.strip_suffix(&ending).is_some_and(has_all)).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let alone =
        self::gates(yosys, Synthesis { dut: &alone(REPLACED, config, dut)?, cuts: &[], exposed: &[], scratch, limit })?;
    let (formula, outcome) = Formula::of(|| {
        let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
        let pins = Pins { signals, values: &values };
        spec::outcome(Target::Block(REPLACED), config, &pins, outputs, Term::constant(1, 0), LaneSum::OntoC)
    });
    let zeros = others(&alone, outputs[0].name, signals);
    let replace = |(output, _): &(String, Word)| Replaced {
        path: output.strip_suffix(outputs[0].name).expect("it ends so").to_owned(),
        gates: alone.clone(),
        formula: formula.clone(),
        inputs: signals.iter().map(|signal| signal.name).collect(),
        zeros: zeros.clone(),
        output: (outputs[0].name, outcome.outputs[0]),
        promised: outcome.promised,
    };
    Ok(found.into_iter().map(replace).collect())
}

/// Returns the inputs that an output depends on, without the data inputs of the block.
fn others(gates: &Gates, output: &str, own: &[Signal]) -> Vec<String> {
    let roots = gates.outputs.iter().filter(|(name, _)| name == output).flat_map(|(_, word)| word);
    let needed = cone(&gates.aig, roots.map(|lit| lit.node()));
    let is_needed = |lit: &Lit| needed.binary_search(&lit.node()).is_ok();
    let others = gates.inputs.iter().filter(|(name, _)| own.iter().all(|signal| signal.name != name));
    others.filter(|(_, word)| word.iter().any(is_needed)).map(|(name, _)| name.clone()).collect()
}

/// Returns a block alone, with the text of the module that contains it.
fn alone(block: Block, config: &Config, dut: &Dut) -> Result<Dut, ProveError> {
    let target = Target::Block(block);
    let alone = Dut::generate(target, config, &*subject::of(target, config))?;
    Ok(Dut { files: dut.files.clone(), ..alone })
}

/// Tells whether a module is one `*` of its two inputs, both signed, with all bits of the
/// product. Only such a module is taken to multiply without a proof.
fn is_product(dut: &Dut, name: &str, yosys: &Tool, scratch: &Path, limit: Duration) -> Result<bool, ProveError> {
    let own = Dut {
        top: name.to_owned(),
        clock: None,
        reset: None,
        files: multiplier::source(dut, name).cloned().into_iter().collect(),
        ..dut.clone()
    };
    let words = words(yosys, Synthesis { dut: &own, cuts: &[], exposed: &[], scratch, limit }, "")?;
    let port = |name: &str| words.ports.get(name).map(|port| &port.bits);
    let mut cells = words.cells.values();
    let (Some(cell), None) = (cells.next(), cells.next()) else { return Ok(false) };
    let is_signed = |pin: &str| {
        let value = cell.parameters.get(&format!("{pin}_SIGNED")).and_then(|value| value.as_str());
        value.is_some_and(|bits| bits.ends_with('1'))
    };
    let pins = [("A", "a_i"), ("B", "b_i"), ("Y", "product_o")];
    let is_wired = pins.iter().all(|(pin, name)| cell.connections.get(*pin) == port(name));
    let width = |name: &str| port(name).map_or(0, Vec::len);
    let is_exact = width("product_o") == width("a_i") + width("b_i");
    Ok(cell.kind == "$mul" && is_signed("A") && is_signed("B") && is_wired && is_exact)
}

/// Returns the names of the modules that multiply and of the replaced block, as far as the design
/// has them.
///
/// # Errors
/// If the text lacks a module that multiplies.
fn cuts(config: &Config, landmarks: &Landmarks, dut: &Dut) -> Result<Vec<String>, ProveError> {
    let mut names = multiplier::cuts(landmarks);
    if let Some(name) = names.iter().find(|name| multiplier::source(dut, name).is_none()) {
        return Err(ProveError::missing(dut, "module", name));
    }
    let block = config.module_name(REPLACED.name());
    names.extend(multiplier::source(dut, &block).is_some().then_some(block));
    names.retain(|name| *name != dut.top);
    Ok(names)
}
