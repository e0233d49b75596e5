-- Emails that their recipient has not confirmed wanting, counted by mailbox; stock alerts that wait for a confirmation. The same
-- names and columns as in ../../postgres.

-- The mailbox of an email that counts against the quota, and whether it carries a code that the reader is waiting for. Null if
-- the recipient has confirmed wanting it, and for emails written by the previous release.
ALTER TABLE outbox ADD COLUMN mailbox TEXT;
ALTER TABLE outbox ADD COLUMN carries_code INTEGER;
CREATE INDEX outbox_by_mailbox ON outbox (mailbox, written_at) WHERE mailbox IS NOT NULL;
-- Erased emails count for a day.
CREATE INDEX outbox_erased ON outbox (written_at) WHERE recipient = 'erased@erased.invalid';

-- One row per mailbox with recent emails; it serializes the servers that send to it.
CREATE TABLE mailbox_locks (
    mailbox TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    CONSTRAINT mailbox_locks_key PRIMARY KEY (mailbox)
) STRICT, WITHOUT ROWID;
CREATE INDEX mailbox_locks_by_age ON mailbox_locks (used_at);

-- Whether the address has confirmed. Null for alerts of the previous release, which needs no confirmation.
ALTER TABLE stock_alerts ADD COLUMN confirmed INTEGER;
CREATE INDEX stock_alerts_unconfirmed ON stock_alerts (asked_at) WHERE confirmed = FALSE;

-- Whether a link confirms the alerts of its address; null for one that ends them.
ALTER TABLE stock_alert_links ADD COLUMN confirms INTEGER;

-- Addresses that have confirmed or refused stock alerts; for a refusal, confirmed_at is the time of the refusal.
CREATE TABLE stock_alert_addresses (
    email TEXT NOT NULL,
    confirmed_at INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    CONSTRAINT stock_alert_addresses_key PRIMARY KEY (email)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_alert_addresses_by_age ON stock_alert_addresses (confirmed_at);

-- When pieces last arrived other than from an unpaid order, and when a part was last shown again or its minimum lowered.
ALTER TABLE stock ADD COLUMN renewed_at INTEGER;
ALTER TABLE parts ADD COLUMN renewed_at INTEGER;
