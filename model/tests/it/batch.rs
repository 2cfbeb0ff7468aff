//! Batches of control words against the golden functions, one instruction at a time.

use vidalu_model::batch::{WordInputs, WordResults, words};
use vidalu_model::control::{self, UNIT};
use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::isa::Unit;

use crate::random::Random;

/// Vectors in columns, and what they leave.
#[derive(Default)]
struct Batch {
    ctl: Vec<u64>,
    registers: [Vec<u64>; 3],
    cf: Vec<u8>,
    d: Vec<u64>,
    left: Vec<u8>,
    saturated: Vec<u8>,
    legal: Vec<u8>,
}

impl Batch {
    /// These words with random registers; what is to be overwritten is not 0.
    fn new(ctl: Vec<u64>, random: &mut Random) -> Self {
        let count = ctl.len();
        let registers = std::array::from_fn(|_| (0..count).map(|_| random.operand()).collect());
        let cf = (0..count).map(|_| [0, 1, 255][(random.next() % 3) as usize]).collect();
        let [left, saturated, legal] = std::array::from_fn(|_| vec![7; count]);
        Self { ctl, registers, cf, d: vec![7; count], left, saturated, legal }
    }

    fn compute(&mut self, unit: Option<Unit>, profile: Profile) {
        let Self { ctl, registers: [a, b, c], cf, d, left, saturated, legal } = self;
        words(unit, profile, WordInputs { ctl, a, b, c, cf }, WordResults { d, cf: left, saturated, legal });
    }

    /// Holds everything against the golden functions, `whole` being the word that each stands for.
    /// Gives the number of instructions.
    fn check(&self, profile: Profile, whole: impl Fn(u64) -> Option<u64>) -> usize {
        let mut count = 0;
        for at in 0..self.ctl.len() {
            let [a, b, c] = [0, 1, 2].map(|register| self.registers[register][at]);
            let cf = self.cf[at] != 0;
            let instruction = whole(self.ctl[at]).and_then(|word| control::decode(word).ok());
            count += usize::from(instruction.is_some());
            let (d, left, saturated) = match &instruction {
                Some(instruction) => {
                    let outcome = evaluate(instruction, Operands { a, b, c, cf }, profile);
                    (outcome.d, outcome.cf, outcome.saturated)
                }
                None => (0, cf, false),
            };
            let found = (self.d[at], self.left[at], self.saturated[at], self.legal[at]);
            let expected = (d, left.into(), saturated.into(), instruction.is_some().into());
            assert_eq!(found, expected, "{:#x}: {instruction:?}", self.ctl[at]);
        }
        count
    }
}

/// A word that is often one of the unit's: fields with codes hold one of them, and those that most
/// operations do not use are often 0.
fn word(unit: Unit, random: &mut Random) -> u64 {
    let fields = control::format(unit).fields.iter().map(|field| {
        let value = random.next() % (1 << field.width);
        let is_kept = field.width > 3 || random.next() & 3 > 0;
        field.put(if is_kept { value } else { 0 })
    });
    fields.sum()
}

fn units_and_words(random: &mut Random) -> impl Iterator<Item = (Unit, u64)> {
    (0..1500).map(|_| {
        let unit = Unit::ALL[(random.next() % 4) as usize];
        (unit, word(unit, random))
    })
}

#[test]
fn words_of_all_units_in_one_batch() {
    for profile in Profile::ALL {
        let mut random = Random::new(profile as u64);
        let mut ctl: Vec<_> = units_and_words(&mut random).map(|(unit, word)| word | UNIT.put(unit as u64)).collect();
        // Bits that belong to no format.
        ctl.extend([1 << 42, 1 << 63, u64::MAX, 1 << 39]);
        let mut batch = Batch::new(ctl, &mut random);
        batch.compute(None, profile);
        let count = batch.check(profile, |word| (word >> control::WIDTH == 0).then_some(word));
        assert!((200..1400).contains(&count), "{count} instructions");
    }
}

#[test]
fn words_of_one_unit_with_and_without_its_code() {
    for unit in Unit::ALL {
        let mut random = Random::new(unit as u64);
        let codes = [0, unit as u64, unit as u64, (unit as u64 + 1) % 4, 1 << 10];
        let ctl = (0..1500).map(|at| word(unit, &mut random) | codes[at % codes.len()] << UNIT.lo);
        let mut batch = Batch::new(ctl.collect(), &mut random);
        batch.compute(Some(unit), Profile::Manual);
        let count = batch.check(Profile::Manual, |word| {
            let code = word >> UNIT.lo;
            (code == 0 || code == unit as u64).then_some(word | UNIT.put(unit as u64))
        });
        assert!((50..1200).contains(&count), "{count} instructions of {unit:?}");
    }
}

#[test]
fn no_words() {
    Batch::default().compute(None, Profile::Manual);
}
