-- Keys of a partner's tables begin with the partner, so that a database that spreads rows over machines can do it by
-- partner, and that no statement finds a row without naming whose it is.
insert into contract_migrations (name, reason)
  values ('049-partner-keys', 'They name keys of payouts and account rewards that are gone.');

-- Who holds a slot, for the keys of the two.
alter table table_slots add column partner_id text;
update table_slots s set partner_id = h.partner_id from table_holds h where h.id = s.hold_id;
update table_slots s set partner_id = r.partner_id from reservations r where r.id = s.reservation_id;
alter table table_slots alter column partner_id set not null;

-- An event is of no partner until its card is found.
alter table dine_amounts drop constraint dine_amounts_card_event_id_fkey;

do $$
declare
  keyed regclass;
  key record;
  reference record;
begin
  create temporary table old_references on commit drop as
    select conrelid::regclass as of_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid in (
      select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'partner_id' and a.attnotnull);
  for reference in select * from old_references loop
    execute format('alter table %s drop constraint %I', reference.of_table, reference.conname);
  end loop;

  for keyed in select unnest(array[
    'account_rewards', 'adjustments', 'claims', 'dine_components', 'dines', 'email_restore_links', 'flex_offers',
    'ledger_allocations', 'ledger_postings', 'linked_cards', 'member_bonus_changes', 'member_consents', 'member_reviews',
    'member_tiers', 'members', 'merchant_offers', 'outgoing_mails', 'outgoing_pushes', 'outgoing_texts', 'recovery_requests',
    'reservations', 'sessions', 'statement_credits', 'survey_answers', 'table_holds', 'tracking_events']::regclass[])
  loop
    for key in select conname from pg_constraint
      where conrelid = keyed and (contype = 'p' or pg_get_constraintdef(oid) = 'UNIQUE (partner_id, id)')
    loop
      execute format('alter table %s drop constraint %I', keyed, key.conname);
    end loop;
    execute format('alter table %s add primary key (partner_id, id)', keyed);
  end loop;

  for reference in select * from old_references loop
    execute format('alter table %s add constraint %I %s', reference.of_table, reference.conname,
      -- One column becomes two: a row and what it refers to are of the same partner.
      regexp_replace(reference.definition,
        '^FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(id\)', 'FOREIGN KEY (partner_id, \1) REFERENCES \2(partner_id, id)'));
  end loop;
end $$;

alter table email_confirmations drop constraint email_confirmations_pkey, add primary key (partner_id, token_hash);
alter table statement_credits drop constraint statement_credits_external_id_key, add unique (partner_id, external_id);

drop index account_rewards_corrected;
create unique index account_rewards_corrected on account_rewards (partner_id, corrects_id) where corrects_id is not null;
drop index accruals_posting;
create unique index accruals_posting on accruals (partner_id, posting_id) where state <> 'rejected';
drop index outgoing_mails_unsubscribe;
create unique index outgoing_mails_unsubscribe on outgoing_mails (partner_id, unsubscribe_token)
  where unsubscribe_token is not null;
drop index reservations_code;
create unique index reservations_code on reservations (partner_id, merchant_id, confirmation_code)
  where provider = 'book';

-- These find the rows that belong to a key.
drop index accruals_rejected;
create index accruals_rejected on accruals (partner_id, posting_id) where state = 'rejected';
drop index ledger_allocations_debit;
create index ledger_allocations_debit on ledger_allocations (partner_id, debit_id);
drop index ledger_allocations_earning;
create index ledger_allocations_earning on ledger_allocations (partner_id, earning_id);
drop index ledger_entries_posting;
create index ledger_entries_posting on ledger_entries (partner_id, posting_id);
drop index table_slots_hold;
create index table_slots_hold on table_slots (partner_id, hold_id) where hold_id is not null;
drop index table_slots_reservation;
create index table_slots_reservation on table_slots (partner_id, reservation_id) where reservation_id is not null;

-- Networks name a card, and staff a shown review, without its partner.
create index linked_cards_id on linked_cards (id);
create index member_reviews_id on member_reviews (id);
