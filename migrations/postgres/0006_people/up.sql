-- People are found by the identity provider's name for them (subject) first. Whether it vouches for
-- their address, and a revision that guards changes, stand beside it; an audit line may say more. The
-- same names and columns as in ../../sqlite. The defaults are for rows that the release before writes.

ALTER TABLE users ADD COLUMN email_verified BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN detail TEXT;

-- What the embedded identity provider knows; any other says so at the next sign-in.
UPDATE users SET email_verified = TRUE
    WHERE EXISTS (SELECT 1 FROM accounts WHERE accounts.id = users.subject AND accounts.email_verified);

CREATE TABLE user_subjects (
    subject TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_subjects_key PRIMARY KEY (subject)
);

-- A subject that came with two addresses was two people until now. It keeps the one who runs the shop, or
-- else the one it used last.
INSERT INTO user_subjects (subject, user_id)
    SELECT subject, COALESCE(MAX(CASE WHEN role = 'admin' THEN id END), MAX(id)) FROM users
    WHERE subject IS NOT NULL
    GROUP BY subject;
