//! Runs the commands in `tests/cmd` and in the documents, and compares their output.
//!
//! `TRYCMD=overwrite cargo test -p vidalu --test it` updates the outputs; review the difference.

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../docs/*.md").case("../README.md");
}
