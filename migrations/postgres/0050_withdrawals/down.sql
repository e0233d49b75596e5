-- The returns stay, with the reason 'not_needed'.
ALTER TABLE returns DROP COLUMN withdrawal;
DROP TABLE withdrawals;
