ALTER TABLE books_checks DROP COLUMN balanced_until;
ALTER TABLE books_checks DROP COLUMN whole_at;
DROP TABLE held_balances;
DROP INDEX ledger_pieces;
