//! A generated design.

use crate::verilog::{Module, VerilogError};
use crate::{Config, ConfigError, Target, Unit, block, scalar};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path below the output folder, with `/`.
    pub path: String,
    /// Content, ASCII.
    pub text: String,
}

/// The modules of a unit or block and their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// What was generated.
    pub target: Target,
    /// With which configuration: what the target takes of the one that was asked for.
    pub config: Config,
    /// The top module.
    pub top: Module,
    /// The other modules, in the order of the dataflow.
    pub parts: Vec<Module>,
    /// One Verilog file a module: those of the parts, then that of the top.
    pub files: Vec<SourceFile>,
    /// Clock cycles from an instruction to its result; 0: combinational, without clock and reset.
    pub latency: u32,
}

/// A module with its text.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) module: Module,
    pub(crate) text: String,
}

/// The text of a template, which a generated file ends with a line break.
pub(crate) fn render(template: &impl askama::Template) -> String {
    let mut text = template.render().expect("writing to a string does not fail");
    text.push('\n');
    text
}

/// Generates a unit with its blocks, or a block alone. A block takes prefix and profile of the configuration.
///
/// # Errors
/// If the configuration contradicts itself.
pub fn generate(target: Target, config: &Config) -> Result<Design, ConfigError> {
    config.validate()?;
    let config = &config.for_target(target);
    let (parts, top, latency) = build(target, config).map_err(|error| ConfigError {
        message: format!("the generator contradicts itself: {error}"),
        help: Some("this is a defect of vidalu: report it together with the configuration".to_owned()),
        key: None,
        span: None,
    })?;
    let file = |built: &Built| SourceFile { path: format!("rtl/{}.v", built.module.name), text: built.text.clone() };
    let files = parts.iter().chain([&top]).map(file).collect();
    let parts = parts.into_iter().map(|built| built.module).collect();
    Ok(Design { target, config: config.clone(), top: top.module, parts, files, latency })
}

fn build(target: Target, config: &Config) -> Result<(Vec<Built>, Built, u32), VerilogError> {
    match target {
        Target::Block(block) => Ok((Vec::new(), block::build(block, config)?, 0)),
        Target::Unit(Unit::Scalar) => {
            let (parts, top) = scalar::build(config)?;
            Ok((parts, top, u32::from(config.depth)))
        }
    }
}
