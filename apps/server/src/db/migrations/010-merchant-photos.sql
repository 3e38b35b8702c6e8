-- Photos of restaurants and pictures of their menus. The files are in the photo store, by content hash.

create table merchant_photos (
  id text primary key,
  merchant_id text not null references merchants (id) on delete cascade,
  kind text not null default 'place' check (kind in ('place', 'menu')),
  -- Where it came from: a web address, a file name, the demo.
  source text not null,
  rights text not null default '',
  alt text not null default '',
  -- What a crop keeps in view, from 0 (left, top) to 1.
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  position integer not null,
  content_hash text not null,
  -- Version and main colors, part of its address.
  code text not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null default now()
);
create index merchant_photos_merchant on merchant_photos (merchant_id, kind, position, id);
create index merchant_photos_content on merchant_photos (content_hash);

-- The code of the first photo, for lists; empty without one. Kept by the trigger below, written by nothing else.
alter table merchants add column photo_code text not null default '';

create function refresh_photo_code(merchant_ids text[]) returns void language sql as $$
  update merchants set photo_code = first.code
  from (
    select each.merchant_id, coalesce((
      select code from merchant_photos photo where photo.merchant_id = each.merchant_id and kind = 'place'
      order by position, id limit 1), '') as code
    from unnest(merchant_ids) as each (merchant_id)) as first
  where merchants.id = first.merchant_id and merchants.photo_code <> first.code
$$;

create function merchant_photos_changed() returns trigger language plpgsql as $$
begin
  perform refresh_photo_code(array_agg(distinct merchant_id)) from changed;
  return null;
end $$;

create trigger merchant_photos_added after insert on merchant_photos
  referencing new table as changed for each statement execute function merchant_photos_changed();
create trigger merchant_photos_updated after update on merchant_photos
  referencing new table as changed for each statement execute function merchant_photos_changed();
create trigger merchant_photos_removed after delete on merchant_photos
  referencing old table as changed for each statement execute function merchant_photos_changed();

-- Addresses of menus that the demo painted on request; the demo adds them as photos at its next start.
update merchants set menu_images = array(
  select address from unnest(menu_images) with ordinality as each (address, place)
  where address not like '/images/merchants/%' order by place)
where array_to_string(menu_images, ' ') like '%/images/merchants/%';
