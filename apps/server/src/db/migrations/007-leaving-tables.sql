-- A removed table keeps its existing bookings and takes no new ones.
alter table restaurant_tables add column is_leaving boolean not null default false;
