-- Browsers that show notifications to a member, one push subscription each.
create table push_subscriptions (
  partner_id text not null,
  -- SHA-256 of the endpoint.
  id text not null,
  member_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- The session that turned them on: they end with it when the member ends it. No foreign key: it may just expire.
  session_id text not null,
  browser text,
  system text,
  created_at timestamptz not null,
  primary key (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index push_subscriptions_member on push_subscriptions (partner_id, member_id);

-- The outbox of notifications. One for each cause: `earned:<dine>:<subscription>`.
create table outgoing_pushes (
  partner_id text not null,
  id text primary key,
  cause text not null,
  member_id text not null,
  -- A subscription: what waits ends with it.
  recipient text not null,
  -- JSON, as the browser gets it.
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  failed_at timestamptz,
  last_error text,
  unique (partner_id, cause),
  foreign key (partner_id, recipient) references push_subscriptions (partner_id, id) on delete cascade
);
create index outgoing_pushes_recipient on outgoing_pushes (partner_id, recipient);
create index outgoing_pushes_due on outgoing_pushes (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_pushes_failed on outgoing_pushes (failed_at) where failed_at is not null;
