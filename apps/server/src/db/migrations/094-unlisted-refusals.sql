-- Of a file with very many refused rows the first are listed, the others counted.
alter table import_runs add column unlisted_refusals integer not null default 0;
