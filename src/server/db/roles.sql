-- Creates the PostgreSQL roles. Run this file with psql, as superuser, in a new database. `nobar_owner` owns the database and runs
-- the migrations. `nobar_server` owns nothing; `npm run migrate -- nobar_server` grants its rights. The passwords are the first
-- lines of two files in $SECRETS.
\set owner_password `head -n 1 "${SECRETS:-/run/secrets}/owner_password"`
\set server_password `head -n 1 "${SECRETS:-/run/secrets}/server_password"`

create role nobar_owner login password :'owner_password';
create role nobar_server login password :'server_password';

revoke all on database :"DBNAME" from public;
alter database :"DBNAME" owner to nobar_owner;
grant connect on database :"DBNAME" to nobar_server;

revoke all on schema public from public;
alter schema public owner to nobar_owner;
grant usage on schema public to nobar_server;
