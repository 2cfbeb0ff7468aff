//! From a target and a configuration to a design. Only this file knows all units and blocks.

use crate::design::{Design, Library, Top};
use crate::pipeline::Timing;
use crate::verilog::VerilogError;
use crate::{Config, ConfigError, Target, Unit, block, carry, lanes, scalar, simd, video, vmad};

/// Generates a unit with its blocks, or a block by itself.
///
/// # Errors
/// Fails if the configuration contradicts itself.
pub fn generate(target: Target, config: &Config) -> Result<Design, ConfigError> {
    check(target, config)?;
    let config = &config.for_target(target).behind(None);
    let mut library = Library::default();
    let top = build(target, config, &mut library).map_err(|error| defect(&error))?;
    Ok(library.design(target, config, top))
}

/// Returns an error that no configuration should cause.
pub(crate) fn defect(error: &VerilogError) -> ConfigError {
    ConfigError {
        message: format!("the generator contradicts itself: {error}"),
        help: "this is a defect of vidalu: report it together with the configuration".to_owned(),
        key: None,
        span: None,
    }
}

/// Checks that a target can be generated with a configuration.
///
/// # Errors
/// Fails with the first contradiction and its reason.
pub(crate) fn check(target: Target, config: &Config) -> Result<(), ConfigError> {
    config.validate()?;
    config.validate_for(target)?;
    match target {
        Target::Unit(unit) => Timing::of(unit, config).validate(unit.name()),
        Target::Block(_) => Ok(()),
    }
}

pub(crate) fn build(target: Target, config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    match target {
        Target::Block(block) => Ok(block::build(block, config, library)?.into()),
        Target::Unit(Unit::Scalar) => scalar::build(config, library),
        Target::Unit(Unit::Simd) => simd::build(config, library),
        Target::Unit(Unit::Lanes) => lanes::build(config, library),
        Target::Unit(Unit::Vmad) => vmad::build(config, library),
        Target::Unit(Unit::Carry) => carry::build(config, library),
        Target::Unit(Unit::Video) => video::build(config, library),
    }
}
