ALTER TABLE outbox DROP COLUMN content;
