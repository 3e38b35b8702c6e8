-- Who asked for an adjustment can withdraw it while it waits.
alter table adjustments drop constraint adjustments_state_check;
alter table adjustments add constraint adjustments_state_check
  check (state in ('waiting', 'posted', 'rejected', 'withdrawn', 'reversed'));

-- A card network's daily file, compared with what arrived. Of all programs: a row that is missing here is of none.
create table reconciliations (
  id text primary key,
  network text not null,
  file_name text not null,
  -- SHA-256: the same file again is the same row.
  file_hash text not null,
  -- Rows, by outcome.
  counts jsonb not null,
  -- [{ line, reason }], the first 200.
  refused jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  unique (network, file_hash)
);
create index reconciliations_created on reconciliations (created_at);

-- What differs, once a transaction, whatever file shows it.
create table network_differences (
  id bigint generated always as identity primary key,
  network text not null,
  movement text not null,
  transaction_id text not null,
  kind text not null check (kind in ('missing', 'different', 'unknown')),
  line integer,
  -- { amountCents, date, mid }
  in_file jsonb,
  arrived jsonb,
  -- The last file that showed it.
  reconciliation_id text not null references reconciliations (id),
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  reason text,
  -- An email of staff; null where a later file agreed.
  decided_by text,
  decided_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null,
  unique (network, movement, transaction_id),
  check ((kind = 'missing') = (arrived is null) and (kind = 'unknown') = (in_file is null))
);
create index network_differences_state on network_differences (state, id);
create index network_differences_file on network_differences (reconciliation_id, id);
