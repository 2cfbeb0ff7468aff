//! What modules with several units have in common: the vectors of the units, woven into each other.

use multiversion::multiversion;
use vidalu_model::control::UNIT;
use vidalu_model::draw::{Draw, key};

use super::{Signal, Subject};
use crate::stimulus::columns::BLOCK;
use crate::stimulus::corner::mask;
use crate::stimulus::turns::Turns;

/// A module of several units.
pub(super) struct Woven<'a> {
    /// The name of its sequences.
    pub(super) name: &'static str,
    /// Its data ports.
    pub(super) inputs: &'a [Signal],
    pub(super) outputs: &'a [Signal],
    /// The units with their codes.
    pub(super) units: Vec<(u64, &'a dyn Subject)>,
}

impl Woven<'_> {
    /// The vectors `first ..`: each that of the unit whose turn it is. What the unit does not read is noise, a context one
    /// of `contexts`.
    pub(super) fn stimuli(&self, turns: &Turns, contexts: u64, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let key = key(self.name, seed);
        let (round, end) = (turns.round() as u64, first + columns[0].len() as u64);
        let at_once = (BLOCK as u64 / round).max(1);
        let mut own: Vec<_> = self.units.iter().map(|(_, unit)| vec![Vec::new(); unit.inputs().len()]).collect();
        let mut places = vec![Vec::new(); self.units.len()];
        let mut whole = vec![vec![0; (at_once * round) as usize]; self.inputs.len()];
        let mut next = first;
        while next < end {
            // Whole rounds, of which the first and the last vectors may not be asked for.
            let number = next / round;
            let (start, count) = (number * round, at_once.min((end - number * round).div_ceil(round)));
            turns.places(key, number, count as usize, &mut places);
            for (stream, (signal, column)) in (1..).zip(self.inputs.iter().zip(&mut whole)) {
                self.fill_unread(signal, contexts, key.wrapping_add(stream), start, column);
            }
            for (at, ((code, unit), (own, places))) in self.units.iter().zip(own.iter_mut().zip(&places)).enumerate() {
                own.iter_mut().for_each(|column| column.resize(places.len(), 0));
                unit.stimuli(seed, number * turns.share(at) as u64, own);
                for (signal, own) in unit.inputs().iter().zip(own) {
                    let code = if signal.name == "ctl_i" { UNIT.put(*code) } else { 0 };
                    let (column, kept) = (&mut whole[index(self.inputs, signal.name)], !mask(signal.width));
                    places.iter().zip(own).for_each(|(&at, own)| column[at] = column[at] & kept | *own | code);
                }
            }
            let stop = end.min(start + count * round);
            for (column, whole) in columns.iter_mut().zip(&whole) {
                let made = &whole[(next - start) as usize..(stop - start) as usize];
                column[(next - first) as usize..(stop - first) as usize].copy_from_slice(made);
            }
            next = stop;
        }
    }

    /// What an input has where its unit does not read it; nothing, where all read all of it.
    fn fill_unread(&self, signal: &Signal, contexts: u64, key: u64, first: u64, column: &mut [u64]) {
        let reads_all = |unit: &dyn Subject| unit.inputs().contains(signal);
        match signal.name {
            "ctl_i" => column.fill(0),
            "ctx_i" => noise(key, first, column, u64::MAX, contexts),
            _ if self.units.iter().all(|(_, unit)| reads_all(*unit)) => {}
            _ => noise(key, first, column, mask(signal.width), 1 << 32),
        }
    }

    /// What the golden models of the units give.
    pub(super) fn results(&self, inputs: &[Vec<u64>], flag: bool, outputs: &mut [Vec<u64>], flags: &mut [u64]) {
        let mut places = vec![Vec::new(); UNIT.codes.len()];
        let columns = |signals: &[Signal]| vec![Vec::new(); signals.len()];
        let mut own: Vec<_> =
            self.units.iter().map(|(_, unit)| (columns(unit.inputs()), columns(unit.outputs()), Vec::new())).collect();
        let count = inputs[0].len();
        for from in (0..count).step_by(BLOCK) {
            let to = count.min(from + BLOCK);
            places.iter_mut().for_each(Vec::clear);
            (from..to).for_each(|at| places[UNIT.get(inputs[0][at]) as usize].push(at));
            outputs.iter_mut().for_each(|column| column[from..to].fill(0));
            for ((code, unit), (own, results, left)) in self.units.iter().zip(&mut own) {
                let places = &places[*code as usize];
                for (signal, own) in unit.inputs().iter().zip(&mut *own) {
                    let (column, all) = (&inputs[index(self.inputs, signal.name)], mask(signal.width));
                    own.clear();
                    own.extend(places.iter().map(|&at| column[at] & all));
                }
                results.iter_mut().chain([&mut *left]).for_each(|column| column.resize(places.len(), 0));
                unit.results(own, flag, results, left);
                for (signal, results) in unit.outputs().iter().zip(results) {
                    put(places, results, &mut outputs[index(self.outputs, signal.name)]);
                }
                if !flags.is_empty() {
                    put(places, left, flags);
                }
                if let Some(cf) = self.outputs.iter().position(|signal| signal.name == "cf_o") {
                    put(places, left, &mut outputs[cf]);
                }
            }
        }
    }
}

/// The place of a port among others; a module has all ports of its units.
fn index(signals: &[Signal], name: &str) -> usize {
    signals.iter().position(|signal| signal.name == name).expect("a module has the ports of its units")
}

fn put(places: &[usize], values: &[u64], column: &mut [u64]) {
    places.iter().zip(values).for_each(|(&at, value)| column[at] = *value);
}

/// Fills a column with numbers below `bound`, at most 2^32, or where that is 2^32 with the bits of `all`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn noise(key: u64, first: u64, column: &mut [u64], all: u64, bound: u64) {
    for (at, value) in column.iter_mut().enumerate() {
        let word = Draw::new(key, first.wrapping_add(at as u64)).word();
        *value = if bound >> 32 == 1 { word & all } else { ((word >> 32) * bound) >> 32 };
    }
}
