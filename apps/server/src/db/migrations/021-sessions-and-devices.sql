-- A session's token is replaced while it is used. `id` is the hash of the part that all its tokens share; for sessions
-- from before this, the hash of their whole token.
alter table sessions
  add column id text,
  add column previous_token_hash text,
  add column token_issued_at timestamptz,
  add column token_used_at timestamptz,
  add column browser text,
  add column system text,
  add column language text,
  add column time_zone text;
update sessions set id = token_hash, token_issued_at = created_at;
alter table sessions
  alter column id set not null,
  alter column token_issued_at set not null,
  drop constraint sessions_pkey,
  add primary key (id);
