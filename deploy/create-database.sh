#!/bin/sh
# Runs once, when the volume is empty. The login isn't a superuser.
set -e
psql --set=ON_ERROR_STOP=1 --set=password="$BACKROOM_DATABASE_PASSWORD" --username=postgres <<'SQL'
CREATE ROLE backroom LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE backroom OWNER backroom;
SQL
