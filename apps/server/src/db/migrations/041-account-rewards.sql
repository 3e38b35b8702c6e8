-- What members earn without a dine: adjustments, referrals. A correction is a row of its own; each row has one posting.
create table account_rewards (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  kind text not null,
  source text not null check (source in ('A', 'B', 'J', 'M', '+')),
  units bigint not null check (units <> 0),
  -- As the member reads it.
  description text not null,
  -- An adjustment about a dine is shown with it; a dine that becomes part of another leaves it behind.
  dine_id text,
  -- The row that this one takes back.
  corrects_id text references account_rewards (id),
  -- Local time of the partner.
  rewarded_at timestamp not null,
  created_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id),
  foreign key (partner_id, dine_id) references dines (partner_id, id) on delete set null (dine_id)
);
create index account_rewards_member on account_rewards (partner_id, member_id, rewarded_at desc, id desc)
  where dine_id is null;
create index account_rewards_dine on account_rewards (partner_id, dine_id) where dine_id is not null;
-- Taken back once.
create unique index account_rewards_corrected on account_rewards (corrects_id) where corrects_id is not null;
