-- How often a refund failed for good, when it is tried next, and whether the money went another way. The same names and columns as in
-- ../../postgres. The defaults make a refund that the release before wrote due at once.

ALTER TABLE refunds ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN next_try_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
DROP INDEX refunds_due;
CREATE INDEX refunds_due ON refunds (next_try_at, id) WHERE done_at IS NULL;
CREATE INDEX refunds_by_id ON refunds (id);
