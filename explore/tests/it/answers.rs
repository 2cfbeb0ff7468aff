//! Answers about text, words and profiles.

use serde_json::{Value, json};

use crate::common::{ask, machines, refused};

fn check(unit: &str, ptx: &str) -> Option<Value> {
    Some(ask(machines()?, &json!({ "ask": "check", "unit": unit, "ptx": ptx })))
}

/// Returns the words that may come next, joined by blanks.
fn next(unit: &str, ptx: &str) -> Option<String> {
    let found = check(unit, ptx)?;
    let words = found["next"].as_array().unwrap().iter().map(|next| next["word"].as_str().unwrap());
    Some(words.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_line_is_completed_word_by_word() {
    let Some(opcodes) = next("scalar", "") else { return };
    assert_eq!(opcodes, "vabsdiff vadd vmax vmin vset vshl vshr vsub");
    let completed = |unit, ptx| next(unit, ptx).unwrap();
    assert_eq!(completed("scalar", "vs"), "vset vshl vshr vsub");
    assert_eq!(completed("scalar", "vadd."), ".s32 .u32");
    assert_eq!(completed("scalar", "vadd.u"), ".u32");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32."), ".add .max .min .sat");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32.sat."), ".add .max .min");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32 %r1."), ".b0 .b1 .b2 .b3 .h0 .h1");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32 %r1, %r2."), ".b0 .b1 .b2 .b3 .h0 .h1");
    assert_eq!(completed("scalar", "vset.u32.u32."), ".eq .ge .gt .le .lt .ne");
    assert_eq!(completed("carry", "m"), "mad madc mul");
    assert_eq!(completed("carry", "mad."), ".hi .lo");
    assert_eq!(completed("carry", "mad.lo."), ".cc");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32 "), "r1");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32 mine ,  "), "r2");
    assert_eq!(completed("scalar", "vadd.u32.u32.s32 mine, yours"), "");
    assert_eq!(completed("vmad", "vmad.u32.u32.u32."), ".po .sat .shr15 .shr7");
    assert_eq!(completed("scalar", "vfoo."), "");
    assert_eq!(completed("video", "vadd"), "vadd vadd2 vadd4");
}

#[test]
fn what_is_inserted_completes_the_word() {
    let Some(found) = check("scalar", "vadd.u32.u32.u32.s") else { return };
    assert_eq!(
        found["next"],
        json!([{ "text": "at", "word": ".sat", "help": "clamp the result to the range of its type" }])
    );
}

#[test]
fn errors_name_their_columns() {
    let Some(found) = check("scalar", "vadd.u32.u32.u33 r1, r2, r3") else { return };
    let error = &found["errors"][0];
    assert_eq!((&error["from"], &error["to"]), (&json!(12), &json!(16)));
    assert_eq!(found["complete"], false);
    // Columns count like those of a text field, in which this letter has two units.
    let found = check("scalar", "\u{1d400} vadd").unwrap();
    assert_eq!(found["errors"][0]["from"], json!(0));
    assert_eq!(
        check("scalar", "vadd2.u32.u32.u32 r1, r2, r3, r4").unwrap()["errors"][0]["message"],
        "unit scalar does not have vadd2"
    );
    let warned = check("scalar", "vadd.sat.u32.u32.u32 r1, r2, r3").unwrap();
    assert_eq!((&warned["complete"], warned["warnings"].as_array().unwrap().len()), (&json!(true), 1));
}

#[test]
fn every_word_of_a_form_leads_to_the_form() {
    let Some(machines) = machines() else { return };
    for unit in ["scalar", "simd", "vmad", "carry", "video"] {
        for index in 0..12 {
            let drawn = ask(machines, &json!({ "ask": "draw", "unit": unit, "seed": 5, "index": index }));
            let line = drawn["ptx"].as_str().unwrap();
            // The selectors of lanes, and lanes outside the mask, are left to the user.
            let modifiers = line.split(' ').next().unwrap();
            for (end, _) in modifiers.char_indices().skip(1).filter(|(_, letter)| *letter == '.') {
                let found = check(unit, &line[..=end]).unwrap();
                let rest = modifiers[end + 1..].split('.').next().unwrap();
                let texts = found["next"].as_array().unwrap().iter().map(|next| next["text"].as_str().unwrap());
                assert!(texts.into_iter().any(|text| text == rest), "{unit}: {} then {rest}: {found}", &line[..=end]);
            }
        }
    }
}

#[test]
fn a_word_and_its_line_name_each_other() {
    let Some(machines) = machines() else { return };
    for machine in &machines.machines {
        for index in 0..50 {
            let drawn = ask(machines, &json!({ "ask": "draw", "unit": machine.id, "seed": 2, "index": index }));
            let checked = ask(machines, &json!({ "ask": "check", "unit": machine.id, "ptx": drawn["ptx"] }));
            let word = ask(machines, &json!({ "ask": "word", "unit": machine.id, "ctl": checked["ctl"] }));
            assert_eq!(word["ptx"], drawn["ptx"], "{}", machine.id);
            assert!(word["fields"].as_array().unwrap().iter().all(|field| field["meaning"] != "no instruction"));
        }
    }
    let illegal = ask(machines, &json!({ "ask": "word", "unit": "scalar", "ctl": "3fffff" }));
    assert_eq!(illegal["legal"], false);
    assert!(illegal["why"].as_str().unwrap().contains("field"), "{illegal}");
    let wide = refused(machines, &json!({ "ask": "word", "unit": "scalar", "ctl": "1000000" }));
    assert_eq!(wide["message"], "\"1000000\" is not a control word of 22 bits");
}

#[test]
fn profiles_differ_where_they_say_so() {
    let Some(machines) = machines() else { return };
    let differ = |unit: &str, p: &str, q: &str| {
        ask(machines, &json!({ "ask": "differ", "unit": unit, "profiles": [p, q], "seed": 1 }))
    };
    let found = differ("carry", "manual", "hardware");
    assert!(found["ptx"].as_str().unwrap().starts_with("sub"), "{found}");
    assert_ne!(found["results"]["manual"], found["results"]["hardware"]);
    let found = differ("scalar", "manual", "ptxas");
    let asked = |profile: &str| {
        let question = json!({
            "ask": "evaluate", "unit": "scalar", "ptx": found["ptx"], "registers": found["registers"], "profile": profile,
        });
        ask(machines, &question)
    };
    assert_eq!(asked("manual")["model"]["d"], found["results"]["manual"]["d"]);
    assert_eq!(asked("ptxas")["model"]["d"], found["results"]["ptxas"]["d"]);
    // The hardware follows the manual.
    assert_eq!((&asked("manual")["agrees"], &asked("ptxas")["agrees"]), (&json!(true), &json!(false)));
    assert_eq!(differ("simd", "manual", "ptxas")["none"], true);
    let unknown = refused(machines, &json!({ "ask": "differ", "unit": "simd", "profiles": ["manual", "mine"] }));
    assert_eq!(unknown["help"], "the profiles are manual, hardware, ptxas, ptxas-13.5");
}

#[test]
fn only_the_given_operations_are_drawn() {
    let Some(machines) = machines() else { return };
    for index in 0..40 {
        let question = json!({ "ask": "draw", "unit": "video", "seed": 1, "index": index, "ops": ["vset4", "vavrg2"] });
        let drawn = ask(machines, &question);
        let ptx = drawn["ptx"].as_str().unwrap();
        assert!(ptx.starts_with("vset4.") || ptx.starts_with("vavrg2."), "{ptx}");
    }
    let other = refused(machines, &json!({ "ask": "draw", "unit": "scalar", "ops": ["vset4"] }));
    assert_eq!(other["message"], "unit scalar does not have vset4");
}

#[test]
fn constants_count_and_registers_that_are_no_numbers_are_refused() {
    let Some(machines) = machines() else { return };
    let evaluate = |registers: Value| json!({ "ask": "evaluate", "unit": "scalar", "ptx": "vadd.s32.s32.s32 r1, r2, -5", "registers": registers });
    assert_eq!(ask(machines, &evaluate(json!({ "a": "7", "b": "99" })))["results"]["d"], "00000002");
    let error = refused(machines, &evaluate(json!({ "a": "7g" })));
    assert_eq!(error["message"], "register a holds \"7g\", which is not a hexadecimal number of 64 bits");
    let unit = refused(machines, &json!({ "ask": "unit", "unit": "vadd" }));
    assert!(unit["help"].as_str().unwrap().starts_with("the units are scalar, simd"), "{unit}");
    assert!(refused(machines, &json!({ "ask": "nothing" }))["message"].as_str().unwrap().contains("unknown variant"));
}

#[test]
fn stages_that_an_instruction_does_not_use_are_pale() {
    let Some(machines) = machines() else { return };
    let used = |unit: &str, ptx: &str, stage: &str| {
        let found = ask(machines, &json!({ "ask": "evaluate", "unit": unit, "ptx": ptx, "registers": {} }));
        found["used"][stage].as_bool().unwrap_or_else(|| panic!("{unit} has no stage {stage}: {}", found["used"]))
    };
    assert!(!used("scalar", "vadd.u32.u32.u32 r1, r2, r3", "order"));
    assert!(used("scalar", "vmin.u32.u32.u32 r1, r2, r3", "order"));
    assert!(!used("scalar", "vadd.u32.u32.u32 r1, r2, r3", "saturate"));
    assert!(used("scalar", "vadd.u32.u32.u32.sat r1, r2, r3", "saturate"));
    assert!(!used("vmad", "vmad.u32.u32.u32 r1, r2, r3, r4", "scale"));
    assert!(!used("carry", "addc.u32 r1, r2, r3", "multiply"));
    assert!(used("video", "vadd.u32.u32.u32 r1, r2, r3", "u_scalar.select"));
    assert!(!used("video", "vadd.u32.u32.u32 r1, r2, r3", "u_simd.select"));
}
