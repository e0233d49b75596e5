-- What a customer has ordered and not paid, and whether they have ever paid: both are asked before a
-- customer orders. The same names and columns as in ../../sqlite.

CREATE INDEX orders_unpaid ON orders (user_id, part_id) WHERE state IN ('held', 'lapsed');
CREATE INDEX orders_paid ON orders (user_id) WHERE transaction_id IS NOT NULL AND state <> 'refunded';
