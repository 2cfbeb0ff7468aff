//! The flags that make a configuration: a file, and what is said on the command line over it.

use crate::failure::{Exit, Failure};
use crate::{input, report};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::MietteDiagnostic;
use vidalu_gen::{Config, ConfigError, Handshake, Operation, Profile, Reset};

/// What is generated; a flag goes before the file.
#[derive(clap::Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// A TOML file, or - for stdin; `vidalu gen --print-config` writes one with every key.
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Operations of the unit, separated by commas.
    #[arg(long, value_name = "OP,…", value_delimiter = ',', value_parser = names(&Operation::ALL, Operation::name))]
    ops: Option<Vec<Operation>>,
    /// Register rows, which is the latency in cycles: 0 (combinational) to 3.
    #[arg(long, value_name = "ROWS")]
    depth: Option<u8>,
    /// How a cycle says that it carries an instruction.
    #[arg(long, value_parser = names(&Handshake::ALL, Handshake::name))]
    handshake: Option<Handshake>,
    /// The reset of the valid bits.
    #[arg(long, value_parser = names(&Reset::ALL, Reset::name))]
    reset: Option<Reset>,
    /// An output sat_o that says whether .sat changed the value.
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    sat_o: Option<bool>,
    /// What stands before the name of every module.
    #[arg(long)]
    prefix: Option<String>,
    /// Which reading of the manual the hardware has.
    #[arg(long, value_parser = names(&Profile::ALL, Profile::name))]
    profile: Option<Profile>,
}

/// A parser of the names of `all`, which lists them where a value is refused.
fn names<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&value| name(value)))
        .map(move |text| *all.iter().find(|&&value| name(value) == text).expect("clap lets only these names through"))
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
        set(&mut config.reset, self.reset);
        set(&mut config.sat_o, self.sat_o);
        set(&mut config.profile, self.profile);
        if let Some(prefix) = &self.prefix {
            config.prefix.clone_from(prefix);
        }
        config.validate().map_err(|error| refused(&error))?;
        Ok(config)
    }
}

fn set<T: Copy>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

fn from_file(path: &str) -> Result<Config, Failure> {
    let text = input::read(path)?;
    Config::from_toml(&text).map_err(|error| {
        let diagnostic = MietteDiagnostic::new(error.message.clone());
        let source = report::source(input::name(path), &text);
        Failure::Error(Exit::Input, report::at(&source, diagnostic, error.span.clone(), Some(help(&error).to_owned())))
    })
}

/// A configuration that is refused, wherever it came from.
pub(crate) fn refused(error: &ConfigError) -> Failure {
    Failure::input(&error.message, help(error))
}

fn help(error: &ConfigError) -> &str {
    error.help.as_deref().unwrap_or("`vidalu gen --print-config` shows every key with its default")
}

/// The flags that make `config` of the default, for a command that anyone can repeat.
pub(crate) fn flags(config: &Config) -> String {
    let plain = Config::default();
    let mut flags = Vec::new();
    let mut flag = |differs: bool, text: String| {
        if differs {
            flags.push(text);
        }
    };
    let ops: Vec<_> = config.ops.iter().map(|op| op.name()).collect();
    flag(config.ops != plain.ops, format!("--ops {}", ops.join(",")));
    flag(config.depth != plain.depth, format!("--depth {}", config.depth));
    flag(config.handshake != plain.handshake, format!("--handshake {}", config.handshake.name()));
    flag(config.reset != plain.reset, format!("--reset {}", config.reset.name()));
    flag(config.sat_o != plain.sat_o, format!("--sat-o={}", config.sat_o));
    flag(config.prefix != plain.prefix, format!("--prefix {}", config.prefix));
    flag(config.profile != plain.profile, format!("--profile {}", config.profile.name()));
    flags.join(" ")
}
