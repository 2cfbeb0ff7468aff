//! The golden result of a SIMD instruction, with the lanes of `.add` summed in another order than
//! in the manual. The results are the same, but an engine cannot prove this together with the rest
//! of a unit: the claim `lane sum` proves it alone.

use vidalu_model::bv::{Bit, Bv, Domain};
use vidalu_model::control::simd::{ACCUMULATE, MASK, QUAD, WIDTH};
use vidalu_model::golden::block::simd as block;
use vidalu_model::golden::{self, Stage, Trace, Video};

/// How the lanes of a SIMD instruction and `c` are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneSum {
    /// The lanes are summed onto `c`, one after the other, as in the manual.
    OntoC,
    /// `c` is added last.
    BeforeC,
    /// `c` is added last, and full adders reduce the lanes to two numbers before they are added.
    InRows,
}

/// A sum of lanes: of two with 18 bits, or of four with 10.
type Sum<V> = Bv<20, V>;

/// The golden result of a SIMD instruction, with its lanes summed in some order.
pub(crate) fn simd<V: Domain>(order: LaneSum, ctl: Bv<WIDTH, V>, a: Bv<32, V>, b: Bv<32, V>, c: Bv<32, V>) -> Video<V> {
    let lanes: Sum<V> = match order {
        LaneSum::OntoC => return golden::simd(ctl, a, b, c, &mut ()),
        LaneSum::BeforeC => golden::simd(ctl, a, b, Bv::constant(0), &mut ()).d.low(),
        LaneSum::InRows => {
            let (lanes, mask, quad) = lanes(ctl, a, b);
            in_rows(block::vector(lanes, quad), mask, quad)
        }
    };
    let manual = golden::simd(ctl, a, b, c, &mut ());
    Video { d: summed(ctl).mux(lanes.sext() + c, manual.d), ..manual }
}

/// Returns the lanes of a SIMD instruction twice: as the golden model computes them, and as a port
/// carries them, in which four lanes have 10 bits each. Lanes that an instruction on halves does
/// not have are 0.
pub(crate) fn through_port<V: Domain>(ctl: Bv<WIDTH, V>, a: Bv<32, V>, b: Bv<32, V>) -> [[Bv<18, V>; 4]; 2] {
    let (lanes, _, quad) = lanes(ctl, a, b);
    let own = |lanes: [Bv<18, V>; 4]| {
        [lanes[0], quad.mux(lanes[1], Bv::constant(0)), lanes[2], quad.mux(lanes[3], Bv::constant(0))]
    };
    [own(lanes), own(block::results(block::vector(lanes, quad), quad))]
}

/// Returns the bit of the control word that asks for the sum.
fn summed<V: Domain>(ctl: Bv<WIDTH, V>) -> Bit<V> {
    ctl.extract::<{ ACCUMULATE.lo }, { ACCUMULATE.width }>()
}

/// Executes a SIMD instruction. Returns its lanes, the mask, and whether there are four lanes.
fn lanes<V: Domain>(ctl: Bv<WIDTH, V>, a: Bv<32, V>, b: Bv<32, V>) -> ([Bv<18, V>; 4], Bv<4, V>, Bit<V>) {
    let mut lanes = Lanes(Vec::new());
    golden::simd(ctl, a, b, Bv::constant(0), &mut lanes);
    let lanes = lanes.0.try_into().unwrap_or_else(|_| unreachable!("the golden model records four lanes"));
    let (mask, quad) = (ctl.extract::<{ MASK.lo }, { MASK.width }>(), ctl.extract::<{ QUAD.lo }, { QUAD.width }>());
    (lanes, mask, quad)
}

/// The lanes that are summed, as the golden model records them.
struct Lanes<V>(Vec<Bv<18, V>>);

impl<V: Domain> Trace<V> for Lanes<V> {
    fn step<const W: u32>(&mut self, stage: Stage, _: &'static str, _: bool, value: Bv<W, V>) {
        if stage == Stage::Saturate {
            self.0.push(Bv::new(value.value()));
        }
    }
}

/// The sum of the lanes in the mask. Inverting the sign of a lane of w bits adds 2^(w-1) and leaves
/// a number without a sign, so that no row needs more bits than its lane. The ones above `row_0`
/// subtract what was added: 2^11 for four lanes, 2^18 for two.
pub(crate) fn in_rows<V: Domain>(x: Bv<40, V>, mask: Bv<4, V>, quad: Bit<V>) -> Sum<V> {
    let bytes = [x.extract::<0, 10>(), x.extract::<10, 10>(), x.extract::<20, 10>(), x.extract::<30, 10>()];
    let counted: [Bit<V>; 4] =
        [mask.extract::<0, 1>(), mask.extract::<1, 1>(), mask.extract::<2, 1>(), mask.extract::<3, 1>()];
    let of_half = |low: usize| -> Bv<18, V> {
        let half = bytes[low + 1].concat::<8, 18>(bytes[low].low());
        counted[low].mux(half, Bv::constant(0)) ^ Bv::constant(1 << 17)
    };
    let of_byte = |at: usize| counted[at].mux(bytes[at], Bv::constant(0)) ^ Bv::constant(1 << 9);
    let high: Bv<8, V> = Bv::constant(0xfe);
    let row_0 = quad.mux(high.concat(of_byte(0)), of_half(0));
    let row_1 = quad.mux(of_byte(2).zext(), of_half(2));
    let [row_2, row_3] = [1, 3].map(|at| quad.mux(of_byte(at), Bv::constant(0)).zext());
    let (sums, carries) = full_adders([Bv::<2, V>::constant(3).concat(row_0), row_1.zext(), row_2]);
    let (sums, carries) = full_adders([sums, row_3, carries]);
    sums + carries
}

/// Returns two numbers with the sum of three, modulo 2^20.
fn full_adders<V: Domain>([x, y, z]: [Sum<V>; 3]) -> (Sum<V>, Sum<V>) {
    let carries = (x & y) | (z & (x ^ y));
    (x ^ y ^ z, carries << Bv::<1, V>::constant(1))
}
