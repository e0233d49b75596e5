DROP TABLE shared_uses;
DROP TABLE leases;
