//! The fields of the control word as text: for every net that carries a field, a signal with the
//! name of the code.

use vidalu_gen::landmark::unregistered;
use vidalu_model::control::{FORMATS, Field};

use super::record::{Scope, Trace, Variable, VariableKind, Wave};
use super::sections::Sections;

/// The name of the scope within the scope of the testbench.
pub(super) const NAME: &str = "decoded";

/// Returns the texts of all fields in the module and its instances, in scopes of the same names.
pub(super) fn decoded(wave: &mut Wave, stages: &Sections, module: &str) -> Scope {
    let scope = wave.scopes.pop().expect("the module is the last scope");
    let texts = texts(&scope, &mut wave.traces, stages, module, NAME);
    wave.scopes.push(scope);
    texts
}

fn texts(scope: &Scope, traces: &mut Vec<Trace>, stages: &Sections, module: &str, name: &str) -> Scope {
    let unit = module.rsplit('_').next().unwrap_or(module);
    let format = FORMATS.iter().find(|format| format.unit.name() == unit);
    let fields = format.map_or(&[][..], |format| format.fields);
    let mut texts = Scope { name: name.to_owned(), ..Scope::default() };
    for signal in &scope.signals {
        let base = unregistered(&signal.name);
        let is_it =
            |field: &&Field| field.name == base && field.width == traces[signal.trace].width && !field.codes.is_empty();
        if let Some(field) = fields.iter().find(is_it) {
            let mut trace = Trace::new(0);
            for (time, digits) in &traces[signal.trace].changes {
                trace.set(*time, text(field, digits));
            }
            traces.push(trace);
            texts.signals.push(Variable {
                name: signal.name.clone(),
                kind: VariableKind::Text,
                trace: traces.len() - 1,
            });
        }
    }
    for (module, instance) in stages.instances(module) {
        if let Some(inner) = scope.scope(instance) {
            let inner = self::texts(inner, traces, stages, module, instance);
            texts.scopes.extend((!inner.signals.is_empty() || !inner.scopes.is_empty()).then_some(inner));
        }
    }
    texts
}

/// Returns the name of a code, its number if it has no name, or `x` if some digits are unknown.
fn text(field: &Field, digits: &str) -> String {
    match u64::from_str_radix(digits, 2) {
        Ok(code) => field.code_name(code).map_or_else(|| code.to_string(), str::to_owned),
        Err(_) => "x".to_owned(),
    }
}
