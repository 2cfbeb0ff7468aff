//! Executes a program over pictures: once for each pixel, or once for each block.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;
use vidalu_model::exec::{Golden, Threads, Unit};
use vidalu_model::ptx::Register;

use super::pictures::{self, Form, Picture, WORDS};
use super::{Job, On, Place, hardware, host};
use crate::failure::Failure;
use crate::output::{self, Format, Pending};
use crate::profile::Profile;

/// The register that holds the result of the program.
const OUT: &str = "%out";

/// The largest number of pixels or blocks whose registers are held at the same time.
const BAND: usize = 1 << 15;

/// Executes the program over the pictures of `--image` and writes the picture of `--out`.
pub(super) fn run(job: &Job<'_>, out: &Path) -> Result<(), Failure> {
    let binding = Binding::of(job)?;
    let file = Pending::new(out)?;
    let pictures = read(job, binding.form)?;
    let grid = pictures[0].grid();
    let (values, cycles) = match job.args.on {
        On::Golden => {
            let golden = || Golden::new(job.args.profile.into(), job.args.cc == 1);
            let restart = |unit: &mut Golden| {
                *unit = golden();
                Ok(())
            };
            (binding.execute(job, &pictures, &mut golden(), restart)?, None)
        }
        On::Icarus | On::Verilator => {
            let mut port = hardware::open(job.args, job.name, job.text, job.program)?;
            let values = binding.execute(job, &pictures, &mut port, |port| Ok(port.restart()?))?;
            (values, Some(port.cycles()))
        }
    };
    let encoded = pictures::encode(binding.form, grid, &values).map_err(|index| {
        let (what, value) = (place(binding.form, at(index, grid)), values[index]);
        let message = format!("{OUT} is {value:#x} for {what}, and a picture of blocks has 16 bits for each");
        Failure::input(message, "shift it right, or keep its low bits with and.b32")
    })?;
    file.write(encoded)?;
    let answer = Answer {
        on: job.args.on,
        profile: job.args.profile,
        form: binding.form,
        width: grid.0,
        height: grid.1,
        instructions: job.program.lines().count(),
        host: host(job.program, |_| true),
        cycles,
    };
    match job.args.format {
        Format::Json => output::document(&answer),
        Format::Text => output::text(&readable(&answer, out)),
    }
}

/// The part of a picture that a register holds.
struct Part<'p> {
    register: &'p Register,
    form: Form,
    /// The index of the picture.
    image: usize,
    /// The index of the word in a block; 0 for a pixel.
    word: u32,
}

impl<'p> Part<'p> {
    /// Returns the part that the name of a register stands for: `%px0` is the pixel of picture 0,
    /// `%blk0_5` the sixth word of a block of picture 0.
    fn of(register: &'p Register) -> Option<Self> {
        let name = register.name();
        if let Some(image) = name.strip_prefix("%px") {
            return Some(Self { register, form: Form::Pixel, image: number(image)?, word: 0 });
        }
        let (image, word) = name.strip_prefix("%blk")?.split_once('_')?;
        let word = number(word).and_then(|word| u32::try_from(word).ok()).filter(|word| *word < WORDS)?;
        Some(Self { register, form: Form::Block, image: number(image)?, word })
    }
}

/// Reads a decimal number without sign and leading zeros.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

/// The assignment of registers to parts of pictures.
struct Binding<'p> {
    form: Form,
    parts: Vec<Part<'p>>,
    out: &'p Register,
}

impl<'p> Binding<'p> {
    /// Finds the registers that stand for parts of pictures among those that the program reads
    /// before it writes them.
    fn of(job: &Job<'p>) -> Result<Self, Failure> {
        let refuse = |message: String, help: &str| Err(Failure::input(format!("{}: {message}", job.name), help));
        let parts = job.program.inputs().into_iter().filter_map(Part::of).collect::<Vec<_>>();
        let names = "a program reads its pixels as %px0, %px1, …, or its blocks as %blk0_0 to %blk0_63, %blk1_0, …";
        let Some(Part { form, register: first, .. }) = parts.first() else {
            return refuse("the program reads no picture".to_owned(), names);
        };
        let images = job.args.image.len();
        for Part { register, form: other, image, .. } in &parts {
            if other != form {
                return refuse(format!("{first} holds a {}, {register} a {}", form.name(), other.name()), names);
            }
            if *image >= images {
                let help = "repeat --image; the first picture has index 0";
                return refuse(
                    format!("{register} belongs to picture {image}, but the last picture is {}", images - 1),
                    help,
                );
            }
        }
        if let Some(image) = (0..images).find(|image| parts.iter().all(|part| part.image != *image)) {
            let help = format!("remove this --image; the program would read it as picture {image}");
            return refuse(format!("the program does not read {}", job.args.image[image].display()), &help);
        }
        let written = job.program.lines().flat_map(|line| line.destinations().flatten());
        let Some(out) = written.filter(|register| register.block() == 0).find(|register| register.name() == OUT) else {
            return refuse(
                format!("the program writes no register {OUT}"),
                "write the result for each pixel or block to it",
            );
        };
        for register in parts.iter().map(|part| part.register).chain([out]) {
            if register.width() != 32 {
                return refuse(
                    format!("{register} has {} bits", register.width()),
                    "use 32-bit registers for pictures",
                );
            }
        }
        Ok(Self { form: *form, parts, out })
    }

    /// Returns the result for each pixel or block of the grid, row by row. `restart` gives all
    /// threads their first CC.CF.
    fn execute<U: Unit<Error: Into<Failure>>>(
        &self,
        job: &Job<'_>,
        pictures: &[Picture],
        unit: &mut U,
        restart: impl Fn(&mut U) -> Result<(), Failure>,
    ) -> Result<Vec<u32>, Failure> {
        let given = job.assignments.values(job.program.scope())?;
        if let Some((register, _)) =
            given.iter().find(|(given, _)| self.parts.iter().any(|part| part.register == given))
        {
            let message = format!("{register} is set twice, by an assignment and by --image");
            return Err(Failure::input(message, format!("remove {register}=…")));
        }
        let grid = pictures[0].grid();
        let all = grid.0 as usize * grid.1 as usize;
        let mut values = Vec::with_capacity(all);
        while values.len() < all {
            let band = values.len()..all.min(values.len() + BAND);
            restart(unit)?;
            let mut threads = Threads::new(&mut *unit, band.len());
            for (register, value) in &given {
                threads.fill(register, *value);
            }
            for part in &self.parts {
                let word = |index| pictures[part.image].word(at(index, grid), part.word).into();
                threads.give(part.register, band.clone().map(word));
            }
            threads.run(job.program.lines()).map_err(|stop| job.failure(job.program.halt(stop)))?;
            for index in band.clone() {
                let value = threads.read(self.out, index - band.start).ok_or_else(|| {
                    let message = format!("{}: {OUT} has no value for {}", job.name, place(self.form, at(index, grid)));
                    Failure::input(message, "write to it without a guard")
                })?;
                values.push(u32::try_from(value).expect("the register has 32 bits"));
            }
        }
        Ok(values)
    }
}

/// Reads the pictures, which must have the same size.
fn read(job: &Job<'_>, form: Form) -> Result<Vec<Picture>, Failure> {
    let paths = &job.args.image;
    let pictures = paths.iter().map(|path| Picture::read(path, form)).collect::<Result<Vec<_>, _>>()?;
    let (width, height) = pictures[0].size();
    for (path, picture) in paths.iter().zip(&pictures) {
        let (other_width, other_height) = picture.size();
        if (other_width, other_height) != (width, height) {
            let (first, other) = (paths[0].display(), path.display());
            let message =
                format!("{first} has {width} x {height} pixels, and {other} has {other_width} x {other_height}");
            return Err(Failure::input(message, "give pictures of the same size"));
        }
    }
    Ok(pictures)
}

/// Returns the column and the row of an index in the grid.
fn at(index: usize, (columns, _): (u32, u32)) -> (u32, u32) {
    let columns = columns as usize;
    ((index % columns) as u32, (index / columns) as u32)
}

fn place(form: Form, (column, row): (u32, u32)) -> String {
    format!("the {} in column {column} and row {row}", form.name())
}

/// The JSON report.
#[derive(Serialize)]
struct Answer {
    on: On,
    profile: Profile,
    /// Whether the program was executed for pixels or for blocks.
    form: Form,
    /// The width of the result in pixels, one for each execution.
    width: u32,
    height: u32,
    /// The number of instructions of the program.
    instructions: usize,
    /// The instructions that the host executes.
    host: Vec<Place>,
    /// The clock cycles of the unit, if hardware executed the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<u64>,
}

/// Returns the report as text: the picture, the number of executions, and the instructions of the
/// host.
fn readable(answer: &Answer, out: &Path) -> String {
    let Answer { form, width, height, instructions, host, .. } = answer;
    let (name, executions) = (form.name(), u64::from(*width) * u64::from(*height));
    let mut text = format!("{}: {width} x {height} pixels, one a {name}\n", out.display());
    writeln!(text, "executed {executions} times\nby the host: {} of {instructions} instructions", host.len())
        .expect("a string takes all text");
    for Place { line, instruction } in host {
        writeln!(text, "  line {line}: {instruction}").expect("a string takes all text");
    }
    if let Some(cycles) = answer.cycles {
        writeln!(text, "in {}: {cycles} clock cycles", answer.on.name()).expect("a string takes all text");
    }
    text
}
