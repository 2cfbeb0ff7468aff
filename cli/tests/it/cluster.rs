//! Runs the commands of `docs/cluster.md`, with GNU parallel and on a Slurm cluster of one node.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::fmt::Write;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use vidalu_testkit::have;

use crate::support::command;

/// Returns the blocks of commands in the document, with fewer vectors and the simulator that builds
/// fastest.
fn blocks() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cluster.md");
    let text = fs::read_to_string(path).unwrap();
    let small = text.replace("--vectors 800000000", "--vectors 2000").replace("--sim verilator", "--sim icarus");
    assert_ne!(small, text);
    small.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

/// Returns PATH with the folder of the program under test in front.
fn path() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_vidalu"));
    format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap())
}

fn shell(script: &str, folder: &Path) -> Output {
    Command::new("sh").args(["-e", "-c", script]).current_dir(folder).env("PATH", path()).output().unwrap()
}

/// Asserts that the report of `merge`, which follows the output of the shards, is that of one run
/// except for the cycles.
fn is_the_whole(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("\n8 shards;") && text.ends_with("every output agrees in every cycle\n"), "{text}");
    let row: Vec<_> = text.lines().rfind(|line| line.contains(" icarus ")).unwrap().split_whitespace().collect();
    assert_eq!((row[0], row[3], row[4]), ("scalar", "2000", "0"), "{text}");
    let whole = command(["cosim", "--unit", "scalar", "--sim", "icarus", "--vectors", "2000"]).output().unwrap();
    let coverage = |text: &str| text.split("\n\n").next().unwrap().to_owned();
    let merged = text.rsplit("coverage of scalar").next().unwrap();
    let whole = String::from_utf8_lossy(&whole.stdout);
    assert_eq!(coverage(merged), coverage(whole.split("coverage of scalar").nth(1).unwrap()));
}

#[test]
fn gnu_parallel_runs_the_shards() {
    if !have(&["iverilog", "parallel"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    is_the_whole(&shell(&blocks()[2], folder.path()));
}

#[test]
fn a_slurm_job_array_runs_the_shards() {
    if !have(&["iverilog", "slurmctld", "slurmd", "sbatch"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [job, submit, _] = &blocks()[..] else { panic!("the document has three blocks") };
    fs::write(folder.path().join("shards.sh"), job).unwrap();
    let slurm = Slurm::start(folder.path());
    let script = format!("export SLURM_CONF='{}'\n{submit}", slurm.config.display());
    let output = shell(&script, folder.path());
    let logs = || {
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        format!("{}\n{}\n{}", read("slurmctld.log"), read("slurmd.log"), read("slurm-1_1.out"))
    };
    assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), logs());
    is_the_whole(&output);
}

/// A Slurm cluster of one node, with all its files in one folder.
struct Slurm {
    config: PathBuf,
    daemons: Vec<Child>,
}

impl Slurm {
    fn start(folder: &Path) -> Self {
        let user = Command::new("id").arg("-un").output().unwrap();
        let user = String::from_utf8(user.stdout).unwrap().trim().to_owned();
        // Both sockets are open at the same time, so that the ports differ.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [control, node] = free.map(|socket| socket.local_addr().unwrap().port());
        let place = |name: &str| folder.join(name).display().to_string();
        let mut config = String::new();
        for (key, value) in [
            ("ClusterName", "vidalu"),
            ("SlurmctldHost", "localhost"),
            ("SlurmctldPort", &control.to_string()),
            ("SlurmdPort", &node.to_string()),
            // One user on one machine needs no authentication by munged.
            ("AuthType", "auth/none"),
            ("CredType", "cred/none"),
            ("SlurmUser", &user),
            ("SlurmdUser", &user),
            ("StateSaveLocation", &place("state")),
            ("SlurmdSpoolDir", &place("spool")),
            ("SlurmctldPidFile", &place("slurmctld.pid")),
            ("SlurmdPidFile", &place("slurmd.pid")),
            ("SlurmctldLogFile", &place("slurmctld.log")),
            ("SlurmdLogFile", &place("slurmd.log")),
            ("ProctrackType", "proctrack/linuxproc"),
            ("TaskPlugin", "task/none"),
            ("MpiDefault", "none"),
            ("MailProg", "/bin/true"),
            ("SlurmdParameters", "config_overrides"),
            ("NodeName", "localhost CPUs=4"),
            ("PartitionName", "all Nodes=ALL Default=YES MaxTime=INFINITE State=UP"),
        ] {
            writeln!(config, "{key}={value}").unwrap();
        }
        fs::create_dir(folder.join("state")).unwrap();
        fs::create_dir(folder.join("spool")).unwrap();
        let file = folder.join("slurm.conf");
        fs::write(&file, config).unwrap();
        let daemon = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).env("SLURM_CONF", &file).env("PATH", path());
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let daemons = vec![daemon("slurmctld", &["-D"]), daemon("slurmd", &["-D", "-N", "localhost"])];
        let slurm = Self { config: file, daemons };
        slurm.wait();
        slurm
    }

    /// Waits until the node accepts jobs.
    fn wait(&self) {
        let start = Instant::now();
        let state = || Command::new("sinfo").args(["-h", "-o", "%t"]).env("SLURM_CONF", &self.config).output().unwrap();
        while !String::from_utf8_lossy(&state().stdout).contains("idle") {
            assert!(start.elapsed() < Duration::from_secs(30), "the node does not come up");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            // The daemon may have ended already.
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}
