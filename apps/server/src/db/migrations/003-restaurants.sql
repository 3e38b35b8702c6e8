-- Menu, offers and events of a restaurant, offers to one member, and favorites.
alter table merchants
  add column menu_url text not null default '',
  add column menu_images text[] not null default '{}',
  add column online_ordering_url text not null default '',
  add column takes_bookings boolean not null default false;

create table merchant_offers (
  id text primary key,
  partner_id text not null,
  merchant_id text not null,
  title text not null,
  body text not null,
  starts_on date not null,
  ends_on date,
  foreign key (partner_id, merchant_id) references merchant_participations (partner_id, merchant_id) on delete cascade
);
create index merchant_offers_merchant on merchant_offers (partner_id, merchant_id);

create table merchant_events (
  id text primary key,
  merchant_id text not null references merchants (id) on delete cascade,
  title text not null,
  body text not null,
  starts_at timestamp not null,
  ends_at timestamp not null check (ends_at >= starts_at),
  url text not null default ''
);
create index merchant_events_merchant on merchant_events (merchant_id, ends_at);

create table flex_offers (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  web_message_offer_amount text not null,
  starts_on date not null,
  ends_on date not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index flex_offers_member on flex_offers (partner_id, member_id, merchant_id);

create table member_favorites (
  partner_id text not null,
  member_id text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  added_at timestamptz not null,
  primary key (partner_id, member_id, merchant_id),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
