-- An emulation ends with the console session that it was started in. Null: started by a build before.
alter table emulated_sessions add column session_hash text;

-- What the job looks for that writes down the end of those that were not left.
create index emulated_sessions_open on emulated_sessions (expires_at) where ended_at is null;
create index emulated_sessions_session on emulated_sessions (session_hash) where ended_at is null;
