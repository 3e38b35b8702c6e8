-- What is deleted by age is found by age.
create index outgoing_mails_bodies on outgoing_mails (created_at) where sent_at is not null and html_body <> '';
create index outgoing_texts_bodies on outgoing_texts (created_at) where sent_at is not null and body <> '';
create index outgoing_pushes_bodies on outgoing_pushes (created_at) where sent_at is not null and body <> '';
create index prospect_emails_left on prospect_emails (last_left_at);
