//! The sandbox's state and its journal. Changes take effect once they are on disk. Used by one thread.

use super::{
    SandboxError,
    journal::Journal,
    outcome::{Answer, Outcome},
    refusal::Refusal,
    state::{Change, State},
};
use autoparts_domain::time::Timestamp;
use std::{path::Path, sync::Arc};
use tokio::sync::Notify;

#[derive(Debug)]
pub(super) struct Books {
    state: State,
    journal: Journal,
    /// Notified when there is a webhook to send; `None` without a webhook URL.
    webhook_due: Option<Arc<Notify>>,
}

impl Books {
    pub(super) fn open(path: &Path, now: Timestamp, webhook_due: Option<Arc<Notify>>) -> Result<Self, SandboxError> {
        let (journal, state) = Journal::open(path, now)?;
        Ok(Self { state, journal, webhook_due })
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Writes the changes to the journal, then returns the answer. If the write fails, nothing changes.
    pub(super) fn settle(&mut self, outcome: Outcome) -> Answer {
        match self.enter(outcome.changes) {
            Ok(()) => outcome.answer,
            Err(refusal) => refusal.into(),
        }
    }

    /// Applies the changes, all or none.
    pub(super) fn enter(&mut self, mut changes: Vec<Change>) -> Result<(), Refusal> {
        if self.webhook_due.is_none() {
            changes.retain(|change| !matches!(change, Change::Message(_)));
        }
        if changes.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.journal.append(&changes) {
            tracing::error!(%error, "the sandbox journal cannot be written");
            return Err(Refusal::internal());
        }
        let messages = changes.iter().any(|change| matches!(change, Change::Message(_)));
        for change in changes {
            self.state.apply(change);
        }
        if let Some(webhook_due) = self.webhook_due.as_ref().filter(|_| messages) {
            webhook_due.notify_one();
        }
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn fail_writes(&mut self) {
        self.journal.fail_writes();
    }
}
