-- The ID token that a session of single sign-on began with: signing out hands it back to the provider.
alter table sessions add column provider_id_token text;
