-- Public keys only. The counter of most passkeys stays 0: those that are synchronized between devices count nothing.
create table passkeys (
  partner_id text not null,
  id text not null,
  member_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index passkeys_member on passkeys (partner_id, member_id);

-- Each is used once, by the browser that asked for it. `member_id` null: to sign in.
create table passkey_challenges (
  partner_id text not null,
  challenge_hash text not null,
  browser_hash text not null,
  member_id text,
  expires_at timestamptz not null,
  primary key (partner_id, challenge_hash),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index passkey_challenges_member on passkey_challenges (partner_id, member_id) where member_id is not null;
create index passkey_challenges_expiry on passkey_challenges (expires_at);
