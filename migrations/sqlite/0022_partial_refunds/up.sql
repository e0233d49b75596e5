-- Partial refunds of orders, also after shipping: of pieces of their lines, or of an amount. The same names and columns
-- as in ../../postgres.

-- The sum of an order's partial refunds; and the pieces of a line that were refunded before shipping, or returned
-- afterwards. The order's revision guards all of them.
ALTER TABLE orders ADD COLUMN given_back_cents INTEGER NOT NULL DEFAULT 0
    CONSTRAINT orders_given_back CHECK (given_back_cents >= 0);
ALTER TABLE order_lines ADD COLUMN released INTEGER NOT NULL DEFAULT 0
    CONSTRAINT order_lines_released CHECK (released >= 0);
ALTER TABLE order_lines ADD COLUMN returned INTEGER NOT NULL DEFAULT 0
    CONSTRAINT order_lines_returned CHECK (returned >= 0 AND released + returned <= quantity);

-- A payment has any number of partial refunds, and at most one full refund. The provider knows existing refunds, and
-- those made by the previous release during a rolling upgrade, by their transaction. SQLite changes no key in place.
ALTER TABLE refunds RENAME TO refunds_before;
CREATE TABLE refunds (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    reason TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    done_at INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL DEFAULT 0,
    by_hand INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER,
    note TEXT,
    keyed_by_transaction INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT refunds_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT refunds_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT refunds_amount CHECK (amount_cents >= 0),
    CONSTRAINT refunds_reason CHECK (reason IN (
        'order_cancelled', 'paid_twice', 'sold_out', 'by_admin', 'lines_cancelled', 'returned', 'goodwill'
    ))
) STRICT, WITHOUT ROWID;
INSERT INTO refunds (user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at, failures, next_try_at, by_hand, asked_at)
    SELECT user_id, order_id, transaction_id, id, amount_cents, reason, due_at, done_at, failures, next_try_at, by_hand, asked_at
    FROM refunds_before;
DROP TABLE refunds_before;
CREATE INDEX refunds_due ON refunds (next_try_at, id) WHERE done_at IS NULL;
CREATE INDEX refunds_by_id ON refunds (id);
CREATE UNIQUE INDEX refunds_whole ON refunds (user_id, order_id, transaction_id)
    WHERE reason IN ('order_cancelled', 'paid_twice', 'sold_out', 'by_admin');

-- The refunds that admins requested under idempotency keys.
CREATE TABLE refund_keys (
    user_id TEXT NOT NULL,
    request_key TEXT NOT NULL,
    refund_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    CONSTRAINT refund_keys_key PRIMARY KEY (user_id, request_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX refund_keys_by_age ON refund_keys (used_at);

-- Pieces that customers returned and that can be sold again.
ALTER TABLE stock_movements RENAME TO stock_movements_before;
CREATE TABLE stock_movements (
    part_id TEXT NOT NULL,
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    actor_id TEXT,
    note TEXT,
    happened_at INTEGER NOT NULL,
    CONSTRAINT stock_movements_key PRIMARY KEY (part_id, id),
    CONSTRAINT stock_movements_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT stock_movements_reason CHECK (reason IN (
        'opening', 'received', 'counted', 'damaged', 'correction', 'returned'
    )),
    CONSTRAINT stock_movements_pieces CHECK (pieces <> 0 OR reason = 'opening')
) STRICT, WITHOUT ROWID;
INSERT INTO stock_movements (part_id, id, reason, pieces, actor_id, note, happened_at)
    SELECT part_id, id, reason, pieces, actor_id, note, happened_at FROM stock_movements_before;
DROP TABLE stock_movements_before;
