//! The signals that a viewer shows first, in groups: testbench, handshake, then stage by stage.

use vidalu_gen::landmark::UNUSED;
use vidalu_gen::outline::{Net, Section};

use super::bench::{self, EXPECTED, OBSERVED, value_name};
use super::fields;
use super::record::{Scope, Variable, VariableKind, Wave};
use super::sections::Sections;
use crate::dut::Dut;
use crate::subject::Subject;

/// The groups with the instructions and the ports, which come before those of the stages.
pub(super) const OUTSIDE: [&str; 4] =
    ["instructions", "clock and handshake", "operands", "results: expected, observed"];

/// A group of signals.
#[derive(Debug, Default)]
pub(super) struct ViewGroup {
    /// The name of the group.
    pub(super) name: String,
    /// The signals of the group.
    pub(super) rows: Vec<Row>,
    /// The groups within the group, shown folded.
    pub(super) inner: Vec<Self>,
}

/// A signal in a group.
#[derive(Debug)]
pub(super) struct Row {
    /// The scopes from the outermost to the signal, joined by dots.
    pub(super) path: String,
    /// The index of the trace.
    pub(super) trace: usize,
    /// The width in bits; 0 for text.
    pub(super) width: u32,
    /// The kind of signal.
    pub(super) kind: VariableKind,
}

/// Returns the groups of a wave that has two scopes: the testbench and the module.
pub(super) fn groups(wave: &Wave, dut: &Dut, subject: &dyn Subject, stages: &Sections) -> Vec<ViewGroup> {
    let [bench, module] = &wave.scopes[..] else { unreachable!("the wave has two scopes") };
    let view = View { wave, stages };
    let ports = |names: Vec<String>| {
        names.iter().filter_map(|name| Some(view.row(&module.name, module.signal(name)?))).collect::<Vec<_>>()
    };
    let group = |name: &str, rows| ViewGroup { name: name.to_owned(), rows, inner: Vec::new() };
    let data = subject.inputs().len();
    let mut inputs: Vec<_> = dut.input_pins(subject).into_iter().map(|pin| pin.name).collect();
    let data = inputs.split_off(inputs.len() - data);
    let outputs = dut.output_pins(subject);
    let handshake = outputs.iter().take(outputs.len() - subject.outputs().len()).map(|pin| pin.name.clone());
    let flow = dut.clock.clone().into_iter().chain(inputs).chain(handshake).collect();
    let results = outputs.iter().flat_map(|pin| {
        [EXPECTED, OBSERVED].into_iter().filter_map(|part| {
            let signal = bench.scope(part)?.signal(&value_name(pin, part))?;
            Some(view.row(&format!("{}.{part}", bench::NAME), signal))
        })
    });
    let mut groups = vec![
        group(OUTSIDE[0], bench.signals.iter().map(|signal| view.row(bench::NAME, signal)).collect()),
        group(OUTSIDE[1], ports(flow)),
        group(OUTSIDE[2], ports(data)),
        group(OUTSIDE[3], results.collect()),
    ];
    groups.extend(view.stages(&dut.top, &module.name, module, bench.scope(fields::NAME)));
    groups.retain(|group| !group.rows.is_empty() || !group.inner.is_empty());
    groups
}

struct View<'a> {
    wave: &'a Wave,
    stages: &'a Sections,
}

impl View<'_> {
    fn row(&self, scope: &str, signal: &Variable) -> Row {
        let width = self.wave.traces[signal.trace].width;
        Row { path: format!("{scope}.{}", signal.name), trace: signal.trace, width, kind: signal.kind }
    }

    /// Returns a group for each section of a module. A field of the control word is shown as text.
    fn stages(&self, module: &str, path: &str, scope: &Scope, texts: Option<&Scope>) -> Vec<ViewGroup> {
        let within = path.split_once('.').map_or(String::new(), |(_, within)| format!(".{within}"));
        let texts_path = format!("{}.{}{within}", bench::NAME, fields::NAME);
        let net = |net: &Net| match texts.and_then(|texts| texts.signal(&net.name)) {
            Some(text) => Some(self.row(&texts_path, text)),
            None => Some(self.row(path, scope.signal(&net.name)?)),
        };
        let group = |section: &Section| {
            let inner = section.instances.iter().filter_map(|(module, instance)| {
                let inner = scope.scope(instance)?;
                let texts = texts.and_then(|texts| texts.scope(instance));
                Some(self.instance(module, &format!("{path}.{instance}"), inner, texts))
            });
            ViewGroup {
                name: section.name.clone(),
                rows: section.nets.iter().filter(|net| !net.name.starts_with(UNUSED)).filter_map(net).collect(),
                inner: inner.collect(),
            }
        };
        self.stages.sections(module).iter().map(group).collect()
    }

    fn instance(&self, module: &str, path: &str, scope: &Scope, texts: Option<&Scope>) -> ViewGroup {
        let stages = self.stages(module, path, scope, texts);
        let ports =
            |signal: &&Variable| stages.is_empty() || signal.name.ends_with("_i") || signal.name.ends_with("_o");
        let rows = scope.signals.iter().filter(ports).map(|signal| self.row(path, signal)).collect();
        ViewGroup { name: scope.name.clone(), rows, inner: stages }
    }
}
