DROP INDEX reset_codes_ending;
DROP INDEX newsletter_links_ending;
DROP TABLE books_checks;
