//! The configurations to try: a base, and keys with several values.

use std::collections::HashSet;

use itertools::Itertools;
use vidalu_gen::space::Setup;
use vidalu_gen::{Config, ConfigError, Key};

/// Returns the configurations of `setup` that have one of the values of each key and are `base`
/// in all others. Combinations that contradict themselves are left out, and so are those with the
/// hardware of an earlier one. The order is that of the values; the last key changes first.
///
/// # Errors
/// If a value is not one of its key, or every combination contradicts itself.
pub fn configurations(
    setup: Setup,
    base: &Config,
    axes: &[(&'static Key, Vec<String>)],
) -> Result<Vec<Config>, ConfigError> {
    let mut configs = vec![base.clone()];
    for (key, words) in axes {
        let mut next = Vec::new();
        for (config, word) in configs.iter().cartesian_product(words) {
            let mut config = config.clone();
            config.set(key, word)?;
            next.push(config);
        }
        configs = next;
    }
    let (mut valid, mut codes, mut refused) = (Vec::new(), HashSet::new(), None);
    for config in configs {
        match setup.generate(&config) {
            Ok(design) if codes.insert(design.code()) => valid.push(config.for_target(setup.target())),
            Ok(_) => {}
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match (valid.is_empty(), refused) {
        (true, Some(error)) => Err(error),
        _ => Ok(valid),
    }
}

#[cfg(test)]
mod tests {
    use vidalu_gen::space::Setup;
    use vidalu_gen::{Choice, Config, Key, Target, Unit};

    use super::configurations;

    const SCALAR: Setup = Setup::Alone(Target::Unit(Unit::Scalar));

    fn axis(name: &str, words: &[&str]) -> (&'static Key, Vec<String>) {
        (Key::named(name).unwrap(), words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn every_combination_that_is_possible_once() {
        let base = Config::default();
        let axes = [axis("style", &["optimized", "behavioral"]), axis("adder", &["+", "sklansky"])];
        let lines = configurations(SCALAR, &base, &axes).unwrap();
        let flags: Vec<_> = lines.iter().map(Config::flags).collect();
        // The behavioral style has no adder to choose.
        assert_eq!(flags.len(), 3, "{flags:?}");
        assert!(flags.iter().any(|flags| flags.contains("--adder sklansky")), "{flags:?}");
        // A multiplier does not change the unit.
        let axes = [axis("multiplier", &["*", "array"]), axis("depth", &["0", "1"])];
        assert_eq!(configurations(SCALAR, &base, &axes).unwrap().len(), 2);
    }

    #[test]
    fn a_list_of_contradictions_is_refused() {
        let base = Config::default();
        let axes = [axis("style", &["behavioral"]), axis("adder", &["ripple", "sklansky"])];
        assert!(configurations(SCALAR, &base, &axes).is_err());
        assert!(configurations(SCALAR, &base, &[axis("depth", &["9"])]).is_err());
    }

    /// Unit simd has no adder to choose with `goal = balanced`.
    #[test]
    fn hardware_is_there_once() {
        let simd = Setup::Alone(Target::Unit(Unit::Simd));
        let axes = [axis("goal", &["balanced", "tables", "cells"]), axis("adder", &["+", "ripple", "sklansky"])];
        let configs = configurations(simd, &Config::default(), &axes).unwrap();
        let lines: Vec<_> = configs.iter().map(|config| (config.goal.name(), config.adder.name())).collect();
        let in_tables = [("tables", "+"), ("tables", "ripple"), ("tables", "sklansky")];
        assert_eq!(lines[..1], [("balanced", "+")]);
        assert_eq!(lines[1..4], in_tables);
        assert_eq!(lines[4..], [("cells", "+"), ("cells", "sklansky")]);
    }
}
