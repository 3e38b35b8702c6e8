-- Processes keep settings, restaurants and pages in memory. What changes them is announced when its transaction commits.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('dineward_changes', tg_argv[0]);
  return null;
end $$;

create trigger partner_overrides_announced after insert or update or delete or truncate on partner_overrides
  for each statement execute function announce_change('settings');
create trigger merchant_search_announced after insert or update or delete or truncate on merchant_search
  for each statement execute function announce_change('restaurants');

-- Shown on restaurants' pages, and not in the search table.
create trigger merchant_reviews_announced after insert or update or delete or truncate on merchant_reviews
  for each statement execute function announce_change('pages');
create trigger merchant_photos_announced after insert or update or delete or truncate on merchant_photos
  for each statement execute function announce_change('pages');
create trigger merchant_events_announced after insert or update or delete or truncate on merchant_events
  for each statement execute function announce_change('pages');
create trigger merchant_offers_announced after insert or update or delete or truncate on merchant_offers
  for each statement execute function announce_change('pages');
create trigger flex_offers_announced after insert or update or delete or truncate on flex_offers
  for each statement execute function announce_change('pages');

-- Processes that run, for as long as they report: they must agree on secrets and migrations.
create unlogged table servers (
  id uuid primary key,
  -- Of the machine, and the port, for sentences.
  name text not null,
  role text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- That its build knows.
  migrations text[] not null,
  salt text not null,
  -- Of each secret a list of salted HMACs, never the secret.
  secret_fingerprints jsonb not null
);

-- Migrations that builds without them cannot live with. Such a migration adds its own row.
create table contract_migrations (
  name text primary key,
  reason text not null
);

-- Scripts and styles of every build that runs or ran lately: a page may come from another build than its files.
create table web_assets (
  file text primary key,
  content bytea not null,
  published_at timestamptz not null
);
