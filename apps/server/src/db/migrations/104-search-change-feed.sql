-- Search reads restaurants from their plain columns, and here which of them have changed.
drop trigger merchant_search_joined on merchant_participations;
drop trigger merchant_search_terms_changed on merchant_participations;
drop trigger merchant_search_changed on merchants;
drop table merchant_search, merchant_search_tombstones, merchant_search_terms, merchant_search_cuisines,
  merchant_search_timezones, merchant_search_offsets;
drop function refresh_merchant_search, merchant_participations_changed, merchants_changed,
  add_merchant_search_tombstones, merchant_search_bits, merchant_search_set, merchant_search_words;

create table merchant_changes (
  -- Null: any of them.
  merchant_id text,
  -- The transaction, so that a reader misses none that commits late.
  version xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index merchant_changes_version on merchant_changes (version);
create index merchant_changes_changed_at on merchant_changes (changed_at);

create function record_participation_changes() returns trigger language plpgsql as $$
begin
  insert into merchant_changes (merchant_id) select distinct merchant_id from changed;
  return null;
end $$;

create function record_merchant_changes() returns trigger language plpgsql as $$
begin
  insert into merchant_changes (merchant_id) select changed.id from changed join former using (id)
    where (to_jsonb(changed) - 'updated_at') is distinct from (to_jsonb(former) - 'updated_at');
  return null;
end $$;

create function record_merchant_truncation() returns trigger language plpgsql as $$
begin
  insert into merchant_changes (merchant_id) values (null);
  return null;
end $$;

create trigger participations_inserted after insert on merchant_participations
  referencing new table as changed for each statement execute function record_participation_changes();
create trigger participations_updated after update on merchant_participations
  referencing new table as changed for each statement execute function record_participation_changes();
create trigger participations_deleted after delete on merchant_participations
  referencing old table as changed for each statement execute function record_participation_changes();
create trigger participations_truncated after truncate on merchant_participations
  for each statement execute function record_merchant_truncation();
create trigger merchants_updated after update on merchants
  referencing new table as changed old table as former for each statement execute function record_merchant_changes();
create trigger merchant_changes_announced after insert on merchant_changes
  for each statement execute function announce_change('restaurants');
