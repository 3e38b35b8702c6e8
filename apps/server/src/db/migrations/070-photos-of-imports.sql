-- When the photos that a row names were fetched, or could not be.
alter table import_run_rows add column photos_at timestamptz;
