-- The first and the last year of all tables of vehicles. The same in both databases.
CREATE INDEX model_engines_from ON model_engines (from_year);
CREATE INDEX model_engines_to ON model_engines (to_year);
