-- Given up: `last_error` says why. A command retries it.
alter table outgoing_mails add column failed_at timestamptz;
update outgoing_mails set failed_at = created_at where sent_at is null and next_attempt_at > '9000-01-01';
drop index outgoing_mails_due;
create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_mails_failed on outgoing_mails (failed_at) where failed_at is not null;

-- The bodies hold a code or a link that gives access: not sent after this, and deleted once it is sent or given up.
alter table outgoing_mails add column secret_until timestamptz;
create index outgoing_mails_secret on outgoing_mails (secret_until) where secret_until is not null and html_body <> '';
update outgoing_mails set text_body = '', html_body = ''
where (sent_at is not null or failed_at is not null)
  and (cause like 'recovery:%' or cause like 'email-confirmation:%');
update outgoing_mails set secret_until = created_at + interval '30 minutes'
where sent_at is null and cause like 'recovery:%';
update outgoing_mails set secret_until = created_at + interval '3 days'
where sent_at is null and cause like 'email-confirmation:%';

-- Of mails that the member can unsubscribe from.
alter table outgoing_mails add column subscriber_id text, add column unsubscribe_token text;
create unique index outgoing_mails_unsubscribe on outgoing_mails (unsubscribe_token) where unsubscribe_token is not null;

-- Addresses that bounced, or whose owner complained. Stored as sign-in names are.
create table mail_suppressions (
  partner_id text not null,
  email text not null,
  kind text not null check (kind in ('bounce', 'complaint')),
  reason text not null,
  reported_at timestamptz not null,
  -- No longer in force; an older report does not renew it.
  cleared_at timestamptz,
  primary key (partner_id, email, kind)
);

-- New email addresses that members prove with a mailed code, the newest only. Codes are stored as hashes.
create table credential_changes (
  partner_id text not null,
  member_id text not null,
  email text not null,
  code_hash text,
  failed_tries integer not null default 0,
  expires_at timestamptz not null,
  -- Of the mails of the last hour, to limit them.
  mailed_at timestamptz[] not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);

-- Members who chose to fix their credentials later.
create table credential_reminders (
  partner_id text not null,
  member_id text not null,
  postponed_until timestamptz not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
