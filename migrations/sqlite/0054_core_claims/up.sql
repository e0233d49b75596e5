-- What admins recorded about the old parts that customers send for their core charges. The same names and columns as in
-- ../../postgres. A line without a row has no record; all other numbers follow from the order.
CREATE TABLE core_claims (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    -- Old parts that arrived and were not decided about, and those that were refused.
    received INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    -- Why they were refused, for the customer.
    reason TEXT,
    reminded INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    CONSTRAINT core_claims_key PRIMARY KEY (user_id, order_id, line),
    CONSTRAINT core_claims_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT core_claims_pieces CHECK (received >= 0 AND refused >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX core_claims_received ON core_claims (order_id, line) WHERE received > 0;

-- Lines with a core charge, and shipped orders by the time from which their claims count.
CREATE INDEX order_lines_with_core ON order_lines (order_id, line) WHERE core_cents > 0;
CREATE INDEX orders_by_shipping ON orders (shipped_at) WHERE shipped_at IS NOT NULL;
