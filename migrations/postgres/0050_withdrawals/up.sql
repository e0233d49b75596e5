-- Customers' statements of withdrawal from a contract, including those that match no order. The same names and columns
-- as in ../../sqlite.
CREATE TABLE withdrawals (
    id TEXT COLLATE "C" NOT NULL,
    -- The order, as the customer typed it.
    reference TEXT NOT NULL,
    -- Not verified; a placeholder once the account was erased.
    email TEXT COLLATE "C" NOT NULL,
    name TEXT,
    -- The parts, in the customer's own words.
    parts TEXT,
    outcome TEXT COLLATE "C" NOT NULL,
    received_at BIGINT NOT NULL,
    -- The order, if it has the email address.
    user_id TEXT COLLATE "C",
    order_id TEXT COLLATE "C",
    -- The return that it became.
    return_id TEXT COLLATE "C",
    CONSTRAINT withdrawals_key PRIMARY KEY (id),
    CONSTRAINT withdrawals_outcome CHECK (
        outcome IN ('approved', 'not_shipped', 'unknown_order', 'other_email', 'no_right', 'period_over', 'nothing_to_return')
    ),
    CONSTRAINT withdrawals_order CHECK ((user_id IS NULL) = (order_id IS NULL)),
    CONSTRAINT withdrawals_return CHECK ((return_id IS NOT NULL) = (outcome = 'approved'))
);
CREATE INDEX withdrawals_by_email ON withdrawals (email, id);
CREATE INDEX withdrawals_by_customer ON withdrawals (user_id) WHERE user_id IS NOT NULL;

-- The reason of a return that is a withdrawal is stored as this mark, with the reason 'not_needed', which the previous
-- release knows.
ALTER TABLE returns ADD COLUMN withdrawal BOOLEAN NOT NULL DEFAULT FALSE;
