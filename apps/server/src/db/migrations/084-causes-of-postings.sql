-- What a posting's reason is about: the tiers that changed, or the refund that moved.
alter table ledger_postings add column cause jsonb;
