//! Multiplications that stay whole: the operands of all lanes become numbers, are multiplied, and
//! the products become slices again. As gates, a multiplication takes thousands of operations.

use itertools::Itertools;
use multiversion::multiversion;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vidalu_model::bv::high_product;

use super::slots::{Lanes, Slots};
use super::transpose::{Space, slice, unslice};
use crate::gates::words::{Bit, Cell, Port, Words};
use crate::gates::{Gates, Lit};

/// The most bits of an operand: those of a register, and a sign.
const OPERAND: usize = 65;

/// The most bits of a product.
const PRODUCT: usize = 128;

/// The names of the ports that take the place of a multiplication, after its number.
const PINS: [&str; 3] = ["A", "B", "Y"];

/// A multiplication that was taken out of a netlist, as values of the graph.
#[derive(Clone, Debug)]
pub(super) struct Product {
    /// The bits of both operands, the lowest first.
    pub(super) operands: [Vec<Lit>; 2],
    /// The leaves that are the bits of the product.
    pub(super) bits: Vec<Lit>,
    /// Whether the operands are signed.
    pub(super) is_signed: bool,
}

/// The multiplications of a flat module, in the order in which they were taken out.
pub(super) struct Taken {
    is_signed: Vec<bool>,
}

fn port(number: usize, pin: &str) -> String {
    format!("$mul${number}${pin}")
}

/// Takes the multiplications out of a flat module. Their operands become outputs, and their
/// products inputs. A multiplication that is too wide stays.
pub(super) fn take_out(words: &mut Words) -> Taken {
    let found: Vec<_> =
        words.cells.iter().filter(|(_, cell)| can_stay_whole(cell)).map(|(name, _)| name.clone()).collect();
    let mut is_signed = Vec::new();
    for (number, name) in found.into_iter().enumerate() {
        let mut cell = words.cells.remove(&name).expect("it was found there");
        is_signed.push(parameter(&cell, "A_SIGNED") == 1);
        for pin in PINS {
            let direction = if pin == "Y" { "input" } else { "output" };
            let bits = cell.connections.remove(pin).expect("a multiplication has this pin");
            words.ports.insert(port(number, pin), Port { direction: direction.to_owned(), bits });
        }
    }
    Taken { is_signed }
}

/// Returns whether a cell is a multiplication of numbers of the same kind that are not too wide.
fn can_stay_whole(cell: &Cell) -> bool {
    let width = |pin: &str| cell.connections.get(pin).map_or(0, Vec::len);
    let is_known =
        |bit: &Bit| matches!(bit, Bit::Net(_)) || matches!(bit, Bit::Constant(text) if text == "0" || text == "1");
    let drives_nets = cell.connections.get("Y").is_some_and(|bits| bits.iter().all(|bit| matches!(bit, Bit::Net(_))));
    cell.kind == "$mul"
        && parameter(cell, "A_SIGNED") == parameter(cell, "B_SIGNED")
        && ["A", "B"].iter().all(|pin| (1..=OPERAND).contains(&width(pin)))
        && (1..=PRODUCT).contains(&width("Y"))
        && ["A", "B"].iter().all(|pin| cell.connections[*pin].iter().all(is_known))
        && drives_nets
}

/// Returns a parameter of a cell. Yosys writes numbers as binary text.
fn parameter(cell: &Cell, name: &str) -> u64 {
    match cell.parameters.get(name) {
        Some(Value::String(bits)) => u64::from_str_radix(bits, 2).unwrap_or(0),
        Some(value) => value.as_u64().unwrap_or(0),
        None => 0,
    }
}

/// Takes the ports of the multiplications out of the netlist again.
pub(super) fn products(netlist: &mut Gates, taken: &Taken) -> Vec<Product> {
    let mut take = |number: usize, pin: &str| {
        let ports = if pin == "Y" { &mut netlist.inputs } else { &mut netlist.outputs };
        let name = port(number, pin);
        let (at, _) = ports.iter().find_position(|(own, _)| *own == name).expect("yosys keeps the ports");
        ports.remove(at).1
    };
    let product = |(number, &is_signed): (usize, &bool)| {
        let [a, b, bits] = PINS.map(|pin| take(number, pin));
        Product { operands: [a, b], bits, is_signed }
    };
    taken.is_signed.iter().enumerate().map(product).collect()
}

/// An operand of a multiplication in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Operand {
    /// The slot of each bit, the lowest first.
    pub(super) slots: Vec<u16>,
    /// For each bit, whether its slot holds the inverse.
    pub(super) inverted: Vec<bool>,
}

/// A multiplication in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Multiplication {
    pub(super) operands: [Operand; 2],
    /// The slot of each bit of the product.
    pub(super) product: Vec<u16>,
    pub(super) is_signed: bool,
}

/// The memory of a multiplication.
pub(super) struct Memory<const W: usize> {
    /// The numbers of all lanes: those of the two operands, which the halves of the products
    /// replace.
    numbers: [Box<Lanes<W>>; 2],
    space: Space<W>,
}

impl<const W: usize> Default for Memory<W> {
    fn default() -> Self {
        let numbers = [(); 2].map(|()| Box::new([[0; W]; u64::BITS as usize]));
        Self { numbers, space: Space::default() }
    }
}

impl Multiplication {
    /// Multiplies in all lanes.
    pub(super) fn run<const W: usize>(&self, slots: &mut Slots<W>, Memory { numbers, space }: &mut Memory<W>) {
        let [left, right] = numbers;
        let [a, b] = &self.operands;
        let tops = [a.read(slots, left, space), b.read(slots, right, space)];
        let widths = [a, b].map(|operand| operand.slots.len() as u32);
        multiply(numbers, &tops, widths, self.is_signed);
        let [left, right] = numbers;
        let (low, high) = self.product.split_at(self.product.len().min(64));
        slice(left, low, slots, space);
        if !high.is_empty() {
            slice(right, high, slots, space);
        }
    }
}

/// Replaces the numbers, which are without their highest bits, by the halves of their products.
/// `tops` has these bits. An operand has up to 65 bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn multiply<const W: usize>(numbers: &mut [Box<Lanes<W>>; 2], tops: &[[u64; W]; 2], widths: [u32; 2], is_signed: bool) {
    let [of_a, of_b] = widths.map(|width| Top::new(width, is_signed));
    if is_signed {
        multiply_in_lanes::<true, W>(numbers, tops, [of_a, of_b]);
    } else {
        multiply_in_lanes::<false, W>(numbers, tops, [of_a, of_b]);
    }
}

/// Does the work of [`multiply`].
#[inline(always)]
fn multiply_in_lanes<const SIGNED: bool, const W: usize>(
    numbers: &mut [Box<Lanes<W>>; 2],
    tops: &[[u64; W]; 2],
    [of_a, of_b]: [Top; 2],
) {
    let [left, right] = numbers;
    let rows = left.iter_mut().zip(right.iter_mut());
    for (row, (left, right)) in rows.enumerate() {
        for word in 0..W {
            let [top_a, top_b] = [tops[0][word] >> row & 1, tops[1][word] >> row & 1];
            let (a, above_a) = of_a.add::<SIGNED>(left[word], top_a);
            let (b, above_b) = of_b.add::<SIGNED>(right[word], top_b);
            // A bit above the 64 bits of an operand adds the other operand to the high half, or
            // subtracts it if the bit is a sign.
            let above = (above_a & b).wrapping_add(above_b & a);
            let high = high_product(a, b);
            left[word] = a.wrapping_mul(b);
            right[word] = if SIGNED { high.wrapping_sub(above) } else { high.wrapping_add(above) };
        }
    }
}

/// The place of the highest bit of an operand.
#[derive(Clone, Copy)]
struct Top {
    shift: u32,
    /// 1 if the bit is one of the low 64, else 0.
    within: u64,
    /// 1 if the bit, or the copies of a sign, are above the low 64, else 0.
    above: u64,
}

impl Top {
    fn new(width: u32, is_signed: bool) -> Self {
        let is_within = width <= 64;
        let shift = if is_within { width - 1 } else { 0 };
        Self { shift, within: is_within.into(), above: (!is_within || is_signed).into() }
    }

    /// Adds the bit to a number. Returns the low 64 bits, and a mask: all ones if the bit counts
    /// above them.
    #[inline(always)]
    fn add<const SIGNED: bool>(self, low: u64, top: u64) -> (u64, u64) {
        let bit = (top & self.within) << self.shift;
        let number = if SIGNED { low.wrapping_sub(bit) } else { low | bit };
        (number, (top & self.above).wrapping_neg())
    }
}

impl Operand {
    /// Reads the numbers of all lanes without the highest bit, and returns this bit.
    fn read<const W: usize>(&self, slots: &Slots<W>, numbers: &mut Lanes<W>, space: &mut Space<W>) -> [u64; W] {
        let (top, low) = self.slots.split_last().expect("an operand has a bit");
        let (top_inverted, inverted) = self.inverted.split_last().expect("an operand has a bit");
        if low.is_empty() {
            numbers.as_flattened_mut().fill(0);
        } else {
            unslice(low, slots, numbers, space);
        }
        let inverse =
            inverted.iter().enumerate().fold(0, |mask, (bit, is_inverted)| mask | u64::from(*is_inverted) << bit);
        if inverse != 0 {
            numbers.as_flattened_mut().iter_mut().for_each(|number| *number ^= inverse);
        }
        let inverse = if *top_inverted { !0 } else { 0 };
        slots[usize::from(*top)].0.map(|word| word ^ inverse)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use vidalu_model::draw::mix;

    use super::super::slots::{WORDS, slots};
    use super::{Memory, Multiplication, Operand};

    proptest! {
        #[test]
        fn products_are_those_of_numbers(
            widths in (1..=65_usize, 1..=65_usize), width in 1..=128_usize, is_signed: bool, inverts in any::<[u128; 2]>(),
            seed: u64,
        ) {
            let mut slots = slots();
            for (at, slot) in slots.iter_mut().enumerate().take(1000) {
                (0..).zip(&mut slot.0).for_each(|(word, bits)| *bits = mix(seed ^ (at as u64) << 32 ^ word));
            }
            let operand = |first: u16, width: usize, inverts: u128| Operand {
                slots: (0..width as u16).map(|bit| first + 3 * bit).collect(),
                inverted: (0..width).map(|bit| inverts >> bit & 1 == 1).collect(),
            };
            let operands = [operand(1, widths.0, inverts[0]), operand(400, widths.1, inverts[1])];
            let multiplication = Multiplication { operands, product: (1000..).take(width).collect(), is_signed };
            let bit = |slots: &super::Slots<WORDS>, slot: u16, lane: usize| slots[usize::from(slot)].0[lane % WORDS] >> (lane / WORDS) & 1;
            let number = |operand: &Operand, lane: usize| {
                let bits = operand.slots.iter().zip(&operand.inverted).enumerate();
                let bits = bits.map(|(at, (slot, inverted))| u128::from(bit(&slots, *slot, lane) ^ u64::from(*inverted)) << at);
                let unused = 128 - operand.slots.len();
                let number = bits.sum::<u128>() << unused;
                if is_signed { (number as i128 >> unused) as u128 } else { number >> unused }
            };
            let expected: Vec<_> = (0..64 * WORDS).map(|lane| {
                let [a, b] = multiplication.operands.each_ref().map(|operand| number(operand, lane));
                a.wrapping_mul(b) & (!0 >> (128 - width))
            }).collect();
            multiplication.run(&mut slots, &mut Memory::default());
            for (lane, expected) in expected.into_iter().enumerate() {
                let bits = multiplication.product.iter().enumerate();
                let got: u128 = bits.map(|(at, slot)| u128::from(bit(&slots, *slot, lane)) << at).sum();
                assert_eq!(got, expected, "lane {lane}");
            }
        }
    }
}
