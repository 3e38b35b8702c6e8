-- Of equal offers that begin on one day the newer wins.
alter table flex_offers add column created_at timestamptz not null default now();
update flex_offers set created_at = offer.created_at
from offers offer where offer.partner_id = flex_offers.partner_id and offer.id = flex_offers.offer_id;
