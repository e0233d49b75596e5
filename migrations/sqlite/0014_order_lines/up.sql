-- The lines of orders: pieces of a part, at a price. The row of an order still has the data of its first line, for the
-- previous release: an order that it places during a rolling upgrade has one line, and no rows here. The same names and
-- columns as in ../../postgres.
CREATE TABLE order_lines (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    part_id TEXT NOT NULL,
    product TEXT NOT NULL,
    unit_price_cents INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    CONSTRAINT order_lines_key PRIMARY KEY (user_id, order_id, line),
    CONSTRAINT order_lines_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT order_lines_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT order_lines_line CHECK (line BETWEEN 1 AND 100),
    CONSTRAINT order_lines_money CHECK (unit_price_cents >= 0),
    CONSTRAINT order_lines_quantity CHECK (quantity > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity)
    SELECT user_id, id, 1, part_id, product, unit_price_cents, quantity FROM orders;

-- Money belongs to an order, pieces to a part. SQLite changes no column in place.
ALTER TABLE ledger RENAME TO ledger_before;
CREATE TABLE ledger (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    id TEXT NOT NULL,
    part_id TEXT,
    movement TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    happened_at INTEGER NOT NULL,
    origin TEXT CONSTRAINT ledger_origin CHECK (origin IN ('provider', 'dispute')),
    CONSTRAINT ledger_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT ledger_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT ledger_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT ledger_part_of_pieces CHECK (pieces = 0 OR part_id IS NOT NULL),
    CONSTRAINT ledger_movement CHECK (
        (movement = 'reserved' AND pieces < 0 AND cents = 0)
        OR (movement = 'released' AND pieces > 0 AND cents = 0)
        OR (movement = 'received' AND pieces = 0 AND cents >= 0)
        OR (movement = 'refunded' AND pieces = 0 AND cents <= 0)
    )
) STRICT, WITHOUT ROWID;
INSERT INTO ledger (user_id, order_id, id, part_id, movement, pieces, cents, happened_at, origin)
    SELECT user_id, order_id, id, part_id, movement, pieces, cents, happened_at, origin FROM ledger_before;
DROP TABLE ledger_before;
