//! Escapes terminal control characters in the log, which quotes text from files, customers and providers.

use autoparts_application::terminal;
use std::{
    fmt,
    io::{self, Write},
};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{
        FormatFields,
        format::{DefaultFields, Writer},
    },
};

/// Fields of text log lines. Their values cannot start a new line. Terminal colors are added outside of them.
#[derive(Default)]
pub(super) struct EscapedFields(DefaultFields);

impl<'w> FormatFields<'w> for EscapedFields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut text = String::new();
        self.0.format_fields(Writer::new(&mut text), fields)?;
        writer.write_str(&terminal::line(&text))
    }
}

/// Lines of JSON, written one at a time. JSON itself escapes only C0.
pub(super) struct EscapedLines<W>(pub(super) W);

impl<W: Write> Write for EscapedLines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(terminal::lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::{fmt::layer, layer::SubscriberExt, registry};

    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<Vec<u8>>>);

    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    const FILE: &str = "a\u{1b}[2Jb\n\u{9b}c\u{202e}d";

    #[test]
    fn a_text_line_is_one_line_without_control_characters() {
        let seen = Seen::default();
        let writer = seen.clone();
        let lines = layer().with_ansi(true).with_writer(move || writer.clone()).compact();
        tracing::subscriber::with_default(registry().with(lines.fmt_fields(EscapedFields::default())), || {
            let _span = tracing::error_span!("import", file = FILE).entered();
            tracing::error!(file = FILE, "the file {FILE} is odd");
        });
        let text = seen.text();
        assert_eq!(text.lines().count(), 1, "{text:?}");
        // Colors are the log's own.
        assert!(!text.contains("\u{1b}[2J") && !text.contains(['\u{9b}', '\u{202e}']), "{text:?}");
        assert_eq!(text.matches("202e").count(), 3, "{text:?}");
    }

    #[test]
    fn a_json_line_keeps_its_meaning() {
        let seen = Seen::default();
        let writer = seen.clone();
        let lines = layer().with_writer(move || EscapedLines(writer.clone())).json();
        tracing::subscriber::with_default(registry().with(lines), || tracing::error!(file = FILE, "odd"));
        let text = seen.text();
        assert!(text.is_ascii() && text.lines().count() == 1, "{text:?}");
        let line: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(line["fields"]["file"], FILE);
    }
}
