//! The header and the SystemVerilog package follow from the functions of the library, and from the
//! control word, units and profiles of the model. `VIDALU_BLESS=1` writes them again.

use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, Language, RenameRule};
use itertools::Itertools;
use vidalu_model::control::{FORMATS, Field, UNIT, WIDTH};
use vidalu_model::golden::Profile;

use crate::common::{file, read};

/// Compares a file with its expected text.
fn check(path: &str, expected: &str) {
    vidalu_testkit::golden(&file(path), expected);
}

/// The profiles and the units with their numbers.
fn numbers() -> [Vec<(String, u64)>; 2] {
    let profiles = Profile::ALL.iter().zip(0..);
    let profile = |name: &str| format!("PROFILE_{}", name.to_uppercase().replace(['-', '.'], "_"));
    let profiles = profiles.map(|(it, number)| (profile(it.name()), number));
    let units = UNIT.codes.iter().map(|(name, code)| (format!("UNIT_{}", name.to_uppercase()), *code));
    [profiles.collect(), units.collect()]
}

#[test]
fn header() {
    let define = |(name, value): (String, u64)| format!("#define VIDALU_{name} {value}");
    let [profiles, units] = numbers().map(|numbers| numbers.into_iter().map(define).join("\n"));
    let field = |prefix: &str, field: &Field| {
        let stem = format!("{prefix}_{}", field.name.to_uppercase());
        let place = [(format!("{stem}_LSB"), field.lo.into()), (format!("{stem}_WIDTH"), field.width.into())];
        let codes = field.codes.iter().map(|(name, code)| (format!("{stem}_{}", name.to_uppercase()), *code));
        place.into_iter().chain(codes).map(define).join("\n")
    };
    let formats = FORMATS.iter().map(|format| {
        let prefix = format.unit.name().to_uppercase();
        let fields = format.fields.iter().map(|one| field(&prefix, one)).join("\n");
        let width = define((format!("{prefix}_CTL_WIDTH"), format.width().into()));
        format!("/* Control word of unit {}. */\n{width}\n{fields}\n", format.unit.name())
    });
    let constants = format!(
        "\n/* Profiles: whose reading of the manual is computed. */\n{profiles}\n\n/* Units. */\n{units}\n\n\
         /* Position, width and codes of each field of the control word, as in vidalu_defs.vh: the word of all units. */\n\
         {}\n{}\n\n{}",
        define(("CTL_WIDTH".to_owned(), WIDTH.into())),
        field("CTL", &UNIT),
        formats.collect::<Vec<_>>().join("\n"),
    );
    let config = Config {
        language: Language::C,
        header: Some(read(&file("include/preamble.txt")).trim_end().to_owned()),
        include_guard: Some("VIDALU_GOLDEN_H".to_owned()),
        no_includes: true,
        sys_includes: vec!["stdint.h".to_owned()],
        after_includes: Some(constants),
        cpp_compat: true,
        documentation_style: DocumentationStyle::C99,
        line_length: 110,
        enumeration: EnumConfig { rename_variants: RenameRule::QualifiedScreamingSnakeCase, ..EnumConfig::default() },
        ..Config::default()
    };
    let bindings = Builder::new().with_config(config).with_src(file("src/abi.rs")).with_src(file("src/status.rs"));
    let mut text = Vec::new();
    bindings.generate().expect("the sources are Rust").write(&mut text);
    let text = String::from_utf8(text).expect("the header is text");
    check("include/vidalu_golden.h", &text.replace("// # Safety\n", "// The caller promises:\n"));
}

/// The numbers of the package stand between two marks: those of the model, and those of the header.
#[test]
fn package() {
    let path = "dpi/vidalu_golden_pkg.sv";
    let text = read(&file(path));
    let (begin, end) =
        ("  // Derived from the model and the header: begin\n", "  // Derived from the model and the header: end\n");
    let (before, rest) = text.split_once(begin).expect("the mark is there");
    let (_, after) = rest.split_once(end).expect("the mark is there");
    let one = |(name, value): (String, u64)| format!("  localparam int unsigned VIDALU_{name} = {value};\n");
    let numbers = numbers().map(|numbers| numbers.into_iter().map(one).collect::<String>()).join("");
    let header = read(&file("include/vidalu_golden.h"));
    let constants = ["VIDALU_UNIT_ANY", "VIDALU_ABI_VERSION", "VIDALU_TEXT_SIZE"].map(|name| {
        let line = header.lines().find_map(|line| line.strip_prefix(&format!("#define {name} ")));
        format!("  localparam int unsigned {name} = {};\n", line.expect("the header has it"))
    });
    let statuses = header.lines().filter_map(|line| line.strip_prefix("  VIDALU_STATUS_")?.strip_suffix(','));
    let statuses = statuses.map(|status| format!("  localparam int VIDALU_STATUS_{status};\n"));
    let numbers = [numbers, constants.concat(), statuses.collect()].concat();
    check(path, &format!("{before}{begin}{numbers}{end}{after}"));
}
