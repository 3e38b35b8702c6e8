-- What was valid at the time of a dine. Terms of a restaurant that ended: it left and joined again, or they changed.
create table former_participations (
  partner_id text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  -- Local dates. Until the next ones begin.
  valid_from date not null,
  joined_on date not null,
  left_on date,
  benefit_days text[] not null,
  campaign_codes text[] not null,
  max_spend_per_month_cents integer,
  max_visits_per_month integer,
  -- Why others followed.
  cause text not null check (cause in ('joined_again', 'terms_changed')),
  recorded_at timestamptz not null,
  primary key (partner_id, merchant_id, valid_from)
);
-- Since when the terms of today hold; null: since the restaurant joined.
alter table merchant_participations add column terms_from date;

-- What a partner's dines earn (its setting `rewards`), from an instant until the next row's; the first one since ever.
create table rate_versions (
  partner_id text not null,
  valid_from timestamptz not null,
  rates jsonb not null,
  cause text not null check (cause in ('first', 'folder', 'setting')),
  recorded_at timestamptz not null,
  primary key (partner_id, valid_from)
);

-- When an account was closed before its member enrolled again; `members.closed_at` is of one that is closed now.
create table account_closures (
  partner_id text not null,
  member_id text not null,
  closed_at timestamptz not null,
  reopened_at timestamptz not null,
  primary key (partner_id, member_id, closed_at),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
