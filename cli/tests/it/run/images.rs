//! `run --image`: compares programs over pictures with results that the test computes itself.

use std::path::{Path, PathBuf};

use image::{DynamicImage, GrayImage, ImageBuffer, Luma, Rgba, RgbaImage};
use serde_json::Value;
use tempfile::TempDir;
use vidalu_model::draw::{self, Draw};

use crate::support::{Run, vidalu};

/// Returns a picture with gradients, and noise in every second block of 16 x 16.
fn picture(name: &str, width: u32, height: u32) -> RgbaImage {
    let key = draw::key(name, 1);
    RgbaImage::from_fn(width, height, |x, y| {
        let noise = Draw::new(key, u64::from(y * width + x)).word().to_le_bytes();
        match (x / 16 + y / 16) % 2 {
            0 => Rgba([x as u8, y as u8, (x + y) as u8, (2 * x + y) as u8]),
            _ => Rgba([noise[0], noise[1], noise[2], noise[3]]),
        }
    })
}

fn save(folder: &TempDir, name: &str, picture: impl Into<DynamicImage>) -> PathBuf {
    let path = folder.path().join(name);
    picture.into().save(&path).expect("the folder can be written to");
    path
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)
}

/// Runs a program on pictures. The file `-` is `text`.
fn over(program: &Path, text: &str, images: &[&Path], out: &Path, more: &[&str]) -> Run {
    let mut args = vec!["run".to_owned(), program.display().to_string()];
    args.extend(images.iter().flat_map(|image| ["--image".to_owned(), image.display().to_string()]));
    args.extend(["--out".to_owned(), out.display().to_string()]);
    args.extend(more.iter().map(|argument| (*argument).to_owned()));
    vidalu(args, text)
}

fn made(run: &Run, out: &Path) -> DynamicImage {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    image::open(out).expect("it is a picture")
}

/// Checks the accuracy that the header of blend.ptx promises for a channel.
fn blended(front: u32, back: u32, alpha: u32) -> u32 {
    let weight = (alpha * 16448 + 64) >> 7;
    (front * weight + back * (32768 - weight) + 16384) >> 15
}

#[test]
fn blend_is_as_near_as_it_says() {
    let (mut furthest, mut missed) = (0, 0);
    for alpha in 0..256 {
        for front in 0..256 {
            for back in 0..256 {
                // The exact value times 255.
                let exact = front * alpha + back * (255 - alpha);
                let result = blended(front, back, alpha);
                furthest = furthest.max((result * 255).abs_diff(exact));
                missed += u32::from(result != (2 * exact + 255) / 510);
            }
        }
    }
    assert_eq!((furthest, missed), (128, 2028), "128/255 is less than 0.502");
}

#[test]
fn blend_lays_one_picture_over_another() {
    let folder = TempDir::new().unwrap();
    // More pixels than are held at the same time.
    let (width, height) = (256, 160);
    let (front, back) = (picture("front", width, height), picture("back", width, height));
    let (first, second) = (save(&folder, "f.png", front.clone()), save(&folder, "b.png", back.clone()));
    let out = folder.path().join("out.png");
    let run = over(&example("blend.ptx"), "", &[&first, &second], &out, &["--format", "json"]);
    let result = made(&run, &out);
    let DynamicImage::ImageRgba8(result) = result else { panic!("it is RGBA: {:?}", result.color()) };
    assert_eq!(result.dimensions(), (width, height));
    for (x, y, Rgba(pixel)) in result.enumerate_pixels() {
        let (Rgba([r, g, b, alpha]), Rgba(behind)) = (front.get_pixel(x, y), back.get_pixel(x, y));
        let before = [r, g, b, &255].map(|channel| u32::from(*channel));
        let expected = [0, 1, 2, 3].map(|n| blended(before[n], behind[n].into(), (*alpha).into()) as u8);
        assert_eq!(*pixel, expected, "at {x}, {y}");
    }
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["form"], &report["width"], &report["height"]), (&"pixel".into(), &256.into(), &160.into()));
    assert_eq!((&report["instructions"], report["host"].as_array().unwrap().len()), (&19.into(), 5));
}

#[test]
fn blocksad_compares_blocks() {
    let folder = TempDir::new().unwrap();
    let (width, height) = (80, 48);
    let pictures = ["left", "right"].map(|name| picture(name, width, height));
    let paths = [0, 1].map(|n| save(&folder, &format!("{n}.png"), pictures[n].clone()));
    let out = folder.path().join("out.png");
    let run = over(&example("blocksad.ptx"), "", &[&paths[0], &paths[1]], &out, &[]);
    let result = made(&run, &out);
    let DynamicImage::ImageLuma16(result) = result else { panic!("it is grey, 16 bits: {:?}", result.color()) };
    assert_eq!(result.dimensions(), (5, 3));
    let luma = |n: usize, x, y| {
        let Rgba([r, g, b, _]) = *pictures[n].get_pixel(x, y);
        (0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)).round() as u8
    };
    for (column, row, value) in result.enumerate_pixels() {
        let pixels = (0..256).map(|n| (column * 16 + n % 16, row * 16 + n / 16));
        let sum = pixels.map(|(x, y)| u16::from(luma(0, x, y).abs_diff(luma(1, x, y)))).sum::<u16>();
        assert_eq!(value.0, [sum], "the block {column}, {row}");
    }
    assert!(run.stdout.starts_with(&format!("{}: 5 x 3 pixels, one a block\nexecuted 15 times\n", out.display())));
}

#[test]
fn a_grey_picture_has_equal_channels_and_is_opaque() {
    let folder = TempDir::new().unwrap();
    let grey = save(&folder, "grey.png", GrayImage::from_fn(3, 2, |x, y| [(100 * x + y) as u8].into()));
    let out = folder.path().join("out.png");
    let result = made(&over(Path::new("-"), "xor.b32 %out, %px0, 0;", &[&grey], &out, &[]), &out);
    assert_eq!(result.into_rgba8().get_pixel(2, 1).0, [201, 201, 201, 255]);

    let deep = ImageBuffer::<Luma<u16>, Vec<u16>>::from_raw(3, 1, vec![385, 386, 65535]).unwrap();
    let deep = save(&folder, "deep.png", deep);
    let result = made(&over(Path::new("-"), "xor.b32 %out, %px0, 0;", &[&deep], &out, &[]), &out);
    assert_eq!([0, 1, 2].map(|x| result.to_rgba8().get_pixel(x, 0).0[0]), [1, 2, 255], "16 bits are rounded to 8");
}

#[test]
fn every_pixel_begins_with_the_flag_and_the_registers_that_are_given() {
    let folder = TempDir::new().unwrap();
    let one = save(&folder, "one.png", RgbaImage::from_pixel(200, 200, Rgba([1, 0, 0, 0])));
    let out = folder.path().join("out.png");
    // 1 + 4 + CC.CF, then a carry that the next pixel must not see.
    let text = "addc.u32 %out, %px0, %more; sub.cc.u32 %gone, 0, %px0;";
    for (profile, cc, sum) in [("manual", "0", 5), ("hardware", "1", 6)] {
        let run = over(Path::new("-"), text, &[&one], &out, &["--set", "%more=4", "--cc", cc, "--profile", profile]);
        let result = made(&run, &out);
        assert!(result.into_rgba8().pixels().all(|pixel| pixel.0 == [sum, 0, 0, 0]), "{profile}");
    }
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let small = save(&folder, "small.png", picture("small", 32, 16));
    let large = save(&folder, "large.png", picture("large", 32, 32));
    let odd = save(&folder, "odd.png", picture("odd", 32, 20));
    let text = folder.path().join("text.png");
    std::fs::write(&text, "no picture").unwrap();
    let missing = folder.path().join("missing.png");
    let out = folder.path().join("out.png");
    let (blend, blocksad) = (example("blend.ptx"), example("blocksad.ptx"));
    let stdin = Path::new("-");
    let refused = |program: &Path, text: &str, images: &[&Path], more: &[&str], message: &str| {
        let run = over(program, text, images, &out, more);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{message}");
        // Long messages are wrapped, with a bar in front of each line.
        let said = run.stderr.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{message} is not in: {said}");
    };
    refused(&blend, "", &[&small, &large], &[], "large.png has 32 x 32");
    refused(&blend, "", &[&small], &[], "%px1 belongs to picture 1, but the last picture is 0");
    refused(&blend, "", &[&small, &small, &large], &[], "the program does not read");
    refused(&blend, "", &[&small, &text], &[], "Invalid PNG signature");
    refused(&blend, "", &[&small, &missing], &[], "No such file or directory");
    refused(&blend, "", &[&small, &small], &["--set", "%px1=5"], "%px1 is set twice");
    refused(&blocksad, "", &[&odd, &odd], &[], "not a multiple of 16 x 16");
    refused(&example("sad16.ptx"), "", &[&small], &[], "the program reads no picture");
    refused(stdin, "add.u32 %out, %px0, %blk0_3;", &[&small], &[], "%px0 holds a pixel, %blk0_3 a block");
    refused(stdin, "add.u32 %sum, %px0, 1;", &[&small], &[], "the program writes no register %out");
    refused(stdin, "add.u64 %d, %px0, 1; mov.u32 %out, 1;", &[&small], &[], "%px0 has 64 bits");
    refused(
        stdin,
        ".reg .b32 %px0; { .reg .b32 %out; mov.b32 %out, %px0; }",
        &[&small],
        &[],
        "the program writes no register %out",
    );
    refused(stdin, "add.u32 %out, %px0, %k;", &[&small], &[], "register %k is read before it has a value");
    refused(stdin, "shl.b32 %out, %blk0_0, 16;", &[&small], &[], "a picture of blocks has 16 bits for each");
    refused(
        stdin,
        "setp.gt.u32 %p, %px0, 0xff000000; @%p mov.u32 %out, %px0;",
        &[&small],
        &[],
        "%out has no value for the pixel in column 0 and row 0",
    );
    let mut left =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    left.sort();
    assert_eq!(left, ["large.png", "odd.png", "small.png", "text.png"]);
}

/// Runs the commands of docs/run.md and compares their output.
#[test]
fn the_pictures_of_the_documents() {
    let page = include_str!("../../../../docs/run.md");
    let folder = TempDir::new().unwrap();
    for (program, made) in [("blend.ptx", "blended.png"), ("blocksad.ptx", "apart.png")] {
        let out = folder.path().join(made);
        let run = over(&example(program), "", &[&example("front.png"), &example("back.png")], &out, &[]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let command = format!(
            "$ vidalu run examples/{program} --image examples/front.png --image examples/back.png --out {made}\n"
        );
        let said = run.stdout.replace(&out.display().to_string(), made);
        assert!(page.contains(&format!("{command}{said}")), "{command}{said}");
    }
}
