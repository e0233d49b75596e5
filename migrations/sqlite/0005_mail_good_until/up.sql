-- Until when what a mail says is true; none: three days from when it was written, as the release before
-- has it, which writes mails without it. The same name and column as in ../../postgres.

ALTER TABLE outbox ADD COLUMN good_until INTEGER;
