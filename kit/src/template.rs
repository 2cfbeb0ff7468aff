use askama::Template;

/// The version that every generated file names.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Renders a template and ends the file with a line break.
pub(crate) fn render(template: &impl Template) -> String {
    template.render().expect("writing to a string does not fail") + "\n"
}
