-- Open account pages hear of what changes a member's rewards, whatever writes it: "members PARTNER MEMBER", once a transaction.
create function announce_members() returns trigger language plpgsql as $$
begin
  perform pg_notify('dineward_changes', concat_ws(' ', 'members', partner_id, member_id))
  from (select distinct partner_id, member_id from changed) as member;
  return null;
end $$;

create trigger member_balances_announced after insert on member_balances
  referencing new table as changed for each statement execute function announce_members();
create trigger member_balances_changed_announced after update on member_balances
  referencing new table as changed for each statement execute function announce_members();
-- What is not posted, or not yet.
create trigger dines_announced after insert on dines
  referencing new table as changed for each statement execute function announce_members();
create trigger dines_changed_announced after update on dines
  referencing new table as changed for each statement execute function announce_members();
create trigger statement_credits_announced after insert on statement_credits
  referencing new table as changed for each statement execute function announce_members();
create trigger statement_credits_changed_announced after update on statement_credits
  referencing new table as changed for each statement execute function announce_members();
create trigger claims_announced after insert on claims
  referencing new table as changed for each statement execute function announce_members();
create trigger claims_changed_announced after update on claims
  referencing new table as changed for each statement execute function announce_members();
