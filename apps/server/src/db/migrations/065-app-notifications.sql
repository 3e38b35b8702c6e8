-- Devices that show notifications in the partner's native app: its messaging service knows them by an id and needs no keys.
alter table push_subscriptions
  add column channel text not null default 'web' check (channel in ('web', 'app')),
  alter column p256dh drop not null,
  alter column auth drop not null,
  add constraint push_subscriptions_keys check (channel = 'app' or (p256dh is not null and auth is not null));
