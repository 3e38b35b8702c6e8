-- Generated from the schema by apps/server/src/db/citus.server.test.ts; docs/decisions/103 says what it is for.
-- As the owner, on a database that `npm run migrate` has just made, before it has rows.

-- Citus refuses these keys (R3: they leave the machine of a program, R4: they set columns to null).
alter table table_alerts drop constraint table_alerts_partner_id_member_id_fkey; -- R3
alter table table_holds drop constraint table_holds_partner_id_member_id_fkey; -- R3
alter table table_slots drop constraint table_slots_partner_id_guest_booking_id_fkey; -- R3
alter table table_slots drop constraint table_slots_partner_id_reservation_id_fkey; -- R3

-- Triggers touch rows of their own machine only. The job that makes the partitions of a month makes triggers too.
do $$ begin execute format('alter database %I set citus.enable_unsafe_triggers to on', current_database()); end $$;
set citus.enable_unsafe_triggers to on;

-- Restaurants and their terms are read with the rows of every program: each machine has a copy. What has changed is
-- recorded once, on the coordinator, in the transaction of the change.
drop trigger merchants_updated on merchants;
CREATE TRIGGER merchants_updated AFTER UPDATE ON public.merchants REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT WHEN (citus_is_coordinator()) EXECUTE FUNCTION record_merchant_changes();
drop trigger participations_deleted on merchant_participations;
CREATE TRIGGER participations_deleted AFTER DELETE ON public.merchant_participations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (citus_is_coordinator()) EXECUTE FUNCTION record_participation_changes();
drop trigger participations_inserted on merchant_participations;
CREATE TRIGGER participations_inserted AFTER INSERT ON public.merchant_participations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (citus_is_coordinator()) EXECUTE FUNCTION record_participation_changes();
drop trigger participations_truncated on merchant_participations;
CREATE TRIGGER participations_truncated AFTER TRUNCATE ON public.merchant_participations FOR EACH STATEMENT WHEN (citus_is_coordinator()) EXECUTE FUNCTION record_merchant_truncation();
drop trigger participations_updated on merchant_participations;
CREATE TRIGGER participations_updated AFTER UPDATE ON public.merchant_participations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (citus_is_coordinator()) EXECUTE FUNCTION record_participation_changes();
select create_reference_table('api_event_epoch');
select create_reference_table('merchants');
select create_reference_table('merchant_participations');
select create_reference_table('coming_terms');
select create_reference_table('former_participations');

-- The number of its transaction is that of the machine that has the row, and reads it (R6).
create function number_transaction_no() returns trigger language plpgsql as $$ begin new.transaction_no := event_transaction(); return new; end $$;
create function number_changed_in() returns trigger language plpgsql as $$ begin new.changed_in := pg_current_xact_id(); return new; end $$;
alter table api_events alter transaction_no drop default;
create trigger api_events_numbered before insert on api_events for each row execute function number_transaction_no();
alter table dines alter changed_in drop default;
create trigger dines_numbered before insert on dines for each row execute function number_changed_in();
alter table ledger_postings alter changed_in drop default;
create trigger ledger_postings_numbered before insert on ledger_postings for each row execute function number_changed_in();
alter table members alter changed_in drop default;
create trigger members_numbered before insert on members for each row execute function number_changed_in();

-- A program is on one machine, with all that is its.
select create_distributed_table('members', 'partner_id');
select create_distributed_table('account_closures', 'partner_id', colocate_with => 'members');
select create_distributed_table('linked_cards', 'partner_id', colocate_with => 'members');
select create_distributed_table('dines', 'partner_id', colocate_with => 'members');
select create_distributed_table('account_rewards', 'partner_id', colocate_with => 'members');
select create_distributed_table('accrual_files', 'partner_id', colocate_with => 'members');
select create_distributed_table('ledger_postings', 'partner_id', colocate_with => 'members');
select create_distributed_table('accruals', 'partner_id', colocate_with => 'members');
select create_distributed_table('adjustments', 'partner_id', colocate_with => 'members');
select create_distributed_table('api_keys', 'partner_id', colocate_with => 'members');
select create_distributed_table('api_answers', 'partner_id', colocate_with => 'members');
select create_distributed_table('api_event_sequences', 'partner_id', colocate_with => 'members');
select create_distributed_table('api_events', 'partner_id', colocate_with => 'members');
select create_distributed_table('approval_rules', 'partner_id', colocate_with => 'members');
select create_distributed_table('approvals', 'partner_id', colocate_with => 'members');
select create_distributed_table('booking_bans', 'partner_id', colocate_with => 'members');
select create_distributed_table('claims', 'partner_id', colocate_with => 'members');
select create_distributed_table('claim_notes', 'partner_id', colocate_with => 'members');
select create_distributed_table('closed_periods', 'partner_id', colocate_with => 'members');
select create_distributed_table('closed_merchant_statements', 'partner_id', colocate_with => 'members');
select create_distributed_table('content_versions', 'partner_id', colocate_with => 'members');
select create_distributed_table('credential_changes', 'partner_id', colocate_with => 'members');
select create_distributed_table('credential_reminders', 'partner_id', colocate_with => 'members');
select create_distributed_table('dine_amounts', 'partner_id', colocate_with => 'members');
select create_distributed_table('dine_components', 'partner_id', colocate_with => 'members');
select create_distributed_table('dine_holds', 'partner_id', colocate_with => 'members');
select create_distributed_table('dinner_votes', 'partner_id', colocate_with => 'members');
select create_distributed_table('dinner_vote_guests', 'partner_id', colocate_with => 'members');
select create_distributed_table('email_confirmations', 'partner_id', colocate_with => 'members');
select create_distributed_table('email_restore_links', 'partner_id', colocate_with => 'members');
select create_distributed_table('emulated_sessions', 'partner_id', colocate_with => 'members');
select create_distributed_table('export_keys', 'partner_id', colocate_with => 'members');
select create_distributed_table('export_targets', 'partner_id', colocate_with => 'members');
select create_distributed_table('export_positions', 'partner_id', colocate_with => 'members');
select create_distributed_table('export_runs', 'partner_id', colocate_with => 'members');
select create_distributed_table('offers', 'partner_id', colocate_with => 'members');
select create_distributed_table('flex_offers', 'partner_id', colocate_with => 'members');
select create_distributed_table('guest_bookings', 'partner_id', colocate_with => 'members');
select create_distributed_table('guest_codes', 'partner_id', colocate_with => 'members');
select create_distributed_table('hidden_picks', 'partner_id', colocate_with => 'members');
select create_distributed_table('import_columns', 'partner_id', colocate_with => 'members');
select create_distributed_table('import_runs', 'partner_id', colocate_with => 'members');
select create_distributed_table('import_run_files', 'partner_id', colocate_with => 'members');
select create_distributed_table('import_run_rows', 'partner_id', colocate_with => 'members');
select create_distributed_table('ledger_allocations', 'partner_id', colocate_with => 'members');
select create_distributed_table('ledger_entries', 'partner_id', colocate_with => 'members');
select create_distributed_table('mail_suppressions', 'partner_id', colocate_with => 'members');
select create_distributed_table('media_pictures', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_balances', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_bonus_changes', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_bonuses', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_consents', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_devices', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_favorites', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_identities', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_lists', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_list_places', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_reviews', 'partner_id', colocate_with => 'members');
select create_distributed_table('member_tiers', 'partner_id', colocate_with => 'members');
select create_distributed_table('merchant_offers', 'partner_id', colocate_with => 'members');
select create_distributed_table('offer_merchants', 'partner_id', colocate_with => 'members');
select create_distributed_table('outgoing_mails', 'partner_id', colocate_with => 'members');
select create_distributed_table('push_subscriptions', 'partner_id', colocate_with => 'members');
select create_distributed_table('outgoing_pushes', 'partner_id', colocate_with => 'members');
select create_distributed_table('outgoing_texts', 'partner_id', colocate_with => 'members');
select create_distributed_table('partner_overrides', 'partner_id', colocate_with => 'members');
select create_distributed_table('passkey_challenges', 'partner_id', colocate_with => 'members');
select create_distributed_table('passkeys', 'partner_id', colocate_with => 'members');
select create_distributed_table('prospect_emails', 'partner_id', colocate_with => 'members');
select create_distributed_table('proven_identities', 'partner_id', colocate_with => 'members');
select create_distributed_table('rate_versions', 'partner_id', colocate_with => 'members');
select create_distributed_table('received_texts', 'partner_id', colocate_with => 'members');
select create_distributed_table('recovery_codes', 'partner_id', colocate_with => 'members');
select create_distributed_table('recovery_requests', 'partner_id', colocate_with => 'members');
select create_distributed_table('referrals', 'partner_id', colocate_with => 'members');
select create_distributed_table('reservations', 'partner_id', colocate_with => 'members');
select create_distributed_table('reward_budgets', 'partner_id', colocate_with => 'members');
select create_distributed_table('reward_totals', 'partner_id', colocate_with => 'members');
select create_distributed_table('saved_searches', 'partner_id', colocate_with => 'members');
select create_distributed_table('session_links', 'partner_id', colocate_with => 'members');
select create_distributed_table('sessions', 'partner_id', colocate_with => 'members');
select create_distributed_table('sign_in_failures', 'partner_id', colocate_with => 'members');
select create_distributed_table('sso_attempts', 'partner_id', colocate_with => 'members');
select create_distributed_table('sso_logout_tokens', 'partner_id', colocate_with => 'members');
select create_distributed_table('statement_credits', 'partner_id', colocate_with => 'members');
select create_distributed_table('stored_partners', 'partner_id', colocate_with => 'members');
select create_distributed_table('survey_answers', 'partner_id', colocate_with => 'members');
select create_distributed_table('told_bonuses', 'partner_id', colocate_with => 'members');
select create_distributed_table('told_restaurants', 'partner_id', colocate_with => 'members');
select create_distributed_table('tracking_events', 'partner_id', colocate_with => 'members');
select create_distributed_table('used_bot_checks', 'partner_id', colocate_with => 'members');
select create_distributed_table('used_card_tokens', 'partner_id', colocate_with => 'members');
select create_distributed_table('webhook_endpoints', 'partner_id', colocate_with => 'members');
select create_distributed_table('webhook_deliveries', 'partner_id', colocate_with => 'members');

-- These stay on the coordinator: audit_log, card_event_keys, card_events, console_sessions, finance_runs, kysely_migration, kysely_migration_lock, merchant_changes, merchant_events, merchant_mids, merchant_photos, merchant_reviews, network_differences, rate_limits, reconciliations, report_mails, restaurant_books, restaurant_tables, review_reports, reward_totals_until, saved_reports, servers, staff, staff_authenticators, staff_identities, staff_invitations, staff_passkey_challenges, staff_passkeys, staff_permission_uses, staff_recovery_codes, staff_roles, staff_sessions, staff_sso_attempts, table_alerts, table_holds, table_slots, web_assets.
