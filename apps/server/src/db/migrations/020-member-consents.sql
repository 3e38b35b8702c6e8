-- What a member agreed to: terms, privacy policy, text messages. Rows are added and withdrawn, never changed otherwise.
create table member_consents (
  id bigint generated always as identity primary key,
  partner_id text not null,
  member_id text not null,
  kind text not null check (kind in ('terms', 'privacy', 'texts')),
  version text not null,
  -- The words that were shown; of a document, its address.
  wording text not null,
  source text not null,
  -- Null: withdrawn by a member who agreed before this was kept.
  given_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_source text,
  check (given_at is not null or withdrawn_at is not null),
  check ((withdrawn_at is null) = (withdrawn_source is null)),
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create index member_consents_member on member_consents (partner_id, member_id);

-- An address belongs to one account: the confirmed one, or else the newest.
update members set email = '', sign_in_name = null
where email_confirmed_at is null and sign_in_name is not null and (partner_id, id) not in (
  select distinct on (partner_id, sign_in_name) partner_id, id from members
  where sign_in_name is not null
  order by partner_id, sign_in_name, email_confirmed_at is null, joined_at desc, id
);
drop index members_sign_in_name;
drop index members_confirmed_email;
create unique index members_sign_in_name on members (partner_id, sign_in_name);
