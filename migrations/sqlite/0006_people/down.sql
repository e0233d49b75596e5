DROP TABLE user_subjects;
ALTER TABLE audit DROP COLUMN detail;
ALTER TABLE users DROP COLUMN revision;
ALTER TABLE users DROP COLUMN email_verified;
