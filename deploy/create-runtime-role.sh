# Run once by the image of PostgreSQL, on an empty volume: the role that the product has, which owns nothing.
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role dineward login password :'password';
alter role dineward set statement_timeout = '15s';
SQL
