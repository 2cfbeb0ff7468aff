//! The fields of the control word, as a unit's text names them.

use vidalu_model::control::{Field, Format};

use crate::verilog::Net;

/// The net of a field in the stage of the decode.
pub(crate) fn field_net(field: &Field) -> Net {
    Net::new(field.name, field.width)
}

/// A line for each field that is read: `[2:0] op    = ctl_i[12:10];  // primary operation`.
pub(crate) fn fields(format: &Format, control: &Net, reads: impl Fn(&Field) -> bool) -> Vec<String> {
    let read: Vec<_> = format.fields.iter().filter(|field| reads(field)).collect();
    let range = |field: &Field| field_net(field).range();
    let source = |field: &Field| format!("{};", control.slice(field.hi(), field.lo));
    let widest = |text: &dyn Fn(&Field) -> String| read.iter().map(|field| text(field).len()).max().unwrap_or(0);
    let (ranges, names, sources) = (widest(&range), widest(&|field| field.name.to_owned()), widest(&source));
    read.iter()
        .map(|field| {
            format!("{:ranges$} {:names$} = {:sources$}  // {}", range(field), field.name, source(field), field.doc)
        })
        .collect()
}

/// The fields that are not read, for a tool that asks what became of them; `None` if all are.
pub(crate) fn unused_fields(format: &Format, control: &Net, reads: impl Fn(&Field) -> bool) -> Option<String> {
    let unused: Vec<_> = format.fields.iter().filter(|field| !reads(field)).collect();
    let width: u32 = unused.iter().map(|field| field.width).sum();
    let mut slices: Vec<_> = unused.iter().rev().map(|field| control.slice(field.hi(), field.lo).to_string()).collect();
    let value = match slices.len() {
        0 => return None,
        1 => slices.remove(0),
        _ => format!("{{{}}}", slices.join(", ")),
    };
    let net = Net::new("unused_fields", width);
    let range = net.range();
    let space = if range.is_empty() { "" } else { " " };
    Some(format!("{range}{space}{} = {value};", net.name))
}
