//! The files of hardware that vidalu did not write: a file, a folder or a file list.

use std::path::{Path, PathBuf};

use itertools::Itertools;
use serde::Deserialize;
use vidalu_gen::package::{JOURNAL, MANIFEST};

use crate::error::CosimError;
use crate::files::{self, io};

/// The files as a simulator gets them, and what a folder says about itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    /// Relative path and text, in the order of compilation. Files that end in `.v` or `.sv` are
    /// compiled; the others are included.
    pub(super) files: Vec<(String, String)>,
    /// The facts of a folder that `vidalu gen` or `vidalu kit` wrote.
    pub(super) origin: Option<Origin>,
}

/// The facts of a folder that vidalu wrote.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The name of the unit.
    pub(super) unit: String,
    /// The name of the top module.
    pub(super) top: String,
    /// The file of the configuration.
    pub(super) config: PathBuf,
}

/// The entries of a manifest that matter here.
#[derive(Deserialize)]
struct Manifest {
    unit: String,
    top: String,
}

impl Sources {
    /// Reads files, folders and file lists.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self, CosimError> {
        let mut sources = Self::default();
        for path in paths {
            if path.is_dir() {
                sources.folder(path)?;
            } else if has_extension(path, &["f"]) {
                sources.list(path)?;
            } else {
                sources.file(path, path.parent().unwrap_or(Path::new("")), &[])?;
            }
        }
        Ok(sources)
    }

    /// Returns whether a file declares this module.
    pub(super) fn has_module(&self, name: &str) -> bool {
        self.modules().contains(&name)
    }

    /// Returns the names of the modules that the files declare.
    pub(super) fn modules(&self) -> Vec<&str> {
        let code = self.files.iter().flat_map(|(_, text)| text.lines().map(without_comment));
        let words = code.flat_map(|line| line.split(|c: char| !is_letter(c))).filter(|word| !word.is_empty());
        let declared = words.tuple_windows().filter(|(keyword, _)| *keyword == "module");
        declared.map(|(_, name)| name).filter(|name| !matches!(*name, "automatic" | "static")).collect()
    }

    /// Reads a folder: its `filelist.f`, or without one all Verilog below it.
    fn folder(&mut self, folder: &Path) -> Result<(), CosimError> {
        if folder.join(JOURNAL).exists() {
            let problem = format!("{} is incomplete: vidalu was ended while it wrote the folder", folder.display());
            return Err(CosimError::usage(problem, "write the folder again with the same command"));
        }
        let manifest = folder.join(MANIFEST);
        if let Ok(text) = std::fs::read(&manifest) {
            let Manifest { unit, top } = serde_json::from_slice(&text).map_err(|error| {
                let problem = format!("{} is not a manifest of vidalu: {error}", manifest.display());
                CosimError::usage(problem, "name the files themselves, or write the folder again with `vidalu gen`")
            })?;
            self.origin = Some(Origin { unit, top, config: folder.join("config.toml") });
        }
        let list = folder.join("filelist.f");
        if list.is_file() {
            return self.list(&list);
        }
        let mut found = Vec::new();
        find(folder, &mut found)?;
        if found.is_empty() {
            let problem = format!("{} holds no file that ends in .v or .sv", folder.display());
            return Err(CosimError::usage(problem, "name the folder or the files of the hardware"));
        }
        found.iter().try_for_each(|path| self.file(path, folder, &[folder.to_path_buf()]))
    }

    /// Reads a file list. Its paths are relative to its own folder.
    fn list(&mut self, list: &Path) -> Result<(), CosimError> {
        let text = files::read(list)?;
        let root = list.parent().unwrap_or(Path::new(""));
        let words = || {
            let lines = text.lines().map(without_comment);
            lines.filter(|line| !line.trim_start().starts_with('#')).flat_map(str::split_whitespace)
        };
        let folders = words().filter_map(|word| word.strip_prefix("+incdir+"));
        let folders: Vec<_> = folders.flat_map(|dirs| dirs.split('+')).map(|dir| root.join(dir)).collect();
        let mut words = words();
        while let Some(word) = words.next() {
            match word {
                "-f" | "-F" => {
                    let nested = words.next().ok_or_else(|| refused(list, word, "a file list after it"))?;
                    self.list(&root.join(nested))?;
                }
                _ if word.starts_with("+incdir+") => {}
                _ if word.starts_with(['-', '+']) => {
                    return Err(refused(list, word, "file names, +incdir+DIR and -f LIST"));
                }
                _ => self.file(&root.join(word), root, &folders)?,
            }
        }
        Ok(())
    }

    /// Reads a file and those that it includes, which are looked for next to it and in `folders`.
    fn file(&mut self, path: &Path, root: &Path, folders: &[PathBuf]) -> Result<(), CosimError> {
        let text = files::read(path)?;
        let below = path.strip_prefix(root).unwrap_or(Path::new(path.file_name().unwrap_or_default()));
        for name in includes(&text) {
            let beside = path.parent().into_iter().chain(folders.iter().map(PathBuf::as_path));
            let found = beside.map(|folder| folder.join(name)).find(|path| path.is_file());
            if let Some(found) = found.filter(|_| !self.files.iter().any(|(known, _)| known == name)) {
                let text = files::read(&found)?;
                self.add(name.to_owned(), text)?;
            }
        }
        self.add(below.display().to_string(), text)
    }

    fn add(&mut self, name: String, text: String) -> Result<(), CosimError> {
        match self.files.iter().find(|(known, _)| *known == name) {
            Some((_, known)) if *known == text => Ok(()),
            Some(_) => {
                let problem = format!("two different files are called {name}");
                Err(CosimError::usage(problem, "give the files other names, or name the folder above both"))
            }
            None => {
                self.files.push((name, text));
                Ok(())
            }
        }
    }
}

/// Returns the error of a word in a file list.
fn refused(list: &Path, word: &str, expected: &str) -> CosimError {
    let problem = format!("{word} in {} has no meaning here", list.display());
    CosimError::usage(problem, format!("a file list has {expected}"))
}

/// Returns a line up to its comment.
fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|extension| extensions.iter().any(|other| extension == *other))
}

/// Finds all Verilog below a folder, in the order of the names.
fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), CosimError> {
    let read = |source| io("cannot read", folder, source);
    let entries = std::fs::read_dir(folder).map_err(read)?;
    let mut paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(read)?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            find(&path, found)?;
        } else if has_extension(&path, &["v", "sv"]) {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the names after `` `include ``, without comments of one line.
fn includes(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(without_comment).filter_map(|line| line.trim_start().strip_prefix("`include")?.split('"').nth(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files into a new folder.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn names(sources: &Sources) -> Vec<&str> {
        sources.files.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn a_half_written_folder_is_refused() {
        let folder = folder(&[("rtl/a.v", "module a; endmodule\n"), (JOURNAL, "{}")]);
        let error = Sources::read(&[folder.path().to_owned()]).unwrap_err();
        assert!(error.to_string().contains("is incomplete"), "{error}");
    }

    #[test]
    fn a_list_names_files_below_its_folder() {
        let list = "// parts\n+incdir+inc\nrtl/a.v # not a comment here\n";
        let files = [("x.f", list), ("rtl/a.v", "`include \"w.vh\"\nmodule a; endmodule\n"), ("inc/w.vh", "// w\n")];
        let folder = folder(&files);
        let error = Sources::read(&[folder.path().join("x.f")]).unwrap_err();
        assert!(error.to_string().starts_with("cannot read "), "{error}");
        std::fs::write(folder.path().join("x.f"), "+incdir+inc\nrtl/a.v // the module\n").unwrap();
        let sources = Sources::read(&[folder.path().join("x.f")]).unwrap();
        assert_eq!(names(&sources), ["w.vh", "rtl/a.v"]);
        assert!(sources.has_module("a") && !sources.has_module("b"));
    }

    #[test]
    fn a_list_with_an_option_is_refused() {
        let folder = folder(&[("x.f", "-y lib\n")]);
        let error = Sources::read(&[folder.path().join("x.f")]).unwrap_err();
        assert!(error.to_string().starts_with("-y in "), "{error}");
    }

    #[test]
    fn a_folder_without_a_list_gives_all_its_verilog() {
        let folder = folder(&[("b.v", ""), ("sub/a.sv", ""), ("notes.txt", "")]);
        let sources = Sources::read(&[folder.path().to_path_buf()]).unwrap();
        assert_eq!(names(&sources), ["b.v", "sub/a.sv"]);
    }

    #[test]
    fn an_empty_folder_and_two_files_of_one_name_are_refused() {
        let empty = folder(&[("notes.txt", "")]);
        assert!(Sources::read(&[empty.path().to_path_buf()]).is_err());
        let (one, two) = (folder(&[("a.v", "1")]), folder(&[("a.v", "2")]));
        let error = Sources::read(&[one.path().join("a.v"), two.path().join("a.v")]).unwrap_err();
        assert_eq!(error.to_string(), "two different files are called a.v");
    }
}
