DROP TABLE postal_tax_rates;
ALTER TABLE shipping_methods DROP COLUMN except_postal_prefixes;
ALTER TABLE shipping_methods DROP COLUMN postal_prefixes;
