-- American spelling, and a plain name for the slots that a table is taken for.
alter table taken_quarters rename to table_slots;
alter table table_slots rename column quarter_at to slot_at;
alter index taken_quarters_pkey rename to table_slots_pkey;
alter index taken_quarters_hold rename to table_slots_hold;
alter index taken_quarters_reservation rename to table_slots_reservation;

alter table reservations rename column cancelled_at to canceled_at;
do $$
declare
  old_check record;
begin
  for old_check in
    select conname from pg_constraint
    where conrelid = 'reservations'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%cancelled%'
  loop
    execute format('alter table reservations drop constraint %I', old_check.conname);
  end loop;
end $$;
update reservations set status = 'canceled' where status = 'cancelled';
alter table reservations
  add constraint reservations_status_check check (status in ('booked', 'canceled')),
  add constraint reservations_canceled_at_check check ((status = 'canceled') = (canceled_at is not null));

update outgoing_mails set cause = replace(cause, 'reservation-cancelled:', 'reservation-canceled:')
where cause like 'reservation-cancelled:%';
