-- American spelling and the words of the field, in columns, values and recorded decisions.
alter table dines rename column authorised_cents to authorized_cents;
alter table card_events rename column worked_at to processed_at;
update card_events set status = 'processed' where status = 'worked';
update card_events set reason_code = 'duplicate' where reason_code = 'told_before';
update dine_amounts set kind = 'authorization' where kind = 'authorisation';
update dines set reason_code = 'authorization_expired' where reason_code = 'authorisation_expired';
update dines set decision = jsonb_set(decision #- '{amounts,authorisedCents}', '{amounts,authorizedCents}',
  decision #> '{amounts,authorisedCents}')
where decision #> '{amounts,authorisedCents}' is not null;
-- Dines from before rule versions were recorded were decided by the first.
update dines set decision = jsonb_set(decision, '{ruleVersion}', '1') where not decision ? 'ruleVersion';

-- An account gets another name; no amount changes. The hash of a posting's input covers its account names.
alter table ledger_entries disable trigger ledger_entries_append_only;
alter table ledger_postings disable trigger ledger_postings_append_only;
create temporary table renamed_postings on commit drop as
select distinct posting_id as id from ledger_entries where account = 'programme_rewards';
update ledger_entries set account = 'program_rewards' where account = 'programme_rewards';
update ledger_postings posting
set input_hash = translate(rtrim(encode(sha256(convert_to(
  '[' || to_json(kind) || ',' || to_json(correlation_id) || ',' || to_json(reason_code) || ',[' || entries.lines || ']]',
  'UTF8')), 'base64'), '='), '+/', '-_')
from renamed_postings renamed
cross join lateral (
  select string_agg(
    '[' || to_json(account) || ',' || coalesce(to_json(member_id)::text, 'null') || ',' || units || ']', ','
    order by account = 'member_rewards' desc) as lines
  from ledger_entries where posting_id = renamed.id
) entries
where posting.id = renamed.id;
alter table ledger_entries enable trigger ledger_entries_append_only;
alter table ledger_postings enable trigger ledger_postings_append_only;

-- A movement has one row whatever amount its events report; the newest version counts (decision 015).
alter table card_events add column last_error text;
alter table dine_amounts add column reported_at timestamptz;

update dine_amounts amount set reported_at = event.received_at
from card_events event
where event.id = amount.card_event_id and event.body like '%"updated"%';

-- Keys named the amount and a count. Further parts of one transaction stay, so that no balance changes.
create temporary table movement_keys on commit drop as
select partner_id, source_key as old_key, kind || ':' || transaction_id ||
  case when row_number() over same = 1 then '' else '#' || row_number() over same end as new_key
from dine_amounts
window same as (partition by partner_id, kind, transaction_id order by card_event_id nulls first, source_key);

update card_events event set source_key = key.new_key
from movement_keys key
where event.partner_id = key.partner_id and event.source_key = key.old_key;

-- Refunds that wait have no row yet.
update card_events event set source_key = 'refund:' || transaction_id
where status = 'parked' and source_key is not null
  and not exists (select from movement_keys key where key.partner_id = event.partner_id and key.new_key = event.source_key);

update dine_amounts amount set source_key = key.new_key
from movement_keys key
where amount.partner_id = key.partner_id and amount.source_key = key.old_key;
