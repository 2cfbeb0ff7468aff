//! The stage in which a path lies, by the names that the generated text gives its registers.

use vidalu_gen::Design;
use vidalu_gen::outline::{Section, sections};

/// Sections before the first stage.
pub(crate) const BEFORE: [&str; 2] = ["flow", "control word"];

/// Returns the best of the names of a net, and the stages between this net and the next row of
/// registers. A name is a path below the top module.
pub(crate) fn locate(design: &Design, names: &[String]) -> (String, String) {
    let found: Vec<_> = names.iter().filter_map(|name| place(design, name)).collect();
    // A register tells more than a wire with the same value.
    let best = found.iter().find(|place| place.is_row()).or_else(|| found.iter().find(|place| place.is_port));
    match best.or(found.first()) {
        // A block is one stage, without a banner.
        Some(place) if place.sections.is_empty() => (place.name.clone(), design.target.name().to_owned()),
        Some(place) => (place.name.clone(), place.stages()),
        None => {
            let shortest = names.iter().min_by_key(|name| name.len()).cloned().unwrap_or_default();
            (shortest, design.target.name().to_owned())
        }
    }
}

/// Returns the best of the names of a net: that of a register or a port, or else the shortest.
pub(crate) fn name(design: &Design, names: &[String]) -> String {
    locate(design, names).0
}

/// The place of a net.
struct Place {
    name: String,
    /// The instance with the net, without its prefix; empty for the top module.
    instance: String,
    is_port: bool,
    sections: Vec<Section>,
    /// The index of the section that declares the net.
    at: usize,
}

fn place(design: &Design, name: &str) -> Option<Place> {
    let base = name.split('[').next().unwrap_or(name);
    let (instance, leaf) = base.rsplit_once('.').unwrap_or(("", base));
    let is_port = instance.is_empty() && design.top.port(leaf).is_some();
    let module = match instance {
        "" => &design.top.name,
        path => &design.landmarks.instances.iter().find(|placed| placed.path == path)?.module,
    };
    let is_of = |path: &str| path.rsplit('/').next().and_then(|file| file.split('.').next()) == Some(module);
    let file = design.files.iter().find(|file| is_of(&file.path))?;
    let sections = sections(&file.text);
    let at = if is_port { 0 } else { sections.iter().position(|section| declares(section, leaf))? };
    let instance = instance.rsplit('.').next().unwrap_or_default();
    let instance = instance.strip_prefix("u_").unwrap_or(instance).to_owned();
    Some(Place { name: name.to_owned(), instance, is_port, sections, at })
}

fn declares(section: &Section, name: &str) -> bool {
    section.nets.iter().any(|net| net.name == name)
}

pub(crate) fn is_row(section: &Section) -> bool {
    section.name.contains(" -> ")
}

/// Returns the name of the stages from the first to the last.
pub(crate) fn name_of(first: &str, last: &str) -> String {
    format!("{first} to {last}")
}

impl Place {
    fn is_row(&self) -> bool {
        !self.is_port && is_row(&self.sections[self.at])
    }

    /// Returns the names of the stages from the net to the next row of registers.
    fn stages(&self) -> String {
        let front = if self.instance.is_empty() { String::new() } else { format!("{}: ", self.instance) };
        let begin = self.at + usize::from(self.is_row());
        let rest = self.sections.get(begin..).unwrap_or_default();
        let names: Vec<_> = rest.iter().take_while(|section| !is_row(section)).map(|it| it.name.as_str()).collect();
        let stages: Vec<_> = names.iter().filter(|name| !BEFORE.contains(name)).collect();
        let text = match (&stages[..], &names[..]) {
            ([first, .., last], _) => name_of(first, last),
            ([only], _) => (*only).to_string(),
            ([], [first, ..]) => (*first).to_string(),
            // Only wires: registers that the synthesis tool may move into the stage before them.
            ([], []) => self.sections.get(self.at).map_or_else(String::new, |section| section.name.clone()),
        };
        format!("{front}{text}")
    }
}

#[cfg(test)]
mod tests {
    use vidalu_gen::{Block, Config, Target, Unit, generate};

    use super::locate;

    fn stage(unit: Unit, depth: u8, names: &[&str]) -> (String, String) {
        let config = Config { depth: depth.into(), ..Config::default() };
        let design = generate(Target::Unit(unit), &config).unwrap();
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        locate(&design, &names)
    }

    #[test]
    fn registers_ports_and_wires_lead_to_their_stage() {
        let owned = |name: &str, stage: &str| (name.to_owned(), stage.to_owned());
        assert_eq!(
            stage(Unit::Scalar, 2, &["u_saturate.x_i", "tmp_s34_q"]),
            owned("tmp_s34_q", "saturate to secondary | merge")
        );
        assert_eq!(stage(Unit::Scalar, 2, &["less_q[0]"]), owned("less_q[0]", "primary"));
        assert_eq!(stage(Unit::Scalar, 2, &["ctl_i"]), owned("ctl_i", "select to order"));
        assert_eq!(stage(Unit::Simd, 0, &["a_i"]), owned("a_i", "select to merge | accumulate"));
        assert_eq!(stage(Unit::Video, 2, &["u_scalar.tmp_s34_q"]).1, "scalar: saturate to secondary | merge");
        assert_eq!(stage(Unit::Scalar, 2, &["_123_", "n1"]), owned("n1", "scalar"));
        let block = generate(Target::Block(Block::Merge), &Config::default()).unwrap();
        assert_eq!(locate(&block, &["c_i[3]".to_owned()]), owned("c_i[3]", "merge"));
    }
}
