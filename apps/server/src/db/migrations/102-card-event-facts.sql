-- What an event says, in the words that all networks share: nothing needs to know a network's own to select events.
alter table card_events
  add column kind text check (kind in ('authorization', 'clearing', 'refund', 'void')),
  add column reported_card_id text;
