//! The batched golden model beside the same functions one instruction at a time: `cargo bench -p
//! vidalu-model`.
//!
//! Every iteration computes 4096 random words, of which most encode an instruction; the work does
//! not depend on that.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use vidalu_model::batch::{CarryInputs, VideoInputs, carry, video};
use vidalu_model::bv::Bv;
use vidalu_model::golden::Profile;
use vidalu_model::golden::scalar;
use vidalu_model::golden::simd;
use vidalu_model::golden::vmad;
use vidalu_model::isa::Unit;

const VECTORS: usize = 4096;

fn main() {
    divan::main();
}

struct Operands {
    ctl: Vec<u64>,
    a: Vec<u32>,
    b: Vec<u32>,
    c: Vec<u32>,
}

fn operands() -> Operands {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state.rotate_left(29)
    };
    let ctl = (0..VECTORS).map(|_| random()).collect();
    let mut register = || (0..VECTORS).map(|_| random() as u32).collect();
    Operands { ctl, a: register(), b: register(), c: register() }
}

fn native_lanes(bencher: Bencher, unit: Unit) {
    let Operands { ctl, a, b, c } = operands();
    let (mut d, mut saturated) = (vec![0; VECTORS], vec![0_u8; VECTORS]);
    bencher.counter(ItemsCount::new(VECTORS)).bench_local(|| {
        let inputs = VideoInputs { ctl: black_box(&ctl), a: &a, b: &b, c: &c };
        video(unit, Profile::Manual, inputs, &mut d, &mut saturated);
        black_box(&d);
    });
}

fn one_at_a_time(bencher: Bencher, golden: impl Fn(u128, Bv<32, u128>, Bv<32, u128>, Bv<32, u128>) -> u128) {
    let operands = operands();
    let register = |x: u32| Bv::constant(u128::from(x));
    bencher.counter(ItemsCount::new(VECTORS)).bench_local(|| {
        for index in 0..VECTORS {
            let [a, b, c] = [operands.a[index], operands.b[index], operands.c[index]].map(register);
            black_box(golden(black_box(u128::from(operands.ctl[index])), a, b, c));
        }
    });
}

#[divan::bench]
fn scalar_one_at_a_time(bencher: Bencher) {
    one_at_a_time(bencher, |ctl, a, b, c| scalar(Profile::Manual, Bv::constant(ctl), a, b, c, &mut ()).d.value());
}

#[divan::bench]
fn scalar_native_lanes(bencher: Bencher) {
    native_lanes(bencher, Unit::Scalar);
}

#[divan::bench]
fn simd_one_at_a_time(bencher: Bencher) {
    one_at_a_time(bencher, |ctl, a, b, c| simd(Bv::constant(ctl), a, b, c, &mut ()).d.value());
}

#[divan::bench]
fn simd_native_lanes(bencher: Bencher) {
    native_lanes(bencher, Unit::Simd);
}

#[divan::bench]
fn vmad_one_at_a_time(bencher: Bencher) {
    one_at_a_time(bencher, |ctl, a, b, c| vmad(Profile::Manual, Bv::constant(ctl), a, b, c, &mut ()).d.value());
}

#[divan::bench]
fn vmad_native_lanes(bencher: Bencher) {
    native_lanes(bencher, Unit::Vmad);
}

#[divan::bench]
fn carry_native_lanes(bencher: Bencher) {
    let ctl = operands().ctl;
    let (a, b, c) = (operands().ctl, operands().ctl, operands().ctl);
    let (mut d, mut cf) = (vec![0; VECTORS], vec![1; VECTORS]);
    bencher.counter(ItemsCount::new(VECTORS)).bench_local(|| {
        let inputs = CarryInputs { ctl: black_box(&ctl), a: &a, b: &b, c: &c };
        carry(Profile::Manual, inputs, &mut d, &mut cf);
        black_box(&d);
    });
}
