-- Refunded core charges stay; the previous release knows them.
DROP INDEX orders_by_shipping;
DROP INDEX order_lines_with_core;
DROP TABLE core_claims;
