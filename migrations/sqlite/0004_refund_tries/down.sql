DROP INDEX refunds_by_id;
DROP INDEX refunds_due;
CREATE INDEX refunds_due ON refunds (due_at, id) WHERE done_at IS NULL;
ALTER TABLE refunds DROP COLUMN by_hand;
ALTER TABLE refunds DROP COLUMN next_try_at;
ALTER TABLE refunds DROP COLUMN failures;
