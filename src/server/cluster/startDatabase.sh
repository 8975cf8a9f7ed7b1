#!/bin/sh
# Starts PostgreSQL in its official image: as the primary if $PRIMARY is its own $NAME, otherwise as a standby of $PRIMARY, which it
# copies first if it has no data.
set -eu

if [ "$PRIMARY" = "$NAME" ]; then
  role=primary
else
  role=standby
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    install --directory --mode=700 --owner=postgres --group=postgres "$PGDATA"
    PGPASSWORD=$(head -n 1 /run/secrets/replication_password)
    export PGPASSWORD
    until pg_isready --quiet --host "$PRIMARY"; do sleep 1; done
    gosu postgres pg_basebackup --host "$PRIMARY" --username nobar_replication --no-password --pgdata "$PGDATA" \
      --write-recovery-conf --wal-method stream --checkpoint fast
    unset PGPASSWORD
  elif [ ! -e "$PGDATA/standby.signal" ]; then
    echo "$NAME has the data of a former primary. Delete its volume: it will copy those of $PRIMARY." >&2
    exit 1
  fi
fi

# The commands of the first start must not wait for a standby.
export PGOPTIONS='-c synchronous_commit=local'
exec docker-entrypoint.sh postgres -c "config_file=/etc/postgresql/$role.conf" -c hba_file=/etc/postgresql/pg_hba.conf
