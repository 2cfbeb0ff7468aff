//! The axes of the space of configurations: every key with its values.

use std::ops::RangeInclusive;

use itertools::Itertools;
use toml::Value;
use vidalu_model::draw::Draw;

use crate::{Config, Depth, Key, Operation, Target, Unit, Values};

/// A key of the configuration with its values, as they stand in TOML.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The key.
    pub key: &'static Key,
    /// The values, the default first. Of a key that takes too many, those that are likely to
    /// matter.
    pub values: Vec<Value>,
    all: All,
}

/// All values of a key.
#[derive(Clone, Debug)]
enum All {
    /// The values of the list.
    Listed,
    Numbers(RangeInclusive<u8>),
    Drawn(fn(Target, &mut Draw) -> Value),
}

/// Every key with the values that it has for `target`.
pub(super) fn axes(target: Target) -> Vec<Axis> {
    Key::ALL.iter().map(|key| Axis::of(key, target)).collect()
}

impl Axis {
    fn of(key: &'static Key, target: Target) -> Self {
        let (mut values, all): (Vec<Value>, _) = match key.values {
            Values::Flag => ([false, true].map(Value::from).into(), All::Listed),
            Values::Names(names) => (names().into_iter().map(Value::from).collect(), All::Listed),
            Values::Number { min, max, tried, .. } => {
                (tried.iter().map(|&value| i64::from(value).into()).collect(), All::Numbers(min..=max))
            }
            Values::Operations => (operations(target), All::Drawn(any_operations)),
            Values::Prefix => (PREFIXES.map(Value::from).into(), All::Drawn(any_prefix)),
            Values::Depth => (depths(target), All::Drawn(any_depth)),
        };
        // The default first: it is what the others are compared with.
        let default = (key.get)(&Config::default());
        values.sort_by_key(|value| *value != default);
        Self { key, values, all }
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

/// Prefixes: the default, the shortest and the longest that is drawn.
const PREFIXES: [&str; 3] = ["vidalu_", "x", "a_prefix_of_thirty_two_letters__"];

fn own(target: Target) -> Vec<Operation> {
    match target {
        Target::Unit(unit) => Operation::ALL.into_iter().filter(|op| unit.executes(*op)).collect(),
        Target::Block(_) => Vec::new(),
    }
}

fn names<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> Value {
    operations.into_iter().map(|op| Value::from(op.name())).collect::<Vec<_>>().into()
}

/// The usual operations, all operations, either half of them, and small parts: a unit's operations
/// one by one or two by two, those of `video` unit by unit, and all but those of `carry`; `lanes`
/// always has some of both units. `video` has the packed ones in such parts.
fn operations(target: Target) -> Vec<Value> {
    let own = own(target);
    let every = |step: usize| (0..step).map(move |begin| (begin, step));
    let steps = every(2).chain(every(if target == Target::Unit(Unit::Video) { 4 } else { 8 }));
    let parts = steps.map(|(begin, step)| own.iter().skip(begin).step_by(step).collect::<Vec<_>>());
    let units: Vec<_> =
        own.iter().map(|op| op.unit()).filter(|_| target != Target::Unit(Unit::Lanes)).unique().collect();
    let units = units.iter().map(|unit| own.iter().filter(|op| op.unit() == *unit).collect::<Vec<_>>());
    let without_carry = own.iter().filter(|op| !Unit::Carry.executes(**op)).collect::<Vec<_>>();
    let usual = own.iter().filter(|op| !op.is_packed()).collect::<Vec<_>>();
    let all = (target != Target::Unit(Unit::Video)).then(|| own.iter().collect());
    [usual]
        .into_iter()
        .chain(all)
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

/// Depths of all units together, and for `video` also depths that differ between its units.
fn depths(target: Target) -> Vec<Value> {
    let same = [0, 1, 2, 3, 6, Config::MAX_DEPTH].map(Depth::from);
    let mixed = [
        [(Unit::Scalar, 1), (Unit::Simd, 3), (Unit::Carry, 2)],
        [(Unit::Scalar, 2), (Unit::Vmad, 6), (Unit::Carry, 4)],
    ];
    let mixed = mixed.into_iter().filter(|_| target == Target::Unit(Unit::Video));
    let mixed =
        mixed.map(|units| units.into_iter().fold(Depth::default(), |depth, (unit, rows)| depth.with(unit, rows)));
    same.into_iter().chain(mixed).map(depth_value).collect()
}

fn depth_value(depth: Depth) -> Value {
    Value::try_from(depth).expect("a depth is a number or a table")
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
    depth_value(depth)
}

/// Letters, digits and `_`.
fn any_prefix(_: Target, draw: &mut Draw) -> Value {
    let signs = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let letters = 1 + draw.below(12);
    (0..letters).map(|_| char::from(draw.pick(signs))).collect::<String>().into()
}
