-- What admins recorded about the old parts that customers send for their core charges. The same names and columns as in
-- ../../sqlite. A line without a row has no record; all other numbers follow from the order.
CREATE TABLE core_claims (
    user_id TEXT COLLATE "C" NOT NULL,
    order_id TEXT COLLATE "C" NOT NULL,
    line BIGINT NOT NULL,
    -- Old parts that arrived and were not decided about, and those that were refused.
    received BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    -- Why they were refused, for the customer.
    reason TEXT,
    reminded BOOLEAN NOT NULL,
    revision BIGINT NOT NULL,
    CONSTRAINT core_claims_key PRIMARY KEY (user_id, order_id, line),
    CONSTRAINT core_claims_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT core_claims_pieces CHECK (received >= 0 AND refused >= 0)
);
CREATE INDEX core_claims_received ON core_claims (order_id, line) WHERE received > 0;

-- Lines with a core charge, and shipped orders by the time from which their claims count.
CREATE INDEX order_lines_with_core ON order_lines (order_id, line) WHERE core_cents > 0;
CREATE INDEX orders_by_shipping ON orders (shipped_at) WHERE shipped_at IS NOT NULL;
