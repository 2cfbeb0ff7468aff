//! A file that a command writes for its user.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use vidalu_gen::staging::StagedFolder;

/// The number of links that are followed, as on Linux.
const MAX_LINKS: usize = 40;

/// A file that appears complete or not at all: it is written in a temporary folder beside its
/// place, flushed to the disk and renamed.
///
/// Links are followed, and a file that is replaced keeps its permissions. A device, pipe or socket
/// is never replaced: the content is written to it at the end.
#[derive(Debug)]
pub struct OutputFile {
    content: File,
    place: Place,
}

#[derive(Debug)]
enum Place {
    File(StagedFolder, PathBuf),
    Special(File),
}

impl OutputFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// If the path is a folder, or cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let found = found(path)?;
        if found.as_ref().is_some_and(|found| is_special(path, found)) {
            let special = File::options().append(true).open(path)?;
            return Ok(Self { content: tempfile::tempfile()?, place: Place::Special(special) });
        }
        let place = if found.is_some() { fs::canonicalize(path)? } else { end_of_links(path)? };
        let mode = found.map_or(0o666, |found| found.permissions().mode());
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let staging = StagedFolder::new(folder)?;
        let content = File::options().create_new(true).read(true).write(true).mode(mode).open(staging.content())?;
        Ok(Self { content, place: Place::File(staging, place) })
    }

    /// Tries whether a file can be written, before a long job. A device, pipe or socket is not
    /// opened: the reader of a pipe would take its closing for the end of the content.
    ///
    /// # Errors
    /// Those of [`OutputFile::create`].
    pub fn check(path: &Path) -> io::Result<()> {
        match found(path)? {
            Some(found) if is_special(path, &found) => Ok(()),
            _ => Self::create(path).map(drop),
        }
    }

    /// Returns whether the path is a device, a pipe or a socket.
    pub fn is_special(&self) -> bool {
        matches!(self.place, Place::Special(_))
    }

    /// Returns the temporary file.
    pub fn file(&self) -> &File {
        &self.content
    }

    /// Moves the content to its place.
    ///
    /// # Errors
    /// If the content cannot be flushed, renamed, or written to a device, pipe or socket.
    pub fn finish(mut self) -> io::Result<()> {
        match self.place {
            Place::File(staging, place) => {
                self.content.sync_all()?;
                fs::rename(staging.content(), place)
            }
            Place::Special(mut special) => {
                self.content.rewind()?;
                io::copy(&mut self.content, &mut special)?;
                special.flush()
            }
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.content.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.content.flush()
    }
}

/// Returns the metadata of the file at a path, if any.
fn found(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns whether the file found at a path is written to instead of being replaced.
fn is_special(path: &Path, found: &fs::Metadata) -> bool {
    !found.is_file() || is_behind_descriptor(path)
}

/// Returns a path, and those to which links lead from it, one after the other.
fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::successors(Some(path.to_owned()), |path| {
        let target = fs::read_link(path).ok()?;
        Some(path.parent().unwrap_or(Path::new("")).join(target))
    })
}

/// Returns whether a file has the name of a descriptor, such as `/dev/stdout`: others write to it
/// too.
fn is_behind_descriptor(path: &Path) -> bool {
    let folder = |path: PathBuf| path.parent().and_then(|folder| fs::canonicalize(folder).ok()).unwrap_or_default();
    let mut folders = links(path).take(MAX_LINKS).map(folder);
    folders.any(|folder| folder.starts_with("/proc") || folder.starts_with("/dev/fd"))
}

/// Returns the path to which links lead from a path that leads to no file.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    match links(path).take(MAX_LINKS + 1).enumerate().last() {
        Some((at, end)) if at < MAX_LINKS => Ok(end),
        _ => Err(io::Error::other("too many links follow each other")),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use tempfile::tempdir;

    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let mut file = OutputFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    }

    /// The names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_at_the_end_and_keeps_its_permissions() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("out");
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write(&path, "newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        drop(OutputFile::create(&path).unwrap());
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[test]
    fn links_are_followed_and_stay() {
        let (folder, other) = (tempdir().unwrap(), tempdir().unwrap());
        let [first, second, file] = ["first", "second", "file"].map(|name| folder.path().join(name));
        symlink("second", &first).unwrap();
        symlink(other.path().join("target"), &second).unwrap();
        for text in ["the link leads nowhere", "the link leads to a file"] {
            write(&first, text).unwrap();
            assert_eq!(fs::read_to_string(other.path().join("target")).unwrap(), text);
            assert!(first.is_symlink() && second.is_symlink());
        }
        symlink("loop", folder.path().join("loop")).unwrap();
        assert!(write(&folder.path().join("loop"), "").is_err());
        assert!(write(folder.path(), "").is_err_and(|error| error.kind() == ErrorKind::IsADirectory));
        assert!(write(&file.join("below"), "").is_err());
        assert_eq!((names(folder.path()).len(), names(other.path())), (3, vec!["target".to_owned()]));
    }

    #[test]
    fn descriptors_are_told_from_other_files_below_dev() {
        let folder = tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let descriptor = File::options().append(true).open(&file).unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&descriptor);
        for path in [format!("/dev/fd/{number}"), format!("/proc/self/fd/{number}")] {
            assert!(OutputFile::create(Path::new(&path)).unwrap().is_special(), "{path}");
        }
        assert!(is_behind_descriptor(Path::new("/dev/stdout")));
        let shared = Path::new("/dev/shm");
        let Ok(below) = tempfile::tempdir_in(shared) else { return };
        let path = below.path().join("file");
        write(&path, "first").unwrap();
        write(&path, "next").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "next");
    }

    #[test]
    fn pipes_devices_and_sockets_are_not_replaced() {
        let folder = tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).unwrap().read_to_string(&mut text).map(|_| text)
            }
        });
        write(&pipe, "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap().unwrap(), "through the pipe");
        let is = |path: &Path| std::os::unix::fs::FileTypeExt::is_fifo(&path.symlink_metadata().unwrap().file_type());
        assert!(is(&pipe));
        // A link to a device, so that an error would replace the link alone.
        let link = folder.path().join("null");
        symlink("/dev/null", &link).unwrap();
        write(&link, "nothing").unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("/dev/null"));
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert!(write(&socket, "").is_err());
        assert_eq!(names(folder.path()), ["null", "pipe", "socket"]);
    }
}
