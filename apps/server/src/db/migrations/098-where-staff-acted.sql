-- Marks of the network and of the session that staff acted from, which name neither.
alter table audit_log add column client text, add column session text;
