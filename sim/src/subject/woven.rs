//! The golden results of modules with several units: each vector belongs to the unit whose code it
//! carries.

use vidalu_model::control::UNIT;
use vidalu_stimulus::{BLOCK, Signal, mask};

use super::Subject;

/// Computes [`Subject::results`] for a module of several units, which are given with their codes.
pub(super) fn results(
    module: &dyn Subject,
    units: &[(u64, &dyn Subject)],
    inputs: &[&[u64]],
    outputs: &mut [&mut [u64]],
    flags: &mut [u64],
) {
    let mut places = vec![Vec::new(); UNIT.codes.len()];
    let columns = |signals: &[Signal]| vec![Vec::new(); signals.len()];
    let mut own: Vec<_> =
        units.iter().map(|(_, unit)| (columns(unit.inputs()), columns(unit.outputs()), Vec::new())).collect();
    let count = inputs[0].len();
    for from in (0..count).step_by(BLOCK) {
        let to = count.min(from + BLOCK);
        places.iter_mut().for_each(Vec::clear);
        (from..to).for_each(|at| places[UNIT.get(inputs[0][at]) as usize].push(at));
        outputs.iter_mut().for_each(|column| column[from..to].fill(0));
        for ((code, unit), (own, results, left)) in units.iter().zip(&mut own) {
            let places = &places[*code as usize];
            for (signal, own) in unit.inputs().iter().zip(&mut *own) {
                let (column, all) = (&inputs[index(module.inputs(), signal.name)], mask(signal.width));
                own.clear();
                own.extend(places.iter().map(|&at| column[at] & all));
            }
            results.iter_mut().for_each(|column| column.resize(places.len(), 0));
            left.clear();
            if unit.outputs().iter().any(is_flag) && !flags.is_empty() {
                left.extend(places.iter().map(|&at| flags[at]));
            }
            unit.results_at(0..places.len(), own, results, left);
            for (signal, results) in unit.outputs().iter().zip(results) {
                put(places, results, outputs[index(module.outputs(), signal.name)]);
            }
            if !left.is_empty() {
                put(places, left, flags);
            }
        }
        // After an instruction that does not write CC.CF, the output shows it as it was.
        if let Some(cf) = module.outputs().iter().position(is_flag).filter(|_| !flags.is_empty()) {
            outputs[cf][from..to].copy_from_slice(&flags[from..to]);
        }
    }
}

fn is_flag(signal: &Signal) -> bool {
    signal.name == "cf_o"
}

/// Returns the position of a port among others; a module has all ports of its units.
fn index(signals: &[Signal], name: &str) -> usize {
    signals.iter().position(|signal| signal.name == name).expect("a module has the ports of its units")
}

fn put(places: &[usize], values: &[u64], column: &mut [u64]) {
    places.iter().zip(values).for_each(|(&at, value)| column[at] = *value);
}
