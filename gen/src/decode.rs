//! The fields of the control word, with the names that a unit's text gives them.

use vidalu_model::control::{Field, Format};

use crate::verilog::{Declaration, Net, aligned};

/// Returns the net of a field in the stage that decodes the control word.
pub(crate) fn field_net(field: &Field) -> Net {
    // `signed` is a keyword of Verilog.
    Net::new(if field.name == "signed" { "is_signed" } else { field.name }, field.width)
}

/// Returns the declarations of the fields that the unit reads.
pub(crate) fn declarations(format: &Format, control: &Net, reads: impl Fn(&Field) -> bool) -> Vec<Declaration> {
    let read = format.fields.iter().filter(|field| reads(field));
    let declaration =
        |field: &Field| Declaration::wire(field_net(field), control.slice(field.hi(), field.lo)).with_doc(field.doc);
    read.map(declaration).collect()
}

/// Returns the declarations of the fields that the unit reads, one per line, in columns.
pub(crate) fn fields(format: &Format, control: &Net, reads: impl Fn(&Field) -> bool) -> Vec<String> {
    aligned(&declarations(format, control, reads))
}

/// Returns a net of the fields that the unit does not read, so that lint tools see them used;
/// `None` if it reads all.
pub(crate) fn unused_fields(format: &Format, control: &Net, reads: impl Fn(&Field) -> bool) -> Option<Declaration> {
    let unused: Vec<_> = format.fields.iter().filter(|field| !reads(field)).collect();
    let width: u32 = unused.iter().map(|field| field.width).sum();
    let mut slices: Vec<_> = unused.iter().rev().map(|field| control.slice(field.hi(), field.lo).to_string()).collect();
    let value = match slices.len() {
        0 => return None,
        1 => slices.remove(0),
        _ => format!("{{{}}}", slices.join(", ")),
    };
    Some(Declaration::wire(Net::new("unused_fields", width), value))
}
