-- State shared by the servers of a shop. Leases: which server does a task that only one may do, and until when.
CREATE TABLE leases (
    task TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    held_until BIGINT NOT NULL,
    CONSTRAINT leases_key PRIMARY KEY (task)
);

-- Shared limits: how often a client did something on all servers, by minute since 1970.
CREATE TABLE shared_uses (
    client TEXT COLLATE "C" NOT NULL,
    minute BIGINT NOT NULL,
    uses BIGINT NOT NULL,
    CONSTRAINT shared_uses_key PRIMARY KEY (client, minute)
);
CREATE INDEX shared_uses_by_age ON shared_uses (minute);
