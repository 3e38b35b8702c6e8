-- Every change of a member's tier: dines are decided by the tier at their time. What was before the first row is in it.
create table member_tiers (
  id bigint generated always as identity primary key,
  partner_id text not null,
  member_id text not null,
  tier_before smallint not null,
  tier_level smallint not null check (tier_level between 0 and 3),
  cause text not null,
  -- Dines after this instant have the tier.
  valid_from timestamptz not null,
  -- VIP only: for which calendar year, by which dine, and until when.
  vip_year integer,
  dine_id text,
  valid_to timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index member_tiers_member on member_tiers (partner_id, member_id, valid_from);
create unique index member_tiers_vip on member_tiers (partner_id, member_id, vip_year)
  where vip_year is not null and revoked_at is null;
create index member_tiers_ending on member_tiers (partner_id, valid_to) where valid_to is not null;

-- VIPs of until now stay it through the end of next year.
insert into member_tiers (partner_id, member_id, tier_before, tier_level, cause, valid_from, vip_year, valid_to, created_at)
select partner_id, id, 3, 3, 'vip_before', joined_at, extract(year from now())::integer,
  make_timestamptz(extract(year from now())::integer + 2, 1, 1, 0, 0, 0, 'America/New_York'), now()
from members where tier_level = 3;
