-- People of a partner's identity provider, and the members they are.
create table member_identities (
  partner_id text not null,
  issuer text not null,
  subject text not null,
  member_id text not null,
  linked_at timestamptz not null,
  primary key (partner_id, issuer, subject),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create unique index member_identities_member on member_identities (partner_id, issuer, member_id);

-- Sign-ins on their way to a provider and back: used once, by the browser that began them.
create table sso_attempts (
  partner_id text not null,
  state_hash text not null,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null,
  primary key (partner_id, state_hash)
);
create index sso_attempts_expiry on sso_attempts (expires_at);

-- The provider's session, for a logout that it announces.
alter table sessions add column provider_session text;
create index sessions_provider on sessions (partner_id, provider_session) where provider_session is not null;
