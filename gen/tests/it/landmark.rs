//! Every landmark of a design is in its text, and the landmarks that the timing promises are there.

use vidalu_gen::landmark::{Register, bus};
use vidalu_gen::{Choice, Config, Design, Target, Unit, Wrapper, generate, wrap};

use crate::common;

/// Returns the text of the module that the instances of `path` lead to, and the last name of the
/// path.
fn text_of<'a, 'p>(design: &'a Design, path: &'p str) -> (&'a str, &'p str) {
    let (module, name) = match path.rsplit_once('.') {
        None => (&design.top.name, path),
        Some((instance, name)) => {
            let found = design.landmarks.instances.iter().find(|placed| placed.path == instance);
            (&found.unwrap_or_else(|| panic!("{instance} is not an instance")).module, name)
        }
    };
    let head = format!("module {module} (");
    let file = design.files.iter().find(|file| file.text.contains(&head)).expect("every module has a file");
    (&file.text, name)
}

fn is_declared(design: &Design, register: &Register) -> bool {
    let (text, name) = text_of(design, &register.path);
    let range = if register.width == 1 { String::new() } else { format!("[{}:0]", register.width - 1) };
    declares(text, name, &range)
}

/// Returns whether a module declares a register, with this range unless it is empty.
fn declares(text: &str, name: &str, range: &str) -> bool {
    text.lines().any(|line| {
        let declaration = line.split(';').next().unwrap_or_default();
        let words: Vec<_> = declaration.split_whitespace().collect();
        matches!(words[..], [kind, .., last] if ["reg", "logic"].contains(&kind) && last == name)
            && (range.is_empty() || words.contains(&range))
    })
}

fn check(design: &Design) {
    let config = design.config.line();
    for register in design.landmarks.registers() {
        assert!(is_declared(design, register), "{}, {}: {config}", design.target, register.path);
    }
    for placed in &design.landmarks.instances {
        let (text, name) = text_of(design, &placed.path);
        assert!(text.contains(&format!("  {} {name} (", placed.module)), "{}: {config}", placed.path);
    }
    for multiplier in &design.landmarks.multipliers {
        let modules = multiplier.whole.iter().chain(&multiplier.rows).chain(&multiplier.reduce);
        for name in modules {
            assert!(design.parts.iter().any(|module| module.name == *name), "{name}: {config}");
        }
    }
}

#[test]
fn every_landmark_is_in_the_text() {
    for design in common::carry_designs().iter().chain(&common::video_designs()) {
        check(design);
    }
    for design in common::behavioral_designs().iter().chain(common::vmads().collect::<Vec<_>>().iter()) {
        check(design);
    }
    for wrapper in Wrapper::ALL.iter().copied() {
        let design = wrap(wrapper, Unit::Video, &Config::default()).unwrap();
        assert!(design.landmarks.flags.is_some());
        check(&design);
    }
}

#[test]
fn a_pipeline_has_the_landmarks_that_its_configuration_promises() {
    let toml = "handshake = 'valid-ready'\nready = 'registered'\ntag = 3\ncontexts = 4\ndepth = 5\nmad64 = 'iterative'";
    let design = generate(Target::Unit(Unit::Video), &common::config(toml)).unwrap();
    let landmarks = &design.landmarks;
    let flags = landmarks.flags.as_ref().unwrap();
    assert_eq!((flags.register.path.as_str(), flags.register.width), ("u_carry.cf_q", 4));
    assert_eq!(design.flag_stage(), Some(flags.stage));
    assert_eq!(landmarks.step.as_ref().unwrap().path, "u_carry.step");
    assert_eq!(landmarks.held("tag_i").unwrap().path, "tag_held");
    assert_eq!(landmarks.held("ctx_i").unwrap().width, 2);
    let own = landmarks.valid.iter().filter(|bit| !bit.register.path.contains('.'));
    assert_eq!(own.map(|bit| bit.stage).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn wrappers_declare_their_registers() {
    use bus::{
        ADDRESS, ADDRESS_FULL, BUSY, COMMAND, COMMITTED, DATA, DATA_FULL, DONE, ENABLE, FLAGS, HARTID, HELD, ID, LAST,
        NEWEST, PENDING, RD, READ, RS, STROBE, VALID, WAITING_COMMITTED, WAITING_HARTID, WAITING_ID, WAITING_KILLED,
        WAITS, WE, WHICH, WRITTEN,
    };
    for &wrapper in Wrapper::ALL {
        let names: Vec<&str> = match wrapper {
            Wrapper::Axi4Stream | Wrapper::Vortex => vec![VALID],
            Wrapper::Axi4Lite => {
                let writes = [ADDRESS_FULL, ADDRESS, DATA_FULL, DATA, STROBE, WRITTEN];
                [&writes[..], &[READ, BUSY, DONE, ENABLE, PENDING, LAST, FLAGS]].concat()
            }
            Wrapper::Cfu => vec![BUSY, VALID, LAST, FLAGS],
            Wrapper::CvXIf => {
                let waiting = [WAITS, WAITING_ID, WAITING_HARTID, WAITING_COMMITTED, WAITING_KILLED, NEWEST];
                let held = [BUSY, DONE, LAST, FLAGS, HELD, COMMITTED, COMMAND, WHICH, RD, WE, ID, HARTID];
                [&held[..], &waiting, &RS].concat()
            }
        };
        let halves = match wrapper {
            Wrapper::Axi4Lite => ["word", "a", "b", "c"].iter().flat_map(|at| [bus::low(at), bus::high(at)]).collect(),
            Wrapper::CvXIf => ["a", "b", "c"].map(bus::high).to_vec(),
            Wrapper::Cfu => ["a", "b"].map(bus::high).to_vec(),
            Wrapper::Axi4Stream | Wrapper::Vortex => vec![],
        };
        let design = wrap(wrapper, Unit::Carry, &common::config("contexts = 2")).unwrap();
        let text = &design.files.last().unwrap().text;
        for name in names.into_iter().chain(halves.iter().map(String::as_str)) {
            assert!(declares(text, name, ""), "{}: {name}", wrapper.name());
        }
        let has_slots = [Wrapper::Cfu, Wrapper::CvXIf].contains(&wrapper);
        assert_eq!(text.contains(bus::word("slot").trim_end_matches(']')), has_slots, "{}", wrapper.name());
    }
}

#[test]
fn a_combinational_unit_has_no_registers() {
    assert_eq!(common::scalar(&Config::default()).landmarks.registers().count(), 0);
}
