-- Sign-in names, normalized once (`normalizeSignInName`). Stored addresses are ASCII, where both do the same.
alter table members add column sign_in_name text, add column email_confirmed_at timestamptz;
update members set sign_in_name = lower(normalize(email, NFKC));

-- Members who joined before this get their mails as they did.
update members set email_confirmed_at = joined_at
where (partner_id, id) in (
  select distinct on (partner_id, sign_in_name) partner_id, id from members
  order by partner_id, sign_in_name, joined_at, id
);

-- An unconfirmed address may be at several accounts; confirming it takes it from the others.
drop index members_email;
create index members_sign_in_name on members (partner_id, sign_in_name);
create unique index members_confirmed_email on members (partner_id, sign_in_name) where email_confirmed_at is not null;

-- Links that were mailed. Only hashes are stored.
create table email_confirmations (
  token_hash text primary key,
  partner_id text not null,
  member_id text not null,
  sign_in_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index email_confirmations_name on email_confirmations (partner_id, sign_in_name, created_at);
create index email_confirmations_expires_at on email_confirmations (expires_at);
