-- The pieces and cores of a refund, such as `1x2 3c1`; NULL for an amount, and for refunds of earlier releases. The same in both databases.
ALTER TABLE refunds ADD COLUMN lines TEXT;
