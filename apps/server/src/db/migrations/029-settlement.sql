-- What a partner was told that its members earned, a row a posting, and what it answered.
create table accrual_files (
  partner_id text not null,
  id text not null,
  number integer not null check (number >= 0),
  row_count integer not null,
  total_units bigint not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (partner_id, id),
  unique (partner_id, number)
);
create index accrual_files_unsent on accrual_files (partner_id, number) where sent_at is null;

create table accruals (
  partner_id text not null,
  file_id text not null,
  posting_id bigint not null,
  member_id text not null,
  member_number text,
  units bigint not null check (units <> 0),
  state text not null check (state in ('sent', 'confirmed', 'rejected')),
  partner_code text,
  answered_at timestamptz,
  primary key (partner_id, file_id, posting_id),
  foreign key (partner_id, file_id) references accrual_files (partner_id, id),
  foreign key (partner_id, posting_id) references ledger_postings (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
-- No posting is in two files, unless the partner rejected it in the first.
create unique index accruals_posting on accruals (posting_id) where state <> 'rejected';
create index accruals_rejected on accruals (posting_id) where state = 'rejected';
create index accruals_open on accruals (partner_id, file_id) where state = 'sent';
create index accruals_member on accruals (partner_id, member_id);

-- Deferred dines are owed to the member, as Awarded ones are; until now they were not posted.
create temporary table deferred_dines on commit drop as
select dine.partner_id, dine.id as dine_id, dine.member_id, dine.reward_units as units, dine.updated_at as posted_at,
  coalesce(dine.reason_code, 'dine_cleared') as reason_code, posted.count,
  case when posted.count = 0 then 'dine_reward' else 'dine_adjustment' end as kind
from dines dine
cross join lateral (
  select count(*) from ledger_postings posting
  where posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
    and posting.kind in ('dine_reward', 'dine_adjustment')
) posted
where dine.status = 'Deferred' and dine.reward_units <> 0;

with posted as (
  insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
  select partner_id, 'dine:' || dine_id || ':' || count + 1,
    translate(rtrim(encode(sha256(convert_to(
      '[' || to_json(kind) || ',' || to_json(dine_id) || ',' || to_json(reason_code) || ',[["member_rewards",' ||
      to_json(member_id) || ',' || units || '],["program_rewards",null,' || -units || ']]]',
      'UTF8')), 'base64'), '='), '+/', '-_'),
    kind, dine_id, reason_code, posted_at
  from deferred_dines
  returning id, partner_id, correlation_id
)
insert into ledger_entries (posting_id, partner_id, account, member_id, units)
select posted.id, posted.partner_id, entry.account, entry.member_id, entry.units
from posted
join deferred_dines dine on dine.partner_id = posted.partner_id and dine.dine_id = posted.correlation_id
cross join lateral (values
  ('member_rewards', dine.member_id, dine.units), ('program_rewards', null, -dine.units)
) as entry (account, member_id, units);
