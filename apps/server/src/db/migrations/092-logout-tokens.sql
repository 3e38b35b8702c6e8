-- Logout tokens of identity providers that were taken, until they would be too old: each works once.
create table sso_logout_tokens (
  partner_id text not null,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (partner_id, token_hash)
);
create index sso_logout_tokens_expiry on sso_logout_tokens (expires_at);
