-- What was typed, until a worker has looked it up: the answer takes the same time for members and strangers.
create table recovery_requests (
  id bigint generated always as identity primary key,
  partner_id text not null,
  user_name text not null,
  origin text not null,
  requested_at timestamptz not null
);

-- One a member: the newest code replaces the one before. Only hashes are stored.
create table recovery_codes (
  partner_id text not null,
  member_id text not null,
  code_hash text,
  link_hash text,
  token_hash text,
  failed_tries integer not null default 0,
  expires_at timestamptz not null,
  -- Of the mails of the last hour, to limit them.
  mailed_at timestamptz[] not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create unique index recovery_codes_link on recovery_codes (partner_id, link_hash);
create unique index recovery_codes_token on recovery_codes (partner_id, token_hash);
