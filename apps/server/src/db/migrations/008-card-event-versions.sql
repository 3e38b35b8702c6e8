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

-- Dines from before rule versions were recorded were decided by the first.
update dines set decision = jsonb_set(decision, '{ruleVersion}', '1') where not decision ? 'ruleVersion';
