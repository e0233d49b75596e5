DROP INDEX model_engines_from;
DROP INDEX model_engines_to;
