DROP TABLE network_locks;
DROP INDEX orders_by_network;
ALTER TABLE orders DROP COLUMN network;
