//! Commands and what they answer, as files: `tests/cmd`, and the pages of `docs` that show commands.
//!
//! `TRYCMD=overwrite cargo test -p vidalu --test it` writes the answers anew; read the difference.

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../docs/*.md").case("../README.md");
}
