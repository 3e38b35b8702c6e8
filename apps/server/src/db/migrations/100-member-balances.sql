-- What a member has and what is on its way to them: sums of entries, written by the statement that inserts the entries, so
-- that nothing on a schedule, a page or a poll adds up history. `ledger check` compares each row with its entries. A member
-- without a row has no entries.
create table member_balances (
  partner_id text not null,
  member_id text not null,
  -- Of the account member_rewards, in the partner's unit: points or miles, cents for dollars and credits. Below zero after a
  -- refund of what was paid out.
  units bigint not null,
  -- Of the account payouts_in_flight: reserved for a payout that was sent, or is about to be, and not answered for good. Its
  -- status is pending, pending_received or error. What is too little to be paid is in `units`, and so are points and miles,
  -- whether or not the partner was told of them: `accruals` has that.
  in_flight_units bigint not null,
  -- Another one after each posting.
  version bigint not null,
  -- When the latest of its postings counts.
  changed_at timestamptz not null,
  primary key (partner_id, member_id)
);
comment on column member_balances.in_flight_units is
  'Reserved for payouts without a final answer (pending, pending_received, error); not what is below the threshold, and no accruals.';

-- Who has reached the threshold of payouts.
create index member_balances_payable on member_balances (partner_id, units) include (member_id) where units > 0;

-- An entry of payouts in flight names no member: its posting is about a payout, which does.
create function add_to_balances() returns trigger language plpgsql as $$
begin
  insert into member_balances as balance (partner_id, member_id, units, in_flight_units, version, changed_at)
  select partner_id, member_id, sum(units), sum(in_flight_units), 1, max(changed_at)
  from (
    select entry.partner_id, entry.units, 0 as in_flight_units, entry.member_id,
      (select coalesce(posting.accounted_at, posting.posted_at) from ledger_postings posting
        where posting.partner_id = entry.partner_id and posting.id = entry.posting_id) as changed_at
    from new_entries entry
    where entry.account = 'member_rewards'
    union all
    select entry.partner_id, 0, entry.units, credit.member_id, coalesce(posting.accounted_at, posting.posted_at)
    from new_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
    join statement_credits credit on credit.partner_id = posting.partner_id and credit.id = posting.correlation_id
    where entry.account = 'payouts_in_flight'
  ) part
  where member_id is not null
  group by partner_id, member_id
  -- Of two statements with the same members, one waits for the other, and never each for the other.
  order by partner_id, member_id
  on conflict (partner_id, member_id) do update set units = balance.units + excluded.units,
    in_flight_units = balance.in_flight_units + excluded.in_flight_units, version = balance.version + 1,
    changed_at = greatest(balance.changed_at, excluded.changed_at);
  return null;
end $$;

-- Waits for open postings, and holds off others until the rows below are there. Builds before this one post as before.
create trigger ledger_entries_in_balances after insert on ledger_entries
  referencing new table as new_entries for each statement execute function add_to_balances();

insert into member_balances (partner_id, member_id, units, in_flight_units, version, changed_at)
select partner_id, member_id, sum(units), sum(in_flight_units), 1, max(changed_at)
from (
  select entry.partner_id, coalesce(entry.member_id, credit.member_id) as member_id,
    case entry.account when 'member_rewards' then entry.units else 0 end as units,
    case entry.account when 'payouts_in_flight' then entry.units else 0 end as in_flight_units,
    coalesce(posting.accounted_at, posting.posted_at) as changed_at
  from ledger_entries entry
  join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
  left join statement_credits credit on entry.account = 'payouts_in_flight'
    and credit.partner_id = posting.partner_id and credit.id = posting.correlation_id
  where entry.account in ('member_rewards', 'payouts_in_flight')
) part
where member_id is not null
group by partner_id, member_id;
