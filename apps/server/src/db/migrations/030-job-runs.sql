-- Each run of a scheduled job. Times are the product's, so that a moved demo clock moves the schedule.
create table job_runs (
  id bigint generated always as identity primary key,
  name text not null,
  trigger text not null check (trigger in ('schedule', 'command')),
  started_at timestamptz not null,
  -- What the job took for the present, where an operator said it.
  clock_at timestamptz,
  finished_at timestamptz,
  result text,
  error text,
  -- By the database's clock, extended while the process runs: a killed run ends here.
  alive_until timestamptz not null,
  check ((finished_at is null) = (result is null and error is null))
);
-- One run of a job at a time, however many processes there are.
create unique index job_runs_running on job_runs (name) where finished_at is null;
create index job_runs_name on job_runs (name, id);
