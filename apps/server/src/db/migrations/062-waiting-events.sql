-- In an order of its own: without statistics the planner took the primary key, and read past all processed events.
create index card_events_waiting on card_events (received_at, id) where status = 'received';
drop index card_events_received;
