//! PTX text: what is accepted, what is refused, and with which message.

mod any_text;
mod examples;
mod legality;
mod messages;
mod parsing;
mod straight_line;
