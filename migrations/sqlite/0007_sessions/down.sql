DELETE FROM reset_codes WHERE purpose = 'verify_email';
ALTER TABLE reset_codes DROP COLUMN purpose;
DELETE FROM sessions WHERE replaced_at IS NOT NULL;
DROP INDEX sessions_by_start;
ALTER TABLE sessions DROP COLUMN replaced_at;
ALTER TABLE sessions DROP COLUMN parent;
ALTER TABLE sessions DROP COLUMN family;
DROP TABLE session_cutoffs;
DROP TABLE shop_sessions;
