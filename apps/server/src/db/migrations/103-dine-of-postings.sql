-- The dine of a posting about it or one of its components.
alter table ledger_postings add column dine_id text;
