//! The content of an email as typed blocks. Its plain text is rendered here; the crate `mail` renders the HTML. No
//! string contains markup: each rendering escapes what it needs to.

mod text;

use serde::{Deserialize, Serialize};

/// The content of an email. Serialized without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailContent {
    /// Whether it has a greeting and ends with the shop's name.
    pub greets: bool,
    /// Its parts, in reading order.
    pub blocks: Vec<Block>,
}

/// A part of an email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// The sentence that states what the email is about.
    Heading(String),
    /// Some sentences.
    Paragraph(String),
    /// Labels and their values, one per line, such as a tracking number.
    Details(Vec<(String, String)>),
    /// The progress of an order.
    Progress(Vec<Step>),
    /// The lines and sums of an order.
    Table(Vec<Row>),
    /// The one thing that the email delivers, such as a coupon, set apart.
    Highlight {
        /// What it is.
        value: EmailValue,
        /// More about it, such as its price.
        note: Option<String>,
    },
    /// A link to a page of the shop.
    Link {
        /// What the reader does there. The plain text has only the URL.
        label: String,
        /// How prominent it is.
        emphasis: Emphasis,
        /// The URL.
        url: EmailValue,
    },
}

/// A value that may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailValue {
    /// Anyone who may read the outbox may read it.
    Public(String),
    /// A link with a code, or a coupon: only for the recipient.
    Secret {
        /// The secret; never serialized.
        #[serde(skip)]
        value: String,
    },
}

impl EmailValue {
    /// A secret.
    #[must_use]
    pub fn secret(value: impl Into<String>) -> Self {
        Self::Secret { value: value.into() }
    }

    /// The value as the recipient reads it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let (Self::Public(value) | Self::Secret { value }) = self;
        value
    }
}

impl<T: Into<String>> From<T> for EmailValue {
    fn from(value: T) -> Self {
        Self::Public(value.into())
    }
}

/// How prominent a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Emphasis {
    /// The purpose of the email.
    Primary,
    /// Another useful page.
    Secondary,
    /// Unsubscribing and similar.
    Quiet,
}

/// A step in the progress of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// How far it has come.
    pub state: StepState,
    /// Its name.
    pub label: String,
    /// When it happened or will happen; `None` if unknown.
    pub note: Option<String>,
}

/// How far a step has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// It is completed.
    Done,
    /// It is the next one.
    Current,
    /// It comes later.
    Later,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// Pieces of a part.
    Item {
        /// The number of pieces and the title of the part.
        text: String,
        /// Their price; `None` if prices are not listed.
        amount: Option<String>,
        /// A remark about the part, such as its vehicle.
        detail: Option<String>,
    },
    /// A charge or a discount.
    Charge {
        /// Its name.
        label: String,
        /// Its amount.
        amount: String,
    },
    /// The sum.
    Total(String),
    /// The name of the order.
    Order(String),
}

impl Default for EmailContent {
    fn default() -> Self {
        Self { greets: true, blocks: Vec::new() }
    }
}

impl EmailContent {
    /// Content that begins with a greeting and ends with the shop's name.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block.
    #[must_use]
    pub fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// Adds a heading.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.block(Block::Heading(text.into()))
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn paragraph(self, text: impl Into<String>) -> Self {
        self.block(Block::paragraph(text))
    }

    /// Adds the link that is the purpose of the email.
    #[must_use]
    pub fn button(self, label: &str, url: impl Into<EmailValue>) -> Self {
        self.block(Block::button(label, url))
    }

    /// Adds a link.
    #[must_use]
    pub fn link(self, label: &str, emphasis: Emphasis, url: impl Into<EmailValue>) -> Self {
        self.block(Block::Link { label: label.to_owned(), emphasis, url: url.into() })
    }

    /// Fills in the secrets of content that was serialized, from the email's text, which contains them. `None` if the
    /// text has other content.
    #[must_use]
    pub fn with_secrets_of(mut self, text: &str) -> Option<Self> {
        let template = self.text_with(|_, _| SECRET);
        let mut between = template.split(SECRET);
        let mut rest = text.strip_prefix(between.next()?)?;
        for secret in self.blocks.iter_mut().filter_map(Block::secret_mut) {
            let (value, after) = rest.split_once(between.next()?)?;
            value.clone_into(secret);
            rest = after;
        }
        (rest.is_empty() && between.next().is_none()).then_some(self)
    }
}

/// Stands for a secret in a template; no text contains it.
const SECRET: &str = "\0";

impl Block {
    /// Some sentences.
    #[must_use]
    pub fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph(text.into())
    }

    /// The link that is the purpose of the email.
    #[must_use]
    pub fn button(label: &str, url: impl Into<EmailValue>) -> Self {
        Self::Link { label: label.to_owned(), emphasis: Emphasis::Primary, url: url.into() }
    }

    fn secret_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Link { url: EmailValue::Secret { value }, .. }
            | Self::Highlight { value: EmailValue::Secret { value }, .. } => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
