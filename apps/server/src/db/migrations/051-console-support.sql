-- Staff find members by the beginning of a name or address, and by a card's last four digits.
create index members_last_name on members
  (partner_id, lower(last_name) text_pattern_ops, lower(first_name) text_pattern_ops, id);
create index members_first_name on members
  (partner_id, lower(first_name) text_pattern_ops, lower(last_name) text_pattern_ops, id);
create index members_email_prefix on members (partner_id, sign_in_name text_pattern_ops);
create index linked_cards_last_four on linked_cards (partner_id, last_four);

create index claims_queue on claims (partner_id, next_by, created_at, id) where decided_at is null;

-- Keys of calls that asked for an adjustment: a second one with the same key posts nothing.
create table adjustment_requests (
  partner_id text not null,
  author text not null,
  idempotency_key text not null,
  adjustment_id text not null,
  primary key (partner_id, author, idempotency_key),
  foreign key (partner_id, adjustment_id) references adjustments (partner_id, id)
);

-- Staff who look at a member's pages. Apart from `sessions`: nothing of the member's own changes by it.
create table emulated_sessions (
  partner_id text not null,
  id text not null,
  member_id text not null,
  -- A staff member's id. Staff are of no partner, so that nothing refers to them.
  emulated_by text not null,
  reason text not null,
  -- In the address of the page that opens it, once; null from then on.
  ticket_hash text,
  ticket_expires_at timestamptz not null,
  token_hash text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create unique index emulated_sessions_ticket on emulated_sessions (partner_id, ticket_hash) where ticket_hash is not null;
create unique index emulated_sessions_token on emulated_sessions (partner_id, token_hash) where token_hash is not null;
create index emulated_sessions_member on emulated_sessions (partner_id, member_id);
create index emulated_sessions_expires_at on emulated_sessions (expires_at);
