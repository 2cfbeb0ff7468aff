//! Ctrl-C: a process of its own, because an interrupt is for all tools of a process and for good.

use std::time::{Duration, Instant};

use vidalu_sim::ToolError;
use vidalu_sim::tool::VVP;

#[test]
fn an_interrupt_ends_what_runs_and_refuses_what_would_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = vidalu_testkit::script(folder.path(), "vvp", "sleep 600");
    let start = Instant::now();
    let find = || VVP.find_as(Some(path.clone()), Duration::from_secs(300));
    let error = std::thread::scope(|scope| {
        let running = scope.spawn(find);
        std::thread::sleep(Duration::from_millis(300));
        vidalu_sim::interrupt();
        running.join().expect("no panic").expect_err("an interrupted tool gives no version")
    });
    assert!(matches!(error, ToolError::Interrupted { .. }), "{error}");
    assert!(matches!(find(), Err(ToolError::Interrupted { .. })));
    assert!(start.elapsed() < Duration::from_secs(100));
}
