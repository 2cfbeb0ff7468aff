//! The flags of a configuration: a file, and a flag for each key, which overrides the file.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use itertools::Itertools;
use miette::Report;
use vidalu_gen::space::Setup;
use vidalu_gen::{Choice, Config, ConfigFile, Depth, Key, Operation, Target, Unit, Values, Wrapper};
use vidalu_model::golden::Profile;

use crate::failure::Failure;
use crate::{diagnosis, input, output};

/// The flags of a configuration: `--config` and a flag for each key.
pub(crate) struct ConfigArgs {
    file: Option<String>,
    /// The keys that were given, with their values as words.
    given: Vec<(&'static Key, String)>,
}

const HEADING: &str = "Configuration";

impl clap::Args for ConfigArgs {
    fn group_id() -> Option<clap::Id> {
        Some("ConfigArgs".into())
    }

    fn augment_args(command: Command) -> Command {
        let file = Arg::new("config")
            .long("config")
            .value_name("FILE")
            .help("A TOML file, or - for stdin; `vidalu gen --print-config` writes one with every key");
        let args: Vec<_> = std::iter::once(file).chain(Key::ALL.iter().map(flag)).collect();
        let group = ArgGroup::new("ConfigArgs").multiple(true).args(args.iter().map(Arg::get_id));
        command.group(group).args(args.into_iter().map(|arg| arg.help_heading(HEADING)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ConfigArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |key: &'static Key| {
            let words = matches.get_raw(key.name)?.map(|word| word.to_string_lossy());
            Some((key, words.collect::<Vec<_>>().join(",")))
        };
        Ok(Self {
            file: matches.get_one::<String>("config").cloned(),
            given: Key::ALL.iter().filter_map(given).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flag of a key. Its parser refuses what is not a value of the key.
fn flag(key: &'static Key) -> Arg {
    let only = key.wrapper.map_or_else(String::new, |own| format!(", only with --wrapper {}", own.name()));
    let arg = Arg::new(key.name).long(key.flag()).value_name(key.value_name()).help(format!(
        "{}{} [default: {}{only}]",
        key.help(),
        if matches!(key.values, Values::Operations) { " (`vidalu gen --list` names them)" } else { "" },
        key.default()
    ));
    let parser: ValueParser = match key.values {
        Values::Flag => value_parser!(bool),
        Values::Names(names) => PossibleValuesParser::new(names()).into(),
        Values::Number { .. } => value_parser!(u8).into(),
        Values::Operations => {
            PossibleValuesParser::new(["all"].into_iter().chain(Operation::ALL.map(Operation::name))).into()
        }
        Values::Prefix => value_parser!(String),
        Values::Depth => value_parser!(Depth).into(),
    };
    match key.values {
        Values::Flag => arg.num_args(0..=1).default_missing_value("true"),
        // There are 33; `vidalu gen --list` names them.
        Values::Operations => arg.value_delimiter(',').action(ArgAction::Append).hide_possible_values(true),
        _ => arg,
    }
    .value_parser(parser)
}

impl ConfigArgs {
    /// Returns the configuration, and the unit and the bus that the file names. Without
    /// `--config`, the file `base` takes its place.
    pub(crate) fn read_over(&self, base: Option<&str>) -> Result<ConfigFile, Failure> {
        self.read_keys(base, |_| true)
    }

    /// Returns the configuration as [`ConfigArgs::read_over`] does, but without the flag of the
    /// profile, and the profile of this flag, if it was given.
    pub(crate) fn read_apart(&self, base: Option<&str>) -> Result<(ConfigFile, Option<Profile>), Failure> {
        Ok((self.read_keys(base, |key| key.name != "profile")?, self.profile()))
    }

    /// Returns the profile that was given as a flag.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let word = self.word("profile");
        Profile::ALL.into_iter().find(|profile| Some(profile.name()) == word)
    }

    /// Returns the first flag that was given, apart from the profile.
    pub(crate) fn of_hardware(&self) -> Option<String> {
        let file = self.file.as_ref().map(|_| "--config".to_owned());
        let key = self.given.iter().map(|(key, _)| key).find(|key| key.name != "profile");
        file.or_else(|| key.map(|key| format!("--{}", key.flag())))
    }

    /// Returns whether a configuration was given.
    pub(crate) fn is_given(&self) -> bool {
        self.file.is_some() || !self.given.is_empty()
    }

    /// Returns the word that was given for a key.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(key, _)| key.name == name).map(|(_, word)| word.as_str())
    }

    /// Says which of the flags have no effect on any of the targets behind the bus.
    pub(crate) fn note_unused(&self, targets: &[Target], wrapper: Bus) {
        let names: Vec<_> = targets.iter().map(|target| target.name()).collect();
        let concerns = |key: &Key| {
            key.wrapper.map_or_else(|| targets.iter().any(|&target| key.concerns(target)), |own| wrapper == Some(own))
        };
        for (key, _) in self.given.iter().filter(|(key, _)| !concerns(key)) {
            let targets = Target::ALL.into_iter().filter(|target| key.concerns(*target)).map(Target::name);
            let of: Vec<_> =
                targets.map(str::to_owned).chain(key.wrapper.map(|own| format!("wrapper {}", own.name()))).collect();
            let (flag, names, of) = (key.flag(), names.join(", "), of.join(", "));
            output::talk(&format!("note: --{flag} has no effect on {names}, only on {of}\n"));
        }
    }

    /// Says which keys the bus around the unit decides otherwise than the flags and the file ask. A
    /// default of the file counts as not asked for. What the bus refuses is not mentioned.
    pub(crate) fn note_bus(&self, wrapper: Bus, config: &Config) {
        let Some((wrapper, Ok(inside))) = wrapper.map(|wrapper| (wrapper, wrapper.config(config))) else { return };
        for key in Key::ALL.iter().filter(|key| key.wrapper.is_none()) {
            let (asked, has) = (key.word(config), key.word(&inside));
            if asked != has && (self.word(key.name).is_some() || !key.is_default(config)) {
                let (name, bus) = (key.name, wrapper.name());
                output::talk(&format!("note: {name} = {asked} has no effect: {bus} decides {name} = {has}\n"));
            }
        }
    }

    /// Says which of the flags change no code, such as an adder for a form that leaves its adders
    /// to the tool. A key that the bus decides is not mentioned again.
    pub(crate) fn note_idle(&self, setup: Setup, config: &Config) {
        let Ok(design) = setup.generate(config) else { return };
        let is_asked = |key: &Key| setup.depends_on(key) && !key.is_default(config);
        for (key, word) in self.given.iter().filter(|(key, _)| is_asked(key)) {
            let (mut other, mut alone) = (config.clone(), Config::default());
            let is_set = other.set(key, &key.default()).and_then(|()| alone.set(key, word)).is_ok();
            // The default can contradict other keys. A bus gives the key the same value both times.
            let is_idle = setup.generate(&other).is_ok_and(|other| {
                other.code() == design.code() && key.word(&other.config) != key.word(&design.config)
            });
            if is_set && is_idle {
                output::talk(&format!("note: {} has no effect on {setup} in this configuration\n", alone.flags()));
            }
        }
    }

    /// Says which of the flags have no effect on vectors of `target`. The header of the vectors has
    /// the keys that change them. A flag with the default value is not mentioned.
    pub(crate) fn note_unused_by_vectors(&self, target: Target, config: &Config, in_header: impl Fn(&str) -> bool) {
        self.note_unused(&[target], None);
        let flags = config.flags();
        let changes = |flag: &str| flags.split(' ').any(|word| word.split('=').next() == Some(flag));
        for (key, _) in self.given.iter().filter(|(key, _)| key.concerns(target) && !in_header(key.name)) {
            let flag = format!("--{}", key.flag());
            if changes(&flag) {
                output::talk(&format!("note: {flag} has no effect on vectors\n"));
            }
        }
    }

    /// Reads the file, or else `base`, and the flags of some keys.
    fn read_keys(&self, base: Option<&str>, reads: impl Fn(&Key) -> bool) -> Result<ConfigFile, Failure> {
        let mut file = match self.file.as_deref().or(base) {
            Some(path) => from_file(path)?,
            None => ConfigFile::default(),
        };
        for (key, word) in self.given.iter().filter(|(key, _)| reads(key)) {
            file.config.set(key, word)?;
        }
        file.config.validate()?;
        Ok(file)
    }
}

/// The units and blocks, the bus and the configuration that a command is asked for.
pub(crate) struct Wanted {
    /// The units and blocks that are named; none if that is left to the command.
    pub(crate) targets: Vec<Target>,
    /// The bus around the unit.
    pub(crate) wrapper: Bus,
    /// The configuration.
    pub(crate) config: Config,
}

impl ConfigArgs {
    /// Returns the units and the bus that are named on the command line, or else in the file, and
    /// the configuration.
    pub(crate) fn read_wanted(&self, named: &[Target], wrapper: Option<Bus>) -> Result<Wanted, Failure> {
        let file = self.read_over(None)?;
        let wrapper = wrapper.unwrap_or(file.wrapper);
        let targets = match (named, wrapper) {
            ([], None) => file.target.into_iter().collect(),
            ([], Some(_)) => vec![file.target.unwrap_or(Target::Unit(Unit::Video))],
            _ => named.to_vec(),
        };
        // The keys of other buses have no effect, and a report does not name them.
        Ok(Wanted { targets, wrapper, config: file.config.behind(wrapper) })
    }
}

/// The flags of a configuration of the golden model, which has more profiles than the hardware.
pub(crate) struct GoldenArgs(pub(crate) ConfigArgs);

impl clap::Args for GoldenArgs {
    fn group_id() -> Option<clap::Id> {
        ConfigArgs::group_id()
    }

    fn augment_args(command: Command) -> Command {
        let profiles = PossibleValuesParser::new(Profile::ALL.map(Profile::name));
        let help = "Semantics: how to read the manual where it is unclear [default: manual]";
        ConfigArgs::augment_args(command).mut_arg("profile", |arg| arg.value_parser(profiles).help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for GoldenArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        ConfigArgs::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
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

/// The bus of `--wrapper`; `none` leaves out the wrapper that a configuration file names.
pub(crate) type Bus = Option<Wrapper>;

/// The buses that a word of a list means; `all` means each of them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Buses {
    /// One bus, or none.
    One(Bus),
    /// All buses.
    All,
}

/// A parser of the words of a list of buses: their names, `none` and `all`.
pub(crate) fn buses() -> impl TypedValueParser<Value = Buses> {
    let names = Wrapper::ALL.iter().map(|wrapper| wrapper.name());
    PossibleValuesParser::new(names.chain(["none", "all"])).map(|text| match &*text {
        "all" => Buses::All,
        name => Buses::One(bus_named(name)),
    })
}

/// Returns the buses of a list, each once, in the order of the list.
pub(crate) fn listed(words: &[Buses]) -> Vec<Bus> {
    let of = |word: &Buses| match word {
        Buses::One(bus) => vec![*bus],
        Buses::All => Wrapper::ALL.iter().copied().map(Some).collect(),
    };
    words.iter().flat_map(of).unique().collect()
}

/// A parser of the names of the buses and of `none`.
pub(crate) fn bus() -> impl TypedValueParser<Value = Bus> {
    PossibleValuesParser::new(Wrapper::ALL.iter().map(|wrapper| wrapper.name()).chain(["none"]))
        .map(|name| bus_named(&name))
}

/// Returns the bus of this name; none for `none`.
fn bus_named(name: &str) -> Bus {
    Wrapper::ALL.iter().copied().find(|wrapper| wrapper.name() == name)
}

/// The configuration file at `path`, checked.
pub(crate) fn from_file(path: &str) -> Result<ConfigFile, Failure> {
    let text = input::read(path)?;
    ConfigFile::from_toml(&text).map_err(|error| {
        let source = diagnosis::source(input::name(path), &text);
        Failure::Error(error.fault().into(), Report::new(error).with_source_code(source))
    })
}

/// Returns the unit of a page that shows units.
pub(crate) fn shown(target: Target) -> Result<Unit, Failure> {
    match target {
        Target::Unit(unit) => Ok(unit),
        Target::Block(block) => {
            let message = format!("{} is a block, and the page shows units", block.name());
            Err(Failure::input(&message, "name a unit with --unit; the page opens the blocks inside it"))
        }
    }
}

/// Returns a unit or block by itself, or a unit behind a bus. If none is named, it is scalar, or
/// video behind a bus.
pub(crate) fn setup(target: Option<Target>, wrapper: Bus) -> Result<Setup, Failure> {
    match wrapper {
        None => Ok(Setup::Alone(target.unwrap_or(Target::Unit(Unit::Scalar)))),
        Some(wrapper) => Ok(Setup::Behind(wrapper, wrapped(target)?)),
    }
}

/// The unit that a wrapper stands around: the named one, or all of them.
pub(crate) fn wrapped(target: Option<Target>) -> Result<Unit, Failure> {
    match target {
        None => Ok(Unit::Video),
        Some(Target::Unit(unit)) => Ok(unit),
        Some(Target::Block(block)) => {
            let message = format!("{} is a block, and a bus carries instructions", block.name());
            Err(Failure::input(&message, "name a unit with --unit, or leave the bus out with --wrapper none"))
        }
    }
}

/// Parses a clock in MHz.
pub(crate) fn frequency(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(mhz) if (0.001..=100_000.0).contains(&mhz) => Ok(mhz),
        _ => Err("not a clock in MHz; use a number from 0.001 to 100000, such as 80 or 133.3".to_owned()),
    }
}
