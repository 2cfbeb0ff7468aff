//! Landmarks: the registers and instances that proofs and waves look for, by the names that the
//! generated text gives them.
//!
//! The generator writes the text from the same values, so a name that changes here changes on both
//! sides. A path begins below the top module: `cf_q` in `carry`, `u_carry.cf_q` in `video`.

pub mod bus;

use crate::outline::instances;
use crate::{Block, Unit};

/// The instance that selects the first operand, in every unit that selects.
pub const SELECT_A: &str = "u_select_a";

/// The instance that selects the second operand, in every unit that selects.
pub const SELECT_B: &str = "u_select_b";

/// The instance of the merge in the form of unit `scalar` for cells, where it gives the result.
pub const LAST_MERGE: &str = "u_last_merge";

/// The instance that makes the rows of a structural multiplier.
pub const ROWS: &str = "u_rows";

/// The module that makes summands of the lanes for [`LANE_SUM`], in a unit with registers inside
/// the sum. Its name follows the prefix.
pub const LANE_ROWS: &str = "lane_rows";

/// The instance that sums lanes alone, because `c` is added in a later stage. In the form for few
/// tables, it is an instance of the block `accumulate`.
pub const LANE_SUM: &str = "u_lane_sum";

/// The last instance that reduces the rows of a structural multiplier: it leaves `sum` and `carry`.
pub const REDUCE_LAST: &str = "u_reduce_last";

/// The instance of a multiplier in one piece.
pub const MULTIPLIER: &str = "u_multiplier";

/// The beginning of the names of all instances that reduce rows.
pub const REDUCE: &str = "u_reduce_";

/// The beginning of the name of a net that nothing reads.
pub const UNUSED: &str = "unused_";

impl Block {
    /// The name of the block's instance in a unit that has the block once.
    pub fn instance(self) -> String {
        instance_of(self.name())
    }
}

impl Unit {
    /// The name of the unit's instance in `video`, and the beginning of its name in a wrapper.
    pub fn instance(self) -> String {
        instance_of(self.name())
    }
}

fn instance_of(name: &str) -> String {
    format!("u_{name}")
}

/// The name of the registered copy of a signal: `x`, the port `x_i` and its waiting form `x_in`
/// become `x_q`, `x_q` becomes `x_q2`, `x_q2` becomes `x_q3`.
pub(crate) fn registered(name: &str) -> String {
    match copy(name) {
        Some((front, number)) => format!("{front}_q{}", number + 1),
        None => format!("{}_q", port_base(name)),
    }
}

/// The name of a signal without the suffix of its registered copies: `op` of `op_q2`.
pub fn unregistered(name: &str) -> &str {
    copy(name).map_or(name, |(front, _)| front)
}

/// The name of a port or of its waiting form without the suffix: `x` of `x_i` and of `x_in`.
pub(crate) fn port_base(name: &str) -> &str {
    name.strip_suffix("_i").or_else(|| name.strip_suffix("_in")).unwrap_or(name)
}

/// The signal and the number of its registered copy.
fn copy(name: &str) -> Option<(&str, u32)> {
    let (front, digits) = name.rsplit_once("_q")?;
    Some((front, if digits.is_empty() { 1 } else { digits.parse().ok()? }))
}

/// The landmarks of a design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landmarks {
    /// The registers before the first stage in which one instruction can wait, if there are any.
    pub waiting: Option<Waiting>,
    /// The valid bits of the rows of registers, from the inputs to the outputs.
    pub valid: Vec<ValidBit>,
    /// The register of CC.CF, if the design has the flag.
    pub flags: Option<FlagRegister>,
    /// The register that counts the steps of an instruction, if some instructions take several.
    pub step: Option<Register>,
    /// The modules of the multipliers, one entry a width.
    pub multipliers: Vec<MultiplierModules>,
    /// All instances below the top module, each before the instances in it.
    pub instances: Vec<InstancePath>,
}

/// A register of the design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The path below the top module.
    pub path: String,
    /// The width in bits.
    pub width: u32,
}

/// The registers in which one instruction waits before the first stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The bit that is 1 while an instruction waits.
    pub full: Register,
    /// The register behind each data input: the name of the input port, and the register.
    pub held: Vec<(String, Register)>,
}

/// The valid bit of a row of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidBit {
    /// The bit.
    pub register: Register,
    /// The number of rows that an instruction has passed when the bit is set, from 1 to the
    /// latency.
    pub stage: u32,
}

/// The register of CC.CF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagRegister {
    /// The register, which has one bit a context.
    pub register: Register,
    /// The stage, from 0 to the latency, in which it is read and written.
    pub stage: u32,
}

/// The names of the modules of a multiplier, with the prefix of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiplierModules {
    /// The width of a factor in bits.
    pub width: u32,
    /// The module that has the whole multiplier. A unit that cuts a multiplier with registers has
    /// none.
    pub whole: Option<String>,
    /// The module that makes the rows, if the multiplier is structural.
    pub rows: Option<String>,
    /// The modules that reduce the rows, in the order of the dataflow.
    pub reduce: Vec<String>,
}

/// An instance, and the module that it is an instance of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstancePath {
    /// The path below the top module.
    pub path: String,
    /// The name of the module.
    pub module: String,
}

impl Landmarks {
    /// Returns the registers of a module that is the instance `name` of another.
    pub(crate) fn inside(self, name: &str) -> Self {
        let within = |register: Register| Register { path: format!("{name}.{}", register.path), ..register };
        let waiting = self.waiting.map(|Waiting { full, held }| Waiting {
            full: within(full),
            held: held.into_iter().map(|(port, register)| (port, within(register))).collect(),
        });
        let valid = self.valid.into_iter();
        Self {
            waiting,
            valid: valid.map(|bit| ValidBit { register: within(bit.register), ..bit }).collect(),
            flags: self.flags.map(|flags| FlagRegister { register: within(flags.register), ..flags }),
            step: self.step.map(within),
            multipliers: self.multipliers,
            instances: self.instances,
        }
    }

    /// Adds the registers of an instance to those of the module around it.
    pub(crate) fn join(&mut self, inner: Self) {
        self.valid.extend(inner.valid);
        self.waiting = self.waiting.take().or(inner.waiting);
        self.flags = self.flags.take().or(inner.flags);
        self.step = self.step.take().or(inner.step);
    }

    /// Returns the registers that say where instructions are: the waiting bit, then the valid bits.
    pub fn occupancy(&self) -> impl Iterator<Item = &Register> {
        let waiting = self.waiting.iter().map(|waiting| &waiting.full);
        waiting.chain(self.valid.iter().map(|bit| &bit.register))
    }

    /// Returns the register in which what came through an input port waits.
    pub fn held(&self, port: &str) -> Option<&Register> {
        let mut held = self.waiting.iter().flat_map(|waiting| &waiting.held);
        held.find(|(name, _)| name == port).map(|(_, register)| register)
    }

    /// Returns all registers among the landmarks.
    pub fn registers(&self) -> impl Iterator<Item = &Register> {
        let held = self.waiting.iter().flat_map(|waiting| &waiting.held).map(|(_, register)| register);
        let flags = self.flags.iter().map(|flags| &flags.register);
        self.occupancy().chain(held).chain(flags).chain(&self.step)
    }
}

/// Lists the instances below the module `top`; `texts` are the name and the text of every module.
pub(crate) fn instance_paths(top: &str, texts: &[(&str, &str)]) -> Vec<InstancePath> {
    let mut found = Vec::new();
    collect(top, "", texts, &mut found);
    found
}

fn collect(module: &str, front: &str, texts: &[(&str, &str)], found: &mut Vec<InstancePath>) {
    let Some((_, text)) = texts.iter().find(|(name, _)| *name == module) else { return };
    for (module, name) in instances(text) {
        let path = format!("{front}{name}");
        found.push(InstancePath { path: path.clone(), module: module.clone() });
        collect(&module, &format!("{path}."), texts, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_in_the_name() {
        assert_eq!(registered("c_i"), "c_q");
        assert_eq!(registered("c_in"), "c_q");
        assert_eq!(registered("c_q"), "c_q2");
        assert_eq!(registered("ta_s33_q2"), "ta_s33_q3");
        assert_eq!(registered("is_quad"), "is_quad_q");
        assert_eq!(
            ["op", "op_q", "op_q2", "is_quad", "x_quad"].map(unregistered),
            ["op", "op", "op", "is_quad", "x_quad"]
        );
    }

    #[test]
    fn instances_are_listed_with_the_instances_in_them() {
        let texts = [("top", "module top (\n  inner u_inner (\n"), ("inner", "  leaf u_leaf (\n")];
        let paths = instance_paths("top", &texts).into_iter().map(|instance| instance.path);
        assert_eq!(paths.collect::<Vec<_>>(), ["u_inner", "u_inner.u_leaf"]);
    }
}
