//! Runs operations on all lanes at once, in the widest registers of the processor.

use multiversion::multiversion;

use super::program::Op;
use super::slots::Slots;
use super::table::INPUTS;

/// A sequence of operations, stored as runs of the same function.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// The function of each run, and the number of its operations.
    runs: Vec<(u8, u32)>,
    /// The slots that each operation reads, and the slot that it writes.
    slots: Vec<([u16; INPUTS], u16)>,
}

impl Code {
    pub(super) fn new(ops: &[Op]) -> Self {
        let runs = ops.chunk_by(|a, b| a.table == b.table).map(|run| (run[0].table, run.len() as u32)).collect();
        Self { runs, slots: ops.iter().map(|op| (op.inputs, op.output)).collect() }
    }
}

/// One arm for each function.
macro_rules! functions {
    ($table:expr, $ops:expr, $slots:expr, $($number:literal)*) => {
        match $table {
            $($number => each($ops, $slots, |a, b, c| function($number, a, b, c)),)*
            other => each($ops, $slots, |a, b, c| function(other, a, b, c)),
        }
    };
}

/// Runs the operations.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn run<const W: usize>(code: &Code, slots: &mut Slots<W>) {
    let mut rest = code.slots.as_slice();
    for (table, count) in &code.runs {
        let (ops, after) = rest.split_at(*count as usize);
        rest = after;
        // The functions that remain if the inputs are in canonical order.
        functions!(*table, ops, slots,
            0x00 0x01 0x02 0x06 0x07 0x08 0x09 0x0b 0x0e 0x11 0x16 0x17 0x18 0x19 0x1a 0x1b 0x1e 0x1f 0x22 0x28
            0x29 0x2a 0x2b 0x2c 0x2d 0x2e 0x2f 0x3d 0x3e 0x55 0x66 0x68 0x69 0x6a 0x6b 0x6e 0x6f 0x77 0x7e 0x7f
            0x80 0x81 0x82 0x83 0x86 0x87 0x88 0x89 0x8a 0x8b 0x8e 0x8f 0x96 0x97 0x98 0x99 0x9a 0x9b 0x9e 0x9f
            0xa8 0xa9 0xaa 0xab 0xac 0xad 0xae 0xbb 0xbc 0xbd 0xbe 0xbf 0xe8 0xe9 0xea 0xeb 0xee 0xef 0xfe 0xff);
    }
}

#[inline(always)]
fn each<const W: usize>(ops: &[([u16; INPUTS], u16)], slots: &mut Slots<W>, function: impl Fn(u64, u64, u64) -> u64) {
    for ([a, b, c], output) in ops {
        let mut result = [0; W];
        for (word, result) in result.iter_mut().enumerate() {
            let [a, b, c] = [a, b, c].map(|slot| slots[usize::from(*slot)].0[word]);
            *result = function(a, b, c);
        }
        slots[usize::from(*output)].0 = result;
    }
}

/// Applies the function with the truth table `table` to every bit.
#[inline(always)]
fn function(table: u8, a: u64, b: u64, c: u64) -> u64 {
    (c & of_two(table >> 4, a, b)) | (!c & of_two(table, a, b))
}

#[inline(always)]
fn of_two(table: u8, a: u64, b: u64) -> u64 {
    (b & of_one(table >> 2, a)) | (!b & of_one(table, a))
}

#[inline(always)]
fn of_one(table: u8, a: u64) -> u64 {
    match table & 3 {
        0 => 0,
        1 => !a,
        2 => a,
        _ => !0,
    }
}
