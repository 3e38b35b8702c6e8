-- Who may do what in the console. '*': in all programs, also those that come later.
create table staff_roles (
  partner_id text not null,
  staff_id text not null references staff (id) on delete cascade,
  role text not null,
  primary key (partner_id, staff_id, role)
);
create index staff_roles_staff on staff_roles (staff_id);

create table console_sessions (
  token_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  started_at timestamptz not null,
  last_used_at timestamptz not null,
  -- 30 minutes after the last use, and 12 hours after the start at the latest.
  expires_at timestamptz not null
);
create index console_sessions_expires_at on console_sessions (expires_at);
create index console_sessions_staff on console_sessions (staff_id);
