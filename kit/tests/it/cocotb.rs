//! `make cocotb` needs the kit, a simulator and cocotb from PyPI, and nothing of vidalu.

use vidalu_gen::{Choice, Config, Handshake, Unit, Wrapper};
use vidalu_kit::Request;
use vidalu_testkit::{Venv, found, have, in_turn};

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
    for request in in_turn(alone.chain(behind).chain(blocks), 3) {
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

/// The bus models of cocotbext-axi make this number of transactions with a unit behind a bus.
const TRANSACTIONS: &str = "COUNT=20000";

fn axi(wrapper: Wrapper, faults: &[[&str; 3]]) {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(venv) = found(Venv::new(folder.path(), &["cocotb==2.1.*", "cocotbext-axi==0.1.28"])) else { return };
    let python = format!("PYTHON={}", venv.program("python").display());
    let request = |unit| {
        let config = Config { depth: 2.into(), contexts: 3, ..Config::default() };
        Request { count: 600, wrapper: Some(wrapper), ..request(unit, config) }
    };
    for unit in in_turn(UNITS, 3) {
        let (passed, said) = Moved::new(&request(unit)).make(&["axi", TRANSACTIONS, "SEED=5", &python]);
        assert!(passed && said.contains("transactions with"), "{unit:?}: {said}");
        assert!(!said.contains("with 0 resets"), "{unit:?}: {said}");
    }
    let file = format!("rtl/vidalu_{}.v", wrapper.module_name(Unit::Carry));
    for [from, to, what] in faults {
        let kit = Moved::new(&request(Unit::Carry));
        kit.replace(&file, from, to);
        let (passed, said) = kit.make(&["axi", TRANSACTIONS, &python]);
        assert!(!passed && said.contains(what), "{from}: {said}");
    }
}

#[test]
fn models_of_others_agree_with_axi4_lite() {
    let faults = [
        ["{{8{strobe_q[3]}}", "{{8{1'b1}}", "instead of"],
        ["refused    = starts ? !idle : ", "refused    = starts ? !idle : data_q[0] && ", "is answered with"],
    ];
    axi(Wrapper::Axi4Lite, &faults);
}

#[test]
fn models_of_others_agree_with_axi4_stream() {
    let faults = [
        ["b   = s_axis_tdata[191:128]", "b   = s_axis_tdata[190:127]", "instead of"],
        ["last_q <= tag_out", "last_q <= !tag_out", "a packet of"],
        [".valid_i (s_axis_tvalid)", ".valid_i (s_axis_tvalid && m_axis_tready)", "a packet of"],
    ];
    axi(Wrapper::Axi4Stream, &faults);
}
