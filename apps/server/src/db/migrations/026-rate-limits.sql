-- Counts of all processes, for minutes: a crash may lose them, so they need no write-ahead log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
