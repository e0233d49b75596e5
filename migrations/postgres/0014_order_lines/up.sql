-- The lines of orders: pieces of a part, at a price. The row of an order still has the data of its first line, for the
-- previous release: an order that it places during a rolling upgrade has one line, and no rows here. The same names and
-- columns as in ../../sqlite.
CREATE TABLE order_lines (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    line BIGINT NOT NULL,
    part_id TEXT COLLATE "C" NOT NULL,
    product TEXT NOT NULL,
    unit_price_cents BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    CONSTRAINT order_lines_key PRIMARY KEY (user_id, order_id, line),
    CONSTRAINT order_lines_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT order_lines_part FOREIGN KEY (part_id) REFERENCES parts (id),
    CONSTRAINT order_lines_line CHECK (line BETWEEN 1 AND 100),
    CONSTRAINT order_lines_money CHECK (unit_price_cents >= 0),
    CONSTRAINT order_lines_quantity CHECK (quantity > 0)
);
INSERT INTO order_lines (user_id, order_id, line, part_id, product, unit_price_cents, quantity)
    SELECT user_id, id, 1, part_id, product, unit_price_cents, quantity FROM orders;

-- Money belongs to an order, pieces to a part.
ALTER TABLE ledger ALTER COLUMN part_id DROP NOT NULL;
ALTER TABLE ledger ADD CONSTRAINT ledger_part_of_pieces CHECK (pieces = 0 OR part_id IS NOT NULL);
