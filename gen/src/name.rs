//! The names that a design may use.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A name that no module, port or net may have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is not a Verilog identifier.
    #[error("`{name}` is not a plain identifier ([A-Za-z_][A-Za-z0-9_]*)")]
    NotAnIdentifier {
        /// The name.
        name: String,
    },
    /// The name is a keyword of a language in which the design may be read or instantiated.
    #[error("`{name}` is a keyword of {language}")]
    Keyword {
        /// The name.
        name: String,
        /// The language: Verilog, SystemVerilog or VHDL.
        language: &'static str,
    },
}

/// Checks that `name` is an identifier and not a keyword of Verilog, SystemVerilog or VHDL.
///
/// A VHDL design can instantiate a Verilog module. VHDL ignores case, so its keywords are rejected
/// in any case.
///
/// # Errors
/// Fails with [`NameError::NotAnIdentifier`] or [`NameError::Keyword`].
pub fn check_name(name: &str) -> Result<(), NameError> {
    let mut characters = name.chars();
    let head = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !head || !characters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(NameError::NotAnIdentifier { name: name.to_owned() });
    }
    // Each module checks all of its names, so the lists are split once.
    static LISTS: LazyLock<[(&str, HashSet<&str>); 3]> = LazyLock::new(|| {
        [("Verilog", VERILOG), ("SystemVerilog", SYSTEM_VERILOG), ("VHDL", VHDL)]
            .map(|(language, keywords)| (language, keywords.split_whitespace().collect()))
    });
    let lower = name.to_ascii_lowercase();
    let spelling = |language: &str| if language == "VHDL" { lower.as_str() } else { name };
    match LISTS.iter().find(|(language, keywords)| keywords.contains(spelling(language))) {
        Some((language, _)) => Err(NameError::Keyword { name: name.to_owned(), language }),
        None => Ok(()),
    }
}

/// IEEE 1364-2005, annex B.
const VERILOG: &str = "
    always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam
    design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable
    endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir include initial inout
    input instance integer join large liblist library localparam macromodule medium module nand negedge nmos nor
    noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup
    pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1
    scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0
    tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor
    xor";

/// IEEE 1800-2017, annex B, without those of Verilog.
const SYSTEM_VERILOG: &str = "
    accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit break byte chandle
    checker class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker
    endclass endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect
    export extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies
    import inside int interconnect interface intersect join_any join_none let local logic longint matches modport
    nettype new nexttime null package packed priority program property protected pure rand randc randcase randsequence
    ref reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence shortint shortreal
    soft solve static string strong struct super sync_accept_on sync_reject_on tagged this throughout timeprecision
    timeunit type typedef union unique unique0 until until_with untyped var virtual void wait_order weak wildcard with
    within";

/// IEEE 1076-2008, chapter 15.10, and `view` and `private` of 2019.
const VHDL: &str = "
    abs access after alias all and architecture array assert assume assume_guarantee attribute begin block body buffer
    bus case component configuration constant context cover default disconnect downto else elsif end entity exit
    fairness file for force function generate generic group guarded if impure in inertial inout is label library
    linkage literal loop map mod nand new next nor not null of on open or others out package parameter port postponed
    private procedure process property protected pure range record register reject release rem report restrict
    restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong subtype then to
    transport type unaffected units until use variable view vmode vprop vunit wait when while with xnor xor";

#[cfg(test)]
mod tests {
    use super::*;

    fn keyword(name: &str) -> Option<&'static str> {
        match check_name(name) {
            Err(NameError::Keyword { language, .. }) => Some(language),
            _ => None,
        }
    }

    #[test]
    fn keywords_of_three_languages_are_refused() {
        assert_eq!(keyword("wire"), Some("Verilog"));
        assert_eq!(keyword("unique"), Some("SystemVerilog"));
        assert_eq!(keyword("select"), Some("VHDL"));
        assert_eq!(keyword("SELECT"), Some("VHDL"));
        assert_eq!(keyword("vidalu_select"), None);
    }

    #[test]
    fn only_plain_identifiers_pass() {
        for bad in ["", "1st", "a-b", "\\esc", "caf\u{e9}", "a b", "a$b"] {
            assert!(matches!(check_name(bad), Err(NameError::NotAnIdentifier { .. })), "{bad}");
        }
        check_name("_x1").unwrap();
    }
}
