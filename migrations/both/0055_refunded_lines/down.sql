-- Credit notes no longer list their pieces.
ALTER TABLE refunds DROP COLUMN lines;
