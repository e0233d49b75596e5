ALTER TABLE outbox DROP COLUMN redacted_body;
