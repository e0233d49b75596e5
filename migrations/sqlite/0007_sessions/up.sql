-- Sessions: one for each sign-in of a person, kept until their absolute end; and the moment before which a
-- person's sign-ins are over. The same names and columns as in ../../postgres.

CREATE TABLE shop_sessions (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sign_in TEXT NOT NULL,
    signed_in_at INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    CONSTRAINT shop_sessions_key PRIMARY KEY (user_id, id),
    CONSTRAINT shop_sessions_sign_in UNIQUE (user_id, sign_in),
    CONSTRAINT shop_sessions_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shop_sessions_expired ON shop_sessions (expires_at);

CREATE TABLE session_cutoffs (
    user_id TEXT NOT NULL,
    cutoff INTEGER NOT NULL,
    CONSTRAINT session_cutoffs_key PRIMARY KEY (user_id),
    CONSTRAINT session_cutoffs_user FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;

-- The embedded provider's refresh tokens: which sign-in a token belongs to, which token it replaced, and
-- when it was replaced itself. A token that the release before wrote has no family: it is one of its own.
ALTER TABLE sessions ADD COLUMN family TEXT;
ALTER TABLE sessions ADD COLUMN parent TEXT;
ALTER TABLE sessions ADD COLUMN replaced_at INTEGER;
CREATE INDEX sessions_by_start ON sessions (started_at);

-- What a code is good for: reset_password, which is also meant where the release before says nothing, or
-- verify_email.
ALTER TABLE reset_codes ADD COLUMN purpose TEXT;
