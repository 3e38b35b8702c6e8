-- When a member asked to be erased, the moment it happens, and when it did.
alter table members
  add column erasure_due_at timestamptz,
  add column erased_at timestamptz;
create index members_erasure_due on members (erasure_due_at) where erasure_due_at is not null;

-- So that a member's rows are found without reading every partner's.
create index tracking_events_member on tracking_events (partner_id, member_id) where member_id is not null;
create index survey_answers_member on survey_answers (partner_id, member_id) where member_id is not null;
create index card_events_linked_card on card_events (linked_card_id) where linked_card_id is not null;
