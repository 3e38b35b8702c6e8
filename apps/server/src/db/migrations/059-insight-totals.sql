-- Dines of a period, counted without reading the table.
create index dines_earned on dines (partner_id, dined_at)
  include (member_id, merchant_id, cleared_cents, refunded_cents)
  where status in ('Awarded', 'Deferred', 'Paid');

-- What programs and partners gave for rewards, by kind of posting and quarter of an hour: entries are never changed, so a
-- sum is added to and never computed again. All time zones begin their days at a quarter.
create table reward_totals (
  partner_id text not null,
  accounted_at timestamptz not null,
  kind text not null,
  -- Of the accounts program_rewards and partner_rewards; below zero as a rule.
  units bigint not null,
  primary key (partner_id, accounted_at, kind)
);

-- One row: postings up to this id are in the totals.
create table reward_totals_until (
  until_id bigint not null
);
insert into reward_totals_until values (0);
