DROP INDEX outbox_orders_sent;
DROP INDEX outbox_orders_waiting;
ALTER TABLE outbox DROP COLUMN order_id;
