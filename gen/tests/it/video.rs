//! The unit `video`: tools accept its text, it joins the units correctly, and contradictions are
//! rejected.

use vidalu_gen::{Design, Target, Unit, generate};

use crate::common;

#[test]
fn verilator_is_silent() {
    common::verilator_is_silent(&common::video_designs());
}

#[test]
fn icarus_is_silent() {
    common::icarus_is_silent(&common::video_designs());
}

/// The design is not mapped to gates, because the units were mapped by themselves.
#[test]
fn yosys_is_silent() {
    common::yosys_is_silent(&common::video_designs(), "proc; flatten; opt");
}

fn video(toml: &str) -> Design {
    common::unit(Unit::Video, &common::config(toml))
}

fn text(design: &Design) -> &str {
    &design.files.last().expect("the unit").text
}

#[test]
fn it_has_the_units_that_have_operations() {
    for (ops, units) in [
        ("'vshl'", vec!["scalar"]),
        ("'vmad', 'vset2'", vec!["simd", "vmad"]),
        ("'addc', 'vmin4', 'vmin'", vec!["scalar", "simd", "carry"]),
    ] {
        let design = video(&format!("ops = [{ops}]"));
        let inside: Vec<_> = ["scalar", "simd", "vmad", "carry"]
            .into_iter()
            .filter(|unit| text(&design).contains(&format!("vidalu_{unit} u_{unit} (")))
            .collect();
        assert_eq!(inside, units, "{ops}");
    }
}

#[test]
fn one_datapath_can_have_the_scalar_and_the_simd_instructions() {
    let design = video("shared = true");
    let text = text(&design);
    assert!(text.contains("vidalu_lanes u_lanes ("), "{text}");
    assert!(!text.contains("u_scalar") && !text.contains("u_simd"), "{text}");
    for ops in ["'vadd', 'vmad'", "'vadd4'", "'addc'"] {
        let config = common::config(&format!("shared = true\nops = [{ops}]"));
        let error = generate(Target::Unit(Unit::Video), &config).unwrap_err();
        assert_eq!(error.key, Some("shared"), "{ops}: {error}");
    }
}

/// All units have the latency of the whole, which is that of the deepest unit.
#[test]
fn the_deepest_unit_decides() {
    let design = video("depth = { vmad = 3, carry = 1 }");
    assert_eq!((design.latency, design.config.depth.same()), (3, Some(3)));
}

#[test]
fn the_ports_are_as_wide_as_the_units_need_them() {
    for (toml, operands, c) in [
        ("", 64, Some(64)),
        ("wide = false", 32, Some(32)),
        ("ops = ['vadd', 'vmad']", 32, Some(32)),
        ("ops = ['vadd', 'addc']", 64, Some(32)),
        ("ops = ['addc']", 64, None),
    ] {
        let top = video(toml).top;
        let width = |port: &str| top.port(port).map(|port| port.width);
        assert_eq!((width("a_i"), width("d_o"), width("c_i")), (Some(operands), Some(operands), c), "{toml}");
    }
}

#[test]
fn only_a_unit_with_state_knows_what_is_valid() {
    for design in common::video_designs() {
        for part in &design.parts {
            let knows = part.port("valid_i").is_some();
            let has_state = part.port("cf_o").is_some() || part.port("more_o").is_some();
            assert_eq!(knows, part.name == "vidalu_carry" && has_state, "{}", part.name);
        }
    }
}

#[test]
fn the_flag_needs_a_reset_and_valid_bits_here_too() {
    for (toml, key) in [("reset = 'none'", "reset"), ("handshake = 'none'", "handshake")] {
        let error = generate(Target::Unit(Unit::Video), &common::config(toml)).unwrap_err();
        assert_eq!(error.key, Some(key));
        assert!(error.message.contains("CC.CF"), "{error}");
        video(&format!("{toml}\nops = ['vadd', 'vavrg2', 'vmad', 'mul']"));
    }
}
