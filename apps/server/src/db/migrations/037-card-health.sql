-- The last day on which a card is good; null where it is not known.
alter table linked_cards add column expires_on date;
create index linked_cards_expiring on linked_cards (partner_id, expires_on)
  where removed_at is null and expires_on is not null;
-- A card of the partner's list is linked once, like a number.
create unique index linked_cards_partner_card on linked_cards (partner_id, partner_card_id)
  where removed_at is null and partner_card_id is not null;
