//! The predicate on control words says exactly what `decode` accepts.

use vidalu_model::bv::{Bit, Bv};
use vidalu_model::control::{self, UNIT, carry, legal, scalar, simd, vmad};
use vidalu_model::isa::Unit;

use crate::random::Random;

/// Returns whether the predicate of `unit` accepts a word of its format.
fn is_legal(unit: Unit, ctl: u64) -> bool {
    let ctl = u128::from(ctl);
    let legal: Bit<u128> = match unit {
        Unit::Scalar => legal::scalar(Bv::constant(ctl)),
        Unit::Vmad => legal::vmad(Bv::constant(ctl)),
        Unit::Simd => legal::simd(Bv::constant(ctl)),
        Unit::Carry => legal::carry(Bv::constant(ctl)),
    };
    legal.value() == 1
}

/// Holds a word of a unit against `decode`, alone and with the unit's code. Gives the verdict.
fn check(unit: Unit, ctl: u64) -> bool {
    let word = ctl | UNIT.put(unit as u64);
    let decoded = control::decode(word);
    assert_eq!(is_legal(unit, ctl), decoded.is_ok(), "{unit:?} {ctl:#x}: {decoded:?}");
    check_whole(word);
    decoded.is_ok()
}

/// Holds a whole word, which may have bits above its unit's format, against `decode`.
fn check_whole(word: u64) {
    let legal: Bit<u128> = legal::word(Bv::constant(word.into()));
    assert_eq!(legal.value() == 1, control::decode(word).is_ok(), "{word:#x}");
}

#[test]
fn all_words_of_the_narrow_formats() {
    for (unit, width) in [(Unit::Scalar, scalar::WIDTH), (Unit::Vmad, vmad::WIDTH), (Unit::Carry, carry::WIDTH)] {
        let legal = (0..1 << width).filter(|&ctl| check(unit, ctl)).count();
        assert!(legal > 0 && legal < 1 << width, "{unit:?}: {legal} legal words");
    }
}

#[test]
fn bits_above_a_format() {
    for unit in Unit::ALL {
        let legal = (0..).find(|&ctl| is_legal(unit, ctl)).expect("every unit has an instruction");
        check_whole(legal | UNIT.put(unit as u64));
        for bit in control::format(unit).width()..UNIT.lo {
            check_whole(legal | 1 << bit | UNIT.put(unit as u64));
        }
    }
}

/// Four selectors of bytes that name two half-words.
fn halves(random: &mut Random) -> u64 {
    let mut half = || 2 * (random.next() & 3);
    let [low, high] = [half(), half()];
    low | (low + 1) << 3 | high << 6 | (high + 1) << 9
}

/// Every value of the fields beside the selectors, with selectors of halves and others.
#[test]
fn all_simd_words_with_some_selectors() {
    let mut random = Random::new(1);
    let mut legal = [0; 2];
    for round in 0..8 {
        let mut sel = |bit: u32| if round >> bit & 1 == 1 { halves(&mut random) } else { random.operand() & 0xfff };
        let selectors = simd::ASEL.put(sel(0)) | simd::BSEL.put(sel(1));
        for below in 0..1 << simd::ASEL.lo {
            legal[simd::QUAD.get(below) as usize] += u32::from(check(Unit::Simd, selectors | below));
        }
    }
    assert!(legal.iter().all(|&count| count > 0), "{legal:?} legal words of two and four lanes");
}

/// All selectors of one vector beside a word of two lanes that is legal but for them.
#[test]
fn all_selectors_of_halves() {
    let mask = simd::MASK.put(0b1111);
    for (field, other) in [(simd::ASEL, simd::BSEL), (simd::BSEL, simd::ASEL)] {
        let rest = mask | other.put(halves(&mut Random::new(2)));
        let legal = (0..1 << field.width).filter(|&sel| check(Unit::Simd, rest | field.put(sel))).count();
        assert_eq!(legal, 16, "{}", field.name);
    }
}

/// Words at random, and legal ones with one or two bits turned.
#[test]
fn simd_words_near_legal_ones() {
    let mut random = Random::new(3);
    let mut bases = 0;
    while bases < 500 {
        let mut base = random.next() & ((1 << simd::WIDTH) - 1);
        if simd::QUAD.get(base) == 0 {
            base &= (1 << simd::MASK.lo) - 1;
            base |= simd::MASK.put([0b0011, 0b1100, 0b1111][random.next() as usize % 3]);
            base |= simd::ASEL.put(halves(&mut random)) | simd::BSEL.put(halves(&mut random));
        }
        if !check(Unit::Simd, base) {
            continue;
        }
        bases += 1;
        for one in 0..simd::WIDTH {
            let turned = base ^ 1 << one;
            check(Unit::Simd, turned);
            check(Unit::Simd, turned ^ 1 << (random.next() % u64::from(simd::WIDTH)));
        }
    }
}
