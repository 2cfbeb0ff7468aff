//! The flags that make a configuration: a file, and what is said on the command line over it.

use crate::failure::{Exit, Failure};
use crate::{diagnosis, input};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::MietteDiagnostic;
use vidalu_gen::{
    Adder, Choice, Config, ConfigError, Depth, Handshake, Language, Mad64, Multiplier, Operation, Profile, Ready,
    Reset, Style, Target, Unit,
};

/// What is generated; a flag goes before the file.
#[derive(clap::Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// A TOML file, or - for stdin; `vidalu gen --print-config` writes one with every key.
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Operations to keep, separated by commas [default: all].
    #[arg(long, value_name = "OP,…", value_delimiter = ',', value_parser = names(&Operation::ALL, Operation::name))]
    ops: Option<Vec<Operation>>,
    /// Rows of registers, which is the latency in cycles: 0 (combinational) to 8, or unit:rows,…
    #[arg(long, value_name = "ROWS")]
    depth: Option<Depth>,
    /// How a cycle says that it carries an instruction.
    #[arg(long, value_parser = choices::<Handshake>())]
    handshake: Option<Handshake>,
    /// Where ready_o comes from, with the handshake valid-ready.
    #[arg(long, value_parser = choices::<Ready>())]
    ready: Option<Ready>,
    /// An input ce_i: a cycle without it does not count.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    clock_enable: Option<bool>,
    /// An input flush_i, which drops what is in the stages.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    flush: Option<bool>,
    /// The reset of the valid bits and of CC.CF.
    #[arg(long, value_parser = choices::<Reset>())]
    reset: Option<Reset>,
    /// Reset data registers too.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    reset_data: Option<bool>,
    /// Width of the tag that goes with an instruction; 0: none.
    #[arg(long, value_name = "BITS")]
    tag: Option<u8>,
    /// An output sat_o that says whether .sat changed the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    sat_o: Option<bool>,
    /// One datapath for the scalar and the SIMD instructions of unit video.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    shared: Option<bool>,
    /// Contexts of the carry unit, each with a CC.CF of its own.
    #[arg(long, value_name = "COUNT")]
    contexts: Option<u8>,
    /// Whether the carry unit has the 64-bit instructions.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    wide: Option<bool>,
    /// How the carry unit multiplies 64 bits.
    #[arg(long, value_parser = choices::<Mad64>())]
    mad64: Option<Mad64>,
    /// How the datapath is written: optimized for gates, or behavioral, as the manual says it.
    #[arg(long, value_parser = choices::<Style>())]
    style: Option<Style>,
    /// How adders are written; + leaves it to the tool.
    #[arg(long, value_parser = choices::<Adder>())]
    adder: Option<Adder>,
    /// How multipliers are written; * leaves it to the tool.
    #[arg(long, value_parser = choices::<Multiplier>())]
    multiplier: Option<Multiplier>,
    /// What stands before the name of every module.
    #[arg(long)]
    prefix: Option<String>,
    /// Which reading of the manual the hardware has.
    #[arg(long, value_parser = choices::<Profile>())]
    profile: Option<Profile>,
    /// The language of the text.
    #[arg(long, value_parser = choices::<Language>())]
    language: Option<Language>,
}

/// A parser of the names of `all`, which lists them where a value is refused.
pub(crate) fn names<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&value| name(value)))
        .map(move |text| *all.iter().find(|&&value| name(value) == text).expect("clap lets only these names through"))
}

/// A parser of the names of a choice.
pub(crate) fn choices<T: Choice>() -> impl TypedValueParser<Value = T> {
    names(T::ALL, T::name)
}

impl ConfigArgs {
    /// The configuration.
    pub(crate) fn read(&self) -> Result<Config, Failure> {
        let mut config = match &self.config {
            Some(path) => from_file(path)?,
            None => Config::default(),
        };
        if let Some(ops) = &self.ops {
            config.ops = ops.iter().copied().collect();
        }
        set(&mut config.depth, self.depth);
        set(&mut config.handshake, self.handshake);
        set(&mut config.ready, self.ready);
        set(&mut config.clock_enable, self.clock_enable);
        set(&mut config.flush, self.flush);
        set(&mut config.reset, self.reset);
        set(&mut config.reset_data, self.reset_data);
        set(&mut config.tag, self.tag);
        set(&mut config.sat_o, self.sat_o);
        set(&mut config.shared, self.shared);
        set(&mut config.contexts, self.contexts);
        set(&mut config.wide, self.wide);
        set(&mut config.mad64, self.mad64);
        set(&mut config.adder, self.adder);
        set(&mut config.style, self.style);
        set(&mut config.multiplier, self.multiplier);
        set(&mut config.profile, self.profile);
        set(&mut config.language, self.language);
        if let Some(prefix) = &self.prefix {
            config.prefix.clone_from(prefix);
        }
        config.validate()?;
        Ok(config)
    }
}

fn set<T: Copy>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// The configuration of a TOML file, checked.
pub(crate) fn from_file(path: &str) -> Result<Config, Failure> {
    let text = input::read(path)?;
    Config::from_toml(&text).map_err(|error| {
        let diagnostic = MietteDiagnostic::new(error.message.clone());
        let source = diagnosis::source(input::name(path), &text);
        Failure::Error(
            Exit::Input,
            diagnosis::at(&source, diagnostic, error.span.clone(), Some(help(&error).to_owned())),
        )
    })
}

/// The unit that a wrapper stands around: the named one, or all of them.
pub(crate) fn wrapped(target: Option<Target>) -> Result<Unit, Failure> {
    match target {
        None => Ok(Unit::Video),
        Some(Target::Unit(unit)) => Ok(unit),
        Some(Target::Block(block)) => {
            let message = format!("{} is a block, and a bus carries instructions", block.name());
            Err(Failure::input(&message, "name a unit; `vidalu gen --list` has them"))
        }
    }
}

fn help(error: &ConfigError) -> &str {
    error.help.as_deref().unwrap_or("`vidalu gen --print-config` shows every key with its default")
}
