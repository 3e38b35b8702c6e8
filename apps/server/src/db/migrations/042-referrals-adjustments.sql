-- A member who was invited, once a dine of theirs has earned. The member's reward stands while one has; the referrer's
-- follows in a step of its own.
create table referrals (
  partner_id text not null,
  -- The friend.
  member_id text not null,
  referrer_id text not null,
  -- Why neither is rewarded.
  refusal text,
  -- Why the referrer is not.
  referrer_refusal text,
  -- The friend's first dine that has earned, and its local date; null: none has any more.
  dine_id text,
  dined_on date,
  reward_id text references account_rewards (id),
  referrer_reward_id text references account_rewards (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index referrals_referrer on referrals (partner_id, referrer_id);
-- Whose referrer is to be rewarded, or the other way around.
create index referrals_unsettled on referrals (partner_id)
  where refusal is null and referrer_refusal is null and (reward_id is null) <> (referrer_reward_id is null);
create index members_referrer on members (partner_id, referrer) where referrer is not null;

-- What staff gives or takes by hand. Above the author's limit it waits for another person.
create table adjustments (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  units bigint not null check (units <> 0),
  -- The partner pays it, not the program.
  is_corporate boolean not null,
  -- As the member reads it.
  reason text not null,
  dine_id text,
  state text not null check (state in ('waiting', 'posted', 'rejected', 'reversed')),
  -- Emails of staff, or the name of an operator.
  author text not null,
  decided_by text,
  decided_at timestamptz,
  rejection_reason text,
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  reward_id text references account_rewards (id),
  created_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id),
  foreign key (partner_id, dine_id) references dines (partner_id, id) on delete set null (dine_id),
  check ((state in ('posted', 'reversed')) = (reward_id is not null)),
  -- Nobody approves their own.
  check (reward_id is null or decided_by is null or decided_by <> author)
);
create index adjustments_member on adjustments (partner_id, member_id, created_at);
create index adjustments_waiting on adjustments (partner_id, created_at) where state = 'waiting';
create index adjustments_dine on adjustments (partner_id, dine_id) where dine_id is not null;
