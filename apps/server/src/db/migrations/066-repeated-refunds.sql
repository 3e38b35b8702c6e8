-- What another network repeats of a refund (decision 046).
create index card_events_other_network on card_events (partner_id, source_key)
  where reason_code = 'reported_by_other_network';
