-- For the release before, cores that were paid back are an amount like any other: it would pay them again with their pieces.
ALTER TABLE order_lines DROP COLUMN cores_returned;
