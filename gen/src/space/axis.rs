//! The axes of the space of configurations: every key with its values.

use std::ops::RangeInclusive;

use itertools::Itertools;
use toml::{Table, Value};
use vidalu_model::draw::Draw;

use crate::{
    Adder, Choice, Config, Depth, Handshake, Language, Mad64, Multiplier, Operation, Profile, Ready, Reset, Style,
    Target, Unit,
};

/// A key of the configuration with its values, as they stand in TOML.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The key.
    pub key: &'static str,
    /// The values, the default first. Of a key that takes too many, those that are likely to matter.
    pub values: Vec<Value>,
    all: All,
}

/// All values of a key.
#[derive(Clone, Debug)]
enum All {
    /// Those that are listed.
    Listed,
    Numbers(RangeInclusive<u8>),
    Drawn(fn(Target, &mut Draw) -> Value),
}

/// Every key with the values that it has for `target`.
pub(super) fn axes(target: Target) -> Vec<Axis> {
    let depths = [0, 1, 2, 3, 6, Config::MAX_DEPTH].map(|rows| Value::from(i64::from(rows)));
    let prefixes = ["vidalu_", "x", "a_prefix_of_thirty_two_letters__"].map(Value::from);
    let mut axes = vec![
        Axis { all: All::Drawn(any_operations), ..Axis::of("ops", operations(target)) },
        Axis::names::<Handshake>("handshake"),
        Axis::names::<Ready>("ready"),
        Axis::flag("clock_enable"),
        Axis::flag("flush"),
        Axis::names::<Reset>("reset"),
        Axis::flag("reset_data"),
        Axis::numbers("tag", &[0, 1, 5, 64], 0..=Config::MAX_TAG),
        Axis::flag("sat_o"),
        Axis::flag("shared"),
        Axis::numbers("contexts", &[1, 2, 5, 64], 1..=Config::MAX_CONTEXTS),
        Axis::flag("wide"),
        Axis::names::<Mad64>("mad64"),
        Axis::names::<Style>("style"),
        Axis::names::<Adder>("adder"),
        Axis::names::<Multiplier>("multiplier"),
        Axis { all: All::Drawn(any_prefix), ..Axis::of("prefix", prefixes) },
        Axis::names::<Profile>("profile"),
        Axis::names::<Language>("language"),
        Axis { all: All::Drawn(any_depth), ..Axis::of("depth", depths.into_iter().chain(mixed_depths(target))) },
    ];
    // The default first: it is what the others are compared with.
    let default = Table::try_from(Config::default()).expect("a configuration is a table");
    for axis in &mut axes {
        axis.values.sort_by_key(|value| default.get(axis.key) != Some(value));
    }
    axes
}

impl Axis {
    fn of(key: &'static str, values: impl IntoIterator<Item = Value>) -> Self {
        Self { key, values: values.into_iter().collect(), all: All::Listed }
    }

    fn names<T: Choice>(key: &'static str) -> Self {
        Self::of(key, T::ALL.iter().map(|value| value.name().into()))
    }

    fn flag(key: &'static str) -> Self {
        Self::of(key, [false, true].map(Value::from))
    }

    fn numbers(key: &'static str, values: &[u8], all: RangeInclusive<u8>) -> Self {
        let values = values.iter().map(|&value| i64::from(value).into());
        Self { all: All::Numbers(all), ..Self::of(key, values) }
    }

    /// One of all values for `target`, listed or not.
    pub(super) fn draw(&self, target: Target, draw: &mut Draw) -> Value {
        match &self.all {
            All::Listed => self.values[draw.below(self.values.len() as u32) as usize].clone(),
            All::Numbers(range) => {
                let many = u32::from(range.end() - range.start()) + 1;
                (i64::from(*range.start()) + i64::from(draw.below(many))).into()
            }
            All::Drawn(value) => value(target, draw),
        }
    }
}

fn own(target: Target) -> Vec<Operation> {
    match target {
        Target::Unit(unit) => Config::default().unit_ops(unit).collect(),
        Target::Block(_) => Vec::new(),
    }
}

fn names<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> Value {
    operations.into_iter().map(|op| Value::from(op.name())).collect::<Vec<_>>().into()
}

/// All operations, either half of them, and small parts: a unit's operations one by one or two by two, those of
/// `video` unit by unit, and all but those of `carry`; `lanes` always has some of both units.
fn operations(target: Target) -> Vec<Value> {
    let own = own(target);
    let every = |step: usize| (0..step).map(move |begin| (begin, step));
    let steps = every(2).chain(every(if target == Target::Unit(Unit::Video) { 4 } else { 8 }));
    let parts = steps.map(|(begin, step)| own.iter().skip(begin).step_by(step).collect::<Vec<_>>());
    let units: Vec<_> =
        own.iter().map(|op| op.unit()).filter(|_| target != Target::Unit(Unit::Lanes)).unique().collect();
    let units = units.iter().map(|unit| own.iter().filter(|op| op.unit() == *unit).collect::<Vec<_>>());
    let without_carry = own.iter().filter(|op| !Unit::Carry.executes(**op)).collect::<Vec<_>>();
    let all = own.iter().collect::<Vec<_>>();
    [all]
        .into_iter()
        .chain(parts)
        .chain(units)
        .chain([without_carry])
        .filter(|part| !part.is_empty())
        .unique()
        .map(names)
        .collect()
}

/// One of the listed sets, or every operation with an even chance.
fn any_operations(target: Target, draw: &mut Draw) -> Value {
    if draw.chance(1, 4) {
        let listed = operations(target);
        return listed[draw.below(listed.len() as u32) as usize].clone();
    }
    let mask = draw.word();
    names(own(target).iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, op)| op))
}

/// For `video`, whose units have depths of their own.
fn mixed_depths(target: Target) -> impl Iterator<Item = Value> {
    let mixed = ["scalar:1,simd:3,carry:2", "scalar:2,vmad:6,carry:4"].map(|text| text.parse::<Depth>());
    let depths = mixed.into_iter().filter(move |_| target == Target::Unit(Unit::Video));
    depths.map(|depth| depth.ok().and_then(|depth| Value::try_from(depth).ok()).expect("it is written as a depth is"))
}

/// One number of rows for all, or for each unit its own.
fn any_depth(target: Target, draw: &mut Draw) -> Value {
    let rows = |draw: &mut Draw| draw.below(u32::from(Config::MAX_DEPTH) + 1) as u8;
    let mut depth = Depth::from(rows(draw));
    if target == Target::Unit(Unit::Video) && draw.chance(1, 2) {
        for unit in own(target).iter().map(|op| op.unit()).unique() {
            depth = depth.with(unit.into(), rows(draw));
        }
    }
    Value::try_from(depth).expect("a depth is a number or a table")
}

/// Letters, digits and `_`.
fn any_prefix(_: Target, draw: &mut Draw) -> Value {
    let signs = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let letters = 1 + draw.below(12);
    (0..letters).map(|_| char::from(draw.pick(signs))).collect::<String>().into()
}
