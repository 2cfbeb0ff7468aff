//! The page with the task, and its picture.

use askama::Template;
use vidalu_gen::verilog::Port;
use vidalu_gen::{Config, Design, Target, generate};
use vidalu_report::picture;

use crate::catalog::Lab;

/// The name of the picture.
pub(crate) const PICTURE: &str = "datapath.svg";

/// The page.
#[derive(Template)]
#[template(path = "task.md.in", escape = "none")]
struct Page<'a> {
    lab: &'a Lab,
    block: Option<&'static str>,
    file: String,
    module: String,
    ports: &'a [Port],
    given: Vec<String>,
    /// The number of clock cycles from an instruction to its result.
    latency: u32,
}

/// Returns the page of a lab.
pub(crate) fn readme(lab: &Lab) -> String {
    let design = lab.design(lab.target);
    let page = Page {
        lab,
        block: block(lab),
        file: lab.file(),
        module: lab.module(),
        ports: &design.top.ports,
        given: lab.given_files().into_iter().map(|(name, _)| name).collect(),
        latency: design.latency,
    };
    page.render().expect("writing to a string does not fail") + "\n"
}

/// Returns the picture of the datapath, with the stage of a block marked. A unit with one stage
/// has no picture of its own, and is shown with all operations.
pub(crate) fn picture(lab: &Lab) -> Option<String> {
    let (unit, block) = (Target::Unit(lab.unit), block(lab));
    let whole = || Config { ops: Config::default().ops, ..lab.config.clone() };
    let of_whole = || picture_of(&generate(unit, &whole()).ok()?, block);
    picture_of(&lab.design(unit), block).or_else(of_whole)
}

/// Returns the picture of a unit, with the stage of a block marked.
pub(crate) fn picture_of(design: &Design, block: Option<&str>) -> Option<String> {
    picture::marked(design, block).into_iter().next().map(|(_, picture)| picture)
}

fn block(lab: &Lab) -> Option<&'static str> {
    if let Target::Block(block) = lab.target { Some(block.name()) } else { None }
}
