-- Null: may sign in. Who has done something stays in the records, so accounts are not deleted.
alter table staff add column deactivated_at timestamptz;

-- Authenticator apps of staff. Secrets are sealed with a key that is not in the database.
create table staff_authenticators (
  staff_id text primary key references staff (id) on delete cascade,
  -- Null before the first code was entered.
  secret text,
  confirmed_at timestamptz,
  -- A code is accepted once: later ones are of later steps of 30 seconds.
  last_step bigint not null default 0,
  -- Shown to the person, who has not entered a code of it yet.
  pending_secret text
);

create table staff_recovery_codes (
  staff_id text not null references staff (id) on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);

create table staff_passkeys (
  id text primary key,
  staff_id text not null references staff (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

-- Of passkeys, for one use within five minutes. `staff_id` null: to sign in.
create table staff_passkey_challenges (
  challenge_hash text primary key,
  browser_hash text not null,
  staff_id text references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index staff_passkey_challenges_expires_at on staff_passkey_challenges (expires_at);

-- To choose the first password, once.
create table staff_invitations (
  token_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index staff_invitations_staff on staff_invitations (staff_id);

alter table console_sessions add column browser text;
alter table console_sessions add column system text;

-- The audit log is read from its end, by filters.
create index audit_log_actor on audit_log (actor, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_partner_id on audit_log (partner_id, id desc);
create index audit_log_subject_id on audit_log (subject, id desc);
