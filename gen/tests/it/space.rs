//! The space of configurations: its keys, its covering arrays, its draws.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};
use vidalu_gen::space::{Covering, Setup, Space, matrix, sample};
use vidalu_gen::{Config, Design, Handshake, Ready, Target, generate};

use crate::common;

fn units() -> impl Iterator<Item = Target> {
    Target::ALL.into_iter().filter(|target| matches!(target, Target::Unit(_)))
}

fn alone(target: &str) -> Space {
    Space::of(Setup::Alone(target.parse().expect("it is a name")))
}

fn table(config: &Config) -> Table {
    toml::from_str(&config.to_toml()).expect("it was just written")
}

/// The numbers of the configurations that have each value of a space.
fn places(space: &Space, configs: &[Config]) -> Vec<((&'static str, Value), BTreeSet<usize>)> {
    let tables: Vec<_> = configs.iter().map(table).collect();
    let values = space.axes().iter().flat_map(|axis| axis.values.iter().map(|value| (axis.key.name, value.clone())));
    let place = |(key, value): &(&'static str, Value)| {
        (0..tables.len()).filter(|&number| tables[number][*key] == *value).collect::<BTreeSet<_>>()
    };
    values.map(|value| (value.clone(), place(&value))).collect()
}

#[test]
fn every_key_makes_a_difference_somewhere() {
    let spaces: Vec<_> = Setup::all().map(Space::of).collect();
    let keys: BTreeSet<_> =
        spaces.iter().flat_map(|space| space.axes().iter().map(|axis| axis.key.name.to_owned())).collect();
    assert_eq!(
        keys,
        table(&Config::default()).keys().cloned().collect(),
        "every key of the configuration changes the text of a unit, a block or a wrapper"
    );
    let keys = |target: &str| alone(target).axes().iter().map(|axis| axis.key.name).collect::<Vec<_>>();
    assert_eq!(keys("select"), ["prefix", "language"]);
    assert_eq!(keys("multiplier"), ["goal", "adder", "multiplier", "prefix", "language"]);
    assert_eq!(
        keys("vmad"),
        [
            "handshake",
            "ready",
            "clock_enable",
            "flush",
            "reset",
            "reset_data",
            "tag",
            "sat_o",
            "style",
            "goal",
            "adder",
            "multiplier",
            "prefix",
            "language",
            "depth"
        ]
    );
    assert_eq!(keys("carry").len(), 19, "all but sat_o, rs3, threads and shared");
}

#[test]
fn the_first_configuration_is_the_default() {
    for target in Target::ALL {
        let covering = Space::of(Setup::Alone(target)).values();
        assert_eq!(covering.configs[0].for_target(target), Config::default().for_target(target), "{target}");
    }
}

/// The values are counted from the configurations themselves.
#[test]
fn each_pair_of_values_is_met_or_impossible() {
    for target in Target::ALL {
        let space = Space::of(Setup::Alone(target));
        let Covering { configs, impossible } = space.pairs();
        let places = places(&space, &configs);
        let (mut met, mut left_out) = (0, 0);
        for (at, (one, with_one)) in places.iter().enumerate() {
            for (two, with_two) in places[at + 1..].iter().filter(|(two, _)| two.0 != one.0) {
                let is_impossible = impossible.iter().any(|left_out| left_out.values == [one.clone(), two.clone()]);
                assert_ne!(with_one.is_disjoint(with_two), !is_impossible, "{target}: {one:?} with {two:?}");
                if is_impossible { left_out += 1 } else { met += 1 }
            }
        }
        assert_eq!(left_out, impossible.len(), "{target}");
        println!("{target}: {met} pairs in {} configurations, {left_out} impossible", configs.len());
        assert!(configs.len() <= 100, "{target}: {} configurations", configs.len());
    }
}

/// The pairs that no configuration has: their number, keys and reason.
#[test]
fn what_is_impossible_has_a_reason() {
    let reasons = |name: &str| {
        let mut reasons = BTreeMap::<_, usize>::new();
        for left_out in alone(name).pairs().impossible {
            let [one, two] = left_out.values;
            *reasons.entry((one.0, two.0, left_out.reason.message)).or_default() += 1;
        }
        reasons
            .into_iter()
            .map(|((one, two, reason), many)| format!("{many} {one} x {two}: {reason}"))
            .collect::<Vec<_>>()
    };
    let flow = [
        "1 handshake x flush: flush needs valid bits, but handshake = \"none\" has none",
        "2 handshake x ready: ready needs a ready_o, which only handshake = \"valid-ready\" has",
        "1 reset x reset_data: reset_data needs a reset, but reset = \"none\"",
    ];
    let left_to_the_tool = |key: &str| format!("{key} chooses an architecture, but style = \"behavioral\" has none");
    let adder = format!("5 style x adder: {}", left_to_the_tool("adder"));
    let mad64 = format!("1 mad64 x style: {}", left_to_the_tool("mad64"));
    let multiplier = format!("4 style x multiplier: {}", left_to_the_tool("multiplier"));
    let goal = format!("2 style x goal: {}", left_to_the_tool("goal"));
    let trees = "2 goal x adder: with goal = \"cells\", carries come from a prefix tree or from the tool";
    assert_eq!(reasons("simd"), [&[trees], &flow[..], &[&adder, &goal]].concat());
    assert_eq!(reasons("vmad"), [&[trees], &flow[..], &[&adder, &goal, &multiplier]].concat());
    let vset = "1 ops x sat_o: sat_o would always be 0: no operation in ops has .sat";
    assert_eq!(reasons("scalar"), [trees, flow[0], flow[1], vset, flow[2], &adder, &goal]);
    // Each of the nine other sets of operations has one with CC.CF. The set with only `mul` does
    // not.
    let carry = [
        trees,
        flow[0],
        "2 handshake x mad64: a 64-bit product in several steps makes the sender wait, but there is no ready_o",
        flow[1],
        &mad64,
        "9 ops x handshake: CC.CF would be written in every cycle, even without an instruction",
        "4 ops x mad64: mad64 = \"iterative\" makes no difference: no kept instruction multiplies 64 bits",
        "9 ops x reset: CC.CF needs an initial value, but there is no reset",
        "1 reset x mad64: a 64-bit product in several steps makes the sender wait, but there is no ready_o",
        flow[2],
        &adder,
        &goal,
        &multiplier,
        "1 wide x mad64: mad64 = \"iterative\" makes no difference: no kept instruction multiplies 64 bits",
    ];
    assert_eq!(reasons("carry"), carry);
}

#[test]
fn the_matrix_can_be_generated() {
    let cells = matrix();
    for setup in Setup::all() {
        assert!(cells.iter().any(|(other, _)| *other == setup), "{setup}");
    }
    for (setup, config) in &cells {
        setup.generate(config).unwrap_or_else(|error| panic!("{setup}, {}: {error}", config.line()));
    }
    println!("{} configurations", cells.len());
    assert_eq!(cells, matrix(), "it is the same every time");
}

#[test]
fn samples_in_a_row_are_the_whole() {
    let parts: Vec<_> = (40..47).map(|seed| sample((0..100).collect(), 7, seed)).collect();
    assert!(parts.iter().all(|part| (14..=15).contains(&part.len())));
    let mut whole = parts.concat();
    whole.sort_unstable();
    assert_eq!(whole, (0..100).collect::<Vec<_>>());
}

/// Random configurations are possible, reach values that are not listed, and avoid the impossible
/// pairs.
#[test]
fn draws_come_from_the_whole_space() {
    for target in units() {
        let space = Space::of(Setup::Alone(target));
        let configs: Vec<_> = (0..500).map(|index| space.draw(3, index)).collect();
        assert_eq!(configs[7], space.draw(3, 7));
        assert_ne!(configs[7], space.draw(4, 7));
        for config in &configs[..20] {
            generate(target, config).unwrap_or_else(|error| panic!("{target}, {}: {error}", config.line()));
        }
        let depths: BTreeSet<_> = configs.iter().map(|config| config.depth.max()).collect();
        assert_eq!(depths, (0..=Config::MAX_DEPTH).collect(), "{target}");
        let places = places(&space, &configs);
        for key in ["handshake", "ready", "clock_enable", "flush", "reset", "reset_data", "language"] {
            assert!(places.iter().all(|((other, _), place)| *other != key || !place.is_empty()), "{target}: {key}");
        }
        let place = |value: &(&'static str, Value)| &places.iter().find(|(other, _)| other == value).unwrap().1;
        // Random configurations have `mad64 = iterative` even where it makes no difference; the
        // pairs ignore that.
        let impossible = space.pairs().impossible.into_iter();
        for left_out in impossible.filter(|left_out| left_out.values.iter().all(|(key, _)| *key != "mad64")) {
            let [one, two] = &left_out.values;
            assert!(place(one).is_disjoint(place(two)), "{target}: {one:?} and {two:?} go together");
        }
    }
}

/// Every value of a unit is met behind each bus too, but for those that the bus decides.
#[test]
fn every_value_is_met_behind_each_bus() {
    let decided = ["handshake", "ready", "clock_enable", "flush", "tag"];
    for setup in Setup::all().filter(|setup| setup.wrapper().is_some()) {
        let space = Space::of(setup);
        let keys = |space: &Space| space.axes().iter().map(|axis| axis.key.name).collect::<Vec<_>>();
        let mut own = keys(&Space::of(Setup::Alone(setup.target())));
        own.retain(|key| !decided.contains(key));
        let there = keys(&space);
        assert!(own.iter().all(|key| there.contains(key)), "{setup}: {there:?}");
        let Covering { configs, impossible } = space.values();
        assert!(configs.len() <= 12, "{setup}: {} configurations", configs.len());
        let unmet: Vec<_> = places(&space, &configs)
            .into_iter()
            .filter(|(_, place)| place.is_empty())
            .map(|(value, _)| value)
            .collect();
        assert_eq!(unmet.len(), impossible.len(), "{setup}: {unmet:?}");
        let refused = |value: &Value| *value == Value::from("none") || value.is_integer();
        assert!(
            unmet.iter().all(|(key, value)| matches!(*key, "reset" | "tag" | "contexts") && refused(value)),
            "{setup}: {unmet:?}"
        );
    }
}

/// A failure that needs a registered ready and a depth of at least 2 is reduced to exactly that.
#[test]
fn a_failure_is_simplified() {
    let target = "carry".parse().unwrap();
    let space = Space::of(Setup::Alone(target));
    let fails = |config: &Config| config.ready == Ready::Registered && config.depth.max() >= 2;
    let found = (0..1000).map(|index| space.draw(1, index)).find(|config| fails(config) && config.tag > 0).unwrap();
    let simplest = space.simplified(&found, |config| Ok::<_, ()>(fails(config))).unwrap();
    let (handshake, ready, depth) = (Handshake::ValidReady, Ready::Registered, found.depth);
    let expected = Config { handshake, ready, depth, ..Config::default() };
    assert_eq!(simplest.for_target(target), expected.for_target(target));
}

/// The default and at most eleven other configurations of each unit cover every value.
fn every_value() -> Vec<Design> {
    let mut designs = Vec::new();
    for target in units() {
        let space = Space::of(Setup::Alone(target));
        let Covering { configs, impossible } = space.values();
        assert!(configs.len() <= 12, "{target}: {} configurations", configs.len());
        assert!(impossible.is_empty(), "{target}: {impossible:?}");
        for (value, place) in places(&space, &configs) {
            assert!(!place.is_empty(), "{target}: {value:?} is not met");
        }
        designs.extend(configs.iter().map(|config| generate(target, config).expect("it was checked")));
    }
    designs
}

#[test]
fn verilator_is_silent_on_every_value() {
    common::verilator_is_silent(&every_value());
}

#[test]
fn icarus_is_silent_on_every_value() {
    common::icarus_is_silent(&every_value());
}

#[test]
fn yosys_is_silent_on_every_value() {
    common::yosys_is_silent(&every_value(), "prep");
}
