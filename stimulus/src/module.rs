//! The stimulus of a unit or block by its name.

use std::sync::Arc;

use vidalu_model::isa::{Instruction, Unit};

use crate::blocks::BlockStimulus;
use crate::carry::CarryStimulus;
use crate::error::StimulusError;
use crate::scalar::ScalarStimulus;
use crate::scope::Scope;
use crate::simd::SimdStimulus;
use crate::source::Stimulus;
use crate::vmad::VmadStimulus;
use crate::woven::{LANES, VIDEO, Woven};

/// Returns the stimulus of the unit or block called `name`.
///
/// Blocks do not depend on the scope.
///
/// # Errors
/// If no module has the name, or if the unit has none of the instructions that it needs.
pub fn of(name: &str, scope: &Scope) -> Result<Arc<dyn Stimulus>, StimulusError> {
    let unit = |unit| unit_alone(unit, scope);
    let lacking = |module, unit: &'static str| StimulusError::NoInstruction { module, unit };
    if let Some(known) = Unit::ALL.into_iter().find(|known| known.name() == name) {
        return unit(known).ok_or(lacking(known.name(), known.name()));
    }
    match name {
        LANES => {
            let scalar = unit(Unit::Scalar).ok_or(lacking(LANES, "scalar"))?;
            let simd = unit(Unit::Simd).ok_or(lacking(LANES, "simd"))?;
            Ok(Arc::new(Woven::lanes(vec![scalar, simd])))
        }
        VIDEO => {
            // The order decides which unit has which turns.
            let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry].into_iter().filter_map(unit);
            let units: Vec<_> = units.collect();
            if units.is_empty() {
                return Err(lacking(VIDEO, "any unit"));
            }
            Ok(Arc::new(Woven::video(units, scope.contexts.into())))
        }
        _ => match BlockStimulus::new(name) {
            Some(block) => Ok(Arc::new(block)),
            None => Err(StimulusError::UnknownModule { name: name.to_owned() }),
        },
    }
}

/// The stimulus of one of the four units, if the unit has an instruction.
fn unit_alone(unit: Unit, scope: &Scope) -> Option<Arc<dyn Stimulus>> {
    let has = |form: &Instruction| scope.has(form);
    Some(match unit {
        Unit::Scalar => Arc::new(ScalarStimulus::new(has)?),
        Unit::Vmad => Arc::new(VmadStimulus::new(has)?),
        Unit::Simd => Arc::new(SimdStimulus::new(has)?),
        Unit::Carry => Arc::new(CarryStimulus::new(has, scope.contexts.into())?),
    })
}
