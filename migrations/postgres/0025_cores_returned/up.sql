-- Number of kept pieces of a line whose core charge has been refunded for an old part. The same names and columns as in
-- ../../sqlite.
ALTER TABLE order_lines ADD COLUMN cores_returned BIGINT NOT NULL DEFAULT 0
    CONSTRAINT order_lines_cores_returned CHECK (cores_returned >= 0 AND released + returned + cores_returned <= quantity);
