-- Books and tables belong to the network: members of all partners compete for them. Holds and reservations belong to a
-- partner. The primary key of taken_quarters ensures that a table is assigned once per quarter of an hour.
create table restaurant_books (
  merchant_id text primary key references merchants (id) on delete cascade,
  slot_minutes integer not null default 30 check (slot_minutes in (15, 30, 60)),
  seating_minutes integer not null default 90 check (seating_minutes between 15 and 480 and seating_minutes % 15 = 0),
  last_seating_minutes integer not null default 60 check (last_seating_minutes >= 0),
  min_party_size integer not null default 1 check (min_party_size >= 1),
  max_party_size integer not null check (max_party_size >= min_party_size),
  max_days_ahead integer not null default 365 check (max_days_ahead >= 0),
  lead_minutes integer not null default 30 check (lead_minutes >= 0)
);

create table restaurant_tables (
  merchant_id text not null references restaurant_books (merchant_id) on delete cascade,
  table_no integer not null,
  seats integer not null check (seats >= 1),
  primary key (merchant_id, table_no)
);

create table table_holds (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  merchant_id text not null,
  table_no integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  party_size integer not null check (party_size >= 1),
  expires_at timestamptz not null,
  unique (partner_id, member_id),
  foreign key (merchant_id) references restaurant_books (merchant_id) on delete cascade,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index table_holds_expiry on table_holds (merchant_id, expires_at);

create table reservations (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  merchant_id text not null references merchants (id),
  provider text not null default 'book',
  provider_booking_id text,
  table_no integer check (provider <> 'book' or table_no is not null),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  party_size integer not null check (party_size >= 1),
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  confirmation_code text not null,
  bonus_amount bigint check (bonus_amount > 0),
  bonus_status text check (bonus_status in ('pending', 'withdrawn')),
  idempotency_key text not null,
  request_hash text not null,
  booked_at timestamptz not null,
  cancelled_at timestamptz,
  check ((bonus_amount is null) = (bonus_status is null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  unique (partner_id, member_id, idempotency_key),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create unique index reservations_code on reservations (merchant_id, confirmation_code) where provider = 'book';
create index reservations_member on reservations (partner_id, member_id, starts_at);

create table taken_quarters (
  merchant_id text not null,
  table_no integer not null,
  quarter_at timestamptz not null check (extract(epoch from quarter_at)::bigint % 900 = 0),
  hold_id text references table_holds (id) on delete cascade,
  reservation_id text references reservations (id) on delete cascade,
  primary key (merchant_id, table_no, quarter_at),
  check (num_nonnulls(hold_id, reservation_id) = 1),
  foreign key (merchant_id, table_no) references restaurant_tables (merchant_id, table_no)
);
create index taken_quarters_hold on taken_quarters (hold_id) where hold_id is not null;
create index taken_quarters_reservation on taken_quarters (reservation_id) where reservation_id is not null;

create table booking_bans (
  partner_id text not null,
  member_id text not null,
  banned_at timestamptz not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
