DELETE FROM reset_codes WHERE purpose = 'change_email';
ALTER TABLE reset_codes DROP COLUMN new_email;
