//! The registers of the wrappers, by the names that the templates in `rtl-templates/wrapper` give
//! them. A test compares these names with the generated text.

use std::fmt::Display;

/// 1 while the unit has an instruction.
pub const BUSY: &str = "busy_q";

/// 1 while a result (AXI4-Stream, Vortex) or an answer (CFU) is offered.
pub const VALID: &str = "valid_q";

/// 1 while AXI4-Lite offers the answer to a write.
pub const WRITTEN: &str = "written_q";

/// 1 while AXI4-Lite offers the answer to a read.
pub const READ: &str = "read_q";

/// 1 while a result can be read (AXI4-Lite) or is offered (CV-X-IF).
pub const DONE: &str = "done_q";

/// The number of results on AXI4-Lite since the reset, modulo 256.
pub const COUNT: &str = "count_q";

/// The lowest bit of [`COUNT`] in the register `CONTROL`.
pub const COUNT_LSB: u32 = 8;

/// 1 if AXI4-Lite raises `irq` for a result.
pub const ENABLE: &str = "enable_q";

/// 1 from a result on AXI4-Lite until a write says that it was noticed.
pub const PENDING: &str = "pending_q";

/// The last result.
pub const LAST: &str = "last_q";

/// The flags of the last result, if the unit has flags.
pub const FLAGS: &str = "flags_q";

/// 1 while AXI4-Lite holds the address of a write.
pub const ADDRESS_FULL: &str = "address_full_q";

/// The address of a write on AXI4-Lite, in words of 32 bits.
pub const ADDRESS: &str = "address_q";

/// 1 while AXI4-Lite holds the data of a write.
pub const DATA_FULL: &str = "data_full_q";

/// The data of a write on AXI4-Lite.
pub const DATA: &str = "data_q";

/// The bytes that a write on AXI4-Lite changes, one bit each.
pub const STROBE: &str = "strobe_q";

/// 1 while CV-X-IF holds an instruction that has not begun.
pub const HELD: &str = "held_q";

/// 1 if the instruction that CV-X-IF holds cannot be killed any more.
pub const COMMITTED: &str = "committed_q";

/// The command that CV-X-IF holds.
pub const COMMAND: &str = "command_q";

/// The word that the command in [`COMMAND`] selects; the lower two bits are the slot.
pub const WHICH: &str = "which_q";

/// The source registers of the instruction that CV-X-IF holds; the third only if the instruction
/// brings the third operand.
pub const RS: [&str; 3] = ["rs1_q", "rs2_q", "rs3_q"];

/// The third operand that a command sets (CFU, and CV-X-IF without a third source register).
pub const C: &str = "c_q";

/// 1 if the instruction that CV-X-IF holds takes the last result as the third operand, instead of
/// [`C`].
pub const ACCUMULATE: &str = "accumulate_q";

/// The number of the destination register of the instruction that CV-X-IF holds.
pub const RD: &str = "rd_q";

/// 1 if the instruction that CV-X-IF holds writes [`RD`].
pub const WE: &str = "we_q";

/// The number of the instruction that CV-X-IF holds.
pub const ID: &str = "id_q";

/// The hart of the instruction that CV-X-IF holds.
pub const HARTID: &str = "hartid_q";

/// The number of the newest instruction that the processor has offered on CV-X-IF.
pub const NEWEST: &str = "newest_q";

/// 1 if the offer of the previous cycle was not accepted on CV-X-IF. The registers `WAITING_*`
/// describe this offer.
pub const WAITS: &str = "waits_q";

/// The number of the instruction in the offer that waits.
pub const WAITING_ID: &str = "waiting_id_q";

/// The hart of the instruction in the offer that waits.
pub const WAITING_HARTID: &str = "waiting_hartid_q";

/// 1 if the instruction in the offer that waits is committed.
pub const WAITING_COMMITTED: &str = "waiting_committed_q";

/// 1 if the instruction in the offer that waits is killed.
pub const WAITING_KILLED: &str = "waiting_killed_q";

/// Returns the register of the issue word in a slot (CFU and CV-X-IF). `slot` is a number or a net.
pub fn word(slot: impl Display) -> String {
    format!("word_q[{slot}]")
}

/// Returns the register of the lower half of an operand or of the issue word (AXI4-Lite): of `a`,
/// `b`, `c` or `word`.
pub fn low(field: &str) -> String {
    format!("{field}_low_q")
}

/// Returns the register of the upper half of an operand or of the issue word: of `a`, `b`, `c` or
/// (AXI4-Lite) `word`.
pub fn high(field: &str) -> String {
    format!("{field}_high_q")
}
