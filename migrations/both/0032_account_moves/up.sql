-- Where an account moves to when a code is used; only of codes that are good for that.
ALTER TABLE reset_codes ADD COLUMN new_email TEXT;
