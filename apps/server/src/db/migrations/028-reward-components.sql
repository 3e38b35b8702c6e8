-- What a dine earns beside its base: offers, bonuses, reservations. Each has its own postings, under its id.
create table dine_components (
  id text primary key,
  partner_id text not null,
  member_id text not null,
  dine_id text not null,
  kind text not null,
  code text not null,
  units bigint not null check (units >= 0),
  granted_units bigint not null check (granted_units >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (partner_id, dine_id, kind, code),
  foreign key (partner_id, dine_id) references dines (partner_id, id),
  foreign key (partner_id, member_id) references members (partner_id, id)
);
create index dine_components_member on dine_components (partner_id, member_id, kind);

alter table dines add column component_units bigint not null default 0;

-- What an offer pays was only in its text: "250 points", "$5.00".
alter table flex_offers
  add column reward_kind text not null default 'fixed',
  add column reward_value bigint,
  add column minimum_spend_cents integer not null default 0;
update flex_offers set reward_value = coalesce(
  round(replace(substring(web_message_offer_amount from '\$([0-9,]+(?:\.[0-9]+)?)'), ',', '')::numeric * 100),
  replace(substring(web_message_offer_amount from '([0-9][0-9,]*)'), ',', '')::numeric,
  0);
alter table flex_offers alter column reward_value set not null;

-- A member's part in a bonus, with the definition as it was promised.
alter table member_bonuses
  add column definition jsonb,
  add column enrolled_at timestamptz,
  add column qualified_at timestamptz,
  add column progress jsonb;

create table member_bonus_changes (
  id bigint generated always as identity primary key,
  partner_id text not null,
  member_id text not null,
  code text not null,
  bonus_status text not null,
  changed_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index member_bonus_changes_member on member_bonus_changes (partner_id, member_id, code, id);

alter table reservations drop constraint reservations_bonus_status_check;
alter table reservations add constraint reservations_bonus_status_check
  check (bonus_status in ('pending', 'earned', 'withdrawn'));
