//! The space of configurations: every key with its values, for whoever tests more than one configuration.
//!
//! Keys and values are found where they are defined: a new name of a choice, a new unit and a new operation join by
//! themselves, and a new key is a line in the list of axes.

mod axis;
mod covering;

use itertools::Itertools;
use toml::{Table, Value};
use vidalu_model::draw::{Draw, key};

use crate::generate::{check, generate};
use crate::{Config, ConfigError, Mad64, Target, Unit};
pub use axis::Axis;
use covering::{Strength, cover};

/// The configurations of one target.
#[derive(Clone, Debug)]
pub struct Space {
    target: Target,
    axes: Vec<Axis>,
}

/// Configurations that meet what they are to meet, and what no configuration can.
#[derive(Clone, Debug)]
pub struct Covering {
    /// The configurations; the first is the default.
    pub configs: Vec<Config>,
    /// What cannot be met.
    pub impossible: Vec<Impossible>,
}

/// Values that exclude each other.
#[derive(Clone, Debug)]
pub struct Impossible {
    /// Keys and values; a value that is impossible by itself stands twice.
    pub values: [(&'static str, Value); 2],
    /// Why the default configuration cannot have them.
    pub reason: ConfigError,
}

/// Every target with configurations in which each pair of values of two keys is met that can be.
pub fn matrix() -> Vec<(Target, Config)> {
    let configs = |target| Space::of(target).pairs().configs.into_iter().map(move |config| (target, config));
    Target::ALL.into_iter().flat_map(configs).collect()
}

/// One in `step` of `items`; the samples of `step` seeds in a row are all of them.
pub fn sample<T>(items: Vec<T>, step: usize, seed: u64) -> Vec<T> {
    let begin = (seed % step as u64) as usize;
    items.into_iter().skip(begin).step_by(step).collect()
}

impl Space {
    /// That of a target: with the keys whose values make a difference to it.
    pub fn of(target: Target) -> Self {
        let all = axis::axes(target);
        let matters = |axis: &Axis| {
            let texts = axis.values.iter().filter_map(|value| code(target, (axis.key, value)));
            texts.dedup().count() > 1
        };
        Self { target, axes: all.into_iter().filter(matters).collect() }
    }

    /// The keys, with their values.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Few configurations in which every value is met.
    pub fn values(&self) -> Covering {
        self.cover(Strength::Values, check)
    }

    /// Configurations in which every pair of values of two keys is met. A pair with `mad64 = iterative` is met where it makes
    /// a difference.
    pub fn pairs(&self) -> Covering {
        self.cover(Strength::Pairs, useful)
    }

    fn cover(&self, strength: Strength, check: fn(Target, &Config) -> Result<(), ConfigError>) -> Covering {
        let sizes: Vec<_> = self.axes.iter().map(|axis| axis.values.len()).collect();
        let array = cover(&sizes, strength, &|row| check(self.target, &self.config(row)));
        let named = |(axis, value): (usize, usize)| (self.axes[axis].key, self.axes[axis].values[value].clone());
        let impossible = array.impossible.into_iter();
        Covering {
            configs: array.rows.iter().map(|row| self.config(row)).collect(),
            impossible: impossible.map(|(pair, reason)| Impossible { values: pair.map(named), reason }).collect(),
        }
    }

    /// Configuration `index` of the sequence that `seed` names: of all that there are, not only of the listed values.
    pub fn draw(&self, seed: u64, index: u64) -> Config {
        // Few are refused: a thousand attempts are enough.
        let key = key(self.target.name(), seed);
        let drawn = (0..1000).map(|attempt| {
            let mut draw = Draw::new(key, 1000 * index + attempt);
            read(self.axes.iter().map(|axis| (axis.key, axis.draw(self.target, &mut draw))).collect())
        });
        drawn.into_iter().find(|config| check(self.target, config).is_ok()).expect("some configurations are possible")
    }

    /// A configuration for which `holds` is still true, with as many keys as possible at their default: each is tried
    /// once.
    ///
    /// # Errors
    /// Those of `holds`.
    pub fn simplified<E>(
        &self,
        config: &Config,
        mut holds: impl FnMut(&Config) -> Result<bool, E>,
    ) -> Result<Config, E> {
        let mut simplest = config.clone();
        for axis in &self.axes {
            let mut table = Table::try_from(&simplest).expect("a configuration is a table of plain values");
            table.insert(axis.key.to_owned(), axis.values[0].clone());
            let simpler: Config = table.try_into().expect("the axes have the types of the configuration");
            if simpler != simplest && check(self.target, &simpler).is_ok() && holds(&simpler)? {
                simplest = simpler;
            }
        }
        Ok(simplest)
    }

    fn config(&self, row: &[usize]) -> Config {
        read(self.axes.iter().zip(row).map(|(axis, &value)| (axis.key, axis.values[value].clone())).collect())
    }
}

fn read(values: Vec<(&'static str, Value)>) -> Config {
    let table: Table = values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    table.try_into().expect("the axes have the types of the configuration")
}

/// The text of a target with one value, without comments, where the other values let every key make its difference;
/// `None` if they do not go together.
fn code(target: Target, (key, value): (&'static str, &Value)) -> Option<String> {
    let base = [("depth", Value::from(3)), ("handshake", "valid-ready".into())];
    let others = base.into_iter().filter(|(other, _)| *other != key);
    let design = generate(target, &read(others.chain([(key, value.clone())]).collect())).ok()?;
    let lines = design.files.iter().flat_map(|file| [file.path.as_str()].into_iter().chain(file.text.lines()));
    Some(lines.filter(|line| !line.starts_with("//")).join("\n"))
}

/// Checks that a target can be generated, and that it multiplies in several steps if it is told to.
fn useful(target: Target, config: &Config) -> Result<(), ConfigError> {
    check(target, config)?;
    let Target::Unit(unit) = target else { return Ok(()) };
    let in_steps = config.unit_ops(unit).any(|op| config.multiplies_in_steps(op));
    if matches!(unit, Unit::Carry | Unit::Video) && config.mad64 == Mad64::Iterative && !in_steps {
        let message = "no instruction multiplies 64 bits: there is nothing to do in several steps";
        return Err(ConfigError::at("mad64", message, "leave mad64 out, or add such an instruction"));
    }
    Ok(())
}
