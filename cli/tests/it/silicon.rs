//! `silicon` without a GPU. The tests of its crate compare with a device that the model simulates.

use crate::support::{command, vidalu};

/// Runs `silicon` with all GPUs hidden from the driver, so that the answer is the same everywhere.
#[test]
fn without_a_gpu_it_says_so_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut silicon = command(["silicon", "--forms", "1", "--per-form", "1", "--answers", "answers.jsonl"]);
    let output = silicon.env("CUDA_VISIBLE_DEVICES", "").current_dir(folder.path()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(3), &b""[..]), "{stderr}");
    // A wrapped line begins with a bar.
    let said = stderr.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
    let driver = "x no CUDA driver found help: vidalu silicon needs an NVIDIA GPU and its driver; nvidia-smi shows \
                  whether both work";
    let device = "x the CUDA driver reports no device help: install an NVIDIA GPU, or let CUDA_VISIBLE_DEVICES name \
                  one that is installed";
    assert!([driver, device].contains(&said.as_str()), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn bad_arguments_are_refused_before_the_gpu_is_looked_for() {
    for (args, said) in [
        (["--form", "99999999"], "there is no form with this number"),
        (["--forms", "none"], "write all, scalar, simd, vmad, carry, or a number above 0"),
        (["--time", "1d"], "a time is a whole number with s, m or h: 30s, 5m, 2h"),
        (["--answers-count", "5"], "--answers <FILE>"),
    ] {
        let run = vidalu(["silicon"].into_iter().chain(args), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}
