-- When the customer withdrew from the contract of an order that was not shipped yet. The same names and columns as in
-- ../../postgres.
ALTER TABLE orders ADD COLUMN withdrawn_at INTEGER;
UPDATE orders SET withdrawn_at = (
    SELECT MIN(received_at) FROM withdrawals
    WHERE withdrawals.user_id = orders.user_id AND withdrawals.order_id = orders.id AND outcome = 'not_shipped'
) WHERE state IN ('held', 'lapsed', 'paid');

-- Finds old statements that led to no return.
CREATE INDEX withdrawals_by_age ON withdrawals (received_at) WHERE outcome <> 'approved';
