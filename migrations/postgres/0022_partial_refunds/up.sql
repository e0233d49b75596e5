-- Partial refunds of orders, also after shipping: of pieces of their lines, or of an amount. The same names and columns
-- as in ../../sqlite.

-- The sum of an order's partial refunds; and the pieces of a line that were refunded before shipping, or returned
-- afterwards. The order's revision guards all of them.
ALTER TABLE orders ADD COLUMN given_back_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_given_back CHECK (given_back_cents >= 0);
ALTER TABLE order_lines ADD COLUMN released BIGINT NOT NULL DEFAULT 0
    CONSTRAINT order_lines_released CHECK (released >= 0);
ALTER TABLE order_lines ADD COLUMN returned BIGINT NOT NULL DEFAULT 0
    CONSTRAINT order_lines_returned CHECK (returned >= 0 AND released + returned <= quantity);

-- A payment has any number of partial refunds, and at most one full refund. The provider knows existing refunds, and
-- those made by the previous release during a rolling upgrade, by their transaction.
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

-- The refunds that admins requested under idempotency keys.
CREATE TABLE refund_keys (
    user_id TEXT COLLATE "C" NOT NULL,
    request_key TEXT COLLATE "C" NOT NULL,
    refund_id TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT refund_keys_key PRIMARY KEY (user_id, request_key)
);
CREATE INDEX refund_keys_by_age ON refund_keys (used_at);

-- Pieces that customers returned and that can be sold again.
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_reason;
ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_reason CHECK (reason IN (
    'opening', 'received', 'counted', 'damaged', 'correction', 'returned'
));
