-- Stock alerts, the links in their emails, and the idempotency keys of stock movements. The same names and columns as
-- in ../../sqlite.

-- One alert per address and part. The row is deleted when the email is written.
CREATE TABLE stock_alerts (
    part_id TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    asked_at BIGINT NOT NULL,
    CONSTRAINT stock_alerts_key PRIMARY KEY (part_id, email),
    CONSTRAINT stock_alerts_part FOREIGN KEY (part_id) REFERENCES parts (id)
);
CREATE INDEX stock_alerts_of_email ON stock_alerts (email, id);
CREATE INDEX stock_alerts_by_age ON stock_alerts (asked_at);

-- A claim table: the link ends all alerts of its address. Only the digest of its token is stored.
CREATE TABLE stock_alert_links (
    digest TEXT NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    mailed_at BIGINT NOT NULL,
    CONSTRAINT stock_alert_links_key PRIMARY KEY (digest)
);
CREATE INDEX stock_alert_links_by_age ON stock_alert_links (mailed_at);

CREATE TABLE stock_movement_keys (
    user_id TEXT COLLATE "C" NOT NULL,
    request_key TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT NOT NULL,
    used_at BIGINT NOT NULL,
    CONSTRAINT stock_movement_keys_key PRIMARY KEY (user_id, request_key)
);
CREATE INDEX stock_movement_keys_by_age ON stock_movement_keys (used_at);
