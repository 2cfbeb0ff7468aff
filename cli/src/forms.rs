//! The flag that names forms of instructions.

use vidalu_gen::{Config, Operation, Target};
use vidalu_model::isa::Instruction;
use vidalu_sim::subject;
use vidalu_vectors::Forms;

use crate::failure::Failure;
use crate::{input, output};

/// The flag that names forms of instructions.
#[derive(clap::Args)]
pub(crate) struct FormArgs {
    /// Take vectors of these forms only; @FILE has a pattern in each line.
    ///
    /// A pattern is a PTX line in which * stands for any part of a word between dots and {s32,u32}
    /// for either word. Without operands, it has all selectors. May be repeated.
    #[arg(long, value_name = "PATTERN|@FILE")]
    ptx: Vec<String>,
}

impl FormArgs {
    /// Returns the forms that the patterns name; `None` without patterns.
    pub(crate) fn read(&self) -> Result<Option<Forms>, Failure> {
        let mut forms = Forms::default();
        for pattern in &self.ptx {
            let Some(path) = pattern.strip_prefix('@') else {
                forms.add(pattern).map_err(|error| Failure::at("--ptx", pattern, &error))?;
                continue;
            };
            for (line, number) in input::read(path)?.lines().zip(1..) {
                if !line.trim().is_empty() && !line.trim_start().starts_with(['#', '/']) {
                    let name = format!("{}:{number}", input::name(path));
                    forms.add(line).map_err(|error| Failure::at(&name, line, &error))?;
                }
            }
            if forms.patterns().is_empty() {
                let help = "write a pattern in each line; lines that begin with # or // are comments";
                return Err(Failure::input(format!("{} has no pattern", input::name(path)), help));
            }
        }
        Ok((!self.ptx.is_empty()).then_some(forms))
    }

    /// Returns the flags again, for commands that repeat a run.
    pub(crate) fn flags(&self) -> String {
        self.ptx.iter().map(|pattern| format!(" --ptx {}", output::word(pattern))).collect()
    }
}

/// Returns the units that have some of the forms, of all units if none is `named`. Refuses a
/// pattern whose forms no unit has, a named unit without any of the forms, and blocks.
pub(crate) fn targets(
    forms: &Forms,
    named: &[Target],
    all: Vec<Target>,
    config: &Config,
) -> Result<Vec<Target>, Failure> {
    let executes = |target: &Target, instruction: &Instruction| match target {
        Target::Unit(unit) => unit.executes(instruction.operation()) && subject::has(config, instruction),
        Target::Block(_) => false,
    };
    let has_one = |target: &Target| forms.named().any(|instruction| executes(target, &instruction));
    if let Some(lacking) = named.iter().find(|target| !has_one(target)) {
        subject::of_forms(*lacking, config, forms)?;
    }
    if let Some(pattern) = forms.foreign(|instruction| all.iter().any(|target| executes(target, instruction))) {
        let message = format!("no unit to simulate has a form of `{pattern}`");
        let operations = Operation::list(config.ops.iter().copied());
        return Err(Failure::input(message, format!("name another unit, or an instruction of {operations}")));
    }
    Ok(all.into_iter().filter(has_one).collect())
}
