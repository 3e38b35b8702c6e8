create table partner_overrides (
  partner_id text primary key,
  settings jsonb not null,
  updated_at timestamptz not null
);

create table members (
  id text primary key,
  partner_id text not null,
  email text not null,
  member_number text,
  password_hash text,
  first_name text not null,
  last_name text not null,
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null,
  phone_number text not null default '',
  sms_opt_in boolean not null default false,
  email_opt_in boolean not null default false,
  tier_level smallint not null check (tier_level between 0 and 3),
  member_type text not null,
  family_id text,
  enrollment_source text,
  referrer text,
  joined_at timestamptz not null,
  closed_at timestamptz,
  unique (partner_id, id)
);
create unique index members_email on members (partner_id, lower(email));
create unique index members_member_number on members (partner_id, member_number) where member_number is not null;

create table member_devices (
  partner_id text not null,
  member_id text not null,
  token_hash text not null,
  last_used_at timestamptz not null,
  failed_sign_ins integer not null default 0,
  primary key (partner_id, token_hash),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index member_devices_member on member_devices (partner_id, member_id, last_used_at);

create table sign_in_failures (
  partner_id text not null,
  account text not null,
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (partner_id, account)
);
create index sign_in_failures_updated_at on sign_in_failures (updated_at);

create table member_bonuses (
  partner_id text not null,
  member_id text not null,
  code text not null,
  bonus_status text not null,
  description text not null,
  is_new_member_bonus boolean not null,
  created_at timestamptz not null,
  primary key (partner_id, member_id, code),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);

create table sessions (
  token_hash text primary key,
  partner_id text not null,
  member_id text not null,
  remembered boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index sessions_member on sessions (partner_id, member_id);
create index sessions_expires_at on sessions (expires_at);

create table linked_cards (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  card_token text not null,
  card_type text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  description text not null,
  partner_card_id text,
  linked_at timestamptz not null,
  removed_at timestamptz,
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create unique index linked_cards_token on linked_cards (partner_id, card_token) where removed_at is null;
create index linked_cards_member on linked_cards (partner_id, member_id);

create table merchants (
  id text primary key,
  source text not null,
  source_id text not null,
  name text not null,
  about text not null default '',
  cuisines text[] not null,
  price_range smallint not null check (price_range between 0 and 4),
  rating numeric(2, 1) check (rating between 0 and 5),
  number_of_ratings integer not null default 0,
  street text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  neighborhood text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  timezone text not null,
  phone text not null default '',
  website text not null default '',
  hours jsonb not null,
  menu jsonb not null,
  meals_served text[] not null,
  features text[] not null,
  acclaimed_level smallint not null default 0,
  open_table_id text,
  search_text text not null,
  updated_at timestamptz not null,
  unique (source, source_id)
);
create index merchants_place on merchants (latitude, longitude);

create table merchant_mids (
  mid text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  valid_from date not null,
  valid_to date,
  primary key (mid, valid_from)
);
create index merchant_mids_merchant on merchant_mids (merchant_id);

create table merchant_reviews (
  id text primary key,
  merchant_id text not null references merchants (id) on delete cascade,
  author_name text not null,
  rating smallint not null check (rating between 1 and 5),
  body text not null,
  dined_on date not null
);
create index merchant_reviews_merchant on merchant_reviews (merchant_id, dined_on);

create table merchant_participations (
  partner_id text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  joined_on date not null,
  left_on date,
  benefit_days text[] not null,
  campaign_codes text[] not null,
  max_spend_per_month_cents integer,
  max_visits_per_month integer,
  reservation_bonus integer,
  primary key (partner_id, merchant_id)
);

create table card_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event text not null,
  dedupe_key text not null unique,
  body text not null,
  received_at timestamptz not null,
  status text not null,
  reason_code text,
  transaction_id text,
  amount_cents bigint,
  partner_id text,
  linked_card_id text,
  merchant_id text,
  source_key text,
  dine_id text,
  worked_at timestamptz,
  attempts integer not null default 0,
  retry_at timestamptz
);
create index card_events_received on card_events (id) where status = 'received';
create index card_events_parked on card_events (linked_card_id) where status = 'parked';
create index card_events_transaction on card_events (transaction_id) where transaction_id is not null;

create table dines (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  linked_card_id text not null references linked_cards (id),
  card_last_four text not null,
  merchant_id text references merchants (id),
  merchant_name text not null,
  source_transaction_id text not null,
  auth_code text,
  dined_at timestamp not null,
  authorised_cents bigint,
  cleared_cents bigint,
  refunded_cents bigint not null default 0,
  reward_units bigint not null default 0,
  status text not null,
  reason_code text,
  decision jsonb not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (partner_id, source_transaction_id),
  unique (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index dines_member on dines (partner_id, member_id, dined_at desc, id desc);
create index dines_merchant on dines (partner_id, member_id, merchant_id);
create index dines_pending on dines (partner_id, created_at) where status = 'Pending';

create table dine_amounts (
  partner_id text not null,
  dine_id text not null,
  source_key text not null,
  kind text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  transaction_id text not null,
  original_transaction_id text,
  auth_code text,
  occurred_at timestamp not null,
  linked_card_id text not null references linked_cards (id),
  merchant_id text,
  card_event_id bigint references card_events (id),
  created_at timestamptz not null,
  primary key (partner_id, source_key),
  foreign key (partner_id, dine_id) references dines (partner_id, id)
);
create index dine_amounts_dine on dine_amounts (partner_id, dine_id);
create index dine_amounts_transaction on dine_amounts (partner_id, transaction_id);

create table ledger_postings (
  id bigint generated always as identity primary key,
  partner_id text not null,
  idempotency_key text not null,
  input_hash text not null,
  kind text not null,
  correlation_id text not null,
  reason_code text not null,
  posted_at timestamptz not null,
  unique (partner_id, idempotency_key),
  unique (partner_id, id)
);
create index ledger_postings_correlation on ledger_postings (partner_id, correlation_id);

create table ledger_entries (
  posting_id bigint not null,
  partner_id text not null,
  account text not null,
  member_id text,
  units bigint not null check (units <> 0),
  foreign key (partner_id, posting_id) references ledger_postings (partner_id, id)
);
create index ledger_entries_posting on ledger_entries (posting_id);
create index ledger_entries_member on ledger_entries (partner_id, member_id, account) include (units) where member_id is not null;

create table statement_credits (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  target_type text not null,
  target_label text not null,
  benefit_processor text not null,
  status text not null,
  created_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index statement_credits_member on statement_credits (partner_id, member_id, created_at);

-- Money is append-only: the database enforces it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversing entry instead', tg_table_name using errcode = '23001';
end $$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- Entries of a posting are inserted in one statement and must sum to zero.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from new_entries group by posting_id having sum(units) <> 0) then
    raise exception 'the entries of a posting must sum to zero' using errcode = '23514';
  end if;
  return null;
end $$;

create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as new_entries for each statement execute function refuse_unbalanced();
