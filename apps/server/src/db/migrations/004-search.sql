-- One narrow row per partner and restaurant, which searches read. Triggers keep it up to date. Built-in types only.

-- Each partner's x coordinates are shifted by 1,000 degrees, so that one index serves all partners.
create table merchant_search_sheets (
  partner_id text primary key,
  sheet integer generated always as identity unique
);

create table merchant_search_terms (
  id integer generated always as identity primary key,
  term text collate "C" not null unique,
  version xid8 not null default pg_current_xact_id()
);
create index merchant_search_terms_version on merchant_search_terms (version);

-- Distinct sorted cuisine sets: few, so that a row stores only the id.
create table merchant_search_cuisines (
  id integer generated always as identity primary key,
  cuisines text[] not null unique
);

create table merchant_search_timezones (
  id integer generated always as identity primary key,
  timezone text not null unique
);

create table merchant_search (
  partner_id text not null,
  merchant_id text collate "C" not null,
  pt point not null,
  ux double precision not null,
  uy double precision not null,
  uz double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  facts bigint not null,
  joined_on date not null,
  left_on date,
  timezone text not null,
  campaign_codes text[] not null,
  sort_name text collate "C" not null,
  term_ids integer[] not null,
  version xid8 not null,
  primary key (partner_id, merchant_id),
  foreign key (partner_id, merchant_id) references merchant_participations (partner_id, merchant_id) on delete cascade
);
create index merchant_search_place on merchant_search using gist (pt)
  include (merchant_id, facts, joined_on, left_on);
create index merchant_search_term_ids on merchant_search using gin (term_ids);
create index merchant_search_version on merchant_search (version);

-- Deleted rows, for one hour, so that every process sees the deletion. Both ids null: all rows were deleted.
create table merchant_search_gone (
  partner_id text,
  merchant_id text,
  version xid8 not null default pg_current_xact_id(),
  gone_at timestamptz not null default now()
);
create index merchant_search_gone_version on merchant_search_gone (version);

create function merchant_search_bits(found text[], known text[], first integer) returns bigint
  language sql immutable parallel safe as $$
  select coalesce(bit_or(1::bigint << (first + place::integer - 1)), 0)
  from unnest(known) with ordinality as each (value, place) where value = any(found)
$$;

create function merchant_search_set(list text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(value order by value collate "C"), '{}') from unnest(list) as value
$$;

create function merchant_search_words(search_text text) returns table (word text)
  language sql immutable parallel safe as $$
  select distinct left(word, 200) from unnest(string_to_array(search_text, ' ')) as word where word not in ('', '|')
$$;

-- Rebuild the rows of these (partner, merchant) pairs. Nothing else writes them.
create function refresh_merchant_search(partner_ids text[], merchant_ids text[]) returns void
  language plpgsql as $$
begin
  -- One at a time for each restaurant: who comes second sees what the first has written.
  perform from merchants where id = any(merchant_ids) order by id for no key update;
  insert into merchant_search_sheets (partner_id)
    select distinct given.partner_id from unnest(partner_ids) as given (partner_id)
    where not exists (select from merchant_search_sheets known where known.partner_id = given.partner_id)
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
  insert into merchant_search (partner_id, merchant_id, pt, ux, uy, uz, latitude, longitude, facts, joined_on,
    left_on, timezone, campaign_codes, sort_name, term_ids, version)
  select participation.partner_id, merchant.id, place.pt,
    cos(place.phi) * cos(place.lambda), cos(place.phi) * sin(place.lambda), sin(place.phi),
    merchant.latitude, merchant.longitude,
    -- As search-facts.ts reads them: time zone, cuisines, rating, then a bit for each fact.
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
  join merchant_search_sheets sheet on sheet.partner_id = participation.partner_id
  join merchant_search_cuisines list on list.cuisines = merchant_search_set(merchant.cuisines)
  join merchant_search_timezones zone on zone.timezone = merchant.timezone
  -- Nine decimals: squares of far smaller numbers underflow, which the database refuses.
  cross join lateral (select
    point(merchant.longitude + 1000.0 * sheet.sheet, degrees(ln(tan(
      pi() / 4 + radians(greatest(-89.9, least(89.9, merchant.latitude))) / 2)))) as pt,
    radians(round(merchant.latitude::numeric, 9)::float8) as phi,
    radians(round(merchant.longitude::numeric, 9)::float8) as lambda) as place
  -- Neighbours on the map come to lie beside each other.
  order by sheet.sheet, floor(place.pt[1] * 8), place.pt[0]
  on conflict (partner_id, merchant_id) do update set pt = excluded.pt, ux = excluded.ux, uy = excluded.uy,
    uz = excluded.uz, latitude = excluded.latitude, longitude = excluded.longitude, facts = excluded.facts,
    joined_on = excluded.joined_on, left_on = excluded.left_on,
    timezone = excluded.timezone, campaign_codes = excluded.campaign_codes, sort_name = excluded.sort_name,
    term_ids = excluded.term_ids, version = excluded.version;
end $$;

create function merchant_participations_changed() returns trigger language plpgsql as $$
begin
  perform refresh_merchant_search(array_agg(partner_id), array_agg(merchant_id)) from changed;
  return null;
end $$;

create trigger merchant_search_joined after insert on merchant_participations
  referencing new table as changed for each statement execute function merchant_participations_changed();

create trigger merchant_search_terms_changed after update on merchant_participations
  referencing new table as changed for each statement execute function merchant_participations_changed();

-- Story, hours and menu are not in lists, so their changes are ignored here.
create function merchants_changed() returns trigger language plpgsql as $$
begin
  perform refresh_merchant_search(array_agg(participation.partner_id), array_agg(participation.merchant_id))
  from changed join former using (id) join merchant_participations participation on participation.merchant_id = id
  where (to_jsonb(changed) - '{about,phone,website,hours,menu,updated_at}'::text[])
    is distinct from (to_jsonb(former) - '{about,phone,website,hours,menu,updated_at}'::text[]);
  return null;
end $$;

create trigger merchant_search_changed after update on merchants
  referencing new table as changed old table as former for each statement execute function merchants_changed();

create function merchant_search_left() returns trigger language plpgsql as $$
begin
  delete from merchant_search_gone where gone_at < now() - interval '1 hour';
  if tg_op = 'TRUNCATE' then
    insert into merchant_search_gone (partner_id, merchant_id) values (null, null);
  else
    insert into merchant_search_gone (partner_id, merchant_id) select partner_id, merchant_id from former;
  end if;
  return null;
end $$;

create trigger merchant_search_left after delete on merchant_search
  referencing old table as former for each statement execute function merchant_search_left();

create trigger merchant_search_emptied after truncate on merchant_search
  for each statement execute function merchant_search_left();

-- Fill the table for databases that already have restaurants.
select refresh_merchant_search(array_agg(partner_id), array_agg(merchant_id)) from merchant_participations;
