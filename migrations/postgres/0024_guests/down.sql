DROP TABLE guest_links;
DROP INDEX users_new_guests;
ALTER TABLE users DROP COLUMN guest;
