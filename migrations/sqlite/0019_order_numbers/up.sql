-- Readable order numbers, and when an order was paid and shipped. The number is in a claim table, like order_refs;
-- older orders have none, and are still identified by their id. The same names and columns as in ../../postgres.
CREATE TABLE order_numbers (
    number TEXT NOT NULL,
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    CONSTRAINT order_numbers_key PRIMARY KEY (number)
) STRICT, WITHOUT ROWID;

ALTER TABLE orders ADD COLUMN number TEXT;
ALTER TABLE orders ADD COLUMN phone_digits TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN paid_at INTEGER;
ALTER TABLE orders ADD COLUMN shipped_at INTEGER;
ALTER TABLE orders ADD COLUMN carrier TEXT;
ALTER TABLE orders ADD COLUMN tracking_number TEXT;
UPDATE orders SET phone_digits =
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(phone, ' ', ''), '+', ''), '-', ''), '(', ''), ')', ''), '.', '');
-- Money that was refunded at once has not paid for an order.
UPDATE orders SET paid_at = (
    SELECT MIN(happened_at) FROM ledger
    WHERE ledger.user_id = orders.user_id AND ledger.order_id = orders.id AND ledger.movement = 'received'
) WHERE transaction_id IS NOT NULL;

-- For the searches of admins, and the worklists, without reading all orders.
CREATE INDEX orders_by_email ON orders (customer_email);
CREATE INDEX orders_by_phone ON orders (phone_digits);
CREATE INDEX orders_to_ship ON orders (id) WHERE state = 'paid';
CREATE INDEX orders_wanting_money ON orders (id) WHERE transaction_id IS NULL AND state <> 'cancelled';
CREATE INDEX orders_shipped ON orders (id) WHERE state = 'shipped';
CREATE INDEX orders_refunded ON orders (id) WHERE state = 'refunded' OR refunded_after_shipping;
