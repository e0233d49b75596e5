-- Pieces that left the stock or came back, by time, to find what has moved since the last books check. Partial and
-- covering as ledger_money.
CREATE INDEX ledger_pieces ON ledger (happened_at, part_id, pieces) WHERE part_id IS NOT NULL;

-- The pieces of each part that orders held at books_checks.balanced_until, so that a check need not add up the whole
-- ledger.
CREATE TABLE held_balances (
    part_id TEXT COLLATE "C" NOT NULL,
    pieces BIGINT NOT NULL,
    CONSTRAINT held_balances_key PRIMARY KEY (part_id)
);

-- When everything was last checked, and the time of the balances; 0 for checks by the previous release.
ALTER TABLE books_checks ADD COLUMN whole_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE books_checks ADD COLUMN balanced_until BIGINT NOT NULL DEFAULT 0;
