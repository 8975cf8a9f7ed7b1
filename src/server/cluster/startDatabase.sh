#!/bin/sh
# Starts PostgreSQL in its official image. The first line of the file `primary` beside this one, which is read at each start, says how:
#   east         east is the primary, and its commits wait for the standby; the other one copies east if it has no data, and follows it
#   east alone   the same, but the commits of east wait for no standby
set -eu

configuration=${CONFIGURATION:-/etc/postgresql}
# The line may lack its end.
read -r primary mode <"$configuration/primary" || [ -n "$primary" ]

settings=standby.conf
# A promotion removes standby.signal. Before it, a standby stays one, whatever the file says.
if [ ! -e "$PGDATA/standby.signal" ]; then
  if [ "$primary" = "$NAME" ]; then
    [ "$mode" = alone ] || settings=primary.conf
  elif [ -s "$PGDATA/PG_VERSION" ]; then
    cat >&2 <<END
$NAME does not start, because it has the data of a primary, but the file src/server/cluster/primary names $primary. Either
$primary was promoted after $NAME and has the newest data, or $NAME was promoted after $primary, and only $NAME has the tickets sold since.
Delete nothing before you know which. src/server/README.md, "Which data are newer", says how to compare these two lines with those of $primary:
$(pg_controldata "$PGDATA" | grep -e 'Latest checkpoint.s TimeLineID' -e 'Time of latest checkpoint')
END
    exit 1
  else
    install --directory --mode=700 --owner=postgres --group=postgres "$PGDATA"
    PGPASSWORD=$(head -n 1 "${SECRETS:-/run/secrets}/replication_password")
    export PGPASSWORD
    until pg_isready --quiet --host "$primary"; do sleep 1; done
    gosu postgres pg_basebackup --host "$primary" --username nobar_replication --no-password --pgdata "$PGDATA" \
      --write-recovery-conf --wal-method stream --checkpoint fast
    unset PGPASSWORD
  fi
fi

# The commands of the first start must not wait for a standby.
export PGOPTIONS='-c synchronous_commit=local'
exec docker-entrypoint.sh postgres -c "config_file=$configuration/$settings" -c "hba_file=$configuration/pg_hba.conf"
