//! Mails to send.

use super::{
    MemoryTransaction,
    tables::{claim, descending},
};
use crate::ports::{
    outbox::{Mail, OutboxRepository},
    page::Page,
    store::StoreResult,
};
use autoparts_domain::id::MailId;

impl OutboxRepository for MemoryTransaction {
    fn insert_mail(&mut self, mail: &Mail) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.mails, (mail.owner, mail.id), mail.clone()))
    }

    fn mails(&mut self, page: &Page<MailId>) -> StoreResult<Vec<Mail>> {
        self.look(|tables| Ok(descending(tables.mails.values().map(|mail| (mail.id, mail.clone())), page)))
    }
}
