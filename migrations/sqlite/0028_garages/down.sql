ALTER TABLE order_lines DROP COLUMN fit;
DROP TABLE garages;
