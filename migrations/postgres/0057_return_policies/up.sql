-- The terms for returning the parts of a category, a brand or a condition. The same names and columns as in ../../sqlite.
CREATE TABLE return_policies (
    id BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    -- A policy on each line: category, brand, condition and terms, separated by tabs.
    policies TEXT NOT NULL,
    CONSTRAINT return_policies_key PRIMARY KEY (id),
    CONSTRAINT return_policies_once CHECK (id = 1)
);

-- The terms for returning a line as agreed when the order was placed, such as `30 customer 15`; NULL for orders of
-- earlier releases. They never change.
ALTER TABLE order_lines ADD COLUMN return_terms TEXT;

-- How many of a line's returned pieces had a restocking fee, and the fee that was deducted from a refund.
ALTER TABLE order_lines ADD COLUMN fee_pieces BIGINT NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN fee_cents BIGINT NOT NULL DEFAULT 0;
