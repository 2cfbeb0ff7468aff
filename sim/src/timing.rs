//! Timing diagrams: signals over a few clock cycles, as SVG.

/// A signal over the cycles.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The name, at most 21 letters.
    pub name: String,
    /// The values.
    pub values: Values,
}

/// The values of a signal.
#[derive(Clone, Debug)]
pub enum Values {
    /// A clock with this number of periods.
    Clock(usize),
    /// The bit in each cycle; `None` if it is unknown.
    Bits(Vec<Option<bool>>),
    /// The text of the data in each cycle; `None` if it is not valid.
    Data(Vec<Option<String>>),
}

/// The measures of the picture in pixels: the least width of a cycle, the width of a letter, the
/// height of a lane, the height of a signal, the height of a line of text, and the left margin.
const CYCLE: usize = 40;
const LETTER: usize = 8;
const LANE: usize = 30;
const HIGH: usize = 18;
const LINE: usize = 16;
const LEFT: usize = 170;

/// Returns the signals as an SVG picture. The cycles are numbered from `first` on, and the lines of
/// the legend stand below the signals.
pub fn svg(lanes: &[Lane], title: &str, first: u64, legend: &[String]) -> String {
    let cycles = lanes.iter().map(|lane| lane.values.cycles()).max().unwrap_or(0);
    let cycle_width = lanes.iter().map(|lane| lane.values.least_width()).fold(CYCLE, usize::max);
    let longest = legend.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let below = 26 + lanes.len() * LANE;
    let width = (LEFT + cycles * cycle_width).max(longest * LETTER) + 10;
    let height = below + 14 + legend.len() * LINE;
    let title = escaped(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for cycle in 0..cycles {
        let x = LEFT + cycle * cycle_width;
        text += &format!("<path d=\"M{x} 20V{}\" stroke=\"#ddd\"/>", below - 6);
        let (middle, number) = (x + cycle_width / 2, first + cycle as u64);
        text += &format!("<text x=\"{middle}\" y=\"14\" text-anchor=\"middle\" fill=\"#888\">{number}</text>\n");
    }
    for (at, lane) in lanes.iter().enumerate() {
        let (top, name) = (26 + at * LANE, escaped(&lane.name));
        text += &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\n", LEFT - 10, top + 13);
        text += &lane.values.drawn(top, cycle_width);
    }
    for (line, at) in legend.iter().zip(1..) {
        text += &format!("<text x=\"10\" y=\"{}\">{}</text>\n", below + at * LINE, escaped(line));
    }
    text + "</svg>\n"
}

/// Returns runs of equal values: the value, the first cycle, and the number of cycles.
pub fn runs<T: PartialEq>(values: &[T]) -> impl Iterator<Item = (&T, usize, usize)> + '_ {
    let mut from = 0;
    values.chunk_by(T::eq).map(move |run| {
        from += run.len();
        (&run[0], from - run.len(), run.len())
    })
}

impl Values {
    fn cycles(&self) -> usize {
        match self {
            Self::Clock(periods) => *periods,
            Self::Bits(bits) => bits.len(),
            Self::Data(values) => values.len(),
        }
    }

    /// Returns the least width of a cycle in which the texts have room.
    fn least_width(&self) -> usize {
        let Self::Data(values) = self else { return 0 };
        let room = |text: &Option<String>| text.as_ref().map_or(0, |text| text.chars().count() * LETTER + 12);
        runs(values).map(|(text, _, length)| room(text).div_ceil(length).next_multiple_of(2)).max().unwrap_or(0)
    }

    /// Draws the lane with its upper edge at `top`.
    fn drawn(&self, top: usize, width: usize) -> String {
        let (low, stroke) = (top + HIGH, "fill=\"none\" stroke=\"black\"");
        match self {
            Self::Clock(periods) => {
                let half = width / 2;
                let period = format!("V{top}h{half}V{low}h{half}");
                format!("<path d=\"M{LEFT} {low}{}\" {stroke}/>\n", period.repeat(*periods))
            }
            Self::Bits(bits) if bits.iter().all(Option::is_some) => {
                let step = |bit: &Option<bool>| format!("V{}h{width}", if *bit == Some(true) { top } else { low });
                let from = if bits.first() == Some(&Some(true)) { top } else { low };
                format!("<path d=\"M{LEFT} {from}{}\" {stroke}/>\n", bits.iter().map(step).collect::<String>())
            }
            Self::Bits(bits) => {
                let digits = bits.iter().map(|bit| bit.map(|bit| u8::from(bit).to_string()));
                Self::Data(digits.collect()).drawn(top, width)
            }
            Self::Data(values) => {
                let runs = runs(values);
                runs.map(|(text, from, length)| data(text.as_deref(), LEFT + from * width, length * width, top))
                    .collect()
            }
        }
    }
}

/// Draws data that stays for some cycles, with its text. Invalid data is grey.
fn data(text: Option<&str>, x: usize, width: usize, top: usize) -> String {
    let fill = if text.is_some() { "#e8f0fe" } else { "#e4e4e4" };
    let shape = format!("M{} {top}h{}l4 9l-4 9h-{}l-4 -9z", x + 4, width - 8, width - 8);
    let name = text.map_or_else(String::new, |text| {
        let (middle, text) = (x + width / 2, escaped(text));
        format!("<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{text}</text>", top + 13)
    });
    format!("<path d=\"{shape}\" fill=\"{fill}\" stroke=\"black\"/>{name}\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
