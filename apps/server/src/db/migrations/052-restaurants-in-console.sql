-- Lists of the console are by name.
create index merchants_name on merchants (lower(name), id);

-- On restaurants' pages, and not in the search table.
create trigger merchants_announced after update of about, phone, website, hours, menu on merchants
  for each statement execute function announce_change('pages');

-- A file of restaurants that staff import: read, previewed, then applied.
create table import_runs (
  partner_id text not null,
  id text not null,
  file_name text not null,
  file_bytes integer not null,
  -- 'read' and 'applied' are the ends of 'reading' and 'applying'.
  state text not null check (state in ('reading', 'read', 'applying', 'stopped', 'applied', 'failed')),
  created_by text not null,
  -- Programs whose staff made it, null: all. Restaurants of others keep their facts.
  editor_programs text[],
  created_at timestamptz not null,
  finished_at timestamptz,
  -- A sentence, of a file that cannot be read to its end.
  error text,
  lines_read integer not null default 0,
  -- The share of the file that has been read, or of its changes that have been applied.
  progress real not null default 0,
  -- A worker's, renewed with each batch.
  leased_until timestamptz,
  primary key (partner_id, id)
);
create index import_runs_created_at on import_runs (partner_id, created_at desc);
create index import_runs_unfinished on import_runs (created_at) where state in ('reading', 'applying');

-- The file, in pieces.
create table import_run_files (
  partner_id text not null,
  run_id text not null,
  piece integer not null,
  content bytea not null,
  primary key (partner_id, run_id, piece),
  foreign key (partner_id, run_id) references import_runs (partner_id, id) on delete cascade
);

create table import_run_rows (
  partner_id text not null,
  run_id text not null,
  line integer not null,
  outcome text not null check (outcome in ('added', 'updated', 'unchanged', 'refused')),
  merchant_id text,
  name text,
  -- Why it was refused, or what was repaired.
  remark text,
  -- [{ field, before, after }] of what it changes.
  changes jsonb not null default '[]',
  -- What is written when it is applied.
  merchant jsonb,
  applied_at timestamptz,
  primary key (partner_id, run_id, line),
  foreign key (partner_id, run_id) references import_runs (partner_id, id) on delete cascade
);
create index import_run_rows_outcome on import_run_rows (partner_id, run_id, outcome, line);
create index import_run_rows_pending on import_run_rows (partner_id, run_id, line)
  where applied_at is null and outcome in ('added', 'updated');
