use std::env;
use std::fmt::Display;
use std::path::PathBuf;

/// Returns the tool, or `None` if it is missing, which skips the test.
///
/// Prints SKIPPED and the reason in that case. If the environment variable `CI` is set, the test
/// fails instead, because a skipped check would look like one that passed.
///
/// # Panics
///
/// Panics if the tool is missing and `CI` is set.
pub fn found<T>(tool: Result<T, impl Display>) -> Option<T> {
    match tool {
        Ok(tool) => Some(tool),
        Err(reason) => {
            assert!(env::var_os("CI").is_none(), "{reason} (CI is set, so nothing may be skipped)");
            eprintln!("SKIPPED: {reason}");
            None
        }
    }
}

/// Returns the path of the program `name` on `PATH`, with [`found`].
pub fn tool(name: &str) -> Option<PathBuf> {
    found(which::which(name).map_err(|_| format!("{name} is not installed")))
}

/// Returns the path of a headless browser that has the DevTools of Chromium, with [`found`].
pub fn browser() -> Option<PathBuf> {
    let names = [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    let here = names.into_iter().find_map(|name| which::which(name).ok());
    found(here.ok_or_else(|| format!("no browser is installed; one of {} would do", names.join(", "))))
}

/// Returns whether all programs `names` are on `PATH`, with [`found`].
pub fn have(names: &[&str]) -> bool {
    names.iter().all(|name| tool(name).is_some())
}

/// The library of the Debian package qflow-tech-osu018.
const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Returns the Liberty files of the tests, with [`found`]: that of a package, and those that the
/// environment variable `VIDALU_LIBERTY` names, separated as in `PATH`.
pub fn libraries() -> Option<Vec<PathBuf>> {
    let own = env::var_os("VIDALU_LIBERTY").unwrap_or_default();
    let own = env::split_paths(&own).filter(|path| !path.as_os_str().is_empty());
    let all: Vec<_> = std::iter::once(PathBuf::from(OSU018)).chain(own).collect();
    let missing = all.iter().find(|path| !path.is_file());
    found(match missing {
        Some(path) if path.as_os_str() == OSU018 => Err("the package qflow-tech-osu018 is not installed".to_owned()),
        Some(path) => Err(format!("VIDALU_LIBERTY names {}, which is missing", path.display())),
        None => Ok(all),
    })
}
