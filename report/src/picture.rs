//! Draws the datapath of a module: its stages in the order of the dataflow, the numbers that go
//! from one to the next with their widths, and the pipeline registers.

use std::collections::BTreeMap;

use askama::Template;
use vidalu_gen::outline::{Datapath, Item, Kind, Net};
use vidalu_gen::{Config, Design, Target, generate};

/// The number of mismatches that begin in a stage of a unit, by both their names.
pub type Failures = BTreeMap<(String, String), usize>;

/// Returns pictures of a unit and of the units inside it, by the name of the module, for use on a
/// page that has the styles.
///
/// `failures` marks stages. A block has no picture, nor does a unit whose `config` was written by
/// another version.
pub fn pictures(unit: &str, config: &str, failures: &Failures) -> Vec<(String, String)> {
    let design = unit.parse::<Target>().ok().zip(Config::from_line(config).ok());
    let design = design.and_then(|(target, config)| generate(target, &config).ok());
    design.map(|design| drawn(&design, failures, None, false)).unwrap_or_default()
}

/// Returns pictures like those of [`pictures`], each as a file of its own, with the styles in it.
pub fn files(design: &Design) -> Vec<(String, String)> {
    marked(design, None)
}

/// Returns pictures like those of [`files`], in which the stage with this block is marked.
pub fn marked(design: &Design, block: Option<&str>) -> Vec<(String, String)> {
    drawn(design, &Failures::new(), block, true)
}

/// Draws the top module first, then the modules inside it that have several stages.
fn drawn(design: &Design, failures: &Failures, block: Option<&str>, standalone: bool) -> Vec<(String, String)> {
    let modules = [&design.top].into_iter().chain(design.parts.iter().rev()).zip(design.files.iter().rev());
    let datapaths = modules.filter_map(|(module, file)| Datapath::read(module, &file.text, &design.config.prefix));
    let render = |datapath: Datapath| {
        let drawing = Drawing::new(&datapath, failures, block, standalone);
        (datapath.module, drawing.render().expect("writing to a string does not fail"))
    };
    datapaths.map(render).collect()
}

/// A picture, as places in it.
#[derive(Template)]
#[template(path = "picture.svg", escape = "html")]
struct Drawing {
    title: String,
    /// The styles of a picture that is a file of its own.
    style: Option<&'static str>,
    width: usize,
    height: usize,
    boxes: Vec<StageBox>,
    bars: Vec<Bar>,
    arrows: Vec<Arrow>,
}

/// A stage.
struct StageBox {
    lines: Vec<Line>,
    failures: usize,
    is_marked: bool,
    left: usize,
    width: usize,
    center: usize,
}

/// A line of text in a stage, with the class of its style and its place from above.
struct Line {
    class: &'static str,
    text: String,
    base: usize,
}

/// Rows of pipeline registers.
struct Bar {
    rows: usize,
    left: usize,
}

/// A number on its way to a stage: from `(x, y)`, by `right` or down to the stages.
struct Arrow {
    x: usize,
    y: usize,
    right: Option<usize>,
    name: String,
    width: String,
}

const STYLE: &str = concat!(include_str!("../templates/colours.css"), include_str!("../templates/picture.css"));
/// Where the stages begin, from above; the operands come in there.
const TOP: usize = 44;
/// The height of a line of text and the width of a character.
const LINE: usize = 17;
const CHARACTER: usize = 8;
/// The distance of arrows that lie above each other.
const ARROW: usize = 36;
/// The width of a bar of registers.
const BAR: usize = 8;
/// If more numbers than these go to the next stage, they are drawn as one arrow.
const MOST: usize = 6;

impl Drawing {
    fn new(datapath: &Datapath, failures: &Failures, block: Option<&str>, standalone: bool) -> Self {
        let numbers: Vec<_> = datapath.items.iter().map(|item| labels(&item.numbers)).collect();
        let lines: Vec<_> = datapath.items.iter().map(lines).collect();
        let most = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let text = most(&mut lines.iter().map(Vec::len)) * LINE + 16;
        let height = text.max(most(&mut numbers.iter().map(Vec::len)) * ARROW + 8);
        let mut drawing = Self {
            title: format!("datapath of {}", datapath.module),
            style: standalone.then_some(STYLE),
            width: 0,
            height: TOP + height + 2 * LINE,
            boxes: Vec::new(),
            bars: Vec::new(),
            arrows: Vec::new(),
        };
        let mut left = CHARACTER;
        for ((item, lines), numbers) in datapath.items.iter().zip(lines).zip(numbers) {
            let longest = most(&mut lines.iter().map(|line| line.text.len()));
            let operands = labels(&item.operands);
            let across = most(&mut operands.iter().map(|(name, width)| name.len() + 1 + width.len())) + 2;
            let width = match item.kind {
                Kind::Stage(_) => CHARACTER * (longest + 3).max(across * operands.len()),
                Kind::Registers(rows) => {
                    drawing.bars.push(Bar { rows, left });
                    BAR
                }
            };
            for (at, (name, bits)) in operands.iter().enumerate() {
                let x = left + width * (2 * at + 1) / (2 * operands.len());
                drawing.arrows.push(Arrow { x, y: TOP - 22, right: None, name: name.clone(), width: bits.clone() });
            }
            if let Kind::Stage(stage) = &item.kind {
                let failures = failures.get(&(datapath.unit.clone(), stage.name.clone())).copied().unwrap_or(0);
                let center = left + width / 2;
                let is_marked = stage.blocks.iter().any(|own| Some(&*own.module) == block);
                drawing.boxes.push(StageBox { lines, failures, is_marked, left, width, center });
            }
            left += width;
            let gap = CHARACTER * (most(&mut numbers.iter().map(|(name, _)| name.len())) + 2).max(3);
            let first = TOP + (height - numbers.len().saturating_sub(1) * ARROW) / 2;
            for (at, (name, width)) in numbers.into_iter().enumerate() {
                drawing.arrows.push(Arrow { x: left, y: first + at * ARROW, right: Some(gap), name, width });
            }
            left += gap;
        }
        drawing.width = left + CHARACTER;
        drawing
    }

    /// Returns where the stages begin and how high they are.
    fn stages(&self) -> (usize, usize) {
        (TOP, self.height - TOP - 2 * LINE)
    }
}

/// Returns names and widths; one label for all if there are many.
fn labels(nets: &[Net]) -> Vec<(String, String)> {
    if nets.len() > MOST {
        let bits: usize = nets.iter().map(|net| net.width).sum();
        return vec![(format!("{} numbers", nets.len()), bits.to_string())];
    }
    nets.iter().map(|net| (net.name.clone(), net.width.to_string())).collect()
}

/// Returns the lines of text in a stage.
fn lines(item: &Item) -> Vec<Line> {
    let Kind::Stage(stage) = &item.kind else { return Vec::new() };
    let mut lines = vec![("name", stage.name.clone())];
    lines.extend(stage.blocks.iter().map(|block| ("block", block.module.clone())));
    lines.extend(stage.state.iter().map(|net| ("state", format!("register {}", net.name))));
    let fields = stage.fields.chunks(3).map(|fields| ("field", fields.join(" ")));
    lines.extend(fields);
    let line = |(at, (class, text))| Line { class, text, base: TOP + 20 + at * LINE };
    lines.into_iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_its_stages_and_its_registers() {
        let config = Config { depth: 3.into(), ..Config::default() };
        for unit in ["scalar", "simd", "vmad", "carry", "lanes", "video"] {
            let drawn = pictures(unit, &config.line(), &BTreeMap::new());
            assert_eq!(drawn[0].0, format!("vidalu_{unit}"));
            assert_eq!(drawn.len(), if unit == "video" { 5 } else { 1 }, "{unit}");
            for (module, picture) in &drawn {
                let rows: usize = picture
                    .split("class=\"count\"")
                    .skip(1)
                    .map(|rest| rest.split(['>', '<']).nth(1).unwrap().trim().parse::<usize>().unwrap())
                    .sum();
                assert_eq!(rows, 3, "{module}: {picture}");
            }
        }
        assert!(pictures("select", &config.line(), &BTreeMap::new()).is_empty());
    }

    #[test]
    fn a_stage_that_failed_is_marked() {
        let failures = BTreeMap::from([(("scalar".to_owned(), "saturate".to_owned()), 7)]);
        let config = Config { prefix: "own_".to_owned(), ..Config::default() };
        for unit in ["scalar", "video"] {
            // vmad and simd have a stage of the same name.
            for (module, picture) in &pictures(unit, &config.line(), &failures) {
                let is_bad = module == "own_scalar";
                assert_eq!(picture.matches("class=\"stage bad\"").count(), usize::from(is_bad), "{module}");
                assert_eq!(picture.contains("7 wrong"), is_bad, "{picture}");
            }
        }
    }
}
