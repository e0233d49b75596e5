-- How often a mail was tried and when it is tried next; neither time set: it was given up. The same
-- names and columns as in ../../sqlite. The defaults make a mail that the release before wrote due
-- at once.

ALTER TABLE outbox ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN next_try_at BIGINT DEFAULT 0;
CREATE INDEX outbox_due ON outbox (next_try_at, id) WHERE sent_at IS NULL AND next_try_at IS NOT NULL;
