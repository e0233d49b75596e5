-- The previous release treats refunded core charges as any other amount, so it would refund them again with their
-- pieces.
ALTER TABLE order_lines DROP COLUMN cores_returned;
