-- Pieces that left the stock or came back, by time: what moved since the books were checked last. Partial and covering as
-- ledger_money.
CREATE INDEX ledger_pieces ON ledger (happened_at, part_id, pieces) WHERE part_id IS NOT NULL;

-- How many pieces of a part orders held at books_checks.balanced_until, so that a check need not add up the ledger from its start.
CREATE TABLE held_balances (
    part_id TEXT NOT NULL,
    pieces INTEGER NOT NULL,
    CONSTRAINT held_balances_key PRIMARY KEY (part_id)
) STRICT, WITHOUT ROWID;

-- When everything was checked, and up to where the balances go: never, for checks of the release before.
ALTER TABLE books_checks ADD COLUMN whole_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE books_checks ADD COLUMN balanced_until INTEGER NOT NULL DEFAULT 0;
