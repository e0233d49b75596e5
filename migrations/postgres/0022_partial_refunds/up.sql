-- A part of an order can be given back, also after it was shipped: pieces of its lines, or an amount. The same names and
-- columns as in ../../sqlite.

-- The sum of an order's partial refunds; and the pieces of a line that left it before it was shipped, or came back afterwards.
-- The order's revision guards all of them.
ALTER TABLE orders ADD COLUMN given_back_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_given_back CHECK (given_back_cents >= 0);
ALTER TABLE order_lines ADD COLUMN released BIGINT NOT NULL DEFAULT 0
    CONSTRAINT order_lines_released CHECK (released >= 0);
ALTER TABLE order_lines ADD COLUMN returned BIGINT NOT NULL DEFAULT 0
    CONSTRAINT order_lines_returned CHECK (returned >= 0 AND released + returned <= quantity);

-- A payment has any number of refunds, and one of the whole. Those that there are, and those that the release before makes while
-- servers are renewed, are known to the provider by their transaction.
ALTER TABLE refunds ADD COLUMN note TEXT;
ALTER TABLE refunds ADD COLUMN keyed_by_transaction BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE refunds DROP CONSTRAINT refunds_key;
ALTER TABLE refunds ADD CONSTRAINT refunds_key PRIMARY KEY (user_id, order_id, id);
ALTER TABLE refunds DROP CONSTRAINT refunds_reason;
ALTER TABLE refunds ADD CONSTRAINT refunds_reason CHECK (reason IN (
    'order_cancelled', 'paid_twice', 'sold_out', 'by_admin', 'lines_cancelled', 'returned', 'goodwill'
));
CREATE UNIQUE INDEX refunds_whole ON refunds (user_id, order_id, transaction_id)
    WHERE reason IN ('order_cancelled', 'paid_twice', 'sold_out', 'by_admin');

-- Which refund an admin asked for under a key.
CREATE TABLE refund_keys (
    user_id TEXT COLLATE "C" NOT NULL,
    request_key TEXT COLLATE "C" NOT NULL,
    refund_id TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT refund_keys_key PRIMARY KEY (user_id, request_key)
);
CREATE INDEX refund_keys_by_age ON refund_keys (used_at);

-- Pieces that customers sent back and that can be sold again.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_reason;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_reason CHECK (reason IN (
    'opening', 'received', 'counted', 'damaged', 'correction', 'returned'
));
