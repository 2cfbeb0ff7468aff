//! The rows in a plane of area and speed, as a picture.

use std::fmt::Write;

use itertools::Itertools;

use crate::report::{Row, SynthReport};

/// The size of the plane, in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;

/// The margins around the plane, in pixels.
const LEFT: f64 = 72.0;
const ABOVE: f64 = 40.0;
const RIGHT: f64 = 150.0;
const BELOW: f64 = 52.0;

/// The colors of units.
const COLORS: [&str; 6] = ["#1f6feb", "#bf5700", "#2d8659", "#8250df", "#b3261e", "#5c6773"];

/// The names of the axes, and how a row is placed on the one for speed.
struct Axes {
    area: &'static str,
    speed: &'static str,
    /// Whether a larger number is better.
    is_rate: bool,
}

impl Axes {
    fn of(report: &SynthReport) -> Self {
        let all = |has: fn(&Row) -> bool| report.rows.iter().all(has);
        let area = match () {
            () if all(|row| row.tables.is_none()) => "area in µm²",
            () if all(|row| row.carries.is_some()) => "logic cells",
            () => "lookup tables",
        };
        let any_clock = report.rows.iter().any(|row| row.mhz.is_some());
        let (speed, is_rate) = match () {
            () if any_clock => ("MHz", true),
            () if all(|row| row.delay_ps.is_some()) => ("delay in ps", false),
            () => ("levels", false),
        };
        Self { area, speed, is_rate }
    }

    /// Returns the units of an area and of a speed.
    fn units(&self) -> [&'static str; 2] {
        let last = |title: &'static str| title.rsplit(' ').next().unwrap_or(title);
        let area = if self.area.ends_with("µm²") { last(self.area) } else { self.area };
        [area, last(self.speed)]
    }

    fn speed(&self, row: &Row) -> Option<f64> {
        if self.is_rate { row.mhz } else { row.delay_ps.or(row.levels.map(f64::from)) }
    }
}

/// Draws the rows as SVG: a point for each, and for each unit a line through the rows that no other
/// row of the unit beats in both area and speed.
pub fn picture(report: &SynthReport) -> String {
    let axes = Axes::of(report);
    let points: Vec<_> = report.rows.iter().filter_map(|row| Some((row, row.area, axes.speed(row)?))).collect();
    let most = |values: &mut dyn Iterator<Item = f64>| step(values.fold(1.0, f64::max));
    let (x_step, x_most) = most(&mut points.iter().map(|(_, area, _)| *area));
    let (y_step, y_most) = most(&mut points.iter().map(|(.., speed)| *speed));
    let place = |area: f64, speed: f64| (LEFT + area / x_most * WIDTH, ABOVE + HEIGHT - speed / y_most * HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Area and speed on {}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        LEFT + WIDTH + RIGHT,
        ABOVE + HEIGHT + BELOW,
        escaped(&report.target)
    );
    let all = "a string takes all text";
    for value in ticks(x_step, x_most) {
        let (x, y) = place(value, 0.0);
        let label = y + 18.0;
        writeln!(text, "<path d=\"M{x:.1} {ABOVE}V{y:.1}\" stroke=\"#e4e4e4\"/><text x=\"{x:.1}\" y=\"{label:.1}\" text-anchor=\"middle\">{value}</text>").expect(all);
    }
    for value in ticks(y_step, y_most) {
        let (x, y) = place(0.0, value);
        let (end, label, base) = (x + WIDTH, x - 8.0, y + 4.0);
        writeln!(text, "<path d=\"M{x:.1} {y:.1}H{end:.1}\" stroke=\"#e4e4e4\"/><text x=\"{label:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{value}</text>").expect(all);
    }
    let (middle, bottom) = (LEFT + WIDTH / 2.0, ABOVE + HEIGHT + 40.0);
    writeln!(text, "<text x=\"{middle:.1}\" y=\"{bottom:.1}\" text-anchor=\"middle\">{}</text>", axes.area).expect(all);
    writeln!(text, "<text x=\"{LEFT}\" y=\"22\" text-anchor=\"middle\">{}</text>", axes.speed).expect(all);
    let units: Vec<_> = report.rows.iter().map(|row| row.unit).unique().collect();
    for (at, unit) in units.iter().enumerate() {
        let color = COLORS[at % COLORS.len()];
        let own: Vec<_> = points.iter().filter(|(row, ..)| row.unit == *unit).collect();
        let front = front(&own.iter().map(|(_, area, speed)| (*area, *speed)).collect::<Vec<_>>(), axes.is_rate);
        let line = front.iter().map(|&(area, speed)| place(area, speed)).map(|(x, y)| format!("{x:.1},{y:.1}"));
        let line = line.collect::<Vec<_>>().join(" ");
        writeln!(text, "<polyline points=\"{line}\" fill=\"none\" stroke=\"{color}\"/>").expect(all);
        for (row, area, speed) in own {
            let (x, y) = place(*area, *speed);
            let recipe = row.recipe.map_or_else(String::new, |recipe| format!(", recipe {}", recipe.name()));
            let [area_unit, speed_unit] = axes.units();
            let name = format!("{} {}", row.unit, row.config);
            let title = format!("{}{recipe}: {area:.0} {area_unit}, {speed:.1} {speed_unit}", name.trim_end());
            let title = escaped(&title);
            write!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{color}\"><title>{title}</title></circle>"
            )
            .expect(all);
            if front.contains(&(*area, *speed)) {
                let (right, up, rows) = (x + 6.0, y - 5.0, row.depth);
                write!(text, "<text x=\"{right:.1}\" y=\"{up:.1}\" fill=\"{color}\">{rows}</text>").expect(all);
            }
            text.push('\n');
        }
        let (x, y) = (LEFT + WIDTH + 14.0, ABOVE + 14.0 + 20.0 * at as f64);
        writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\">{unit}</text>").expect(all);
    }
    let (x, y) = (LEFT + WIDTH + 14.0, ABOVE + HEIGHT);
    writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#555\">numbers: depth</text>\n</svg>").expect(all);
    text
}

/// Returns a page with the picture and the table, which has a line for each row of `table`.
pub fn page(report: &SynthReport, table: &str) -> String {
    let target = escaped(&report.target);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"vidalu {version}\">\n<title>Cost on {target}</title>\n\
         <style>body {{ font-family: sans-serif; margin: 2em; }} svg {{ max-width: 60em; }} \
         pre {{ overflow-x: auto; }}</style>\n</head>\n<body>\n<h1>Cost on {target}</h1>\n<p>{tools}</p>\n\
         {picture}<pre>\n{table}</pre>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        tools = escaped(&report.tools.join("; ")),
        picture = picture(report),
        table = escaped(table),
    )
}

/// Returns the points that no other point beats in both area and speed, by area.
fn front(points: &[(f64, f64)], is_rate: bool) -> Vec<(f64, f64)> {
    let slowness = |&(_, speed): &(f64, f64)| if is_rate { -speed } else { speed };
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(slowness(a).total_cmp(&slowness(b))));
    let mut best = f64::INFINITY;
    sorted.retain(|point| {
        let is_better = slowness(point) < best;
        best = best.min(slowness(point));
        is_better
    });
    sorted
}

/// Returns a round distance of about five ticks, and the end of the axis, for this largest value.
fn step(most: f64) -> (f64, f64) {
    let power = 10f64.powf((most / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| most / step <= 6.0);
    let step = step.unwrap_or(10.0 * power);
    (step, step * (most / step).ceil())
}

fn ticks(step: f64, most: f64) -> impl Iterator<Item = f64> {
    (0..=(most / step).round() as u32).map(move |at| f64::from(at) * step)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{front, step};

    #[test]
    fn the_front_has_the_rows_that_no_other_beats() {
        let points = [(5.0, 10.0), (3.0, 8.0), (4.0, 8.0), (6.0, 9.0), (2.0, 1.0), (3.0, 7.0)];
        assert_eq!(front(&points, true), [(2.0, 1.0), (3.0, 8.0), (5.0, 10.0)]);
        assert_eq!(front(&points, false), [(2.0, 1.0)]);
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(step(919.0), (200.0, 1000.0));
        assert_eq!(step(78600.0), (20000.0, 80000.0));
        assert_eq!(step(5.0), (1.0, 5.0));
    }
}
