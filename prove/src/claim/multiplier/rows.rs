//! The rows: the value of each in the architecture, and that they add up to the product and the
//! addend.
//!
//! A row is a sum of a few terms, each a factor times a power of two. For each row of the text a
//! proof shows that it is this sum. That the rows together leave only the product and the addend
//! is counted, factor by factor.

use vidalu_gen::{Multiplier, Plan};
use vidalu_sim::gates::{Aig, Lit};

use super::reduce::zeros;
use crate::frames::{Frames, Named};
use crate::problem::Problem;
use crate::word::{Word, extended, inverse, placed, signed, sum};

/// The factor of a power of two in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Factor {
    One,
    /// The number that is added to the product.
    Addend,
    /// The left factor, times a digit of the right one.
    Digit(usize),
    /// 1 if a digit is negative, else 0: the one that a complement needs.
    Negative(usize),
}

/// A term of the sum that a row is.
#[derive(Clone, Copy, Debug)]
struct Summand {
    factor: Factor,
    /// The power of two by which the factor is multiplied.
    power: usize,
    is_subtracted: bool,
}

/// The rows of an architecture for two signed numbers.
pub(super) struct Rows {
    /// The width of the numbers in bits.
    width: usize,
    /// The digits of the right factor: the bits that form each digit, with their weights.
    digits: Vec<Vec<(usize, i64)>>,
    /// The power of two between the weights of two neighboring digits.
    radix: usize,
    /// The summands of each row.
    rows: Vec<Vec<Summand>>,
}

impl Rows {
    /// Returns the rows of a structural architecture.
    pub(super) fn of(architecture: Multiplier, width: usize) -> Self {
        let is_booth = architecture != Multiplier::Array;
        let (radix, digits) = if is_booth { (2, booth(width)) } else { (1, binary(width)) };
        let last = digits.len() - 1;
        // A digit of two bits makes the row one bit wider. The bias is the weight of the row's
        // sign.
        let sign = if is_booth { width } else { width - 1 };
        let plus = |factor, power| Summand { factor, power, is_subtracted: false };
        let minus = |factor, power| Summand { factor, power, is_subtracted: true };
        let can_be_negative = |digit| is_booth || digit == last;
        let mut rows: Vec<Vec<_>> = Vec::new();
        for digit in 0..=last {
            let mut row = vec![plus(Factor::Digit(digit), radix * digit), plus(Factor::One, radix * digit + sign)];
            row.extend(can_be_negative(digit).then(|| minus(Factor::Negative(digit), radix * digit)));
            let before = digit.checked_sub(1).filter(|&before| can_be_negative(before));
            row.extend(before.map(|before| plus(Factor::Negative(before), radix * before)));
            rows.push(row);
        }
        let biases = (0..=last).map(|digit| minus(Factor::One, radix * digit + sign));
        let ends = [plus(Factor::Addend, 0), plus(Factor::Negative(last), radix * last)];
        rows.push(ends.into_iter().chain(biases).collect());
        Self { width, digits, radix, rows }
    }

    /// Returns the problem for each row of the module whether it is the row of the architecture,
    /// and whether the bits of it that are left out are 0.
    pub(super) fn problems(&self, plan: &Plan, mut frames: Frames<'_>) -> Vec<Problem> {
        let frame = frames.step(&Named::new());
        let [a, b, addend] = ["a_i", "b_i", "addend_i"].map(|pin| frame.input(pin).expect("the module has the pin"));
        let aig = &mut frames.aig;
        let words: Vec<_> = self.rows.iter().map(|row| self.word(aig, row, [a, b, addend])).collect();
        let zeros = zeros(plan);
        let mut problems = Vec::new();
        for (row, word) in plan.rows.iter().zip(words) {
            let mut problem = Problem::new(frames.aig.clone(), frames.inputs.clone());
            let own = frame.output(&format!("{}_o", row.name)).expect("the module has its rows");
            let own = placed(own, row.lo as usize, 2 * self.width);
            for (_, column) in zeros.iter().filter(|(name, _)| **name == row.name) {
                problem.claim(format!("{}[{column}] is 0", row.name), Lit::FALSE, own[*column]);
            }
            problem.claim(&row.name, word, own);
            problems.push(problem);
        }
        problems
    }

    /// Returns the value of a row, modulo 2^(2 width).
    fn word(&self, aig: &mut Aig, row: &[Summand], [a, b, addend]: [&Word; 3]) -> Word {
        let width = 2 * self.width;
        let constant = self.coefficient(row, Factor::One).into_iter().map(Lit::constant).collect();
        row.iter().filter(|summand| summand.factor != Factor::One).fold(constant, |total: Word, summand| {
            let word = match summand.factor {
                Factor::One => unreachable!("constants are counted"),
                Factor::Addend => signed(addend, width),
                Factor::Digit(digit) => {
                    self.choose(aig, &self.digits[digit], b, 0, &|aig, value| multiple(aig, a, value, width))
                }
                Factor::Negative(digit) => self.choose(aig, &self.digits[digit], b, 0, &|_, value| {
                    extended(&[Lit::constant(value < 0)], width, Lit::FALSE)
                }),
            };
            let word = placed(&word, summand.power, width);
            let word = if summand.is_subtracted { inverse(&word) } else { word };
            sum(aig, &total, &word, Lit::constant(summand.is_subtracted)).0
        })
    }

    /// Returns `of` the value of a digit: of `value` and the sum of the weights of those
    /// remaining `bits` that are 1.
    fn choose(
        &self,
        aig: &mut Aig,
        bits: &[(usize, i64)],
        b: &Word,
        value: i64,
        of: &dyn Fn(&mut Aig, i64) -> Word,
    ) -> Word {
        let Some(((bit, weight), others)) = bits.split_first() else { return of(aig, value) };
        let then = self.choose(aig, others, b, value + weight, of);
        let other = self.choose(aig, others, b, value, of);
        then.into_iter().zip(other).map(|(then, other)| aig.mux(b[*bit], then, other)).collect()
    }

    /// Counts how often a factor occurs in some summands, modulo 2^(2 width).
    fn coefficient<'a>(&self, summands: impl IntoIterator<Item = &'a Summand>, factor: Factor) -> Vec<bool> {
        let own = summands.into_iter().filter(|summand| summand.factor == factor);
        binary_digits(own.map(|summand| (summand.power, if summand.is_subtracted { -1 } else { 1 })), 2 * self.width)
    }

    /// Returns the problem whether the rows add up to the product and the addend. It compares
    /// constants.
    pub(super) fn identity(&self) -> Problem {
        let mut problem = Problem::default();
        let mut claim = |name: String, expected: Vec<(usize, i64)>, got: Vec<bool>| {
            let word = |bits: Vec<bool>| bits.into_iter().map(Lit::constant).collect::<Word>();
            problem.claim(name, word(binary_digits(expected.into_iter(), got.len())), word(got));
        };
        let of = |factor| self.coefficient(self.rows.iter().flatten(), factor);
        claim("constants".to_owned(), vec![], of(Factor::One));
        claim("the addend".to_owned(), vec![(0, 1)], of(Factor::Addend));
        for digit in 0..self.digits.len() {
            claim(format!("digit {digit}"), vec![(self.radix * digit, 1)], of(Factor::Digit(digit)));
            claim(format!("ones of digit {digit}"), vec![], of(Factor::Negative(digit)));
        }
        // The digits must add up to the right factor.
        for bit in 0..self.width {
            let digits = self.digits.iter().enumerate();
            let weights = digits.flat_map(|(digit, bits)| bits.iter().map(move |(own, weight)| (digit, *own, *weight)));
            let weights =
                weights.filter(|(_, own, _)| *own == bit).map(|(digit, _, weight)| (self.radix * digit, weight));
            let sign = if bit + 1 == self.width { -1 } else { 1 };
            claim(format!("bit {bit}"), vec![(bit, sign)], binary_digits(weights, 2 * self.width));
        }
        problem
    }
}

/// Returns digits from -2 to 2 of three bits each, of which two neighbors share one.
fn booth(width: usize) -> Vec<Vec<(usize, i64)>> {
    let digit = |digit: usize| {
        let below = (2 * digit).checked_sub(1).map(|bit| (bit, 1));
        // The sign repeats above the highest bit.
        let bits = [(2 * digit, 1), ((2 * digit + 1).min(width - 1), -2)];
        below.into_iter().chain(bits).collect()
    };
    (0..width.div_ceil(2)).map(digit).collect()
}

/// Returns the bits as digits, of which the highest has a negative weight.
fn binary(width: usize) -> Vec<Vec<(usize, i64)>> {
    (0..width).map(|bit| vec![(bit, if bit + 1 == width { -1 } else { 1 })]).collect()
}

/// Returns the bits of a sum of powers of two, each with its count, modulo 2^width; the lowest
/// bit is the first.
fn binary_digits(powers: impl Iterator<Item = (usize, i64)>, width: usize) -> Vec<bool> {
    let mut counts = vec![0; width];
    powers.filter(|(power, _)| *power < width).for_each(|(power, count)| counts[power] += count);
    let mut carry = 0;
    let digits = counts.into_iter().map(|count| {
        let all = count + carry;
        carry = all.div_euclid(2);
        all.rem_euclid(2) == 1
    });
    digits.collect()
}

/// Returns a signed number times a small constant, in `width` bits.
fn multiple(aig: &mut Aig, a: &[Lit], times: i64, width: usize) -> Word {
    let once = match times.unsigned_abs() {
        0 => return vec![Lit::FALSE; width],
        times => placed(&signed(a, width), times.trailing_zeros() as usize, width),
    };
    if times > 0 {
        return once;
    }
    sum(aig, &inverse(&once), &vec![Lit::FALSE; width], Lit::TRUE).0
}

#[cfg(test)]
mod tests {
    use vidalu_gen::Choice;

    use super::*;
    use crate::simulate::refute;

    #[test]
    fn the_rows_of_every_architecture_add_up_and_without_one_of_their_parts_do_not() {
        for &architecture in Multiplier::ALL.iter().filter(|&&own| own != Multiplier::Star) {
            for width in [3, 33, 65] {
                let mut rows = Rows::of(architecture, width);
                assert!(refute(&rows.identity().miter()).is_none());
                for row in 0..rows.rows.len() {
                    let part = rows.rows[row].pop().unwrap();
                    assert!(refute(&rows.identity().miter()).is_some(), "row {row} of {width} bits without {part:?}");
                    rows.rows[row].push(part);
                }
                rows.digits[1][0].0 += 1;
                assert!(refute(&rows.identity().miter()).is_some(), "a digit of the wrong bits");
            }
        }
    }
}
