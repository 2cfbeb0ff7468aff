//! Text, statement and control word: each round trip loses nothing.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use vidalu_model::control::{UNIT, decode, encode, format};
use vidalu_model::isa::{Carry, Instruction, Operation, Scalar, Simd, Unit, Vmad};
use vidalu_model::ptx::{Scope, Statement, parse};

use crate::strategies::{instructions, statements, two_lanes};

/// The word decodes to the instruction, and its text, with the canonical registers, reads back to
/// it without a warning.
fn check(instruction: Instruction, scope: &mut Scope) {
    assert_eq!(decode(encode(&instruction)), Ok(instruction));
    let statement = Statement::canonical(instruction);
    let text = statement.to_string();
    let parsed = parse(&text, scope).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed.statement, statement, "{text}");
    assert_eq!(parsed.warnings, [], "{text}");
    assert_eq!(parsed.span, 0..text.len());
}

#[test]
fn all_scalar_instructions() {
    let scope = &mut Scope::conformance();
    let count = Scalar::all().map(|scalar| check(Instruction::Scalar(scalar), scope)).count();
    // (5 operations x 8 types x sat, 2 shifts x 4 types x sat x 2 modes, 6 comparisons x 4 types) x
    // selectors x finish.
    assert_eq!(count, (80 + 32 + 24) * 7 * 7 * 10);
}

#[test]
fn all_vmad_instructions() {
    let scope = &mut Scope::conformance();
    let count = Vmad::all().map(|vmad| check(Instruction::Vmad(vmad), scope)).count();
    assert_eq!(count, 8 * 7 * 7 * 4 * 3 * 2);
}

#[test]
fn all_instructions_of_two_lanes() {
    let scope = &mut Scope::conformance();
    let count = two_lanes().map(|form| check(Instruction::Simd(Simd::Two(form)), scope)).count();
    // (6 operations x 8 types x 3 finishes, 6 comparisons x 4 types x 2) x selectors x masks.
    assert_eq!(count, (144 + 48) * 16 * 16 * 3);
}

#[test]
fn all_carry_instructions() {
    let all = Carry::all().map(Instruction::Carry);
    assert_eq!(all.map(|instruction| check(instruction, &mut Scope::conformance())).count(), 14 * 4);
}

/// Every form has a word of its own, and every operation has forms.
#[test]
fn the_forms_are_different_and_of_all_operations() {
    let forms: Vec<_> = Instruction::forms().collect();
    assert_eq!(forms.len(), 66_640 + 9_408 + 192 * (3 + 15) + 24 + 56);
    let words: BTreeSet<_> = forms.iter().map(encode).collect();
    assert_eq!(words.len(), forms.len());
    let operations: BTreeSet<_> = forms.iter().map(Instruction::operation).collect();
    assert_eq!(Vec::from_iter(operations), Operation::ALL);
}

#[test]
fn every_set_on_lanes() {
    let scope = &mut Scope::conformance();
    assert_eq!(Simd::sets().map(|set| check(Instruction::Simd(set), scope)).count(), 2 * 6 * 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_instruction(instruction in instructions()) {
        check(instruction, &mut Scope::conformance());
    }

    #[test]
    fn any_statement(statement in statements()) {
        let text = statement.to_string();
        let parsed = parse(&text, &mut Scope::inferring());
        prop_assert_eq!(parsed.map(|parsed| parsed.statement), Ok(statement), "{}", text);
    }

    #[test]
    fn any_word_that_decodes_is_the_word_of_its_instruction(word in any::<u64>(), unit in select(&Unit::ALL[..])) {
        let word = word & ((1 << format(unit).width()) - 1) | UNIT.put(unit as u64);
        if let Ok(instruction) = decode(word) {
            prop_assert_eq!(encode(&instruction), word);
        }
    }
}
