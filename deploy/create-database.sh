#!/bin/sh
# Runs once, when the volume is empty. The login isn't a superuser.
set -e
psql --set=ON_ERROR_STOP=1 --set=password="$BACKROOM_DATABASE_PASSWORD" --username=postgres <<'SQL'
CREATE ROLE backroom LOGIN CREATEROLE PASSWORD :'password';
-- The image's own locale would order texts by a language.
CREATE DATABASE backroom OWNER backroom TEMPLATE template0 LOCALE 'C.UTF-8';
SQL
