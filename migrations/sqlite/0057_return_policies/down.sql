-- Placed orders can then be returned on the terms of the shop's settings. Refunds with a restocking fee look like refunds of
-- less than their pieces cost.
ALTER TABLE refunds DROP COLUMN fee_cents;
ALTER TABLE order_lines DROP COLUMN fee_pieces;
ALTER TABLE order_lines DROP COLUMN return_terms;
DROP TABLE return_policies;
