//! From terms to gates.

use vidalu_sim::gates::{Aig, Lit};

use super::{Binary, Formula, Node, Op};
use crate::word::{Word, constant, difference, extended, inverse, signed, sum};

/// Adds the gates of a formula to a graph and returns the bits of every node. `inputs` are the
/// bits of the inputs, by their numbers.
pub(crate) fn blast(formula: &Formula, aig: &mut Aig, inputs: &[Word]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(formula.nodes().len());
    let mut blaster = Blaster { aig, inputs };
    for node in formula.nodes() {
        let word = blaster.node(*node, &words);
        assert_eq!(word.len(), node.width as usize, "{node:?}");
        words.push(word);
    }
    words
}

struct Blaster<'a> {
    aig: &'a mut Aig,
    inputs: &'a [Word],
}

impl Blaster<'_> {
    fn node(&mut self, Node { op, width }: Node, words: &[Word]) -> Word {
        let width = width as usize;
        match op {
            Op::Input(number) => self.inputs[number as usize].clone(),
            Op::Constant(value) => constant(value, width),
            Op::Not(x) => inverse(&words[x.index()]),
            Op::Binary(op, x, y) => self.binary(op, &words[x.index()], &words[y.index()]),
            Op::Mux(choice, then, other) => {
                let choice = words[choice.index()][0];
                self.choose(choice, &words[then.index()], &words[other.index()])
            }
            Op::Extract(x, lo) => words[x.index()][lo as usize..][..width].to_vec(),
            Op::Zext(x) => extended(&words[x.index()], width, Lit::FALSE),
            Op::Sext(x) => signed(&words[x.index()], width),
            Op::Concat(high, low) => [words[low.index()].as_slice(), &words[high.index()]].concat(),
        }
    }

    fn binary(&mut self, op: Binary, x: &[Lit], y: &[Lit]) -> Word {
        match op {
            Binary::And => self.each(x, y, Aig::and),
            Binary::Or => self.each(x, y, Aig::or),
            Binary::Xor => self.each(x, y, Aig::xor),
            Binary::Add => sum(self.aig, x, y, Lit::FALSE).0,
            Binary::Sub => difference(self.aig, x, y).0,
            Binary::Mul => self.multiply(x, y),
            Binary::Shl => {
                let reversed: Word = x.iter().rev().copied().collect();
                let mut shifted = self.shift_right(&reversed, y, Lit::FALSE);
                shifted.reverse();
                shifted
            }
            Binary::Lshr => self.shift_right(x, y, Lit::FALSE),
            Binary::Ashr => self.shift_right(x, y, x[x.len() - 1]),
            Binary::Eq => {
                let differ = self.each(x, y, Aig::xor);
                let any = self.any(differ);
                vec![!any]
            }
            Binary::Ult => vec![!difference(self.aig, x, y).1],
            Binary::Slt => {
                // Two's complement numbers have the order of unsigned numbers with the sign
                // inverted.
                let turned = |x: &[Lit]| [&x[..x.len() - 1], &[!x[x.len() - 1]]].concat();
                vec![!difference(self.aig, &turned(x), &turned(y)).1]
            }
        }
    }

    fn each(&mut self, x: &[Lit], y: &[Lit], gate: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        x.iter().zip(y).map(|(&x, &y)| gate(self.aig, x, y)).collect()
    }

    fn any(&mut self, bits: Word) -> Lit {
        bits.into_iter().fold(Lit::FALSE, |any, bit| self.aig.or(any, bit))
    }

    fn choose(&mut self, choice: Lit, then: &[Lit], other: &[Lit]) -> Word {
        then.iter().zip(other).map(|(&then, &other)| self.aig.mux(choice, then, other)).collect()
    }

    fn multiply(&mut self, x: &[Lit], y: &[Lit]) -> Word {
        let mut total = vec![Lit::FALSE; x.len()];
        for (place, &digit) in y.iter().enumerate() {
            let row: Word = x[..x.len() - place].iter().map(|&bit| self.aig.and(bit, digit)).collect();
            let upper = sum(self.aig, &total[place..], &row, Lit::FALSE).0;
            total.splice(place.., upper);
        }
        total
    }

    fn shift_right(&mut self, x: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        let mut shifted = x.to_vec();
        let mut beyond = Lit::FALSE;
        for (power, &bit) in amount.iter().enumerate() {
            match 1_usize.checked_shl(power as u32).filter(|&by| by < x.len()) {
                Some(by) => {
                    let moved = extended(&shifted[by..], x.len(), fill);
                    shifted = self.choose(bit, &moved, &shifted);
                }
                None => beyond = self.aig.or(beyond, bit),
            }
        }
        let filled = vec![fill; x.len()];
        self.choose(beyond, &filled, &shifted)
    }
}
