-- A statement credit is a payout through its states; the reserved amount is in the account payouts_in_flight.
alter table statement_credits
  -- Sent to the provider, who pays it once. Null for credits from before the product ran.
  add column external_id text unique,
  -- The card's token, or the email address.
  add column target_ref text not null default '',
  add column reason_code text,
  add column attempts integer not null default 0,
  -- When the provider is asked again; null once it is decided.
  add column next_attempt_at timestamptz,
  -- When the provider first said that it has the order.
  add column received_at timestamptz,
  add column settled_at timestamptz;
-- Their postings say that they were paid.
update statement_credits set status = 'completed' where status = 'pending';
update statement_credits set settled_at = created_at;
alter table statement_credits
  add check (status in ('pending', 'pending_received', 'completed', 'rejected', 'error')),
  add check ((next_attempt_at is not null) = (status in ('pending', 'pending_received', 'error'))),
  add check ((settled_at is not null) = (status in ('completed', 'rejected')));
create index statement_credits_due on statement_credits (next_attempt_at) where next_attempt_at is not null;

-- Which earnings a debit took. Those of a returned payout are freed.
create table ledger_allocations (
  id bigint generated always as identity primary key,
  partner_id text not null,
  member_id text not null,
  debit_id bigint not null,
  earning_id bigint not null,
  units bigint not null check (units > 0),
  created_at timestamptz not null,
  freed_at timestamptz,
  foreign key (partner_id, debit_id) references ledger_postings (partner_id, id),
  foreign key (partner_id, earning_id) references ledger_postings (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index ledger_allocations_member on ledger_allocations (partner_id, member_id);
create index ledger_allocations_debit on ledger_allocations (debit_id);
create index ledger_allocations_earning on ledger_allocations (earning_id);

update partner_overrides set settings = jsonb_set(
  settings #- '{rewards,payoutBreakpointCents}',
  '{payout}',
  coalesce(settings->'payout', '{}') || jsonb_build_object('thresholdCents', settings#>'{rewards,payoutBreakpointCents}')
) where settings#>'{rewards,payoutBreakpointCents}' is not null;
