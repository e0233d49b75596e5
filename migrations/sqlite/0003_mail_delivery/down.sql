DROP INDEX outbox_due;
ALTER TABLE outbox DROP COLUMN next_try_at;
ALTER TABLE outbox DROP COLUMN tries;
