//! Emails about core claims.

use super::{OrderEmail, OrderEmails, contents::core_charges, journey::day};
use crate::ports::email_content::{Block, EmailContent};
use autoparts_domain::{cores::CoreClaim, orders::OrderSnapshot, text::CoreRefusal};

impl OrderEmail {
    /// The old parts should arrive soon.
    pub(crate) fn core_reminder(snapshot: &OrderSnapshot, owed: &[CoreClaim]) -> Self {
        let pieces: Vec<_> = owed.iter().map(|claim| (claim, claim.pieces.owed)).collect();
        let due = owed.iter().map(|claim| claim.due_at).min().map(day).unwrap_or_default();
        let content = EmailContent::new()
            .heading("Send us your old parts, and we refund their core charges:")
            .block(core_charges(snapshot, &pieces))
            .paragraph(format!(
                "Print the slip for old parts on the page of your order and put it into the parcel. It should reach us by \
                 {due}. If you keep the old parts, you do not need to do anything."
            ));
        Self::about(snapshot, "Your core charge", content)
    }

    /// The shop does not take old parts.
    pub(crate) fn cores_refused(snapshot: &OrderSnapshot, refused: &RefusedCores<'_>) -> Self {
        let content =
            refused.blocks(snapshot).into_iter().fold(EmailContent::new().heading(NOT_REFUNDED), EmailContent::block);
        Self::about(snapshot, "Your old parts", content)
    }
}

const NOT_REFUNDED: &str = "We cannot refund the core charge of these old parts:";

/// Old parts of a line that the shop does not take.
pub(crate) struct RefusedCores<'a> {
    pub(crate) claim: &'a CoreClaim,
    pub(crate) pieces: i64,
    pub(crate) reason: Option<&'a CoreRefusal>,
}

impl RefusedCores<'_> {
    fn blocks(&self, snapshot: &OrderSnapshot) -> Vec<Block> {
        let reason = self.reason.map(|reason| Block::Paragraph(reason.to_string()));
        [core_charges(snapshot, &[(self.claim, self.pieces)])].into_iter().chain(reason).collect()
    }
}

impl OrderEmails {
    /// These emails, naming refused old parts in the email about the refund of others.
    pub(crate) fn with_refused_cores(&self, snapshot: &OrderSnapshot, refused: &RefusedCores<'_>) -> Self {
        let heading = Block::Paragraph(NOT_REFUNDED.to_owned());
        let postscript = [heading].into_iter().chain(refused.blocks(snapshot)).collect();
        Self { postscript, ..self.clone() }
    }
}
