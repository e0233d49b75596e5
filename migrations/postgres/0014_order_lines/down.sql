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
ALTER TABLE ledger DROP CONSTRAINT ledger_part_of_pieces;
ALTER TABLE ledger ALTER COLUMN part_id SET NOT NULL;
DROP TABLE order_lines;
