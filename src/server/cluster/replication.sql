-- Creates the role by which a standby follows the primary. Run this file like roles.sql. The password is the first line of a file in
-- $SECRETS.
\set replication_password `head -n 1 "${SECRETS:-/run/secrets}/replication_password"`

create role nobar_replication login replication password :'replication_password';
