-- A digest of the network of guests and of members with an unverified address, whose reservations count against its allowance;
-- stored while the pieces are reserved. NULL for orders placed by the previous release.
ALTER TABLE orders ADD COLUMN network TEXT;
CREATE INDEX orders_by_network ON orders (network) WHERE network IS NOT NULL;

-- One row per first byte of such a digest; it serializes the orders of one network.
CREATE TABLE network_locks (
    bucket TEXT NOT NULL,
    CONSTRAINT network_locks_key PRIMARY KEY (bucket)
) STRICT, WITHOUT ROWID;
