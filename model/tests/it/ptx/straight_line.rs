//! Straight-line programs: what is accepted around the statements, what is refused and why, and
//! programs that run.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Line, Parsed, Scope, parse_straight_line};

use crate::random::Random;

fn parse(text: &str) -> Vec<Parsed<Line>> {
    parse_straight_line(text, &mut Scope::inferring()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn run(machine: &mut Machine, lines: &[Parsed<Line>]) {
    machine.run(lines.iter().map(|line| &line.statement)).unwrap_or_else(|error| panic!("{error:?}"));
}

#[test]
fn a_module_is_the_body_of_its_entry() {
    let text = "
        .version 8.5
        .target sm_90
        .address_size 64
        // what it does
        .visible .entry kernel(.param .u64 out, .param .u32 n)
        .maxntid 128, 1, 1
        {
            .reg .b32 %r<10>, t;
            .reg .b64 %rd<3>;
            mov.u32 %r1, 7; /* one */ mov.u32 t, 1;
            {
                .reg .b32 t, %r1;
                mov.u32 t, 100;
                mov.u32 %r1, 200;
                add.cc.u32 %r2, t, %r1;
            }
            add.cc.u32 %r3, t, %r1;
            ret;
        }";
    let mut scope = Scope::inferring();
    let lines = parse_straight_line(text, &mut scope).unwrap();
    let mut machine = Machine::new(Profile::Manual);
    run(&mut machine, &lines);
    let values = ["%r1", "%r2", "%r3", "t", "%r4"].map(|name| machine.get(name));
    assert_eq!(values, [Some(7), Some(300), Some(8), Some(1), None]);
    assert_eq!(scope.kind("%r9").and_then(|kind| kind.width()), Some(32), "the body's registers are known afterwards");
}

/// Each with the place, what is said of it, and how it is mended.
#[test]
fn what_is_no_straight_line_is_refused() {
    const REFUSED: &str = include_str!("straight_line.txt");
    let mut count = 0;
    for block in REFUSED.trim_end().split("\n\n") {
        let (text, expected) = block.split_once('\n').expect("a program and what is said of it");
        let scope = &mut Scope::inferring();
        let error = parse_straight_line(text, scope).expect_err(text);
        let (column, width) = (error.span.start, error.span.len().max(1));
        let help = error.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let said = format!("{}{} {}{help}", " ".repeat(column), "^".repeat(width), error.message);
        assert_eq!(said, expected, "{text}");
        count += 1;
    }
    assert!(count >= 40, "{count} messages only: is the file whole?");
}

/// The example of madc in section 9.7.2.6: [r3,r2,r1,r0] = [r5,r4] * [r7,r6].
const MULTIPLY: &str = "
    mul.lo.u32     r0,r4,r6;
    mul.hi.u32     r1,r4,r6;
    mad.lo.cc.u32  r1,r5,r6,r1;
    madc.hi.u32    r2,r5,r6,0;
    mad.lo.cc.u32  r1,r4,r7,r1;
    madc.hi.cc.u32 r2,r4,r7,r2;
    addc.u32       r3,0,0;
    mad.lo.cc.u32  r2,r5,r7,r2;
    madc.hi.u32    r3,r5,r7,r3;
    mov.b64 lo, {r0, r1}; mov.b64 hi, {r2, r3};";

#[test]
fn the_manuals_multiplication_is_that_of_u128() {
    let lines = parse(MULTIPLY);
    let mut random = Random::new(42);
    for _ in 0..20_000 {
        let (a, b) = (random.operand(), random.operand());
        let mut machine = Machine::new(Profile::Manual);
        for (name, value) in [("r4", a), ("r5", a >> 32), ("r6", b), ("r7", b >> 32)] {
            machine.set(name, value & 0xffff_ffff);
        }
        run(&mut machine, &lines);
        let product = u128::from(machine.get("hi").unwrap()) << 64 | u128::from(machine.get("lo").unwrap());
        assert_eq!(product, u128::from(a) * u128::from(b), "{a:#x} * {b:#x}");
    }
}

/// The chains of the conformance data, with their glue, each as one batch as far as can be.
#[test]
fn the_assemblers_chains() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/chains.jsonl.gz");
    let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("values are hexadecimal");
    #[derive(serde::Deserialize)]
    struct Chain {
        ptx: String,
        regs: HashMap<String, String>,
        cf: u8,
        d: String,
        cf_out: Option<u8>,
    }
    let mut count = 0;
    for line in BufReader::new(GzDecoder::new(std::fs::File::open(path).expect("the data is there"))).lines() {
        let chain: Chain = serde_json::from_str(&line.expect("the file is whole")).expect("the line is a chain");
        let lines = parse_straight_line(&chain.ptx, &mut Scope::conformance()).expect("the chain is legal");
        let mut machine = Machine::new(Profile::Hardware);
        machine.set_cf(chain.cf == 1);
        for (name, value) in &chain.regs {
            machine.set(name, number(value));
        }
        let done = machine.run(lines.iter().map(|line| &line.statement)).expect("its registers are set");
        let last = done.last().copied().flatten().expect("no chain is guarded");
        assert_eq!(last.outcome.d, number(&chain.d), "{}", chain.ptx);
        assert!(chain.cf_out.is_none_or(|cf| machine.cf() == (cf == 1)), "{}", chain.ptx);
        count += 1;
    }
    assert_eq!(count, 1_848);
}
