-- The order that a mail is about; none: it is about something else, or the release before wrote it. Mails
-- about orders to an address that nobody has proven are counted and sent together. The same names and
-- columns as in ../../postgres.

ALTER TABLE outbox ADD COLUMN order_id TEXT;
CREATE INDEX outbox_orders_waiting ON outbox (recipient, id)
    WHERE order_id IS NOT NULL AND sent_at IS NULL AND next_try_at IS NOT NULL;
CREATE INDEX outbox_orders_sent ON outbox (recipient, sent_at) WHERE order_id IS NOT NULL;
