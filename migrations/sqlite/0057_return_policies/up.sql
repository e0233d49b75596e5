-- The terms for returning the parts of a category, a brand or a condition. The same names and columns as in ../../postgres.
CREATE TABLE return_policies (
    id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    -- A policy on each line: category, brand, condition and terms, separated by tabs.
    policies TEXT NOT NULL,
    CONSTRAINT return_policies_key PRIMARY KEY (id),
    CONSTRAINT return_policies_once CHECK (id = 1)
) STRICT, WITHOUT ROWID;

-- The terms for returning a line as agreed when the order was placed, such as `30 customer 15`; NULL for orders of
-- earlier releases. They never change.
ALTER TABLE order_lines ADD COLUMN return_terms TEXT;

-- How many of a line's returned pieces had a restocking fee, and the fee that was deducted from a refund.
ALTER TABLE order_lines ADD COLUMN fee_pieces INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refunds ADD COLUMN fee_cents INTEGER NOT NULL DEFAULT 0;
