-- What guests and members with an unverified address have reserved counts against the allowance of their network: a digest of it,
-- as long as the pieces are reserved. Of orders that the release before places it is not known.
ALTER TABLE orders ADD COLUMN network TEXT;
CREATE INDEX orders_by_network ON orders (network) WHERE network IS NOT NULL;

-- One row for each first byte of such a digest: orders of one network wait for each other.
CREATE TABLE network_locks (
    bucket TEXT NOT NULL,
    CONSTRAINT network_locks_key PRIMARY KEY (bucket)
) STRICT, WITHOUT ROWID;
