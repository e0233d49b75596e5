#!/bin/sh
# Runs once, when the database of compose.yaml is created: adds a role for the shop that is not a superuser. The superuser
# can connect only from inside the container: docker compose exec database psql -U postgres
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres -v password="$(cat /run/secrets/database-password)" <<SQL
CREATE ROLE autoparts LOGIN PASSWORD :'password';
CREATE DATABASE autoparts OWNER autoparts;
SQL
sed -i '1i host all postgres all reject' "$PGDATA/pg_hba.conf"
