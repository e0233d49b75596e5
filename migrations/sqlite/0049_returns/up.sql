-- Pieces of shipped orders that customers send back. The same names and columns as in ../../postgres.
CREATE TABLE returns (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- Random, not unique: a search lists every return with the number.
    number TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- The customer's own words, erased with the account.
    note TEXT,
    -- The shop's words to the customer.
    answer TEXT,
    state TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    decided_at INTEGER,
    ended_at INTEGER,
    reminded INTEGER NOT NULL,
    -- The refund for the accepted pieces.
    refund_id TEXT,
    revision INTEGER NOT NULL,
    CONSTRAINT returns_key PRIMARY KEY (user_id, order_id, id),
    CONSTRAINT returns_order FOREIGN KEY (user_id, order_id) REFERENCES orders (user_id, id),
    CONSTRAINT returns_reason CHECK (reason IN ('does_not_fit', 'wrong_part', 'damaged', 'not_as_described', 'not_needed')),
    CONSTRAINT returns_state CHECK (state IN ('requested', 'approved', 'declined', 'received', 'canceled', 'expired')),
    CONSTRAINT returns_refund CHECK (refund_id IS NULL OR state = 'received')
) STRICT, WITHOUT ROWID;
-- A return is found by the id in its address, by the number on its parcel, and by its state.
CREATE INDEX returns_by_id ON returns (id);
CREATE INDEX returns_by_number ON returns (number);
CREATE INDEX returns_by_state ON returns (state, id);
-- Approved returns, by the time from which their deadline counts.
CREATE INDEX returns_approved ON returns (decided_at, id) WHERE state = 'approved';

-- The announced pieces of a line, and what was found of them; null until they were inspected.
CREATE TABLE return_lines (
    user_id TEXT NOT NULL,
    order_id TEXT NOT NULL,
    return_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    restocked INTEGER,
    damaged INTEGER,
    refused INTEGER,
    CONSTRAINT return_lines_key PRIMARY KEY (user_id, order_id, return_id, line),
    CONSTRAINT return_lines_return FOREIGN KEY (user_id, order_id, return_id) REFERENCES returns (user_id, order_id, id),
    CONSTRAINT return_lines_line CHECK (line > 0),
    CONSTRAINT return_lines_pieces CHECK (pieces > 0),
    CONSTRAINT return_lines_found CHECK (
        coalesce(restocked, damaged, refused) IS NULL
        OR coalesce(restocked >= 0 AND damaged >= 0 AND refused >= 0 AND restocked + damaged + refused = pieces, FALSE)
    )
) STRICT, WITHOUT ROWID;
