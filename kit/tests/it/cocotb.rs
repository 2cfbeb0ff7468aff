//! `make cocotb` needs the kit, a simulator and cocotb from PyPI, and nothing of vidalu.

use vidalu_gen::{Choice, Config, Handshake, Unit, Wrapper};
use vidalu_kit::Request;
use vidalu_testkit::{Venv, found, have};

use crate::common::{Moved, UNITS, busy, request};

#[test]
fn kits_run_in_cocotb_without_vidalu() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(venv) = found(Venv::new(folder.path(), &["cocotb==2.1.*"])) else { return };
    let python = format!("PYTHON={}", venv.program("python").display());
    let run = |kit: &Moved| kit.make(&["cocotb", "SEED=3", &python]);

    let own = |config: Config| move |unit| Request { count: 40, ..request(unit, config.clone()) };
    // CC.CF needs to know which cycles carry an instruction.
    let plain = |unit| match unit {
        Unit::Carry | Unit::Video => Config::default(),
        _ => Config { handshake: Handshake::None, ..Config::default() },
    };
    let alone = UNITS.into_iter().flat_map(|unit| [own(plain(unit))(unit), own(busy())(unit)]);
    let behind = Wrapper::ALL.iter().flat_map(|wrapper| {
        let of = own(Config { depth: 1.into(), ..Config::default() });
        UNITS.into_iter().map(move |unit| Request { wrapper: Some(*wrapper), ..of(unit) })
    });
    let blocks = ["select", "carry_adder", "multiplier"]
        .map(|name| Request { target: name.parse().unwrap(), ..own(Config::default())(Unit::Scalar) });
    for request in alone.chain(behind).chain(blocks) {
        let (passed, said) = run(&Moved::new(&request));
        assert!(passed && said.contains("agree with the golden model"), "{request:?}: {said}");
    }

    // Faults in a unit, and behind a bus.
    let fault = ["rtl/vidalu_compare.v", "holds ^ cmp_i[0]", "holds"];
    for wrapper in [None, Some(Wrapper::Axi4Lite), Some(Wrapper::CvXIf)] {
        let kit = Moved::new(&Request { wrapper, ..own(Config::default())(Unit::Scalar) });
        kit.replace(fault[0], fault[1], fault[2]);
        let (passed, said) = run(&kit);
        assert!(!passed && said.contains("instead of") && said.contains(".hex:"), "{said}");
    }

    // Random instructions need the golden model, and the message says so.
    let kit = Moved::new(&own(Config::default())(Unit::Simd));
    let (passed, said) = kit.make(&["cocotb", "COUNT=10", &python]);
    assert!(!passed && said.contains("vidalu is missing"), "{said}");
}
