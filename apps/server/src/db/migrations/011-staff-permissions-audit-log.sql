alter table staff add column permissions text[] not null default '{content.preview}';
alter table staff alter column permissions drop default;

-- Every write of staff, operators and tools. `partner_id` null: of all partners.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  partner_id text,
  actor_kind text not null,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_subject on audit_log (subject, at);
create index audit_log_partner on audit_log (partner_id, at);

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
