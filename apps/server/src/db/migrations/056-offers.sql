-- Offers that staff define: what one dine at each of its restaurants earns a member beside its base.
create table offers (
  partner_id text not null,
  id text not null,
  -- For staff.
  name text not null,
  -- Those for 'members' have a row in flex_offers for each member and restaurant.
  audience text not null check (audience in ('everyone', 'members')),
  -- At every restaurant of the program; else at those of offer_merchants.
  is_everywhere boolean not null,
  web_message_offer_amount text not null,
  reward_kind text not null check (reward_kind in ('fixed', 'percent', 'multiplier')),
  reward_value bigint not null check (reward_value > 0),
  minimum_spend_cents integer not null check (minimum_spend_cents >= 0),
  -- Local dates of the restaurant, both included.
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  created_at timestamptz not null,
  primary key (partner_id, id)
);

create table offer_merchants (
  partner_id text not null,
  merchant_id text not null references merchants (id) on delete cascade,
  offer_id text not null,
  primary key (partner_id, merchant_id, offer_id),
  foreign key (partner_id, offer_id) references offers (partner_id, id) on delete cascade
);
create index offer_merchants_offer on offer_merchants (partner_id, offer_id);

-- Null: of one member alone.
alter table flex_offers
  add column offer_id text,
  add foreign key (partner_id, offer_id) references offers (partner_id, id) on delete cascade;
create index flex_offers_offer on flex_offers (partner_id, offer_id) where offer_id is not null;
-- How often an offer was used.
create index dine_components_offer on dine_components (partner_id, code) where kind = 'offer';

create trigger offers_announced after insert or update or delete or truncate on offers
  for each statement execute function announce_change('pages');
