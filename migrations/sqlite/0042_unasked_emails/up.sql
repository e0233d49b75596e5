-- E-mails that their recipient has not confirmed wanting, counted by mailbox; stock alerts that wait for a confirmation. The same
-- names and columns as in ../../postgres.

-- The mailbox of an e-mail that counts against the quota, and whether it carries a code that its reader waits for. Null when the
-- recipient has confirmed wanting it, and for what the release before wrote.
ALTER TABLE outbox ADD COLUMN mailbox TEXT;
ALTER TABLE outbox ADD COLUMN carries_code INTEGER;
CREATE INDEX outbox_by_mailbox ON outbox (mailbox, written_at) WHERE mailbox IS NOT NULL;
-- Those that were erased count for a day.
CREATE INDEX outbox_erased ON outbox (written_at) WHERE recipient = 'erased@erased.invalid';

-- One row for each mailbox that was written to lately: servers that send to it wait for each other.
CREATE TABLE mailbox_locks (
    mailbox TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    CONSTRAINT mailbox_locks_key PRIMARY KEY (mailbox)
) STRICT, WITHOUT ROWID;
CREATE INDEX mailbox_locks_by_age ON mailbox_locks (used_at);

-- Whether the address has confirmed. Null for alerts of before and of the release before: they were asked for without.
ALTER TABLE stock_alerts ADD COLUMN confirmed INTEGER;
CREATE INDEX stock_alerts_unconfirmed ON stock_alerts (asked_at) WHERE confirmed = FALSE;

-- Whether a link confirms the alerts of its address; null for one that ends them.
ALTER TABLE stock_alert_links ADD COLUMN confirms INTEGER;

-- Addresses that have confirmed that they want stock alerts, or have ended them: then the moment is that of the refusal.
CREATE TABLE stock_alert_addresses (
    email TEXT NOT NULL,
    confirmed_at INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    CONSTRAINT stock_alert_addresses_key PRIMARY KEY (email)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_alert_addresses_by_age ON stock_alert_addresses (confirmed_at);

-- When pieces last came that an unpaid order had not only given back, and when a part was last shown again or its minimum lowered.
ALTER TABLE stock ADD COLUMN renewed_at INTEGER;
ALTER TABLE parts ADD COLUMN renewed_at INTEGER;
