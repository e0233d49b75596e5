-- The previous release knows only the first part of each order. Pieces of the others are removed from the ledger and,
-- if the order holds them, from the supplied pieces. The total stays, so the books check of that release reports a
-- difference.
UPDATE stock SET supplied = supplied - (
    SELECT COALESCE(SUM(line.quantity), 0) FROM orders
    JOIN order_lines AS line ON line.user_id = orders.user_id AND line.order_id = orders.id
    WHERE line.part_id = stock.part_id AND line.part_id <> orders.part_id AND orders.state IN ('held', 'paid', 'shipped')
);
DELETE FROM ledger WHERE part_id IS NOT NULL AND part_id <> (
    SELECT orders.part_id FROM orders WHERE orders.user_id = ledger.user_id AND orders.id = ledger.order_id
);
UPDATE orders SET quantity = (
    SELECT SUM(line.quantity) FROM order_lines AS line
    WHERE line.user_id = orders.user_id AND line.order_id = orders.id AND line.part_id = orders.part_id
) WHERE EXISTS (
    SELECT 1 FROM order_lines AS line WHERE line.user_id = orders.user_id AND line.order_id = orders.id AND line.line = 2
);
UPDATE ledger SET part_id = (
    SELECT orders.part_id FROM orders WHERE orders.user_id = ledger.user_id AND orders.id = ledger.order_id
) WHERE part_id IS NULL;
ALTER TABLE ledger RENAME TO ledger_before;
CREATE TABLE ledger (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    id TEXT NOT NULL,
    part_id TEXT NOT NULL,
    movement TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    happened_at INTEGER NOT NULL,
    origin TEXT CONSTRAINT ledger_origin CHECK (origin IN ('provider', 'dispute')),
    CONSTRAINT ledger_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT ledger_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT ledger_part FOREIGN KEY (part_id) REFERENCES parts (id),
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
DROP TABLE order_lines;
