-- A month that is closed takes no more postings, and its statements never change.
alter table ledger_postings
  -- When it counts, where that is later than it was posted: its month was closed. Null: when it was posted.
  add column accounted_at timestamptz;

create table closed_periods (
  partner_id text not null,
  -- YYYY-MM in the program's time zone, in order and without gaps.
  month text not null,
  -- The first moment after it: what is posted with an earlier one counts from here on.
  until_at timestamptz not null,
  closed_at timestamptz not null,
  -- An email of staff.
  closed_by text not null,
  -- Why it was closed with open exceptions.
  note text,
  -- Outstanding to members at its end, in the partner's unit.
  closing_units bigint not null,
  -- The partner statement, and a hash of it and of all merchant statements.
  statement jsonb not null,
  hash text not null,
  primary key (partner_id, month)
);
create index closed_periods_until on closed_periods (partner_id, until_at);

create table closed_merchant_statements (
  partner_id text not null,
  month text not null,
  merchant_id text not null,
  statement jsonb not null,
  -- Of all its dines until the end of the month, as they were decided: a later difference is a correction.
  cumulative jsonb not null,
  primary key (partner_id, month, merchant_id),
  foreign key (partner_id, month) references closed_periods (partner_id, month)
);

create trigger closed_periods_append_only before update or delete or truncate on closed_periods
  for each statement execute function refuse_change();
create trigger closed_merchant_statements_append_only before update or delete or truncate on closed_merchant_statements
  for each statement execute function refuse_change();
