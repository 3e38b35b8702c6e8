-- What the console changes of a program's looks, over its folder; null: nothing.
alter table partner_overrides add column theme jsonb;

-- Programs that were made in the console: what a folder in partners/ would hold.
create table stored_partners (
  partner_id text primary key,
  settings jsonb not null,
  theme jsonb not null,
  copy jsonb not null,
  logo text not null,
  logo_mark text not null,
  created_at timestamptz not null
);
create trigger stored_partners_announced after insert or update or delete or truncate on stored_partners
  for each statement execute function announce_change('settings');

-- Content that was written in the console: what was published, and a draft an entry at most.
create table content_versions (
  partner_id text not null,
  kind text not null,
  slug text not null,
  version integer not null check (version > 0),
  state text not null check (state in ('draft', 'published')),
  -- Null: nothing is shown, not even what ships in its place.
  fields jsonb,
  -- Of a published one; null: at once, and for good.
  shown_from timestamptz,
  shown_until timestamptz,
  saved_at timestamptz not null,
  saved_by text not null,
  primary key (partner_id, kind, slug, version),
  check (shown_until > shown_from)
);
create unique index content_versions_draft on content_versions (partner_id, kind, slug) where state = 'draft';
create trigger content_versions_announced after insert or update or delete or truncate on content_versions
  for each statement execute function announce_change('content');
