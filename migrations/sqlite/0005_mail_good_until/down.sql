ALTER TABLE outbox DROP COLUMN good_until;
