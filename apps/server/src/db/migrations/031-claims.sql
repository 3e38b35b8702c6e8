-- Dines that members report as missing.
create table claims (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  merchant_id text not null references merchants (id),
  -- The restaurant's local date.
  dined_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  linked_card_id text references linked_cards (id),
  note text not null,
  -- 'image/jpeg' or 'application/pdf'; the file is stored under the claim's id.
  receipt_type text,
  state text not null check (state in ('received', 'checking', 'waiting_for_network', 'approved', 'declined')),
  -- What the copy says, and what it is filled with.
  answer text not null,
  answer_values jsonb not null,
  next_by date,
  -- The card network's id of the request.
  request_id text,
  -- Of the dine that answered it.
  transaction_id text,
  created_at timestamptz not null,
  decided_at timestamptz,
  foreign key (partner_id, member_id) references members (partner_id, id),
  check ((decided_at is not null) = (state in ('approved', 'declined'))),
  check ((next_by is null) = (state in ('approved', 'declined'))),
  check (state <> 'approved' or transaction_id is not null)
);
create unique index claims_open on claims (partner_id, member_id, merchant_id, dined_on)
  where state in ('received', 'checking', 'waiting_for_network');
create index claims_member on claims (partner_id, member_id, created_at);
create index claims_receipts on claims (decided_at) where receipt_type is not null;

-- Claims look for events that could not be used.
create index card_events_unused on card_events (received_at) where status in ('parked', 'refused');
