-- The outbox of text messages, as that of mails.
create table outgoing_texts (
  id text primary key,
  partner_id text not null,
  cause text not null,
  recipient text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  failed_at timestamptz,
  last_error text,
  unique (partner_id, cause)
);
create index outgoing_texts_due on outgoing_texts (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_texts_failed on outgoing_texts (failed_at) where failed_at is not null;

-- Keywords that were handled: a provider repeats its calls. Neither texts nor numbers are kept.
create table received_texts (
  partner_id text not null,
  provider_id text not null,
  keyword text not null,
  received_at timestamptz not null,
  primary key (partner_id, provider_id)
);
create index received_texts_received_at on received_texts (received_at);

-- A number that sends a keyword is looked up.
create index members_phone_number on members (partner_id, phone_number) where phone_number <> '';
