-- The doctor asks when the last backup was taken.
create index audit_log_backups on audit_log (at) where action = 'backup.write';
