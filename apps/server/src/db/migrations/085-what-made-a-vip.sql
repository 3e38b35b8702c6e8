-- What was required of a VIP of a year, and since when it counted: `ledger check` computes the intervals again.
alter table member_tiers add column qualification jsonb;
