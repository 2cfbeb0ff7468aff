//! The space of configurations: every key with its values, for tests of many configurations.
//!
//! The keys and their values come from the table of keys, so that a new key, a new name, a new unit
//! or a new operation is covered without a change here.

mod axis;
mod covering;
mod setup;

use itertools::Itertools;
use toml::Value;
use vidalu_model::draw::{Draw, key};

use crate::{Choice, Config, ConfigError, Goal, Handshake, Key, Mad64, Multiplier, Target, Unit};
pub use axis::Axis;
use covering::{Strength, cover};
pub use setup::Setup;

/// The configurations of one setup.
#[derive(Clone, Debug)]
pub struct Space {
    setup: Setup,
    axes: Vec<Axis>,
}

/// Configurations that cover the values or pairs of a space, and the pairs that none can have.
#[derive(Clone, Debug)]
pub struct Covering {
    /// The configurations; the first is the default.
    pub configs: Vec<Config>,
    /// The values or pairs that no configuration can have.
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

/// Returns every unit and block with configurations that cover each possible pair of values of two
/// keys, and every unit behind every bus with configurations that cover each value.
pub fn matrix() -> Vec<(Setup, Config)> {
    let configs = |setup: Setup| {
        let space = Space::of(setup);
        let covering = if setup.wrapper().is_some() { space.values() } else { space.pairs() };
        covering.configs.into_iter().map(move |config| (setup, config))
    };
    Setup::all().flat_map(configs).collect()
}

/// One in `step` of `items`; the samples of `step` seeds in a row are all of them.
pub fn sample<T>(items: Vec<T>, step: usize, seed: u64) -> Vec<T> {
    let begin = (seed % step as u64) as usize;
    items.into_iter().skip(begin).step_by(step).collect()
}

impl Space {
    /// Returns the space of a setup: the keys that change its generated text.
    pub fn of(setup: Setup) -> Self {
        let all = axis::axes(setup.target());
        let matters = |axis: &Axis| {
            // Some units and blocks have an adder to choose with some goals only, and some
            // multipliers have a form for cells.
            let multipliers = [Multiplier::Star, Multiplier::Booth4Dadda];
            Goal::ALL.iter().cartesian_product(multipliers).any(|(&goal, multiplier)| {
                let texts = axis.values.iter().filter_map(|value| code(setup, (goal, multiplier), axis.key, value));
                texts.dedup().count() > 1
            })
        };
        Self { setup, axes: all.into_iter().filter(matters).collect() }
    }

    /// The keys, with their values.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Few configurations in which every value is met.
    pub fn values(&self) -> Covering {
        self.cover(Strength::Values, Setup::check)
    }

    /// Configurations in which every pair of values of two keys is met. A pair with `mad64 =
    /// iterative` is met where it makes a difference.
    pub fn pairs(&self) -> Covering {
        self.cover(Strength::Pairs, useful)
    }

    fn cover(&self, strength: Strength, check: fn(Setup, &Config) -> Result<(), ConfigError>) -> Covering {
        let sizes: Vec<_> = self.axes.iter().map(|axis| axis.values.len()).collect();
        let array = cover(&sizes, strength, &|row| check(self.setup, &self.config(row)));
        let named = |(axis, value): (usize, usize)| (self.axes[axis].key.name, self.axes[axis].values[value].clone());
        let impossible = array.impossible.into_iter();
        Covering {
            configs: array.rows.iter().map(|row| self.config(row)).collect(),
            impossible: impossible.map(|(pair, reason)| Impossible { values: pair.map(named), reason }).collect(),
        }
    }

    /// Draws configuration `index` of the sequence `seed`, from all values and not only the listed
    /// ones.
    pub fn draw(&self, seed: u64, index: u64) -> Config {
        // Few are refused: a thousand attempts are enough.
        let key = key(&self.setup.to_string(), seed);
        let drawn = (0..1000).map(|attempt| {
            let mut draw = Draw::new(key, 1000 * index + attempt);
            config(self.axes.iter().map(|axis| (axis.key, axis.draw(self.setup.target(), &mut draw))))
        });
        drawn.into_iter().find(|config| self.setup.check(config).is_ok()).expect("some configurations are possible")
    }

    /// A configuration for which `holds` is still true, with as many keys as possible at their
    /// default: each is tried once.
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
            let mut simpler = simplest.clone();
            set(&mut simpler, axis.key, axis.values[0].clone());
            if simpler != simplest && self.setup.check(&simpler).is_ok() && holds(&simpler)? {
                simplest = simpler;
            }
        }
        Ok(simplest)
    }

    fn config(&self, row: &[usize]) -> Config {
        config(self.axes.iter().zip(row).map(|(axis, &value)| (axis.key, axis.values[value].clone())))
    }
}

/// Returns the default configuration with these values.
fn config(values: impl Iterator<Item = (&'static Key, Value)>) -> Config {
    let mut config = Config::default();
    values.for_each(|(key, value)| set(&mut config, key, value));
    config
}

fn set(config: &mut Config, key: &Key, value: Value) {
    (key.set)(config, value).expect("an axis has values of its key");
}

/// Returns the code of a setup with one value. The other values let every key
/// make its difference. `None` if they contradict the value.
fn code(setup: Setup, (goal, multiplier): (Goal, Multiplier), key: &Key, value: &Value) -> Option<String> {
    let base = Config { depth: 3.into(), handshake: Handshake::ValidReady, ..Config::default() };
    let mut config = Config { goal, multiplier, ..base };
    set(&mut config, key, value.clone());
    Some(setup.generate(&config).ok()?.code())
}

/// Checks that a setup can be generated, and that it multiplies in several steps if it is told to.
fn useful(setup: Setup, config: &Config) -> Result<(), ConfigError> {
    setup.check(config)?;
    let Target::Unit(unit) = setup.target() else { return Ok(()) };
    let in_steps = config.unit_ops(unit).any(|op| config.multiplies_in_steps(op));
    if matches!(unit, Unit::Carry | Unit::Video) && config.mad64 == Mad64::Iterative && !in_steps {
        let message = "mad64 = \"iterative\" makes no difference: no kept instruction multiplies 64 bits";
        return Err(ConfigError::at("mad64", message, "leave mad64 out, or add such an instruction"));
    }
    Ok(())
}
