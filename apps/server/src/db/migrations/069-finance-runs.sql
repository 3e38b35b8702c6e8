-- Ledger checks and closings of months, which take longer than a request may: a worker runs them.
create table finance_runs (
  id text primary key,
  kind text not null check (kind in ('check', 'close')),
  -- Slugs in order; null: all programs, and rows of none.
  programs text[],
  -- Of a closing.
  month text,
  note text,
  created_by text not null,
  created_at timestamptz not null,
  steps_done integer not null default 0,
  steps integer not null,
  finished_at timestamptz,
  -- [{ rule, row }] of what violates an invariant.
  problems jsonb not null default '[]',
  -- A code, of one that failed.
  error text,
  -- A worker's, renewed with each step.
  leased_until timestamptz
);
create index finance_runs_created_at on finance_runs (created_at desc);
-- Who asks for what runs already gets that run.
create unique index finance_runs_unfinished on finance_runs (kind, programs) nulls not distinct where finished_at is null;
