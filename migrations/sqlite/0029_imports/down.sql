DROP TABLE import_claims;
DROP TABLE import_changes;
DROP TABLE import_findings;
DROP TABLE imports;
