-- The same names and columns as in ../../postgres.

-- State shared by the servers of a shop. Leases: which server does a task that only one may do, and until when.
CREATE TABLE leases (
    task TEXT NOT NULL,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL,
    CONSTRAINT leases_key PRIMARY KEY (task)
) STRICT, WITHOUT ROWID;

-- Shared limits: how often a client did something on all servers, by minute since 1970.
CREATE TABLE shared_uses (
    client TEXT NOT NULL,
    minute INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    CONSTRAINT shared_uses_key PRIMARY KEY (client, minute)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_uses_by_age ON shared_uses (minute);
