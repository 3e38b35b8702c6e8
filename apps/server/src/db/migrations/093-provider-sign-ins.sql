insert into contract_migrations (name, reason)
  values ('093-provider-sign-ins', 'They write ID tokens of providers into a column that is gone.');

-- Whom the provider signs out: the ID token need not be kept for it, nor pass through the browser.
alter table sessions drop column provider_id_token;
alter table sessions add column provider_subject text;

-- When the person last proved to the provider who they are; null: it did not say.
alter table sessions add column authenticated_at timestamptz;

-- How long ago the person may have proved that, at most; null: as the provider sees fit.
alter table sso_attempts add column max_age_seconds integer;
