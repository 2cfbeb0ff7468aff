use std::path::Path;
use std::{env, fs};

/// Returns whether golden files are to be updated: `VIDALU_BLESS` is set in the environment.
pub fn blesses() -> bool {
    env::var_os("VIDALU_BLESS").is_some()
}

/// Compares `text` with the golden file `path`, which `VIDALU_BLESS=1` updates.
///
/// # Panics
///
/// Panics with the first line that differs.
pub fn golden(path: &Path, text: &str) {
    if blesses() {
        fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let expected = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Some((line, was, is)) = first_difference(&expected, text) {
        let path = path.display();
        panic!("{path}:{line} differs; VIDALU_BLESS=1 updates it\n  in the file: {was}\n  now:         {is}");
    }
}

/// Returns the number of the first line that differs, counted from 1, and that line of both texts.
fn first_difference<'a>(was: &'a str, is: &'a str) -> Option<(usize, &'a str, &'a str)> {
    const END: &str = "(end of the text)";
    if was == is {
        return None;
    }
    // Lines with their ends, so that a line break that is missing at the end is a difference.
    let [mut was, mut is] = [was, is].map(|text| text.split_inclusive('\n'));
    let mut line = 0;
    loop {
        line += 1;
        match (was.next(), is.next()) {
            (a, b) if a == b => {}
            (a, b) => return Some((line, a.unwrap_or(END), b.unwrap_or(END))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, "b\n", "c\n")));
        assert_eq!(first_difference("a\n", "a\nb\n"), Some((2, "(end of the text)", "b\n")));
        assert_eq!(first_difference("a\n", "a"), Some((1, "a\n", "a")));
    }
}
