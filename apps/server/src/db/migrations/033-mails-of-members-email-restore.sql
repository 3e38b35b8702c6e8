-- Whose mail it is: a member's address changes, and erasing a member deletes what was sent to all of them.
alter table outgoing_mails add column member_id text;
update outgoing_mails as mail set member_id = member.id
from members as member
where mail.partner_id = member.partner_id and lower(mail.recipient) = member.sign_in_name
  and member.email_confirmed_at is not null;
update outgoing_mails set member_id = subscriber_id where member_id is null and subscriber_id is not null;
create index outgoing_mails_member on outgoing_mails (partner_id, member_id) where member_id is not null;

-- Links mailed to the address before a change, that take the change back. Only hashes are stored.
create table email_restore_links (
  id bigint generated always as identity primary key,
  partner_id text not null,
  member_id text not null,
  token_hash text not null,
  email text not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (partner_id, member_id) references members (partner_id, id) on delete cascade
);
create unique index email_restore_links_token on email_restore_links (partner_id, token_hash);
create index email_restore_links_member on email_restore_links (partner_id, member_id);
create index email_restore_links_expires_at on email_restore_links (expires_at);
