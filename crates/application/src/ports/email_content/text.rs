//! The plain text of an email: blocks separated by empty lines.

use super::{Block, EmailContent, EmailValue, Row, Step, StepState};

/// Replaces a link where an email is shown without its secrets.
const HIDDEN_LINK: &str = "[link hidden]";

/// Replaces a coupon there.
const HIDDEN_COUPON: &str = "[coupon hidden]";

impl EmailContent {
    /// Renders the plain text, with the secrets.
    #[must_use]
    pub fn text(&self) -> String {
        self.text_with(|secret, _| secret)
    }

    /// Renders the plain text without the secrets; `None` if there are none.
    #[must_use]
    pub fn redacted_text(&self) -> Option<String> {
        let text = self.text_with(|_, hidden| hidden);
        (text != self.text()).then_some(text)
    }

    /// Renders the plain text, each secret as `shown` returns it, given what hides its kind.
    pub(super) fn text_with<'c>(&'c self, shown: impl Fn(&'c str, &'static str) -> &'c str) -> String {
        let greeting = self.greets.then(|| "Hello,".to_owned());
        let closing = self.greets.then(|| "Autoparts".to_owned());
        let blocks = self.blocks.iter().map(|block| block.text_with(&shown));
        lines(greeting.into_iter().chain(blocks).chain(closing), "\n\n") + "\n"
    }
}

impl Block {
    fn text_with<'c>(&'c self, shown: impl Fn(&'c str, &'static str) -> &'c str) -> String {
        let shown = |value: &'c EmailValue, hidden| match value {
            EmailValue::Public(value) => value.as_str(),
            EmailValue::Secret { value } => shown(value, hidden),
        };
        match self {
            Self::Heading(text) | Self::Paragraph(text) => text.clone(),
            Self::Details(details) => lines(details.iter().map(|(label, value)| format!("{label}: {value}")), "\n"),
            Self::Progress(steps) => lines(steps.iter().map(Step::text), "\n"),
            Self::Table(rows) => lines(rows.iter().map(Row::text), "\n"),
            Self::Highlight { value, note } => {
                format!("    {}{}", shown(value, HIDDEN_COUPON), after(", ", note.as_ref()))
            }
            Self::Link { url, .. } => shown(url, HIDDEN_LINK).to_owned(),
        }
    }
}

impl Step {
    fn text(&self) -> String {
        let mark = match self.state {
            StepState::Done => '✓',
            StepState::Current => '→',
            StepState::Later => '·',
        };
        format!("{mark} {}{}", self.label, after(": ", self.note.as_ref()))
    }
}

impl Row {
    fn text(&self) -> String {
        match self {
            Self::Item { text, amount, detail } => {
                format!("    {text}{}{}", after(", ", amount.as_ref()), after("\n      ", detail.as_ref()))
            }
            Self::Charge { label, amount } => format!("    {label}: {amount}"),
            Self::Total(amount) => format!("    Total: {amount}"),
            Self::Order(name) => format!("    Order {name}"),
        }
    }
}

/// A text after its separator; empty without a text.
fn after(separator: &str, text: Option<&String>) -> String {
    text.map_or_else(String::new, |text| format!("{separator}{text}"))
}

fn lines(texts: impl Iterator<Item = String>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}
