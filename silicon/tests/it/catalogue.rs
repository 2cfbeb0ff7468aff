//! Which forms there are, and that their numbers and operands stay.

use std::collections::HashSet;

use vidalu_model::draw::mix;
use vidalu_model::isa::{Instruction, Simd, Unit};
use vidalu_silicon::catalogue::{Selection, all, select};
use vidalu_silicon::kernel::modules;
use vidalu_silicon::operands::{Operands, key};
use vidalu_silicon::{Body, Form};

/// A sum over the texts of forms.
fn sum(forms: &[Form]) -> u64 {
    let text = |form: &Form| form.answers().last().map(|answer| form.ptx(answer)).unwrap_or_default();
    forms.iter().flat_map(|form| text(form).into_bytes()).fold(0, |sum, byte| mix(sum ^ u64::from(byte)))
}

#[test]
fn the_units_have_their_forms() {
    let forms = all(1);
    assert!(forms.iter().zip(0..).all(|(form, number)| form.number == number));
    let count = |unit| forms.iter().filter(|form| form.unit() == unit).count();
    assert_eq!(Unit::ALL.map(count), [66_640, 9_408, 79_616, 6_264]);
    for unit in [Unit::Scalar, Unit::Vmad] {
        let texts: HashSet<_> = select(1, Selection::Unit(unit)).iter().map(|form| form.statements()).collect();
        assert_eq!(texts.len(), forms.iter().filter(|form| form.unit() == unit).count());
    }
}

#[test]
fn every_selector_of_vadd_stands_on_either_side() {
    let forms = all(1);
    let mut two = HashSet::new();
    let mut four = HashSet::new();
    // The pairs stand last in their width.
    for form in &forms {
        match &form.body {
            Body::Video(Instruction::Simd(Simd::Two(simd))) => two.insert((simd.asel.sources(), simd.bsel.sources())),
            Body::Video(Instruction::Simd(Simd::Four(simd))) => four.insert((simd.asel.sources(), simd.bsel.sources())),
            _ => false,
        };
    }
    assert_eq!(two.len(), 256);
    assert!(four.len() >= 65_536, "{}", four.len());
    for side in [|pair: &([u8; 4], [u8; 4])| pair.0, |pair: &([u8; 4], [u8; 4])| pair.1] {
        assert_eq!(four.iter().map(side).collect::<HashSet<_>>().len(), 4096);
    }
}

/// A number that a report names must stay the same form. These sums change only together with a
/// line in the changelog.
#[test]
fn numbers_and_operands_are_those_of_the_first_release() {
    let sums = Unit::ALL.map(|unit| sum(&select(1, Selection::Unit(unit))));
    assert_eq!(
        sums,
        [16_263_797_912_663_338_436, 4_792_740_964_109_955_850, 3_505_568_965_817_348_842, 11_002_435_634_647_847_731]
    );
    let key = key(1);
    let operands = (0..1000).map(|index| Operands::new(key, index));
    let sum = operands.fold(0, |sum, operands| {
        operands.abc.into_iter().chain([u64::from(operands.flag)]).fold(sum, |sum, value| mix(sum ^ value))
    });
    assert_eq!(sum, 4_305_290_482_892_175_230);
}

#[test]
fn the_seed_changes_chains_and_samples_alone() {
    assert_eq!(all(1)[..155_664], all(2)[..155_664]);
    assert_ne!(all(1)[155_664..], all(2)[155_664..]);
    let sample = select(1, Selection::Sample(100));
    assert_eq!(sample.len(), 100);
    assert!(sample.is_sorted_by_key(|form| form.number));
    assert_ne!(sample, select(2, Selection::Sample(100)));
    assert_eq!(select(1, Selection::Sample(u32::MAX)).len(), select(1, Selection::All).len());
    // The assembler refuses one of the 4096 selectors of four lanes, on either side.
    let left_out = all(1).len() - select(1, Selection::All).len();
    assert!((32..64).contains(&left_out), "{left_out}");
    assert_eq!(select(1, Selection::One(70_000)), all(1)[70_000..70_001]);
    assert_eq!(select(1, Selection::One(u32::MAX)), []);
}

/// Corners, neighbours and uniform numbers are as frequent as the documentation of the operands
/// says.
#[test]
fn operands_are_biased_as_documented() {
    let key = key(3);
    let vectors: Vec<_> = (0..20_000).map(|index| Operands::new(key, index)).collect();
    let share =
        |holds: &dyn Fn(&Operands) -> bool| vectors.iter().filter(|operands| holds(operands)).count() as f64 / 20_000.0;
    let corner = |value: u64| vidalu_silicon::operands::CORNERS.contains(&(value as u32));
    // A corner itself in 2 cases of 8; with step 0 in a quarter of 2 more for a; other steps meet
    // other corners at times.
    let corners = share(&|operands| corner(operands.abc[0]));
    assert!((0.30..0.37).contains(&corners), "{corners}");
    let equal = share(&|operands| operands.abc[1] as u32 == operands.abc[0] as u32);
    assert!((0.03..0.06).contains(&equal), "{equal}");
    let flag = share(&|operands| operands.flag);
    assert!((0.48..0.52).contains(&flag), "{flag}");
}

#[test]
fn a_line_of_the_text_leads_to_its_form() {
    let forms = select(1, Selection::Sample(300));
    let mut met = 0;
    for module in modules(&forms) {
        for (index, line) in module.text.lines().enumerate() {
            let Some(number) = line.strip_prefix("  // form ").and_then(|line| line.split(':').next()) else {
                continue;
            };
            let form = module.form_at(index + 2).expect("a form's statements follow its comment");
            assert_eq!(form.number.to_string(), number);
            let statement = module.text.lines().nth(index + 1).expect("they do").trim();
            assert_eq!(statement, format!("{};", form.statements()[0]));
            met += 1;
        }
        assert_eq!(module.form_at(1), None);
    }
    assert_eq!(met, 300);
}
