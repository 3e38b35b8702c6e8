-- What the rows of a finished import add up to, so that listing imports reads no rows. Null: counted when it is asked for.
alter table import_runs add column final_counts jsonb;
