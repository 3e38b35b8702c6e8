-- The schema, to be read from top to bottom: programs, restaurants, members, rewards, messages, staff, processes, each
-- grouped by the features of ARCHITECTURE.md. What columns mean beyond their names stands in the features' x.tables.ts.
--
-- Every row of a program has its partner_id, and its keys begin with it (docs/decisions/030); restaurants belong to the
-- network. Money is integers: cents, or "units" of what the program pays in (points, miles, cents). Tokens and codes are
-- stored as hashes. A column named ..._on is a local date, ..._at an instant, or local time where its type has no zone.
--
-- Until version 1.0 this file may change: a database that another text of it has made is refused at the start. From 1.0
-- on it is frozen, and further changes are files of their own (docs/operating.md, Many processes).

-- ===== functions that several features use =====
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a reversing entry instead', tg_table_name using errcode = '23001';
end $$;

-- What limits how often something happens keeps the latest times. A function, since Citus takes no subquery on conflict.
create function times_after(times timestamptz[], since timestamptz) returns timestamptz[] language sql immutable as $$
  select array(select at from unnest(times) at where at > since)
$$;

-- Processes keep settings, restaurants and pages in memory. What changes them is announced when its transaction commits.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('dineward_changes', tg_argv[0]);
  return null;
end $$;

-- Open account pages hear of what changes a member's rewards, whatever writes it: "members PARTNER MEMBER".
create function announce_members() returns trigger language plpgsql as $$
begin
  perform pg_notify('dineward_changes', concat_ws(' ', 'members', partner_id, member_id))
  from (select distinct partner_id, member_id from changed) as member;
  return null;
end $$;

-- What other systems read names its last change, of real time whatever clock the product is given. The transaction decides
-- what an export takes, so that a row that commits late is not missed (docs/decisions/095).
create function mark_update() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  new.changed_in := pg_current_xact_id();
  new.updated_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

-- The same for dines and restaurants, whose `updated_at` says when what they are about has changed.
create function mark_change() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  new.changed_in := pg_current_xact_id();
  new.changed_at := now();
  return new;
end $$;

-- ===== tables with a partition for each month (docs/decisions/102) =====
-- Partitions are in a schema of their own, to which the product's user has no right: rows are reached through the table.
-- Rows of a month without a partition are in months.TABLE_rest.
create schema months;

create function refuse_change_of_month() returns trigger language plpgsql as $$
begin
  raise exception '% is written through its table', tg_table_name using errcode = '23001';
end $$;

-- It makes the partition of a month of UTC, moves what waits for it there, and returns how many rows that were; null where
-- it was there already. Nothing is lost or doubled: the table is locked until the end of the transaction, for which it
-- waits a second at most. The product's user does not own the table, so the owner's function does it.
create function make_month(parent text, month date) returns bigint language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  part text := format('months.%I', parent || to_char(month, '_YYYY_MM'));
  rest text := format('months.%I', parent || '_rest');
  bounds text[] := array[month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00'];
  time_column text := (select quote_ident(attname) from pg_partitioned_table join pg_attribute
    on attrelid = partrelid and attnum = partattrs[0] where partrelid = to_regclass(format('public.%I', parent)));
  moved bigint;
begin
  if time_column is null or month <> date_trunc('month', month) then
    raise exception 'no table of months, or no first day of one: %, %', parent, month;
  end if;
  if to_regclass(part) is not null then return null; end if;
  execute format('lock table public.%I in access exclusive mode', parent);
  if to_regclass(part) is not null then return null; end if;
  execute format('create table %s (like public.%I including all)', part, parent);
  execute format('alter table %s disable trigger user', rest);
  execute format('with waiting as (delete from %1$s where %2$s >= %3$L and %2$s < %4$L returning *)
    insert into %5$s select * from waiting', rest, time_column, bounds[1], bounds[2], part);
  get diagnostics moved = row_count;
  execute format('alter table %s enable trigger user', rest);
  execute format('alter table public.%I attach partition %s for values from (%L) to (%L)',
    parent, part, bounds[1], bounds[2]);
  perform guard_month(parent, part);
  return moved;
end $$;
revoke execute on function make_month(text, date) from public;

-- The triggers of an append-only table are for statements, which are not those of its partitions.
create function guard_month(parent text, part text) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = format('public.%I', parent)::regclass
    and tgfoid = 'refuse_change'::regproc) then
    execute format('create trigger through_table before insert or update or delete or truncate on %s
      execute function refuse_change_of_month()', part);
  end if;
end $$;

-- It deletes a month whole, which takes no longer for more rows. Only what is kept for a time may go (docs/operating.md,
-- What is kept how long).
create function drop_month(parent text, month date) returns void language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '1s' as $$
begin
  if parent <> 'tracking_events' then raise exception '% is kept for good', parent; end if;
  execute format('lock table public.%I in access exclusive mode', parent);
  execute format('drop table months.%I', parent || to_char(month, '_YYYY_MM'));
end $$;
revoke execute on function drop_month(text, date) from public;

-- Months whose rows wait for a partition, and how many rows do.
create function waiting_months(parent text) returns table (month date, rows bigint) language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  return query execute (
    select format('select date_trunc(''month'', %I at time zone ''UTC'')::date, count(*) from months.%I group by 1 order by 1',
      attname, parent || '_rest')
    from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = format('public.%I', parent)::regclass);
end $$;
revoke execute on function waiting_months(text) from public;

-- It begins with the months around the migration; a job makes the others.
create function begin_months(parent text) returns void language plpgsql as $$
begin
  execute format('create table months.%I partition of public.%I default', parent || '_rest', parent);
  perform guard_month(parent, format('months.%I', parent || '_rest'));
  perform make_month(parent, (date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date)
  from generate_series(0, 2) ahead;
end $$;

-- ===== partner: programs, their settings and rates =====
-- Each row is what the console and operators change of a program, on top of its folder or of its stored program.
create table partner_overrides (
  partner_id text primary key, settings jsonb not null, theme jsonb, updated_at timestamptz not null
);
create trigger partner_overrides_announced after insert or update or delete or truncate on partner_overrides
  execute function announce_change('settings');

-- Each row is a program that was made in the console: what a folder in partners/ would hold.
create table stored_partners (
  partner_id text primary key,
  settings jsonb not null, theme jsonb not null, copy jsonb not null, logo text not null, logo_mark text not null,
  created_at timestamptz not null
);
create trigger stored_partners_announced after insert or update or delete or truncate on stored_partners
  execute function announce_change('settings');

-- Each row is what a program's dines earn from an instant until the next row's; the first row counts since ever.
create table rate_versions (
  partner_id text not null, valid_from timestamptz not null, primary key (partner_id, valid_from),
  rates jsonb not null, vip_qualification jsonb, merchant_fee_basis_points integer,
  cause text not null check (cause in ('first', 'folder', 'setting')), recorded_at timestamptz not null
);

-- ===== content =====
-- Each row is one published version of an entry that was written in the console, or its draft.
create table content_versions (
  partner_id text not null, kind text not null, slug text not null, version integer not null check (version > 0),
  primary key (partner_id, kind, slug, version),
  state text not null check (state in ('draft', 'published')), fields jsonb,
  shown_from timestamptz, shown_until timestamptz, check (shown_until > shown_from),
  saved_at timestamptz not null, saved_by text not null
);
create unique index content_versions_draft on content_versions (partner_id, kind, slug) where state = 'draft';
create trigger content_versions_announced after insert or update or delete or truncate on content_versions
  execute function announce_change('content');

-- Each row is a picture of a program's library. Entries name it by its address, so that a new file keeps the row.
create table media_pictures (
  partner_id text not null, id text not null, primary key (partner_id, id),
  file_name text not null, alt text not null, is_decorative boolean not null, check (is_decorative or alt <> ''),
  focal_x real not null check (focal_x between 0 and 1), focal_y real not null check (focal_y between 0 and 1),
  crop_left real not null, crop_top real not null, crop_width real not null, crop_height real not null,
  content_hash text not null, code text not null, width integer not null, height integer not null,
  version integer not null default 1, saved_at timestamptz not null, saved_by text not null
);
create trigger media_pictures_announced after insert or update or delete or truncate on media_pictures
  execute function announce_change('content');

-- ===== merchants: restaurants of the network, and their terms in programs =====
-- Each row is a restaurant; an import finds it again by source and source_id.
create table merchants (
  id text primary key,
  source text not null, source_id text not null, unique (source, source_id),
  name text not null, about text not null default '', cuisines text[] not null,
  price_range smallint not null check (price_range between 0 and 4),
  rating numeric(2, 1) check (rating between 0 and 5), number_of_ratings integer not null default 0,
  -- The rating has one decimal, so a sum of stars keeps many ratings from adding up its rounding.
  stars_total numeric(12, 1),
  street text not null, city text not null, state text not null, zip_code text not null,
  neighborhood text not null default '', timezone text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  phone text not null default '', website text not null default '', hours jsonb not null,
  menu jsonb not null,
  -- Search reads the names alone: a menu is many times as long.
  dishes jsonb generated always as (jsonb_path_query_array(menu, '$[*].items[*].name')) stored,
  menu_url text not null default '', menu_images text[] not null default '{}',
  meals_served text[] not null, features text[] not null, diets text[] not null default '{}',
  acclaimed_level smallint not null default 0,
  online_ordering_url text not null default '', takes_bookings boolean not null default false, open_table_id text,
  -- A trigger on merchant_photos writes the code of the first photo, for lists.
  photo_code text not null default '', search_text text not null, updated_at timestamptz not null,
  row_version integer not null default 1, changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index merchants_place on merchants (latitude, longitude);
create index merchants_name on merchants (lower(name), id);
-- Of what is exported: ratings and photos change often.
create trigger merchants_marked before update on merchants
  for each row when (
    (old.name, old.cuisines, old.price_range, old.street, old.city, old.state, old.zip_code, old.timezone, old.latitude,
      old.longitude)
    is distinct from
    (new.name, new.cuisines, new.price_range, new.street, new.city, new.state, new.zip_code, new.timezone, new.latitude,
      new.longitude)
  ) execute function mark_change();
-- These columns are on restaurants' pages, and not in the search table.
create trigger merchants_announced after update of about, phone, website, hours, menu on merchants
  execute function announce_change('pages');

-- Each row is a merchant id at a card network, and the restaurant that it stands for in that time.
create table merchant_mids (
  mid text not null, merchant_id text not null references merchants on delete cascade,
  valid_from date not null, valid_to date, primary key (mid, valid_from)
);
create index merchant_mids_merchant on merchant_mids (merchant_id);

-- Each row is a review on a restaurant's page.
create table merchant_reviews (
  id text primary key, merchant_id text not null references merchants on delete cascade,
  author_name text not null, rating smallint not null check (rating between 1 and 5), body text not null,
  dined_on date not null, hidden_at timestamptz
);
create index merchant_reviews_merchant on merchant_reviews (merchant_id, dined_on);
create trigger merchant_reviews_announced after insert or update or delete or truncate on merchant_reviews
  execute function announce_change('pages');

-- Each row is an event at a restaurant, such as a concert.
create table merchant_events (
  id text primary key, merchant_id text not null references merchants on delete cascade,
  title text not null, body text not null, url text not null default '',
  starts_at timestamp not null, ends_at timestamp not null check (ends_at >= starts_at)
);
create index merchant_events_merchant on merchant_events (merchant_id, ends_at);
create trigger merchant_events_announced after insert or update or delete or truncate on merchant_events
  execute function announce_change('pages');

-- Each row is a restaurant's part in a program, with its current terms.
create table merchant_participations (
  partner_id text not null, merchant_id text not null references merchants on delete cascade,
  primary key (partner_id, merchant_id),
  joined_on date not null, left_on date, terms_from date,
  benefit_days text[] not null, campaign_codes text[] not null,
  max_spend_per_month_cents integer, max_visits_per_month integer, reservation_bonus integer,
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  updated_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  row_version integer not null default 1, changed_in xid8 not null default pg_current_xact_id()
);
create trigger participations_marked before update on merchant_participations
  for each row when (old.* is distinct from new.*) execute function mark_update();

-- Each row is terms that ended, because the restaurant joined again or they changed; they held until the next ones began.
create table former_participations (
  partner_id text not null, merchant_id text not null references merchants on delete cascade, valid_from date not null,
  primary key (partner_id, merchant_id, valid_from),
  joined_on date not null, left_on date,
  benefit_days text[] not null, campaign_codes text[] not null,
  max_spend_per_month_cents integer, max_visits_per_month integer,
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  cause text not null check (cause in ('joined_again', 'terms_changed')), recorded_at timestamptz not null
);

-- Each row is terms that begin on a later day; a job makes them the current ones.
create table coming_terms (
  partner_id text not null, merchant_id text not null, valid_from date not null,
  primary key (partner_id, merchant_id, valid_from),
  foreign key (partner_id, merchant_id) references merchant_participations on delete cascade,
  benefit_days text[] not null, campaign_codes text[] not null,
  max_spend_per_month_cents integer, max_visits_per_month integer, reservation_bonus integer, fee_basis_points integer,
  recorded_at timestamptz not null
);

-- Each row is an offer in words that a restaurant makes to everyone in a program.
create table merchant_offers (
  partner_id text not null, id text not null, primary key (partner_id, id),
  merchant_id text not null, foreign key (partner_id, merchant_id) references merchant_participations on delete cascade,
  title text not null, body text not null, starts_on date not null, ends_on date
);
create index merchant_offers_merchant on merchant_offers (partner_id, merchant_id);
create trigger merchant_offers_announced after insert or update or delete or truncate on merchant_offers
  execute function announce_change('pages');

-- ===== photos =====
-- Each row is a photo of a restaurant or a picture of its menu; the file is in the photo store, by content_hash.
create table merchant_photos (
  id text primary key, merchant_id text not null references merchants on delete cascade,
  kind text not null default 'place' check (kind in ('place', 'menu')),
  source text not null, rights text not null default '', alt text not null default '',
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  crop_left real not null default 0, crop_top real not null default 0,
  crop_width real not null default 1, crop_height real not null default 1, position integer not null,
  content_hash text not null, code text not null, width integer not null, height integer not null,
  added_at timestamptz not null default now()
);
create index merchant_photos_merchant on merchant_photos (merchant_id, kind, position, id);
create index merchant_photos_content on merchant_photos (content_hash);
create trigger merchant_photos_announced after insert or update or delete or truncate on merchant_photos
  execute function announce_change('pages');

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
  referencing new table as changed execute function merchant_photos_changed();
create trigger merchant_photos_updated after update on merchant_photos
  referencing new table as changed execute function merchant_photos_changed();
create trigger merchant_photos_removed after delete on merchant_photos
  referencing old table as changed execute function merchant_photos_changed();

-- ===== search: what each process reads again into its snapshot (docs/decisions/071) =====
-- Each row is a restaurant that has changed, in itself, in a program's terms or in its book of tables, for a day.
create table merchant_changes (
  -- Null: any of them.
  merchant_id text,
  -- Only its book has changed: its tables, or when they are taken.
  is_of_book boolean not null default false,
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

-- ===== merchant-import: files of restaurants that staff import in the console =====
-- Each row is an import: its file is read, previewed, then applied.
create table import_runs (
  partner_id text not null, id text not null, primary key (partner_id, id),
  file_name text not null, file_bytes integer not null,
  state text not null check (state in
    ('reading', 'mapping', 'read', 'applying', 'stopped', 'applied', 'undoing', 'undone', 'failed')),
  editor_programs text[], created_by text not null,
  created_at timestamptz not null, finished_at timestamptz, error text,
  lines_read integer not null default 0, progress real not null default 0,
  unlisted_refusals integer not null default 0, final_counts jsonb, file_columns jsonb, columns jsonb
);
create index import_runs_created_at on import_runs (partner_id, created_at desc);
create index import_runs_unfinished on import_runs (created_at) where state in ('reading', 'applying', 'undoing');

-- Each row is which column of files with one header is which of ours, as staff chose.
create table import_columns (
  partner_id text not null, header_key text not null, primary key (partner_id, header_key),
  columns jsonb not null, saved_at timestamptz not null
);

-- Each row is a piece of an import's file.
create table import_run_files (
  partner_id text not null, run_id text not null, piece integer not null, primary key (partner_id, run_id, piece),
  foreign key (partner_id, run_id) references import_runs on delete cascade,
  content bytea not null
);

-- Each row is a line of an import's file, what it would change, and when that was applied.
create table import_run_rows (
  partner_id text not null, run_id text not null, line integer not null, primary key (partner_id, run_id, line),
  foreign key (partner_id, run_id) references import_runs on delete cascade,
  outcome text not null check (outcome in ('added', 'updated', 'unchanged', 'refused')),
  merchant_id text, name text, remark text, changes jsonb not null default '[]', merchant jsonb,
  applied_at timestamptz, photos_at timestamptz, undo text check (undo in ('undone', 'kept'))
);
create index import_run_rows_outcome on import_run_rows (partner_id, run_id, outcome, line);
create index import_run_rows_pending on import_run_rows (partner_id, run_id, line)
  where applied_at is null and outcome in ('added', 'updated');

-- ===== members =====
-- Staff find names and numbers as they hear them: without accents, signs and spaces.
create function name_key(name text) returns text language sql immutable as $$
  select lower(translate(
    regexp_replace(normalize(name, NFD), '[\u0300-\u036f\s''’.,-]', '', 'g'), 'ŁłØøĐđ', 'LlOoDd'))
$$;
create function number_key(number text) returns text language sql immutable as $$
  select translate(upper(number), ' .-', '')
$$;

-- Each row is a member of a program, also when the account is closed or erased.
create table members (
  partner_id text not null, id text not null, primary key (partner_id, id),
  email text not null, sign_in_name text, email_confirmed_at timestamptz, password_hash text,
  member_number text, member_type text not null, tier_level smallint not null check (tier_level between 0 and 3),
  first_name text not null, last_name text not null,
  address1 text not null default '', address2 text not null default '', city text not null default '',
  state text not null default '', zip_code text not null, phone_number text not null default '',
  sms_opt_in boolean not null default false, email_opt_in boolean not null default false,
  family_id text, enrollment_source text, referrer text,
  -- The id that the program's own systems know the member by.
  external_id text,
  joined_at timestamptz not null, closed_at timestamptz, erasure_due_at timestamptz, erased_at timestamptz,
  updated_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  row_version integer not null default 1, changed_in xid8 not null default pg_current_xact_id()
);
create index members_updated on members (partner_id, updated_at, id);
create unique index members_external_id on members (partner_id, external_id) where external_id is not null;
create index members_changed on members (partner_id, changed_in, id);
-- Members of a day are counted without reading the table.
create index members_joined on members (partner_id, joined_at) include (closed_at, erased_at)
  where member_type <> 'NonCardMember';
create trigger members_marked before update on members
  for each row when (old.* is distinct from new.*) execute function mark_update();
create unique index members_sign_in_name on members (partner_id, sign_in_name);
create unique index members_member_number on members (partner_id, member_number) where member_number is not null;
create index members_referrer on members (partner_id, referrer) where referrer is not null;
create index members_erasure_due on members (erasure_due_at) where erasure_due_at is not null;
-- A number that sends a keyword by text message is looked up.
create index members_phone_number on members (partner_id, phone_number) where phone_number <> '';
-- Staff find members by the beginning of a name or address.
create index members_address on members (partner_id, zip_code, lower(address1)) where address1 <> '';
create index members_email_prefix on members (partner_id, sign_in_name text_pattern_ops);
create index members_last_name on members
  (partner_id, name_key(last_name) text_pattern_ops, name_key(first_name) text_pattern_ops, id);
create index members_first_name on members
  (partner_id, name_key(first_name) text_pattern_ops, name_key(last_name) text_pattern_ops, id);
create index members_number_key on members (partner_id, number_key(member_number)) where member_number is not null;
create index members_phone_end on members (partner_id, right(phone_number, 4)) where phone_number <> '';

-- Each row is a change of a member's tier: a dine is decided by the newest one before it.
create table member_tiers (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  tier_before smallint not null, tier_level smallint not null check (tier_level between 0 and 3), cause text not null,
  vip_year integer, dine_id text, qualification jsonb,
  valid_from timestamptz not null, valid_to timestamptz, revoked_at timestamptz, created_at timestamptz not null
);
create index member_tiers_member on member_tiers (partner_id, member_id, valid_from);
create index member_tiers_ending on member_tiers (partner_id, valid_to) where valid_to is not null;
create unique index member_tiers_vip on member_tiers (partner_id, member_id, vip_year)
  where vip_year is not null and revoked_at is null;

-- A member is shown with the end of a status, which another year moves without a change of the tier.
create function update_vip_members() returns trigger language plpgsql as $$
begin
  update members set updated_at = date_trunc('milliseconds', clock_timestamp())
  from changed where changed.vip_year is not null
    and members.partner_id = changed.partner_id and members.id = changed.member_id;
  return null;
end $$;
create trigger vips_in_members after insert on member_tiers
  referencing new table as changed for each statement execute function update_vip_members();
create trigger changed_vips_in_members after update on member_tiers
  referencing new table as changed for each statement execute function update_vip_members();

-- Each row is a time in which an account was closed, before its member enrolled again.
create table account_closures (
  partner_id text not null, member_id text not null, closed_at timestamptz not null, reopened_at timestamptz not null,
  primary key (partner_id, member_id, closed_at),
  foreign key (partner_id, member_id) references members on delete cascade
);

-- Each row is what a member agreed to: terms, privacy policy, text messages. It may be withdrawn, and nothing else.
create table member_consents (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'texts')), version text not null,
  wording text not null, source text not null,
  given_at timestamptz, withdrawn_at timestamptz, withdrawn_source text,
  check (given_at is not null or withdrawn_at is not null),
  check ((withdrawn_at is null) = (withdrawn_source is null))
);
create index member_consents_member on member_consents (partner_id, member_id);

-- Each row is an email address that was left on the home page before joining.
create table prospect_emails (
  partner_id text not null, email text not null, primary key (partner_id, email),
  first_left_at timestamptz not null, last_left_at timestamptz not null
);
create index prospect_emails_left on prospect_emails (last_left_at);

-- ===== identity: sign-in, sessions, recovery, single sign-on =====
-- Each row is a session of a member. Its token is replaced while it is used; id is the hash of what all its tokens share.
create table sessions (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  remembered boolean not null, token_hash text not null, previous_token_hash text,
  token_issued_at timestamptz not null, token_used_at timestamptz,
  created_at timestamptz not null, last_seen_at timestamptz not null, expires_at timestamptz not null,
  browser text, system text, language text, time_zone text,
  provider_session text, provider_subject text, authenticated_at timestamptz
);
create index sessions_member on sessions (partner_id, member_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_provider on sessions (partner_id, provider_session) where provider_session is not null;

-- Each row is a link that signs a member in once; the program's own system asked for it.
create table session_links (
  partner_id text not null, token_hash text not null, primary key (partner_id, token_hash),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  return_to text not null, expires_at timestamptz not null
);
create index session_links_member on session_links (partner_id, member_id);
create index session_links_expires_at on session_links (expires_at);

-- Each row is a browser from which a member has signed in.
create table member_devices (
  partner_id text not null, token_hash text not null, primary key (partner_id, token_hash),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  -- Members who used one browser have it in common. It is random, and names no more than that.
  browser_id text not null,
  last_used_at timestamptz not null, failed_sign_ins integer not null default 0
);
create index member_devices_browser on member_devices (partner_id, browser_id);
create index member_devices_member on member_devices (partner_id, member_id, last_used_at);

-- Each row is the recent wrong passwords for an account; unknown user names have rows too, so that a lock tells nothing.
create table sign_in_failures (
  partner_id text not null, account text not null, primary key (partner_id, account),
  failed_at timestamptz[] not null, locked_until timestamptz, updated_at timestamptz not null
);
create index sign_in_failures_updated_at on sign_in_failures (updated_at);

-- Each row is a mailed link that confirms an email address.
create table email_confirmations (
  partner_id text not null, token_hash text not null, primary key (partner_id, token_hash),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  sign_in_name text not null, created_at timestamptz not null, expires_at timestamptz not null
);
create index email_confirmations_name on email_confirmations (partner_id, sign_in_name, created_at);
create index email_confirmations_expires_at on email_confirmations (expires_at);

-- Each row is a user name that was typed, until a worker looks it up: strangers and members are answered equally fast.
create table recovery_requests (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  user_name text not null, origin text not null, requested_at timestamptz not null
);

-- Each row is the newest recovery code of a member; mailed_at limits the mails of an hour.
create table recovery_codes (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  code_hash text, link_hash text, token_hash text, failed_tries integer not null default 0,
  expires_at timestamptz not null, mailed_at timestamptz[] not null
);
create unique index recovery_codes_link on recovery_codes (partner_id, link_hash);
create unique index recovery_codes_token on recovery_codes (partner_id, token_hash);

-- Each row is a person at a program's identity provider, or at Apple or Google, and the member they are.
create table member_identities (
  partner_id text not null, issuer text not null, subject text not null, primary key (partner_id, issuer, subject),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  linked_at timestamptz not null
);
create unique index member_identities_member on member_identities (partner_id, issuer, member_id);

-- Each row is a sign-in on its way to an identity provider and back; the browser that began it uses it once.
create table sso_attempts (
  partner_id text not null, state_hash text not null, primary key (partner_id, state_hash),
  browser_hash text not null, nonce text not null, code_verifier text not null, return_to text not null,
  -- How long ago the person may have proved who they are; null leaves it to the provider.
  max_age_seconds integer, expires_at timestamptz not null,
  -- Apple or Google; null is the program's own provider. A posted answer waits here for the browser that began.
  provider text, is_linking boolean not null default false, answer jsonb
);
create index sso_attempts_expiry on sso_attempts (expires_at);

-- Each row is a person whom Apple or Google has confirmed in this browser, and who is not linked to a member yet.
create table proven_identities (
  partner_id text not null, browser_hash text not null, primary key (partner_id, browser_hash),
  provider text not null, issuer text not null, subject text not null,
  email text, first_name text not null, last_name text not null, expires_at timestamptz not null
);
create index proven_identities_expiry on proven_identities (expires_at);

-- Each row is a logout token of an identity provider that was taken: it works once.
create table sso_logout_tokens (
  partner_id text not null, token_hash text not null, primary key (partner_id, token_hash),
  expires_at timestamptz not null
);
create index sso_logout_tokens_expiry on sso_logout_tokens (expires_at);

-- ===== passkeys =====
-- Each row is a passkey of a member; the counter of most stays 0, since those that devices share count nothing.
create table passkeys (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  public_key bytea not null, counter bigint not null, transports text[] not null,
  name text not null, created_at timestamptz not null, last_used_at timestamptz
);
create index passkeys_member on passkeys (partner_id, member_id);

-- Each row is a challenge for one use by the browser that asked for it; without a member it is for signing in.
create table passkey_challenges (
  partner_id text not null, challenge_hash text not null, primary key (partner_id, challenge_hash),
  browser_hash text not null, member_id text, foreign key (partner_id, member_id) references members on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_member on passkey_challenges (partner_id, member_id) where member_id is not null;
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- ===== credentials: changes of email addresses =====
-- Each row is the newest email address that a member wants, to be proved with a mailed code.
create table credential_changes (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  -- Of a member's own change the code, of one that staff asked for the token of the mailed link.
  email text not null, code_hash text, failed_tries integer not null default 0, token_hash text,
  expires_at timestamptz not null, mailed_at timestamptz[] not null
);
create unique index credential_changes_token on credential_changes (partner_id, token_hash);

-- Each row is a member who chose to repair their credentials later.
create table credential_reminders (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  postponed_until timestamptz not null
);

-- Each row is a link, mailed to the address before a change, that takes the change back.
create table email_restore_links (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  token_hash text not null, email text not null, changed_at timestamptz not null, expires_at timestamptz not null
);
create unique index email_restore_links_token on email_restore_links (partner_id, token_hash);
create index email_restore_links_member on email_restore_links (partner_id, member_id);
create index email_restore_links_expires_at on email_restore_links (expires_at);

-- ===== cards =====
-- Each row is a card that a member has linked; a removed one stays, for its dines.
create table linked_cards (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  card_token text not null, card_type text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'), description text not null,
  name text check (char_length(name) between 1 and 30), partner_card_id text, expires_on date,
  linked_at timestamptz not null, removed_at timestamptz
);
create unique index linked_cards_token on linked_cards (partner_id, card_token) where removed_at is null;
create unique index linked_cards_partner_card on linked_cards (partner_id, partner_card_id)
  where removed_at is null and partner_card_id is not null;
-- These had the number, one after the other.
create index linked_cards_number on linked_cards (partner_id, card_token);
create index linked_cards_member on linked_cards (partner_id, member_id);
create index linked_cards_linked on linked_cards (partner_id, linked_at) include (removed_at);
create index linked_cards_last_four on linked_cards (partner_id, last_four);
create index linked_cards_expiring on linked_cards (partner_id, expires_on)
  where removed_at is null and expires_on is not null;
-- Networks name a card without its program.
create index linked_cards_id on linked_cards (id);

-- Each row is a token of the card frame that was used: it links a card once.
create table used_card_tokens (
  partner_id text not null, token_hash text not null, primary key (partner_id, token_hash),
  expires_at timestamptz not null
);
create index used_card_tokens_expires_at on used_card_tokens (expires_at);

-- ===== emulation =====
-- Each row is a time in which staff see a member's pages; it ends with the console session that it was started in.
create table emulated_sessions (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  -- The id of the staff member has no foreign key: staff are of no program.
  emulated_by text not null, reason text not null, session_hash text not null,
  ticket_hash text, ticket_expires_at timestamptz not null, token_hash text,
  created_at timestamptz not null, expires_at timestamptz not null, ended_at timestamptz
);
create unique index emulated_sessions_ticket on emulated_sessions (partner_id, ticket_hash) where ticket_hash is not null;
create unique index emulated_sessions_token on emulated_sessions (partner_id, token_hash) where token_hash is not null;
create index emulated_sessions_member on emulated_sessions (partner_id, member_id);
create index emulated_sessions_expires_at on emulated_sessions (expires_at);
create index emulated_sessions_open on emulated_sessions (expires_at) where ended_at is null;
create index emulated_sessions_session on emulated_sessions (session_hash) where ended_at is null;

-- ===== favorites and picks =====
-- Each row is a restaurant that a member keeps as a favorite.
create table member_favorites (
  partner_id text not null, member_id text not null, merchant_id text not null references merchants on delete cascade,
  primary key (partner_id, member_id, merchant_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  added_at timestamptz not null
);

-- Each row is a search that a member saved; query is that of the search page's address.
create table saved_searches (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) between 1 and 2000), unique (partner_id, member_id, query),
  saved_at timestamptz not null
);

-- ===== lists =====
-- Each row is a list of restaurants that a member made. Its public page has share_id in its address.
create table member_lists (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  share_id text, unique (partner_id, share_id)
);
create index member_lists_owner on member_lists (partner_id, member_id, created_at);

-- Each row is a restaurant in a list.
create table member_list_places (
  partner_id text not null, list_id text not null, merchant_id text not null references merchants on delete cascade,
  primary key (partner_id, list_id, merchant_id),
  foreign key (partner_id, list_id) references member_lists on delete cascade,
  added_at timestamptz not null
);

-- ===== votes =====
-- Each row is a question of a member to a group: which restaurant, on a day, at a time.
create table dinner_votes (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  name text not null, merchant_ids text[] not null check (cardinality(merchant_ids) between 2 and 10),
  dine_on date not null, dine_time text not null check (dine_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  party_size integer not null check (party_size between 1 and 20),
  created_at timestamptz not null, closed_at timestamptz
);
create index dinner_votes_host on dinner_votes (partner_id, member_id);
create index dinner_votes_day on dinner_votes (dine_on);

-- Each row is a guest, known by a token in their browser, and the restaurants that they voted for.
create table dinner_vote_guests (
  partner_id text not null, vote_id text not null, id text not null, primary key (partner_id, vote_id, id),
  foreign key (partner_id, vote_id) references dinner_votes on delete cascade,
  token_hash text not null, unique (partner_id, vote_id, token_hash),
  name text not null check (length(name) <= 30), merchant_ids text[] not null,
  voted_at timestamptz not null, removed_at timestamptz, check (removed_at is null or name = '')
);

-- Each row is a restaurant that a member does not want to be picked for them.
create table hidden_picks (
  partner_id text not null, member_id text not null, merchant_id text not null references merchants on delete cascade,
  primary key (partner_id, member_id, merchant_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  hidden_at timestamptz not null
);

-- ===== reservations: books and tables of the network, holds and reservations of programs (docs/decisions/011) =====
-- Each row is the book of a restaurant; it is locked while a table is assigned, to members of any program.
create table restaurant_books (
  merchant_id text primary key references merchants on delete cascade,
  slot_minutes integer not null default 30 check (slot_minutes in (15, 30, 60)),
  seating_minutes integer not null default 90 check (seating_minutes between 15 and 480 and seating_minutes % 15 = 0),
  last_seating_minutes integer not null default 60 check (last_seating_minutes >= 0),
  min_party_size integer not null default 1 check (min_party_size >= 1),
  max_party_size integer not null check (max_party_size >= min_party_size),
  max_days_ahead integer not null default 365 check (max_days_ahead >= 0),
  lead_minutes integer not null default 30 check (lead_minutes >= 0),
  has_waitlist boolean not null default false
);

-- Each row is a table of a restaurant; one that is leaving keeps its bookings and takes no new ones.
create table restaurant_tables (
  merchant_id text not null references restaurant_books on delete cascade, table_no integer not null,
  primary key (merchant_id, table_no),
  seats integer not null check (seats >= 1), is_leaving boolean not null default false
);

-- Each row is a member who waits for a table; queue_no is the order of asking at all programs.
create table table_alerts (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  merchant_id text not null references restaurant_books on delete cascade,
  kind text not null check (kind in ('alert', 'waitlist')),
  evening date not null, unique (partner_id, member_id, merchant_id, kind, evening),
  window_start timestamptz not null, window_end timestamptz not null check (window_end >= window_start),
  party_size integer not null check (party_size >= 1),
  queue_no bigint generated always as identity, asked_at timestamptz not null,
  offered_tables integer[] not null default '{}'
);
create index table_alerts_queue on table_alerts (merchant_id, queue_no);
create index table_alerts_end on table_alerts (window_end);

-- Each row is a table that is held for a member: while they book, or because they waited for it.
create table table_holds (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  alert_id text, unique (partner_id, alert_id), foreign key (partner_id, alert_id) references table_alerts on delete cascade,
  merchant_id text not null references restaurant_books on delete cascade, table_no integer not null,
  starts_at timestamptz not null, ends_at timestamptz not null check (ends_at > starts_at),
  party_size integer not null check (party_size >= 1), expires_at timestamptz not null
);
create unique index table_holds_member on table_holds (partner_id, member_id) where alert_id is null;
create index table_holds_owner on table_holds (partner_id, member_id);
create index table_holds_expiry on table_holds (merchant_id, expires_at);

-- Each row is a reservation, in our own book or at a booking provider.
create table reservations (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  merchant_id text not null references merchants,
  provider text not null default 'book', provider_booking_id text,
  table_no integer check (provider <> 'book' or table_no is not null),
  starts_at timestamptz not null, ends_at timestamptz not null check (ends_at > starts_at),
  party_size integer not null check (party_size >= 1), confirmation_code text not null,
  status text not null default 'booked' check (status in ('booked', 'canceled')),
  bonus_amount bigint check (bonus_amount > 0),
  bonus_status text check (bonus_status in ('pending', 'earned', 'withdrawn')),
  occasion text check (occasion in ('birthday', 'anniversary', 'date', 'business', 'celebration')),
  notes text not null default '' check (length(notes) <= 500),
  allergies text not null default '' check (length(allergies) <= 200),
  booked_at timestamptz not null, canceled_at timestamptz,
  change_count integer not null default 0 check (change_count >= 0), changed_at timestamptz,
  check ((change_count = 0) = (changed_at is null)),
  idempotency_key text not null, unique (partner_id, member_id, idempotency_key), request_hash text not null,
  check ((bonus_amount is null) = (bonus_status is null)),
  check ((status = 'canceled') = (canceled_at is not null))
);
create unique index reservations_code on reservations (partner_id, merchant_id, confirmation_code) where provider = 'book';
create index reservations_listed on reservations (partner_id, booked_at, id);
create index reservations_member on reservations (partner_id, member_id, starts_at);

-- Each row is a code that was mailed or texted to a visitor who books without an account.
create table guest_codes (
  partner_id text not null, contact_key text not null, primary key (partner_id, contact_key),
  code_hash text not null, failed_tries integer not null, sent_at timestamptz[] not null, expires_at timestamptz not null
);
create index guest_codes_expiry on guest_codes (expires_at);

-- Each row is a table that a visitor without an account has booked (docs/decisions/077).
create table guest_bookings (
  partner_id text not null, id text not null, primary key (partner_id, id),
  merchant_id text not null references merchants, table_no integer not null,
  starts_at timestamptz not null, ends_at timestamptz not null check (ends_at > starts_at),
  party_size integer not null check (party_size >= 1), confirmation_code text not null,
  status text not null default 'booked' check (status in ('booked', 'canceled')),
  occasion text check (occasion in ('birthday', 'anniversary', 'date', 'business', 'celebration')),
  notes text not null check (length(notes) <= 500), allergies text not null check (length(allergies) <= 200),
  guest_name text not null, contact_kind text not null check (contact_kind in ('email', 'phone')),
  contact text not null, contact_key text not null,
  token_hash text not null, unique (partner_id, token_hash),
  booked_at timestamptz not null, canceled_at timestamptz, changed_at timestamptz,
  change_count integer not null default 0 check (change_count >= 0),
  check ((change_count = 0) = (changed_at is null)),
  check ((status = 'canceled') = (canceled_at is not null)),
  idempotency_key text not null, unique (partner_id, contact_key, idempotency_key), request_hash text not null
);
create unique index guest_bookings_code on guest_bookings (partner_id, merchant_id, confirmation_code);
create index guest_bookings_guest on guest_bookings (partner_id, contact_key, starts_at);
create index guest_bookings_place on guest_bookings (merchant_id, starts_at);
create index guest_bookings_end on guest_bookings (ends_at);

-- Each row is a quarter of an hour for which a table is taken: the primary key refuses to give it twice.
create table table_slots (
  merchant_id text not null, table_no integer not null, foreign key (merchant_id, table_no) references restaurant_tables,
  slot_at timestamptz not null check (extract(epoch from slot_at)::bigint % 900 = 0),
  primary key (merchant_id, table_no, slot_at),
  partner_id text not null, hold_id text, foreign key (partner_id, hold_id) references table_holds on delete cascade,
  reservation_id text, foreign key (partner_id, reservation_id) references reservations on delete cascade,
  guest_booking_id text, foreign key (partner_id, guest_booking_id) references guest_bookings on delete cascade,
  check (num_nonnulls(hold_id, reservation_id, guest_booking_id) = 1)
);
create index table_slots_hold on table_slots (partner_id, hold_id) where hold_id is not null;
create index table_slots_reservation on table_slots (partner_id, reservation_id) where reservation_id is not null;
create index table_slots_guest on table_slots (partner_id, guest_booking_id) where guest_booking_id is not null;

create function record_book_changes() returns trigger language plpgsql as $$
begin
  insert into merchant_changes (merchant_id, is_of_book) select distinct merchant_id, true from changed;
  return null;
end $$;

create trigger books_inserted after insert on restaurant_books
  referencing new table as changed for each statement execute function record_book_changes();
create trigger books_updated after update on restaurant_books
  referencing new table as changed for each statement execute function record_book_changes();
create trigger books_deleted after delete on restaurant_books
  referencing old table as changed for each statement execute function record_book_changes();
create trigger tables_inserted after insert on restaurant_tables
  referencing new table as changed for each statement execute function record_book_changes();
create trigger tables_updated after update on restaurant_tables
  referencing new table as changed for each statement execute function record_book_changes();
create trigger tables_deleted after delete on restaurant_tables
  referencing old table as changed for each statement execute function record_book_changes();
create trigger slots_inserted after insert on table_slots
  referencing new table as changed for each statement execute function record_book_changes();
create trigger slots_updated after update on table_slots
  referencing new table as changed for each statement execute function record_book_changes();
create trigger slots_deleted after delete on table_slots
  referencing old table as changed for each statement execute function record_book_changes();

-- Each row is a member whose account the booking provider has deactivated.
create table booking_bans (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members on delete cascade,
  banned_at timestamptz not null
);

-- ===== offers: what one dine earns a member beside its base =====
-- Each row is an offer that staff define.
create table offers (
  partner_id text not null, id text not null, primary key (partner_id, id),
  name text not null, audience text not null check (audience in ('everyone', 'members')),
  is_everywhere boolean not null, web_message_offer_amount text not null,
  reward_kind text not null check (reward_kind in ('fixed', 'percent', 'multiplier')),
  reward_value bigint not null check (reward_value > 0),
  minimum_spend_cents integer not null check (minimum_spend_cents >= 0),
  -- Null is a budget without a limit, and no cap.
  budget_units bigint check (budget_units > 0), member_cap_units bigint check (member_cap_units > 0),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  created_at timestamptz not null
);
create trigger offers_announced after insert or update or delete or truncate on offers
  execute function announce_change('pages');

-- Each row is a restaurant of an offer.
create table offer_merchants (
  partner_id text not null, merchant_id text not null references merchants on delete cascade, offer_id text not null,
  primary key (partner_id, merchant_id, offer_id),
  foreign key (partner_id, offer_id) references offers on delete cascade
);
create index offer_merchants_offer on offer_merchants (partner_id, offer_id);

-- Each row is an offer to one member at one restaurant; without offer_id it is of this member alone.
create table flex_offers (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  merchant_id text not null references merchants on delete cascade,
  offer_id text, foreign key (partner_id, offer_id) references offers on delete cascade,
  web_message_offer_amount text not null, reward_kind text not null default 'fixed', reward_value bigint not null,
  minimum_spend_cents integer not null default 0, starts_on date not null, ends_on date not null,
  -- Of equal offers that begin on one day the newer wins.
  created_at timestamptz not null default now()
);
create index flex_offers_member on flex_offers (partner_id, member_id, merchant_id);
create index flex_offers_offer on flex_offers (partner_id, offer_id) where offer_id is not null;
create trigger flex_offers_announced after insert or update or delete or truncate on flex_offers
  execute function announce_change('pages');

-- ===== budgets: what offers, bonuses and referrals may promise =====
-- Each row is the budget of an offer (code is its id), a bonus or all referrals, with what was promised of it until now.
create table reward_budgets (
  partner_id text not null, kind text not null check (kind in ('offer', 'bonus', 'referral')), code text not null,
  primary key (partner_id, kind, code),
  limit_units bigint check (limit_units > 0), promised_units bigint not null default 0 check (promised_units >= 0),
  -- The smallest promise that it could not cover: with less than that left it is used up.
  refused_units bigint,
  -- Staff were told that this share was reached.
  told_percent smallint not null default 0 check (told_percent in (0, 80, 100)), told_at timestamptz,
  check (promised_units <= limit_units)
) with (fillfactor = 50);
create index reward_budgets_limited on reward_budgets (partner_id) where limit_units is not null;

-- ===== bonuses =====
-- Each row is a member's part in a bonus, with its definition as it was promised.
create table member_bonuses (
  partner_id text not null, member_id text not null, code text not null, primary key (partner_id, member_id, code),
  foreign key (partner_id, member_id) references members on delete cascade,
  bonus_status text not null, description text not null, is_new_member_bonus boolean not null,
  definition jsonb not null, progress jsonb,
  created_at timestamptz not null, enrolled_at timestamptz not null, qualified_at timestamptz
);

-- Each row is a change of a member's part in a bonus.
create table member_bonus_changes (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members on delete cascade,
  code text not null, bonus_status text not null, changed_at timestamptz not null
);
create index member_bonus_changes_member on member_bonus_changes (partner_id, member_id, code, id);

-- ===== card-events: the inbox =====
-- Each row is the key of an event, which is stored once, in whatever month it comes again.
create table card_event_keys (
  dedupe_key text primary key, event_id bigint not null, received_at timestamptz not null
);

-- Each row is an event of a card network, verbatim, and what became of it; it is of no program until its card is found.
create table card_events (
  id bigserial, received_at timestamptz not null, primary key (id, received_at),
  provider text not null, event text not null, dedupe_key text not null, body text not null,
  kind text check (kind in ('authorization', 'clearing', 'refund', 'void')),
  transaction_id text, amount_cents bigint, reported_card_id text,
  status text not null, reason_code text, processed_at timestamptz,
  partner_id text, linked_card_id text, merchant_id text, source_key text, dine_id text,
  attempts integer not null default 0, retry_at timestamptz, last_error text
) partition by range (received_at);
-- This has an order of its own: without statistics the planner took the primary key, and read past all processed events.
create index card_events_waiting on card_events (received_at, id) where status = 'received';
create index card_events_parked on card_events (linked_card_id) where status = 'parked';
create index card_events_transaction on card_events (transaction_id) where transaction_id is not null;
create index card_events_linked_card on card_events (linked_card_id) where linked_card_id is not null;
-- Claims look for events that could not be used.
create index card_events_unused on card_events (received_at) where status in ('parked', 'refused');
-- This finds what another network repeats of a refund (docs/decisions/046).
create index card_events_other_network on card_events (partner_id, source_key)
  where reason_code = 'reported_by_other_network';

-- An event whose key is taken is not inserted, whoever inserts it: a unique index would be of a month alone.
create function insert_event_once() returns trigger language plpgsql as $$
begin
  insert into card_event_keys values (new.dedupe_key, new.id, new.received_at) on conflict do nothing;
  return case when found then new end;
end $$;
create trigger card_events_once before insert on card_events for each row execute function insert_event_once();
select begin_months('card_events');

-- ===== rewards: card events become dines =====
-- Each row is a dine of a member, with its base reward.
create table dines (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  linked_card_id text not null, foreign key (partner_id, linked_card_id) references linked_cards,
  card_last_four text not null, merchant_id text references merchants, merchant_name text not null,
  source_transaction_id text not null, unique (partner_id, source_transaction_id), auth_code text,
  dined_at timestamp not null,
  -- The first clearing, whose day is that of statements.
  cleared_at timestamp,
  authorized_cents bigint, cleared_cents bigint, refunded_cents bigint not null default 0,
  reward_units bigint not null default 0, component_units bigint not null default 0,
  status text not null, reason_code text, decision jsonb not null,
  paid_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null,
  row_version integer not null default 1, changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index dines_changed on dines (partner_id, changed_in, id);
create trigger dines_marked before update on dines
  for each row when (old.* is distinct from new.*) execute function mark_change();
create index dines_member on dines (partner_id, member_id, dined_at desc, id desc);
create index dines_merchant on dines (partner_id, member_id, merchant_id);
create index dines_pending on dines (partner_id, created_at) where status = 'Pending';
create index dines_updated on dines (partner_id, updated_at, id);
-- Dines of a period are counted without reading the table.
create index dines_earned on dines (partner_id, dined_at) include (member_id, merchant_id, cleared_cents, refunded_cents)
  where status in ('Awarded', 'Deferred', 'Paid');
-- Statements of a month read its dines alone.
create index dines_cleared on dines (partner_id, cleared_at, id)
  include (merchant_id, cleared_cents, refunded_cents, reward_units, component_units)
  where status in ('Awarded', 'Deferred', 'Paid');
create trigger dines_announced after insert on dines referencing new table as changed execute function announce_members();
create trigger dines_changed_announced after update on dines
  referencing new table as changed execute function announce_members();

-- Each row is the case of a dine whose reward waits for a person, or waited (docs/decisions/089).
create table dine_holds (
  partner_id text not null, dine_id text not null, primary key (partner_id, dine_id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  merchant_id text references merchants,
  state text not null check (state in ('open', 'released', 'refused', 'closed')),
  -- What was found, in numbers, and the settings of then.
  hits jsonb not null, limits jsonb not null,
  -- The base that a release would post.
  units bigint not null,
  opened_at timestamptz not null, due_at timestamptz not null,
  -- The email addresses of staff.
  assignee text, decided_by text, decided_at timestamptz,
  -- The member reads why the reward was refused.
  reason text, overdue_mailed_at timestamptz, updated_at timestamptz not null,
  check ((decided_at is null) = (decided_by is null)),
  check (state not in ('released', 'refused') or decided_at is not null)
);
create index dine_holds_open on dine_holds (partner_id, due_at, dine_id) where state = 'open';
create index dine_holds_decided on dine_holds (partner_id, decided_at desc, dine_id desc) where decided_at is not null;
create index dine_holds_member on dine_holds (partner_id, member_id);
create index dine_holds_overdue on dine_holds (due_at) where state = 'open' and overdue_mailed_at is null;

-- Each row is a movement of a dine: an authorization, a clearing or a refund. The newest report of it counts.
create table dine_amounts (
  partner_id text not null, source_key text not null, primary key (partner_id, source_key),
  dine_id text not null, foreign key (partner_id, dine_id) references dines,
  linked_card_id text not null, foreign key (partner_id, linked_card_id) references linked_cards, merchant_id text,
  kind text not null, amount_cents bigint not null check (amount_cents >= 0),
  transaction_id text not null, original_transaction_id text, auth_code text, occurred_at timestamp not null,
  card_event_id bigint, reported_at timestamptz, created_at timestamptz not null
);
create index dine_amounts_dine on dine_amounts (partner_id, dine_id);
create index dine_amounts_transaction on dine_amounts (partner_id, transaction_id);

-- Each row is what a dine earns beside its base: by an offer, a bonus or a booking. Its postings carry its id.
create table dine_components (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  dine_id text not null, foreign key (partner_id, dine_id) references dines,
  kind text not null, code text not null, unique (partner_id, dine_id, kind, code),
  units bigint not null check (units >= 0), granted_units bigint not null check (granted_units >= 0),
  created_at timestamptz not null, updated_at timestamptz not null
);
create index dine_components_member on dine_components (partner_id, member_id, kind);
create index dine_components_code on dine_components (partner_id, code, kind);

-- ===== payouts =====
-- Each row is a payout to a member through its states; what is reserved for it is in the account payouts_in_flight.
create table statement_credits (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  amount_cents integer not null check (amount_cents > 0),
  target_type text not null, target_label text not null, target_ref text not null default '',
  benefit_processor text not null,
  -- The provider pays this id once.
  external_id text not null, unique (partner_id, external_id),
  status text not null check (status in ('pending', 'pending_received', 'completed', 'rejected', 'error')),
  reason_code text, attempts integer not null default 0,
  next_attempt_at timestamptz,
  check ((next_attempt_at is not null) = (status in ('pending', 'pending_received', 'error'))),
  created_at timestamptz not null, received_at timestamptz, settled_at timestamptz,
  check ((settled_at is not null) = (status in ('completed', 'rejected')))
);
create index statement_credits_member on statement_credits (partner_id, member_id, created_at);
create index statement_credits_due on statement_credits (next_attempt_at) where next_attempt_at is not null;
create trigger statement_credits_announced after insert on statement_credits
  referencing new table as changed execute function announce_members();
create trigger statement_credits_changed_announced after update on statement_credits
  referencing new table as changed execute function announce_members();

-- ===== ledger: append-only, double-entry =====
-- Each row is a posting: the reason of a group of entries, unique per cause.
create table ledger_postings (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  idempotency_key text not null, unique (partner_id, idempotency_key), input_hash text not null,
  kind text not null, correlation_id text not null, dine_id text, reason_code text not null,
  cause jsonb, posted_at timestamptz not null, accounted_at timestamptz,
  -- Reports go by it, and its entries are in the partition of its month.
  counts_at timestamptz not null generated always as (coalesce(accounted_at, posted_at)) stored,
  changed_in xid8 not null default pg_current_xact_id()
);
create index ledger_postings_changed on ledger_postings (partner_id, changed_in, id);
create index ledger_postings_correlation on ledger_postings (partner_id, correlation_id);
-- The bridge finds what dines of a month earned in others.
create index ledger_postings_dine on ledger_postings (partner_id, dine_id) where dine_id is not null;
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  execute function refuse_change();

-- A role that may only add postings may not lock their table, so the owner's function does.
create function lock_postings() returns void language sql security definer set search_path = public, pg_temp as $$
  lock table ledger_postings in share mode
$$;
revoke execute on function lock_postings() from public;

-- Each row is what a posting adds to one account.
create table ledger_entries (
  partner_id text not null, posting_id bigint not null, foreign key (partner_id, posting_id) references ledger_postings,
  account text not null, member_id text, units bigint not null check (units <> 0),
  -- It is that of the posting.
  counts_at timestamptz not null
) partition by range (counts_at);
create index ledger_entries_posting on ledger_entries (partner_id, posting_id);
create index ledger_entries_member on ledger_entries (partner_id, member_id, account) include (units)
  where member_id is not null;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  execute function refuse_change();
select begin_months('ledger_entries');

-- Entries of a posting are inserted in one statement and must sum to zero. A closed month takes none.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from new_entries group by posting_id having sum(units) <> 0) then
    raise exception 'the entries of a posting must sum to zero' using errcode = '23514';
  end if;
  if exists (select from new_entries entry join closed_periods period
    on period.partner_id = entry.partner_id and period.until_at > entry.counts_at) then
    raise exception 'a closed month takes no entries' using errcode = '23514';
  end if;
  return null;
end $$;
create trigger ledger_entries_balanced after insert on ledger_entries
  referencing new table as new_entries execute function refuse_unbalanced();

-- Each row is what a member has and what is on its way to them: sums of entries, written by the statement that inserts
-- the entries (docs/decisions/070). A member without a row has no entries.
create table member_balances (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  units bigint not null, in_flight_units bigint not null, version bigint not null, changed_at timestamptz not null
);
comment on column member_balances.in_flight_units is
  'Reserved for payouts without a final answer (pending, pending_received, error); not what is below the threshold, and no accruals.';
-- This finds who has reached the threshold of payouts.
create index member_balances_payable on member_balances (partner_id, units) include (member_id) where units > 0;
create trigger member_balances_announced after insert on member_balances
  referencing new table as changed execute function announce_members();
create trigger member_balances_changed_announced after update on member_balances
  referencing new table as changed execute function announce_members();

-- An entry of payouts in flight names no member: its posting is about a payout, which does.
create function add_to_balances() returns trigger language plpgsql as $$
begin
  insert into member_balances as balance (partner_id, member_id, units, in_flight_units, version, changed_at)
  select partner_id, member_id, sum(units), sum(in_flight_units), 1, max(changed_at)
  from (
    select entry.partner_id, entry.units, 0 as in_flight_units, entry.member_id, entry.counts_at as changed_at
    from new_entries entry
    where entry.account = 'member_rewards'
    union all
    select entry.partner_id, 0, entry.units, credit.member_id, entry.counts_at
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
create trigger ledger_entries_in_balances after insert on ledger_entries
  referencing new table as new_entries execute function add_to_balances();

-- Each row is units of a debit that were taken from an earning; those of a returned payout are freed.
create table ledger_allocations (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  debit_id bigint not null, foreign key (partner_id, debit_id) references ledger_postings,
  earning_id bigint not null, foreign key (partner_id, earning_id) references ledger_postings,
  units bigint not null check (units > 0), created_at timestamptz not null, freed_at timestamptz
);
create index ledger_allocations_member on ledger_allocations (partner_id, member_id);
create index ledger_allocations_debit on ledger_allocations (partner_id, debit_id);
create index ledger_allocations_earning on ledger_allocations (partner_id, earning_id);

-- Each row is what a program gave for rewards in a quarter of an hour (all time zones begin their days at one), by kind
-- of posting: units of the accounts program_rewards and partner_rewards, below zero as a rule.
create table reward_totals (
  partner_id text not null, accounted_at timestamptz not null, kind text not null, units bigint not null,
  primary key (partner_id, accounted_at, kind)
);

-- The one row says up to which posting the totals count.
create table reward_totals_until (until_id bigint not null);
insert into reward_totals_until values (0);

-- ===== account-rewards =====
-- Each row is what a member earns without a dine, such as by a referral; a correction is a row of its own.
create table account_rewards (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  kind text not null, source text not null check (source in ('A', 'B', 'J', 'M', '+')),
  units bigint not null check (units <> 0), description text not null,
  -- An adjustment about a dine is shown with it; a dine that becomes part of another leaves it behind.
  dine_id text, foreign key (partner_id, dine_id) references dines,
  -- The row that this one takes back.
  corrects_id text, foreign key (partner_id, corrects_id) references account_rewards,
  rewarded_at timestamp not null, created_at timestamptz not null
);
create index account_rewards_member on account_rewards (partner_id, member_id, rewarded_at desc, id desc)
  where dine_id is null;
create index account_rewards_dine on account_rewards (partner_id, dine_id) where dine_id is not null;
create unique index account_rewards_corrected on account_rewards (partner_id, corrects_id) where corrects_id is not null;

-- A dine is shown with the adjustments about it.
create function update_adjusted_dines() returns trigger language plpgsql as $$
begin
  update dines set updated_at = greatest(dines.updated_at, changed.created_at)
  from changed where dines.partner_id = changed.partner_id and dines.id = changed.dine_id;
  return null;
end $$;
create trigger account_rewards_in_dines after insert on account_rewards
  referencing new table as changed execute function update_adjusted_dines();

-- ===== referrals =====
-- Each row is a member who was invited, once a dine of theirs has earned; both rewards stand while one has.
create table referrals (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  foreign key (partner_id, member_id) references members,
  referrer_id text not null, refusal text, referrer_refusal text, dine_id text, dined_on date,
  reward_id text, foreign key (partner_id, reward_id) references account_rewards,
  referrer_reward_id text, foreign key (partner_id, referrer_reward_id) references account_rewards,
  -- The referrer is promised it, and not rewarded yet: the budget keeps it.
  reserved_units bigint not null default 0 check (reserved_units >= 0),
  created_at timestamptz not null, updated_at timestamptz not null
);
create index referrals_referrer on referrals (partner_id, referrer_id);
-- This finds whose referrer is to be rewarded, or the other way around.
create index referrals_unsettled on referrals (partner_id)
  where refusal is null and referrer_refusal is null and (reward_id is null) <> (referrer_reward_id is null);

-- ===== adjustments =====
-- Each row is what staff gave or took by hand.
create table adjustments (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  dine_id text, foreign key (partner_id, dine_id) references dines,
  units bigint not null check (units <> 0), is_corporate boolean not null, reason text not null,
  author text not null, created_at timestamptz not null,
  -- Of the call: a second one with the same key posts nothing.
  idempotency_key text, unique (partner_id, author, idempotency_key),
  -- The id that the program's own systems know it by.
  external_id text, unique (partner_id, external_id),
  reversed_by text, reversed_at timestamptz, reversal_reason text,
  check (num_nonnulls(reversed_by, reversed_at, reversal_reason) in (0, 3)),
  reward_id text not null, foreign key (partner_id, reward_id) references account_rewards
);
create index adjustments_member on adjustments (partner_id, member_id, created_at);
create index adjustments_dine on adjustments (partner_id, dine_id) where dine_id is not null;

-- ===== approvals =====
-- Each row is a call that moves or promises money: one that a person made alone, or one that another person decides.
-- The partner '*' means all programs.
create table approvals (
  partner_id text not null, id text not null, primary key (partner_id, id),
  action text not null, call text not null,
  state text not null
    check (state in ('alone', 'waiting', 'working', 'approved', 'refused', 'withdrawn', 'failed')),
  -- What was sent, until it is decided; not jsonb, whose order of fields is another, and so the effect in words.
  input json, check ((state in ('waiting', 'working')) = (input is not null)),
  input_digest text not null, idempotency_key text,
  -- In the unit of the action; null is above every limit.
  amount bigint check (amount >= 0), check (state <> 'alone' or amount is not null),
  member_id text, foreign key (partner_id, member_id) references members,
  -- In words, as it was last shown.
  effect jsonb not null, reason text,
  -- Whose rights it changes, as id, email and name; they never decide it.
  about jsonb,
  asked_by text not null, asked_by_email text not null, asked_by_name text not null, asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text, decided_by_email text, decided_at timestamptz, decision_reason text,
  check (num_nonnulls(decided_by, decided_by_email, decided_at) in (0, 3)),
  -- Only a second person approves or refuses.
  check (state not in ('approved', 'refused', 'working') or decided_by <> asked_by)
);
create index approvals_waiting on approvals (partner_id, asked_at) where state in ('waiting', 'working');
create index approvals_decided on approvals (partner_id, decided_at) where decided_at is not null;
create index approvals_alone on approvals (partner_id, action, asked_at) where state = 'alone';
create index approvals_member on approvals (partner_id, member_id) where member_id is not null;
create unique index approvals_key on approvals (partner_id, asked_by, call, idempotency_key)
  where idempotency_key is not null;

-- Each row is a limit that two people changed; without one the default holds.
create table approval_rules (
  partner_id text not null, action text not null, primary key (partner_id, action),
  per_action bigint not null, per_member_day bigint not null, per_person_day bigint not null
);

-- ===== claims =====
-- Each row is a dine that a member reports as missing.
create table claims (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  merchant_id text not null references merchants, dined_on date not null,
  linked_card_id text, foreign key (partner_id, linked_card_id) references linked_cards,
  amount_cents bigint not null check (amount_cents > 0), note text not null,
  -- 'image/jpeg' or 'application/pdf'; the file is stored under the claim's id.
  receipt_type text,
  state text not null check (state in ('received', 'checking', 'waiting_for_network', 'approved', 'declined')),
  answer text not null, answer_values jsonb not null, next_by date,
  -- The card network's id of the request, and the transaction of the dine that answered it.
  request_id text, transaction_id text,
  -- The email address of the staff member who has taken it.
  assignee text,
  created_at timestamptz not null, decided_at timestamptz,
  check ((decided_at is not null) = (state in ('approved', 'declined'))),
  check ((next_by is null) = (state in ('approved', 'declined'))),
  check (state <> 'approved' or transaction_id is not null)
);
create unique index claims_open on claims (partner_id, member_id, merchant_id, dined_on)
  where state in ('received', 'checking', 'waiting_for_network');
create index claims_member on claims (partner_id, member_id, created_at);
create index claims_listed on claims (partner_id, created_at, id);
create index claims_queue on claims (partner_id, next_by, created_at, id) where decided_at is null;
create index claims_receipts on claims (decided_at) where receipt_type is not null;
-- Each row is what staff noted about a claim for each other.
create table claim_notes (
  partner_id text not null, id bigint generated always as identity, primary key (partner_id, id),
  member_id text not null, claim_id text not null,
  foreign key (partner_id, claim_id) references claims on delete cascade,
  author text not null, text text not null, created_at timestamptz not null
);
create index claim_notes_claim on claim_notes (partner_id, claim_id, id);
create index claim_notes_member on claim_notes (partner_id, member_id);
create trigger claims_announced after insert on claims referencing new table as changed execute function announce_members();
create trigger claims_changed_announced after update on claims
  referencing new table as changed execute function announce_members();

-- ===== reviews: what members write about their dines =====
-- Each row is a member's review of a dine; one that is shown has a row of the same id in merchant_reviews.
create table member_reviews (
  partner_id text not null, id text not null, primary key (partner_id, id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  merchant_id text not null references merchants,
  transaction_id text not null, unique (partner_id, transaction_id),
  rating smallint not null check (rating between 1 and 5), body text not null, dined_on date not null,
  written_at timestamptz not null, hidden_at timestamptz
);
create index member_reviews_member on member_reviews (partner_id, member_id);
-- Staff name a shown review without its program.
create index member_reviews_id on member_reviews (id);

-- Each row is a report of a review, by the owner of a restaurant or anyone else.
create table review_reports (
  id text primary key, review_id text not null references merchant_reviews on delete cascade,
  email text not null, reason text not null, reported_at timestamptz not null, decided_at timestamptz
);
create unique index review_reports_open on review_reports (review_id, lower(email)) where decided_at is null;
create index review_reports_review on review_reports (review_id);

-- ===== settlement: what a program's partner is told that its members earned =====
-- Each row is a file of accruals.
create table accrual_files (
  partner_id text not null, id text not null, primary key (partner_id, id),
  number integer not null check (number >= 0), unique (partner_id, number),
  row_count integer not null, total_units bigint not null, created_at timestamptz not null, sent_at timestamptz
);
create index accrual_files_unsent on accrual_files (partner_id, number) where sent_at is null;

-- Each row is a posting in a file of accruals, and the partner's answer.
create table accruals (
  partner_id text not null, file_id text not null, foreign key (partner_id, file_id) references accrual_files,
  posting_id bigint not null, foreign key (partner_id, posting_id) references ledger_postings,
  primary key (partner_id, file_id, posting_id),
  member_id text not null, foreign key (partner_id, member_id) references members,
  member_number text, units bigint not null check (units <> 0),
  state text not null check (state in ('sent', 'confirmed', 'rejected')), partner_code text, answered_at timestamptz
);
-- No posting is in two files, unless the partner rejected it in the first.
create unique index accruals_posting on accruals (partner_id, posting_id) where state <> 'rejected';
create index accruals_rejected on accruals (partner_id, posting_id) where state = 'rejected';
create index accruals_open on accruals (partner_id, file_id) where state = 'sent';
create index accruals_member on accruals (partner_id, member_id);

-- A dine is shown with the reason of a rejection.
create function update_answered_dines() returns trigger language plpgsql as $$
begin
  update dines set updated_at = greatest(dines.updated_at, changed.answered_at)
  from changed
  join ledger_postings posting on posting.partner_id = changed.partner_id and posting.id = changed.posting_id
  where changed.state = 'rejected' and dines.partner_id = posting.partner_id and dines.id = posting.dine_id;
  return null;
end $$;
create trigger accruals_in_dines after update on accruals
  referencing new table as changed execute function update_answered_dines();

-- ===== reconciliation: differences to the card networks' files =====
-- Each row is a card network's file of a day, compared with what arrived; it is of all programs.
create table reconciliations (
  id text primary key,
  -- The same content again is the same row.
  network text not null, file_name text not null, file_hash text not null, unique (network, file_hash),
  -- Rows by outcome, and the first 200 refusals as [{ line, reason }].
  counts jsonb not null, refused jsonb not null,
  created_by text not null, created_at timestamptz not null, checked_at timestamptz not null
);
create index reconciliations_created on reconciliations (created_at);

-- Each row is a transaction that differs, whatever file shows it.
create table network_differences (
  id bigint generated always as identity primary key,
  network text not null, movement text not null, transaction_id text not null, unique (network, movement, transaction_id),
  kind text not null check (kind in ('missing', 'different', 'unknown')),
  -- Both are { amountCents, date, mid }. The reconciliation is the last one that showed the difference.
  in_file jsonb, arrived jsonb, reconciliation_id text not null references reconciliations, line integer,
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  reason text, decided_by text, decided_at timestamptz,
  version integer not null default 0, created_at timestamptz not null,
  check ((kind = 'missing') = (arrived is null) and (kind = 'unknown') = (in_file is null))
);
create index network_differences_state on network_differences (state, id);
create index network_differences_file on network_differences (reconciliation_id, id);

-- ===== reports: closed months =====
-- Each row is a month that is closed: it takes no more postings, and its statements never change.
create table closed_periods (
  -- The month is YYYY-MM in the program's time zone, in order and without gaps.
  partner_id text not null, month text not null, primary key (partner_id, month),
  until_at timestamptz not null, closed_at timestamptz not null, closed_by text not null, note text,
  closing_units bigint not null,
  -- The partner statement, and a hash of it and of all merchant statements.
  statement jsonb not null, hash text not null
);
create index closed_periods_until on closed_periods (partner_id, until_at);
create trigger closed_periods_append_only before update or delete or truncate on closed_periods
  execute function refuse_change();

-- Each row is the statement of a restaurant for a closed month; cumulative sums its dines until then, so that a later
-- difference is a correction.
create table closed_merchant_statements (
  partner_id text not null, month text not null, foreign key (partner_id, month) references closed_periods,
  merchant_id text not null, primary key (partner_id, month, merchant_id),
  statement jsonb not null, cumulative jsonb not null
);
create trigger closed_merchant_statements_append_only before update or delete or truncate on closed_merchant_statements
  execute function refuse_change();

-- ===== mail =====
-- Each row is a mail, once for each cause; failed_at says that it was given up.
create table outgoing_mails (
  partner_id text not null, id text not null, primary key (partner_id, id),
  cause text not null, unique (partner_id, cause),
  member_id text, recipient text not null, subject text not null, text_body text not null, html_body text not null,
  secret_until timestamptz, subscriber_id text, unsubscribe_token text,
  created_at timestamptz not null, sent_at timestamptz, failed_at timestamptz,
  attempts integer not null default 0, next_attempt_at timestamptz not null, last_error text
);
create unique index outgoing_mails_unsubscribe on outgoing_mails (partner_id, unsubscribe_token)
  where unsubscribe_token is not null;
create index outgoing_mails_partner on outgoing_mails (partner_id, created_at);
create index outgoing_mails_member on outgoing_mails (partner_id, member_id) where member_id is not null;
create index outgoing_mails_due on outgoing_mails (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_mails_guests on outgoing_mails (created_at) where cause like 'guest-%';
create index outgoing_mails_failed on outgoing_mails (failed_at) where failed_at is not null;
create index outgoing_mails_secret on outgoing_mails (secret_until) where secret_until is not null and html_body <> '';
create index outgoing_mails_bodies on outgoing_mails (created_at) where sent_at is not null and html_body <> '';

-- Each row is an address that bounced, or whose owner complained; it is normalized as sign-in names are.
create table mail_suppressions (
  partner_id text not null, email text not null, kind text not null check (kind in ('bounce', 'complaint')),
  primary key (partner_id, email, kind),
  -- Once cleared it is not active, and an older report does not renew it.
  reason text not null, reported_at timestamptz not null, cleared_at timestamptz
);

-- ===== text-messages =====
-- Each row is a text message, as a mail.
create table outgoing_texts (
  partner_id text not null, id text not null, primary key (partner_id, id),
  cause text not null, unique (partner_id, cause), recipient text not null, body text not null,
  secret_until timestamptz,
  created_at timestamptz not null, sent_at timestamptz, failed_at timestamptz,
  attempts integer not null default 0, next_attempt_at timestamptz not null, last_error text
);
create index outgoing_texts_secret on outgoing_texts (secret_until) where secret_until is not null and body <> '';
create index outgoing_texts_due on outgoing_texts (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_texts_guests on outgoing_texts (created_at) where cause like 'guest-%';
create index outgoing_texts_failed on outgoing_texts (failed_at) where failed_at is not null;
create index outgoing_texts_bodies on outgoing_texts (created_at) where sent_at is not null and body <> '';

-- Each row is a keyword that was handled: a provider repeats its calls. Neither texts nor numbers are stored.
create table received_texts (
  partner_id text not null, provider_id text not null, primary key (partner_id, provider_id),
  keyword text not null, received_at timestamptz not null
);
create index received_texts_received_at on received_texts (received_at);

-- ===== notifications =====
-- Each row is a browser, or a device with the program's native app, that shows notifications to a member.
create table push_subscriptions (
  partner_id text not null, id text not null, primary key (partner_id, id),
  -- It ends with the session that turned it on when the member ends that; the session may also just expire.
  member_id text not null, foreign key (partner_id, member_id) references members, session_id text not null,
  channel text not null default 'web' check (channel in ('web', 'app')), endpoint text not null,
  p256dh text, auth text, browser text, system text, created_at timestamptz not null,
  constraint push_subscriptions_keys check (channel = 'app' or (p256dh is not null and auth is not null))
);
create index push_subscriptions_member on push_subscriptions (partner_id, member_id);

-- Each row is a notification to a subscription, with which it ends; its cause is earned:<dine>:<subscription>.
create table outgoing_pushes (
  partner_id text not null, id text not null, primary key (partner_id, id),
  cause text not null, unique (partner_id, cause),
  recipient text not null, foreign key (partner_id, recipient) references push_subscriptions on delete cascade,
  member_id text not null, body text not null,
  created_at timestamptz not null, sent_at timestamptz, failed_at timestamptz,
  attempts integer not null default 0, next_attempt_at timestamptz not null, last_error text
);
create index outgoing_pushes_recipient on outgoing_pushes (partner_id, recipient);
create index outgoing_pushes_due on outgoing_pushes (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_pushes_failed on outgoing_pushes (failed_at) where failed_at is not null;
create index outgoing_pushes_bodies on outgoing_pushes (created_at) where sent_at is not null and body <> '';

-- ===== surveys and tracking =====
-- Each row is the answers of a visitor to a survey.
create table survey_answers (
  partner_id text not null, id text not null, primary key (partner_id, id),
  survey_id text not null, member_id text, answers jsonb not null, context jsonb not null, answered_at timestamptz not null
);
create index survey_answers_survey on survey_answers (partner_id, survey_id, answered_at);
create index survey_answers_member on survey_answers (partner_id, member_id) where member_id is not null;

-- Each row is something that a visitor did, for statistics.
create table tracking_events (
  partner_id text not null, id bigserial, received_at timestamptz not null, primary key (partner_id, id, received_at),
  event text not null, channel text not null, member_id text, merchant_id text, user_agent text not null,
  happened_at timestamptz not null, properties jsonb not null
) partition by range (received_at);
create index tracking_events_partner on tracking_events (partner_id, received_at);
create index tracking_events_member on tracking_events (partner_id, member_id) where member_id is not null;
select begin_months('tracking_events');

-- ===== staff: accounts, roles, audit =====
-- Each row is a person of the staff; accounts are deactivated and not deleted, for what they did stays in the records.
create table staff (
  id text primary key, email text not null, name text not null,
  -- Null: they sign in at the provider of single sign-on alone.
  password_hash text,
  -- A password that a command printed lets its person choose another one until then, and does nothing else.
  printed_password_until timestamptz, created_at timestamptz not null, deactivated_at timestamptz,
  last_signed_in_at timestamptz,
  -- It signs in by password also where only the single sign-on of staff does, and every administrator is told.
  is_break_glass boolean not null default false
);
create unique index staff_email on staff (lower(email));

-- Each row is a role of a person in a program; '*' stands for all programs, also those that come later.
create table staff_roles (
  partner_id text not null, staff_id text not null references staff on delete cascade, role text not null,
  -- The group at the provider that gave the role; null where a person or a command gave it.
  group_name text,
  primary key (partner_id, staff_id, role)
);
create index staff_roles_staff on staff_roles (staff_id);

-- Each row is when a person last made a call that needs a permission, to about ten minutes.
create table staff_permission_uses (
  staff_id text not null references staff on delete cascade, permission text not null, last_used_at timestamptz not null,
  primary key (staff_id, permission)
);

-- Each row is a person at the provider of single sign-on of staff, and the account here.
create table staff_identities (
  issuer text not null, subject text not null, staff_id text not null references staff on delete cascade,
  linked_at timestamptz not null, primary key (issuer, subject), unique (staff_id, issuer)
);

-- Each row is a sign-in of staff at the provider that has not come back; with a session it proves who has that session.
create table staff_sso_attempts (
  state_hash text primary key, browser_hash text not null, nonce text not null, code_verifier text not null,
  max_age_seconds int, return_to text not null, session_hash text, expires_at timestamptz not null
);
create index staff_sso_attempts_expires_at on staff_sso_attempts (expires_at);

-- Each row is an invitation to choose the first password, once.
create table staff_invitations (
  token_hash text primary key, staff_id text not null references staff on delete cascade, expires_at timestamptz not null
);
create index staff_invitations_staff on staff_invitations (staff_id);

-- Each row is a session of staff at a program's site.
create table staff_sessions (
  token_hash text primary key, staff_id text not null references staff on delete cascade, expires_at timestamptz not null
);
create index staff_sessions_expires_at on staff_sessions (expires_at);

-- Each row is a write by staff, operators or tools; without a partner_id it is of all programs.
create table audit_log (
  id bigserial, at timestamptz not null, primary key (id, at),
  partner_id text, actor_kind text not null, actor text not null,
  client text, session text, action text not null, subject text not null, before jsonb, after jsonb, reason text
) partition by range (at);
create index audit_log_subject on audit_log (subject, at);
create index audit_log_partner on audit_log (partner_id, at);
-- The doctor asks when the last backup was taken.
create index audit_log_backups on audit_log (at) where action = 'backup.write';
-- The console reads it from its end, by filters.
create index audit_log_actor on audit_log (actor, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_partner_id on audit_log (partner_id, id desc);
create index audit_log_subject_id on audit_log (subject, id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log execute function refuse_change();
select begin_months('audit_log');

-- ===== console-session: sign-in with a second factor =====
-- Each row is a session in the console.
create table console_sessions (
  token_hash text primary key,
  staff_id text not null references staff on delete cascade, browser text, system text,
  started_at timestamptz not null, last_used_at timestamptz not null, expires_at timestamptz not null,
  -- No call moves its end beyond this.
  ends_at timestamptz not null,
  -- The person last proved then that it is them; null where the provider of single sign-on did not say when.
  proven_at timestamptz
);
create index console_sessions_expires_at on console_sessions (expires_at);
create index console_sessions_staff on console_sessions (staff_id);

-- Each row is the authenticator app of a person; its secrets are sealed with a key that is not in the database.
create table staff_authenticators (
  staff_id text primary key references staff on delete cascade, secret text, confirmed_at timestamptz,
  -- A code is accepted once: later ones are of later steps of 30 seconds.
  last_step bigint not null default 0,
  -- This secret was shown to the person, who has not entered a code of it yet.
  pending_secret text, pending_until timestamptz
);

-- Each row is an unused recovery code of a person.
create table staff_recovery_codes (
  staff_id text not null references staff on delete cascade, code_hash text not null, primary key (staff_id, code_hash)
);

-- Each row is a passkey of a person.
create table staff_passkeys (
  id text primary key,
  staff_id text not null references staff on delete cascade, public_key bytea not null, counter bigint not null,
  transports text[] not null, name text not null, created_at timestamptz not null, last_used_at timestamptz
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

-- Each row is a challenge for one use; without a person it is for signing in.
create table staff_passkey_challenges (
  challenge_hash text primary key,
  browser_hash text not null, staff_id text references staff on delete cascade, expires_at timestamptz not null
);
create index staff_passkey_challenges_expires_at on staff_passkey_challenges (expires_at);

-- ===== console-finance =====
-- Each row is a ledger check or the closing of a month, which take longer than a request may: a worker runs them.
create table finance_runs (
  id text primary key, kind text not null check (kind in ('check', 'close')),
  programs text[], month text, note text,
  created_by text not null, created_at timestamptz not null, finished_at timestamptz,
  steps integer not null, steps_done integer not null default 0,
  -- [{ rule, row }] of what violates an invariant, and the code of a failure.
  problems jsonb not null default '[]', error text
);
create index finance_runs_created_at on finance_runs (created_at desc);
-- A request for what runs already gets that run.
create unique index finance_runs_unfinished on finance_runs (kind, programs) nulls not distinct where finished_at is null;

-- ===== exports: the tables of a program as files (docs/decisions/095) =====
-- Each row is the key that makes the pseudonyms of a program's members; another one would make them strangers.
create table export_keys (
  partner_id text primary key, key bytea not null, created_at timestamptz not null
);

-- Each row is a folder or bucket that a program is exported to. One run at a time has it, for as long as it says so.
create table export_targets (
  partner_id text not null, target text not null, primary key (partner_id, target),
  last_run integer not null default 0, claimed_by text, claimed_until timestamptz
);

-- Each row says how far a table was exported: all that transactions before this one have changed is in files. Null, as in a
-- restored database, whose transactions count anew: nothing is known, and the next run has every row.
create table export_positions (
  partner_id text not null, target text not null, table_name text not null, primary key (partner_id, target, table_name),
  foreign key (partner_id, target) references export_targets on delete cascade,
  position xid8
);

-- Each row is a run. Its number, the name of its folder, is null where nothing had changed.
create table export_runs (
  partner_id text not null, id text not null, primary key (partner_id, id),
  target text not null, number integer, started_by text not null, is_scheduled boolean not null,
  started_at timestamptz not null, finished_at timestamptz, error text, manifest jsonb
);
create index export_runs_started on export_runs (partner_id, started_at desc);
create index export_runs_finished on export_runs (finished_at);

-- ===== console-insight =====
-- Each row is a report of a person: the query as its address has it, also where a measure of it is gone.
create table saved_reports (
  id text primary key, staff_id text not null references staff on delete cascade,
  -- The program whose staff see it, '*' for staff of all programs; null: only its owner does.
  shared_with text,
  name text not null, query jsonb not null, version integer not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index saved_reports_staff on saved_reports (staff_id);
create index saved_reports_shared on saved_reports (shared_with) where shared_with is not null;

-- Each row is a report that is mailed to a person, who asked for it; the time of the next mail names it, so that each is sent once.
create table report_mails (
  report_id text not null references saved_reports on delete cascade,
  staff_id text not null references staff on delete cascade, primary key (report_id, staff_id),
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')), time_zone text not null,
  -- The console as its person's browser knows it.
  origin text not null, next_at timestamptz not null
);
create index report_mails_due on report_mails (next_at);
create index report_mails_staff on report_mails (staff_id);

-- ===== servers, web-assets, rate-limits, bot-check =====
-- Jobs are in the schema of the queue, pg-boss, which makes it.
-- Each row is a process that runs, for as long as it reports: all must agree on secrets.
create table servers (
  id uuid primary key,
  name text not null, role text not null, started_at timestamptz not null, seen_at timestamptz not null,
  -- A list of salted HMACs for each secret, never the secret.
  salt text not null, secret_fingerprints jsonb not null
);

-- Each row is a script or style of a build that runs or ran lately: a page may come from another build than its files.
create table web_assets (
  file text primary key, content bytea not null, published_at timestamptz not null
);

-- Each row is a count for minutes, which all processes share; a crash may lose it. It expires in milliseconds since 1970.
create unlogged table rate_limits (
  key varchar(255) primary key, points integer not null, expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Each row is an answer to a bot check that was used: it works once.
create table used_bot_checks (
  partner_id text not null, answer_hash text not null, primary key (partner_id, answer_hash),
  expires_at timestamptz not null
);
create index used_bot_checks_expires_at on used_bot_checks (expires_at);

-- ===== api-keys =====
-- Each row is a key of the partner API, which only its owner has: here is the hash of its secret.
create table api_keys (
  partner_id text not null, id text not null, primary key (partner_id, id),
  name text not null, secret_hash text not null, is_test boolean not null,
  scopes text[] not null check (cardinality(scopes) > 0), addresses text[] not null,
  -- What it gives a day without a person, where that is less than the rule of the program.
  daily_rewards bigint check (daily_rewards >= 0),
  created_at timestamptz not null, created_by text not null, expires_at timestamptz, revoked_at timestamptz,
  last_used_at timestamptz, last_used_from text
);
-- A key says whose it is; ids are random.
create index api_keys_id on api_keys (id);
-- What an `Idempotency-Key` was answered, for a day.
create table api_answers (
  partner_id text not null, api_key_id text not null, idempotency_key text not null,
  primary key (partner_id, api_key_id, idempotency_key),
  foreign key (partner_id, api_key_id) references api_keys,
  -- Sealed; empty until the call is done, in its own transaction.
  request_digest text not null, answer text not null, created_at timestamptz not null
);

-- ===== events: what other systems of a program are told =====
-- Transaction numbers of another database begin anew: `raiseEventEpoch` keeps those of events growing after a restore.
create table api_event_epoch (base bigint not null);
insert into api_event_epoch values (0);
create function event_transaction() returns bigint language sql stable as $$
  select base + pg_current_xact_id()::text::bigint from api_event_epoch
$$;
-- Below this number every transaction has ended: nothing can appear there any more.
create function ended_transactions() returns bigint language sql stable as $$
  select base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint from api_event_epoch
$$;

-- Each row is the last sequence number of a member's events.
create table api_event_sequences (
  partner_id text not null, member_id text not null, primary key (partner_id, member_id),
  last_sequence bigint not null
);

-- Each row is an event, written by the transaction that made the change. Readers go by transaction and position.
create table api_events (
  partner_id text not null, id text not null, primary key (partner_id, id),
  type text not null, subject text not null,
  member_id text, sequence bigint, unique (partner_id, member_id, sequence),
  check ((member_id is null) = (sequence is null)),
  occurred_at timestamptz not null,
  data jsonb not null, previous jsonb, balance jsonb,
  transaction_no bigint not null default event_transaction(), position bigint generated always as identity
);
create index api_events_order on api_events (partner_id, transaction_no, position);
create index api_events_subject on api_events (partner_id, subject, position desc);
create index api_events_newest on api_events (partner_id, occurred_at desc, id desc);
create index api_events_occurred on api_events (occurred_at);

-- Each row is a restaurant of a program as its events last told it.
create table told_restaurants (
  partner_id text not null, merchant_id text not null, primary key (partner_id, merchant_id),
  status text not null check (status in ('open', 'coming', 'left')), changed_at timestamptz not null
);
-- Each row is a part in a bonus whose end was told.
create table told_bonuses (
  partner_id text not null, member_id text not null, code text not null, primary key (partner_id, member_id, code),
  foreign key (partner_id, member_id, code) references member_bonuses on delete cascade
);

-- Each row is where a program's events are sent.
create table webhook_endpoints (
  partner_id text not null, id text not null, primary key (partner_id, id),
  url text not null, types text[] check (cardinality(types) > 0),
  -- What it is told of; null: all.
  scopes text[],
  -- Sealed. The one before signs too until it ends.
  secret text not null, previous_secret text, previous_secret_until timestamptz,
  check ((previous_secret is null) = (previous_secret_until is null)),
  created_at timestamptz not null, created_by text not null,
  disabled_at timestamptz, disabled_reason text, check ((disabled_at is null) = (disabled_reason is null))
);

-- Each row is an event on its way to an endpoint, or there.
create table webhook_deliveries (
  partner_id text not null, id text not null, primary key (partner_id, id),
  endpoint_id text not null, foreign key (partner_id, endpoint_id) references webhook_endpoints on delete cascade,
  event_id text not null, foreign key (partner_id, event_id) references api_events on delete cascade,
  unique (partner_id, endpoint_id, event_id),
  -- Null when it was delivered.
  next_attempt_at timestamptz,
  attempts integer not null default 0, created_at timestamptz not null, last_attempt_at timestamptz,
  code text, status integer, milliseconds integer, answer text
);
create index webhook_deliveries_due on webhook_deliveries (partner_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (partner_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (partner_id, event_id);
