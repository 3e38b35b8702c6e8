create table tracking_events (
  id bigint generated always as identity primary key,
  partner_id text not null,
  event text not null,
  channel text not null,
  member_id text,
  merchant_id text,
  user_agent text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  properties jsonb not null
);
create index tracking_events_partner on tracking_events (partner_id, received_at);

create table prospect_emails (
  partner_id text not null,
  email text not null,
  first_left_at timestamptz not null,
  last_left_at timestamptz not null,
  primary key (partner_id, email)
);

create table outgoing_mails (
  id text primary key,
  partner_id text not null,
  cause text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  unique (partner_id, cause)
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null;
create index outgoing_mails_partner on outgoing_mails (partner_id, created_at);

create table survey_answers (
  id text primary key,
  partner_id text not null,
  survey_id text not null,
  member_id text,
  answers jsonb not null,
  context jsonb not null,
  answered_at timestamptz not null
);
create index survey_answers_survey on survey_answers (partner_id, survey_id, answered_at);

create table used_bot_checks (
  partner_id text not null,
  answer_hash text not null,
  expires_at timestamptz not null,
  primary key (partner_id, answer_hash)
);
create index used_bot_checks_expires_at on used_bot_checks (expires_at);

create table staff (
  id text primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  partner_ids text[],
  created_at timestamptz not null
);
create unique index staff_email on staff (lower(email));

create table staff_sessions (
  token_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index staff_sessions_expires_at on staff_sessions (expires_at);
