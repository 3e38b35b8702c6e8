-- Plain names for the tables of the search. Rows stay as they are.

alter table merchant_search_sheets rename to merchant_search_offsets;
alter table merchant_search_offsets rename column sheet to id;
alter table merchant_search rename column facts to flags;
alter table merchant_search_gone rename to merchant_search_tombstones;
alter table merchant_search_tombstones rename column gone_at to deleted_at;
alter index merchant_search_gone_version rename to merchant_search_tombstones_version;
alter trigger merchant_search_left on merchant_search rename to merchant_search_deleted;
alter trigger merchant_search_emptied on merchant_search rename to merchant_search_truncated;
alter function merchant_search_left() rename to add_merchant_search_tombstones;

-- Rebuild the rows of these (partner, merchant) pairs. Nothing else writes them.
create or replace function refresh_merchant_search(partner_ids text[], merchant_ids text[]) returns void
  language plpgsql as $$
begin
  -- Lock the restaurants, so that a concurrent refresh of the same one reads what this one writes.
  perform from merchants where id = any(merchant_ids) order by id for no key update;
  insert into merchant_search_offsets (partner_id)
    select distinct given.partner_id from unnest(partner_ids) as given (partner_id)
    where not exists (select from merchant_search_offsets known where known.partner_id = given.partner_id)
    on conflict do nothing;
  insert into merchant_search_cuisines (cuisines)
    select distinct merchant_search_set(merchant.cuisines) from merchants merchant
    where merchant.id = any(merchant_ids) and not exists (
      select from merchant_search_cuisines known where known.cuisines = merchant_search_set(merchant.cuisines))
    order by 1 on conflict do nothing;
  insert into merchant_search_timezones (timezone)
    select distinct merchant.timezone from merchants merchant
    where merchant.id = any(merchant_ids)
      and not exists (select from merchant_search_timezones known where known.timezone = merchant.timezone)
    order by 1 on conflict do nothing;
  insert into merchant_search_terms (term)
    select distinct word from merchants merchant, merchant_search_words(merchant.search_text)
    where merchant.id = any(merchant_ids)
      and not exists (select from merchant_search_terms known where known.term = word)
    order by 1 on conflict do nothing;
  insert into merchant_search (partner_id, merchant_id, pt, ux, uy, uz, latitude, longitude, flags, joined_on,
    left_on, timezone, campaign_codes, sort_name, term_ids, version)
  select participation.partner_id, merchant.id, place.pt,
    cos(place.phi) * cos(place.lambda), cos(place.phi) * sin(place.lambda), sin(place.phi),
    merchant.latitude, merchant.longitude,
    -- The layout of search-flags.rules.ts: time zone, cuisine set, rating, then one bit per flag.
    (zone.id::bigint << 52) | (list.id::bigint << 32)
      | (coalesce(merchant.rating * 10 + 1, 0)::bigint << 25)
      | (1::bigint << merchant.price_range)
      | merchant_search_bits(merchant.features, '{delivery,dineIn,takeout,onlineOrdering}', 5)
      | merchant_search_bits(merchant.meals_served, '{breakfast,brunch,lunch,dinner,lateNight}', 9)
      | case when merchant.acclaimed_level > 0 then 1::bigint << 14 else 0 end
      | case when merchant.takes_bookings then 1::bigint << 15 else 0 end
      | case when merchant.open_table_id is not null then 1::bigint << 16 else 0 end
      | merchant_search_bits(participation.benefit_days, '{Sun,Mon,Tue,Wed,Thu,Fri,Sat}', 18),
    participation.joined_on, participation.left_on, merchant.timezone,
    participation.campaign_codes, split_part(merchant.search_text, ' | ', 1),
    array(select term.id from merchant_search_words(merchant.search_text)
      join merchant_search_terms term on term.term = word order by term.id),
    pg_current_xact_id()
  from unnest(partner_ids, merchant_ids) as changed (partner_id, merchant_id)
  join merchant_participations participation using (partner_id, merchant_id)
  join merchants merchant on merchant.id = participation.merchant_id
  join merchant_search_offsets x_offset on x_offset.partner_id = participation.partner_id
  join merchant_search_cuisines list on list.cuisines = merchant_search_set(merchant.cuisines)
  join merchant_search_timezones zone on zone.timezone = merchant.timezone
  -- Nine decimals: squares of far smaller numbers underflow, which PostgreSQL rejects.
  cross join lateral (select
    point(merchant.longitude + 1000.0 * x_offset.id, degrees(ln(tan(
      pi() / 4 + radians(greatest(-89.9, least(89.9, merchant.latitude))) / 2)))) as pt,
    radians(round(merchant.latitude::numeric, 9)::float8) as phi,
    radians(round(merchant.longitude::numeric, 9)::float8) as lambda) as place
  -- Store neighbors on the map next to each other.
  order by x_offset.id, floor(place.pt[1] * 8), place.pt[0]
  on conflict (partner_id, merchant_id) do update set pt = excluded.pt, ux = excluded.ux, uy = excluded.uy,
    uz = excluded.uz, latitude = excluded.latitude, longitude = excluded.longitude, flags = excluded.flags,
    joined_on = excluded.joined_on, left_on = excluded.left_on,
    timezone = excluded.timezone, campaign_codes = excluded.campaign_codes, sort_name = excluded.sort_name,
    term_ids = excluded.term_ids, version = excluded.version;
end $$;

create or replace function add_merchant_search_tombstones() returns trigger language plpgsql as $$
begin
  delete from merchant_search_tombstones where deleted_at < now() - interval '1 hour';
  if tg_op = 'TRUNCATE' then
    insert into merchant_search_tombstones (partner_id, merchant_id) values (null, null);
  else
    insert into merchant_search_tombstones (partner_id, merchant_id) select partner_id, merchant_id from former;
  end if;
  return null;
end $$;
