//! The promises of each level.

use std::collections::HashSet;

use vidalu_gen::{Operation, Unit};
use vidalu_model::control::{scalar, simd};
use vidalu_sim::subject;
use vidalu_vectors::{Format, Level, Set};

use crate::common::{UNITS, bytes, column, random, request, set, whole, with_ops};

/// The part of a register that a selector's code names.
fn part(register: u64, select: u64) -> u64 {
    match select {
        0..4 => register >> (8 * select) & 0xff,
        4 => register & 0xffff,
        6 => register >> 16,
        _ => register,
    }
}

#[test]
fn the_same_request_gives_the_same_bytes_and_another_seed_others() {
    for format in Format::ALL {
        let again = || bytes(&random(Unit::Video, 5000), format);
        assert_eq!(again(), again(), "{}", format.name());
        let other = vidalu_vectors::Request { seed: 2, ..request(Unit::Video, Level::Random, Some(5000)) };
        assert_ne!(bytes(&set(&other), format), again(), "{}", format.name());
    }
}

#[test]
fn fewer_vectors_are_the_first() {
    for level in Level::ALL {
        let [all, few] = [9000, 5000].map(|count| whole(&set(&request(Unit::Lanes, level, Some(count)))));
        assert!(all.len() == 9000 && few.len() == 5000);
        assert!(all.values.iter().zip(&few.values).all(|(all, few)| all.starts_with(few)), "{}", level.name());
    }
}

#[test]
fn every_form_of_an_operation_meets_every_pair_of_bytes() {
    let set = set(&with_ops(request(Unit::Scalar, Level::ExhaustiveBytes, None), &[Operation::Vabsdiff]));
    assert_eq!(set.count(), 16 * (1 << 16));
    let all = whole(&set);
    let [ctl, a, b] = ["ctl", "a", "b"].map(|name| column(&set, &all, name));
    let mut met = HashSet::new();
    let mut selects = HashSet::new();
    for ((&ctl, &a), &b) in ctl.iter().zip(a).zip(b) {
        let [asel, bsel] = [scalar::ASEL, scalar::BSEL].map(|field| field.get(ctl));
        assert!(asel < 4 && bsel < 4, "{ctl:#x} reads bytes");
        selects.insert((asel, bsel, scalar::DSEL.get(ctl), scalar::SECOP.get(ctl)));
        assert!(met.insert((ctl & 0xf, part(a, asel), part(b, bsel))), "a pair comes once");
    }
    assert_eq!(selects.len(), 16 * 10, "all selectors with all last stages");
}

#[test]
fn four_lanes_share_the_pairs_of_bytes() {
    let set = set(&with_ops(request(Unit::Simd, Level::ExhaustiveBytes, None), &[Operation::Vset4]));
    let all = whole(&set);
    let [ctl, a, b] = ["ctl", "a", "b"].map(|name| column(&set, &all, name));
    let pairs = ctl.iter().zip(a).zip(b).flat_map(|((&ctl, &a), &b)| {
        let form = (simd::CMP.get(ctl), ctl & 3, simd::ACCUMULATE.get(ctl));
        (0..4).map(move |lane| (form, a >> (8 * lane) & 0xff, b >> (8 * lane) & 0xff))
    });
    let met: HashSet<_> = pairs.collect();
    // Six comparisons, two types of each operand, with and without .add.
    assert_eq!((met.len(), set.count()), (48 << 16, 48 << 14));
}

#[test]
fn corners_of_all_widths_meet() {
    let set = set(&with_ops(request(Unit::Scalar, Level::Corner, None), &[Operation::Vadd]));
    let all = whole(&set);
    let [ctl, a, b] = ["ctl", "a", "b"].map(|name| column(&set, &all, name));
    let pairs = ctl.iter().zip(a).zip(b).map(|((&ctl, &a), &b)| {
        let [asel, bsel] = [scalar::ASEL, scalar::BSEL].map(|field| field.get(ctl));
        (ctl & 0xf, part(a, asel), part(b, bsel))
    });
    let met: HashSet<_> = pairs.collect();
    for form in 0..16 {
        for end in [0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
            assert!(met.contains(&(form, end, 0)) && met.contains(&(form, 0, end)) && met.contains(&(form, end, end)));
        }
    }
}

#[test]
fn what_reads_the_flag_meets_both_with_the_same_operands() {
    let set = set(&request(Unit::Carry, Level::Corner, None));
    let all = whole(&set);
    let [ctl, a, b, found] = ["ctl", "a", "b", "cc_in"].map(|name| column(&set, &all, name));
    let reads = |ctl: u64| vidalu_model::control::carry::READ_FLAG.get(ctl) == 1;
    let vectors = || (0..all.len()).filter(|&at| reads(ctl[at]));
    let with = |flag: u64| -> HashSet<_> {
        vectors().filter(|&at| found[at] == flag).map(|at| (ctl[at], a[at], b[at])).collect()
    };
    assert!(vectors().count() > 20_000);
    assert_eq!(with(0), with(1));
}

/// The unit has one CC.CF for each context, and no input for it.
#[test]
fn the_flag_is_what_the_vectors_before_leave() {
    for (level, count) in [(Level::Corner, None), (Level::Random, Some(50_000)), (Level::Coverage, None)] {
        let mut request = request(Unit::Video, level, count);
        request.config.contexts = 3;
        let set = set(&request);
        let all = whole(&set);
        let mut flags = [0; 3];
        let mut ones = 0;
        let [ctx, found, left] = ["ctx", "cc_in", "cc_out"].map(|name| column(&set, &all, name));
        for ((&ctx, &found), &left) in ctx.iter().zip(found).zip(left) {
            assert_eq!(found, flags[ctx as usize], "{}", level.name());
            flags[ctx as usize] = left;
            ones += found;
        }
        assert!(ones > 20, "{}: {ones}", level.name());
    }
}

/// The coverage of a set, counted by the tables themselves.
fn missing(set: &Set, unit: Unit, skipped: Option<usize>) -> usize {
    let subject = subject::of(vidalu_gen::Target::Unit(unit), &vidalu_gen::Config::default());
    let mut coverage = subject.coverage();
    let all = whole(set);
    let flags = set.columns().iter().position(|column| column.name == "cc_in");
    for at in (0..all.len()).filter(|at| Some(*at) != skipped) {
        let inputs: Vec<_> = all.values[..subject.inputs().len()].iter().map(|column| column[at]).collect();
        let flag = flags.is_some_and(|column| all.values[column][at] == 1);
        subject.cover_with_flag(&mut coverage, &inputs, flag);
    }
    coverage.missing()
}

#[test]
fn coverage_is_full_with_few_vectors() {
    for (unit, most) in [(Unit::Simd, 6000), (Unit::Vmad, 20_000), (Unit::Carry, 400), (Unit::Video, 400)] {
        let set = set(&request(unit, Level::Coverage, None));
        assert_eq!((set.holes(), missing(&set, unit, None)), (0, 0), "{}", unit.name());
        assert!(set.count() < most, "{}: {}", unit.name(), set.count());
    }
}

/// The last that was chosen met what nothing before it had.
#[test]
fn the_last_vector_is_needed() {
    for unit in [Unit::Simd, Unit::Carry] {
        let set = set(&request(unit, Level::Coverage, None));
        assert!(missing(&set, unit, Some(set.count() as usize - 1)) > 0, "{}", unit.name());
    }
}

#[test]
fn every_unit_has_vectors_of_every_level_but_bytes_of_carry() {
    for unit in UNITS {
        for level in Level::ALL {
            let made = Set::new(&request(unit, level, Some(10)));
            assert_eq!(made.is_err(), unit == Unit::Carry && level == Level::ExhaustiveBytes, "{}", unit.name());
        }
    }
}

#[test]
fn no_text_is_longer_than_its_place_in_an_array() {
    for unit in UNITS {
        for level in [Level::Corner, Level::Random] {
            let all = whole(&set(&request(unit, level, Some(200_000))));
            assert!(all.ptx.iter().all(|text| text.len() < 80), "{}", unit.name());
        }
    }
}

#[test]
fn the_header_names_the_corner_vectors() {
    let header =
        |unit, level, count| vidalu_vectors::Header::of(&Set::new(&request(unit, level, count)).unwrap(), Format::Csv);
    assert_eq!(header(Unit::Scalar, Level::Random, Some(13)).corners, [3, 7, 11]);
    assert_eq!(header(Unit::Vmad, Level::Random, None).corners.len(), 154);
    assert!(!header(Unit::Video, Level::Random, None).corners.is_empty());
    for (unit, level) in [(Unit::Simd, Level::Random), (Unit::Scalar, Level::Coverage), (Unit::Scalar, Level::Corner)] {
        assert!(header(unit, level, Some(20)).corners.is_empty(), "{unit:?} {level:?}");
    }
}
