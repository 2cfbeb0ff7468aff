//! Liberty files: read and checked before a tool sees them, so that an error has a place.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use vidalu_sim::CosimError;

/// The first bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The largest size of a library in bytes, uncompressed.
const LARGEST: u64 = 1 << 30;

/// A cell library.
#[derive(Clone, Debug)]
pub struct Library {
    /// The file.
    pub path: PathBuf,
    /// The name that the file gives the library.
    pub name: String,
    /// The text, uncompressed.
    pub text: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A cell of a library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The name.
    pub name: String,
    /// The area, in the unit of the library.
    pub area: f64,
    /// The number of input pins.
    pub inputs: usize,
    /// The number of output pins.
    pub outputs: usize,
    /// Whether the library says that synthesis must not use the cell.
    pub is_unused: bool,
    /// Whether the cell is a flip-flop.
    pub is_flip_flop: bool,
    /// The bytes of the cell in the text.
    place: Range<usize>,
}

impl Library {
    /// Reads a Liberty file, plain or compressed with gzip.
    ///
    /// # Errors
    /// If the file cannot be read, its groups do not match, or it has no flip-flop or no gate.
    pub fn read(path: &Path) -> Result<Self, CosimError> {
        let text = read(path)?;
        let at = |(line, problem): (usize, String)| {
            let help = "a Liberty file has `library (name) { cell (name) { pin (name) { … } } }`";
            CosimError::usage(format!("{}:{line}: {problem}", path.display()), help)
        };
        let (name, cells) = Scanner::new(&text).library().map_err(at)?;
        let library = Self { path: path.to_owned(), name, text, cells };
        let lacks = |what: &str| {
            CosimError::usage(format!("{} has no {what}", path.display()), "name the Liberty file of standard cells")
        };
        if !library.cells.iter().any(|cell| !cell.is_flip_flop && cell.outputs == 1) {
            return Err(lacks("gate: no cell has one output"));
        }
        if !library.cells.iter().any(|cell| cell.is_flip_flop) {
            return Err(lacks("flip-flop: no cell has a group `ff`"));
        }
        Ok(library)
    }

    /// Returns the name of the file, without its folder.
    pub fn file(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Reads the Liberty file of another corner, which must have all cells of this library.
    ///
    /// # Errors
    /// The errors of [`Library::read`]; or if a cell is missing.
    pub fn corner(&self, path: &Path) -> Result<Self, CosimError> {
        let corner = Self::read(path)?;
        let is_there = |cell: &&Cell| corner.cells.iter().any(|other| other.name == cell.name);
        match self.cells.iter().find(|cell| !is_there(cell)) {
            None => Ok(corner),
            Some(cell) => {
                let problem = format!("{} does not have the cell {} of {}", path.display(), cell.name, self.name);
                Err(CosimError::usage(problem, "name the library of the same cells in another corner"))
            }
        }
    }

    /// Returns the smallest inverter or buffer: the weakest gate with one input. Cells whose name
    /// is not one word are left out.
    pub fn driver(&self) -> Option<&str> {
        let cells = self.cells.iter().filter(|cell| {
            let is_gate = !cell.is_flip_flop && !cell.is_unused && cell.area > 0.0;
            is_gate && (cell.inputs, cell.outputs) == (1, 1) && cell.name.chars().all(|c| c.is_ascii_graphic())
        });
        cells.min_by(|one, other| one.area.total_cmp(&other.area)).map(|cell| cell.name.as_str())
    }

    /// Returns the text without the gates that have several outputs. abc takes such a gate for
    /// several gates, each with the area of the whole.
    pub fn mappable(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut from = 0;
        for cell in self.cells.iter().filter(|cell| !cell.is_flip_flop && cell.outputs > 1) {
            text.push_str(&self.text[from..cell.place.start]);
            from = cell.place.end;
        }
        text + &self.text[from..]
    }
}

/// Reads the text of a file, and decompresses it if it is compressed.
fn read(path: &Path) -> Result<String, CosimError> {
    let unreadable = |reason| CosimError::Io { action: "cannot read", path: path.to_owned(), reason };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.starts_with(&GZIP) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(&bytes[..]).take(LARGEST).read_to_end(&mut plain).map_err(unreadable)?;
        bytes = plain;
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let problem = format!("{} is not a text file (invalid UTF-8 at byte {place})", path.display());
        CosimError::usage(problem, "name a Liberty file, plain or compressed with gzip")
    })
}

/// A group that is open: its words, the line and the byte where it begins.
struct Group {
    words: Vec<String>,
    line: usize,
    start: usize,
}

/// Reads the groups of a Liberty text.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    groups: Vec<Group>,
    name: Option<String>,
    cells: Vec<Cell>,
}

/// The place of an error, as a line, and the problem.
type Problem = (usize, String);

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, groups: Vec::new(), name: None, cells: Vec::new() }
    }

    /// Returns the name of the library and its cells.
    fn library(mut self) -> Result<(String, Vec<Cell>), Problem> {
        // The words of the statement so far, and where it begins.
        let (mut words, mut start, mut line) = (Vec::<String>::new(), 0, 1);
        loop {
            let before = self.line;
            let Some((word, place)) = self.word()? else { break };
            // The semicolon is often left out at the end of a line.
            let is_over = match words.last().map(String::as_str) {
                Some(")") => word != "{" && word != ";",
                Some(":") | None => false,
                Some(_) => words.get(1).is_some_and(|word| word == ":") && self.line > line && before >= line,
            };
            if is_over && word != ";" && self.line > line {
                self.attribute(&words);
                words.clear();
            }
            if words.is_empty() {
                (start, line) = (place, self.line);
            }
            match word {
                ";" => {
                    self.attribute(&words);
                    words.clear();
                }
                "{" => self.open(std::mem::take(&mut words), line, start)?,
                "}" => {
                    self.attribute(&words);
                    words.clear();
                    self.close()?;
                }
                word => words.push(word.to_owned()),
            }
        }
        match (self.groups.last(), self.name) {
            (Some(group), _) => Err((group.line, format!("the group `{}` is never closed", group.words.join(" ")))),
            (None, None) => Err((self.line, "the file has no group `library`".to_owned())),
            (None, Some(name)) => Ok((name, self.cells)),
        }
    }

    fn open(&mut self, words: Vec<String>, line: usize, start: usize) -> Result<(), Problem> {
        let is_group = words.len() >= 3 && words[1] == "(" && words.last().is_some_and(|word| word == ")");
        if !is_group {
            return Err((line, format!("`{}` before `{{` is not a group", words.join(" "))));
        }
        let argument = words[2].trim_matches('"').to_owned();
        match (self.groups.len(), words[0].as_str()) {
            (0, "library") if self.name.is_none() => self.name = Some(argument),
            (0, other) => return Err((line, format!("`{other}` is outside of the group `library`"))),
            (1, "cell") => self.cells.push(Cell { name: argument, ..Cell::default() }),
            (2, "ff" | "ff_bank") if self.is_in("cell") => {
                self.cells.last_mut().expect("its group is open").is_flip_flop = true;
            }
            _ => {}
        }
        self.groups.push(Group { words, line, start });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        let Some(group) = self.groups.pop() else {
            return Err((self.line, "`}` closes no group".to_owned()));
        };
        if self.groups.len() == 1 && group.words[0] == "cell" {
            self.cells.last_mut().expect("it was opened").place = group.start..self.at;
        }
        Ok(())
    }

    /// Takes note of an attribute of a cell, or of the direction of one of its pins.
    fn attribute(&mut self, words: &[String]) {
        let [name, colon, value] = words else { return };
        if colon != ":" || !self.is_in("cell") {
            return;
        }
        let cell = self.cells.last_mut().expect("its group is open");
        match (self.groups.len(), name.as_str(), value.trim_matches('"')) {
            (2, "area", value) => cell.area = value.parse().unwrap_or(0.0),
            (2, "dont_use", "true") => cell.is_unused = true,
            (3, "direction", "input") => cell.inputs += 1,
            (3, "direction", "output") => cell.outputs += 1,
            _ => {}
        }
    }

    /// Returns whether the group inside the library has this name.
    fn is_in(&self, name: &str) -> bool {
        self.groups.get(1).is_some_and(|group| group.words[0] == name)
    }

    /// Returns the next word and its place: a sign, a text in quotes, or anything else up to a
    /// space or a sign.
    fn word(&mut self) -> Result<Option<(&'a str, usize)>, Problem> {
        self.skip()?;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let place = self.at;
        let length = match first {
            '{' | '}' | '(' | ')' | ':' | ';' | ',' => 1,
            '"' => match rest[1..].find('"') {
                Some(end) => end + 2,
                None => return Err((self.line, "a text in quotes has no end".to_owned())),
            },
            _ => rest.find(|c: char| c.is_whitespace() || "{}():;,\"".contains(c)).unwrap_or(rest.len()),
        };
        let word = &rest[..length];
        self.line += word.matches('\n').count();
        self.at += length;
        Ok(Some((word, place)))
    }

    /// Skips spaces, continued lines and comments.
    fn skip(&mut self) -> Result<(), Problem> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\').len();
            let length = if blank > 0 {
                blank
            } else if rest.starts_with("/*") {
                rest.find("*/").ok_or((self.line, "a comment has no end".to_owned()))? + 2
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else {
                return Ok(());
            };
            self.line += rest[..length].matches('\n').count();
            self.at += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATES: &str = "/* a\n comment */ library (\"tiny\") {\n  area_unit : 1\n  values (1, 2)\n  cell (INV) {\n    \
        area : 2\n    pin (A) { direction : input; }\n    pin (Y) { direction : output\n    function : \"!A\"; }\n  }\n  \
        cell (HA)\n  {\n    pin (S) { direction : \"output\"; }\n    pin (C) { direction : output; }\n  }\n  \
        cell (DFF) { ff (IQ, IQN) { next_state : \"D\"; }\n    pin (Q) { direction : output; } }\n}\n";

    #[test]
    fn cells_with_their_outputs() {
        let (name, cells) = Scanner::new(GATES).library().unwrap();
        assert_eq!(name, "tiny");
        let facts: Vec<_> = cells.iter().map(|cell| (cell.name.as_str(), cell.outputs, cell.is_flip_flop)).collect();
        assert_eq!(facts, [("INV", 1, false), ("HA", 2, false), ("DFF", 1, true)]);
        assert_eq!(
            cells.iter().map(|cell| (cell.inputs, cell.area)).collect::<Vec<_>>(),
            [(1, 2.0), (0, 0.0), (0, 0.0)]
        );
        assert!(GATES[cells[1].place.clone()].starts_with("cell (HA)") && GATES[cells[1].place.clone()].ends_with('}'));
    }

    #[test]
    fn the_driver_is_the_smallest_gate_with_one_input() {
        let cell = |name: &str, area: f64, pins: &str, other: &str| {
            let input = |pin: char| format!("pin ({pin}) {{ direction : input; }} ");
            let inputs: String = pins.chars().map(input).collect();
            format!("cell (\"{name}\") {{ area : {area}; {other}{inputs}pin (Y) {{ direction : output; }} }}\n")
        };
        let library = |cells: &[String]| {
            let text = format!("library (x) {{\n{}}}\n", cells.concat());
            let (name, cells) = Scanner::new(&text).library().unwrap();
            Library { path: PathBuf::new(), name, text, cells }
        };
        let (weak, strong) = (cell("BUF1", 3.0, "A", ""), cell("BUF4", 5.0, "A", ""));
        let others = [
            cell("TIE", 1.0, "", ""),
            cell("NAND2", 2.0, "AB", ""),
            cell("DFF", 1.5, "D", "ff (IQ, IQN) { next_state : \"D\"; } "),
            cell("TINY", 1.0, "A", "dont_use : true; "),
            cell("NO AREA", 0.0, "A", ""),
            cell("two words", 1.0, "A", ""),
        ];
        assert_eq!(library(&[others.as_slice(), &[strong, weak]].concat()).driver(), Some("BUF1"));
        assert_eq!(library(&others).driver(), None);
    }

    #[test]
    fn errors_have_a_line() {
        let problem = |text: &str| Scanner::new(text).library().unwrap_err();
        assert_eq!(
            problem("library (x) {\n cell (A) {\n }\n"),
            (1, "the group `library ( x )` is never closed".into())
        );
        assert_eq!(problem("library (x) {\n}\n}\n"), (3, "`}` closes no group".into()));
        assert_eq!(problem("library (x) {\n cell {\n }\n}"), (2, "`cell` before `{` is not a group".into()));
        assert_eq!(problem("cell (A) { }"), (1, "`cell` is outside of the group `library`".into()));
        assert_eq!(problem("\n\nhello"), (3, "the file has no group `library`".into()));
        assert_eq!(problem("library (x) {\n a : \"b;\n}"), (2, "a text in quotes has no end".into()));
        assert_eq!(problem("library (x) {\n /* b;\n}"), (2, "a comment has no end".into()));
    }
}
