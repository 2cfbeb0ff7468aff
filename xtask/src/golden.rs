//! `cargo xtask golden`.

use itertools::Itertools;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{fs, io};

/// Compare the golden Verilog with that of a commit, without comments and layout.
///
/// A change that rewords or reorders the generator must not change the hardware. This command
/// compares the tokens of each checked-in file with those at the commit, and names the files that
/// differ, are new or are gone.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The commit to compare with.
    #[arg(long, value_name = "COMMIT")]
    since: String,
}

/// The folder of the golden text.
const FOLDER: &str = "gen/tests";

pub(crate) fn run(args: &Args) -> ExitCode {
    let (old, new) = match at_commit(&args.since).and_then(|old| Ok((old, in_folder(Path::new(FOLDER))?))) {
        Ok(both) => both,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut equal, mut differing) = (0, 0);
    for path in old.keys().chain(new.keys()).sorted().dedup() {
        let what = match (old.get(path), new.get(path)) {
            (Some(old), Some(new)) if tokens(old) == tokens(new) => {
                equal += 1;
                continue;
            }
            (Some(_), Some(_)) => "differs",
            (None, _) => "is new",
            (_, None) => "is gone",
        };
        differing += usize::from(what != "is new");
        println!("{path}: {what}");
    }
    println!("{equal} of {} files of {} are equal without comments", old.len(), args.since);
    ExitCode::from(u8::from(differing > 0))
}

/// Returns the golden text at a commit, by path.
fn at_commit(commit: &str) -> io::Result<BTreeMap<String, String>> {
    let paths = git(&["ls-tree", "-r", "--name-only", commit, FOLDER])?;
    let paths = paths.lines().filter(|path| is_verilog(Path::new(path)));
    paths.map(|path| Ok((path.to_owned(), git(&["show", &format!("{commit}:{path}")])?))).collect()
}

fn git(args: &[&str]) -> io::Result<String> {
    let output = Command::new("git").args(args).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// Returns the golden text in the working tree, by path.
fn in_folder(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(in_folder(&path)?);
        } else if is_verilog(&path) {
            found.insert(path.display().to_string(), fs::read_to_string(&path)?);
        }
    }
    Ok(found)
}

fn is_verilog(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["v", "sv", "vh"].iter().any(|verilog| extension == *verilog))
}

/// Returns the text without comments, with one space wherever white space separates two words or
/// two operators. Generated text has no string that holds `//`.
fn tokens(text: &str) -> String {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words = code.flat_map(str::split_whitespace);
    let is_word = |c: char| c.is_alphanumeric() || "_$`'".contains(c);
    let mut tokens = String::new();
    for word in words {
        if let (Some(last), Some(first)) = (tokens.chars().last(), word.chars().next()) {
            let is_bracket = "()[]{},;".contains([last, first]);
            if !is_bracket && is_word(last) == is_word(first) {
                tokens.push(' ');
            }
        }
        tokens.push_str(word);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn comments_and_layout_do_not_count() {
        assert_eq!(tokens("assign  d = a & b; // both\n"), tokens("// The result.\nassign d=a&b;"));
        assert_ne!(tokens("assign d = a & &b;"), tokens("assign d = a && b;"));
        assert_ne!(tokens("reg x;"), tokens("regx;"));
        assert_ne!(tokens("assign d = a + b;"), tokens("assign d = a - b;"));
    }
}
