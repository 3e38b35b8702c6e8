import { sql } from 'kysely'
import { rewardTables } from './member-rewards.rules.ts'
import {
  appendOnly,
  exported,
  type MemberTable,
  ofAddress,
  ofMails,
  ofMember,
  ofReviews,
  ofTexts,
  secret,
} from './member-rows.rules.ts'

/**
 * The list has every table with rows about members: `leaving.test.ts` compares it with the database's catalog. Erasing
 * goes from top to bottom: what is found through cards or mails comes before them.
 */
export const memberTables: readonly MemberTable[] = [
  ...rewardTables,
  {
    table: 'reservations',
    rows: ofMember,
    exported: exported(
      'reservations',
      'merchant_id',
      'starts_at',
      'party_size',
      'status',
      'confirmation_code',
      'bonus_amount',
      'bonus_status',
      'booked_at',
      'canceled_at',
    ),
    // Deleting these rows frees the tables.
    erased: 'deleted',
  },
  {
    table: 'table_holds',
    rows: ofMember,
    exported: exported('tableHolds', 'merchant_id', 'starts_at', 'party_size', 'expires_at'),
    erased: 'deleted',
  },
  {
    table: 'booking_bans',
    rows: ofMember,
    exported: exported('bookingBans', 'banned_at'),
    erased: 'deleted',
  },
  {
    table: 'merchant_reviews',
    rows: ofReviews,
    exported: { not: 'in reviews' },
    // Others rely on what a restaurant is rated by.
    erased: { author_name: `'A former member'` },
  },
  {
    table: 'member_reviews',
    rows: ofMember,
    exported: exported(
      'reviews',
      'merchant_id',
      'transaction_id',
      'rating',
      'body',
      'dined_on',
      'written_at',
      'hidden_at',
    ),
    erased: 'deleted',
  },
  {
    table: 'member_favorites',
    rows: ofMember,
    exported: exported('favorites', 'merchant_id', 'added_at'),
    erased: 'deleted',
  },
  {
    table: 'survey_answers',
    rows: ofMember,
    exported: exported('surveyAnswers', 'survey_id', 'answers', 'context', 'answered_at'),
    erased: 'deleted',
  },
  {
    table: 'tracking_events',
    rows: ofMember,
    exported: exported(
      'tracking',
      'event',
      'channel',
      'merchant_id',
      'user_agent',
      'happened_at',
      'properties',
    ),
    erased: 'deleted',
  },
  {
    table: 'member_consents',
    rows: ofMember,
    exported: exported(
      'consents',
      'kind',
      'version',
      'wording',
      'source',
      'given_at',
      'withdrawn_at',
      'withdrawn_source',
    ),
    erased: 'deleted',
  },
  {
    table: 'mail_suppressions',
    rows: ofAddress,
    exported: exported('mailReports', 'email', 'kind', 'reason', 'reported_at', 'cleared_at'),
    erased: 'deleted',
  },
  {
    table: 'prospect_emails',
    rows: ofAddress,
    exported: exported('prospectEmails', 'email', 'first_left_at', 'last_left_at'),
    erased: 'deleted',
  },
  {
    table: 'outgoing_mails',
    rows: ofMails,
    exported: exported('mails', 'recipient', 'subject', 'created_at', 'sent_at', 'failed_at'),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'outgoing_texts',
    rows: ofTexts,
    exported: exported('texts', 'recipient', 'body', 'created_at', 'sent_at', 'failed_at'),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'outgoing_pushes',
    rows: ofMember,
    exported: exported('notifications', 'body', 'created_at', 'sent_at', 'failed_at'),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'push_subscriptions',
    rows: ofMember,
    exported: exported('notifiedBrowsers', 'channel', 'endpoint', 'browser', 'system', 'created_at'),
    erased: 'deleted',
  },
  {
    table: 'sessions',
    rows: ofMember,
    exported: exported(
      'sessions',
      'created_at',
      'last_seen_at',
      'expires_at',
      'remembered',
      'browser',
      'system',
      'language',
      'time_zone',
    ),
    erased: 'deleted',
  },
  {
    table: 'emulated_sessions',
    rows: ofMember,
    exported: exported('lookedAtByStaff', 'reason', 'created_at', 'ended_at'),
    erased: 'deleted',
  },
  {
    table: 'member_devices',
    rows: ofMember,
    exported: exported('devices', 'last_used_at', 'failed_sign_ins'),
    erased: 'deleted',
  },
  {
    table: 'passkeys',
    rows: ofMember,
    exported: exported('passkeys', 'name', 'created_at', 'last_used_at'),
    erased: 'deleted',
  },
  { table: 'passkey_challenges', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  {
    table: 'member_identities',
    rows: ofMember,
    exported: exported('identities', 'issuer', 'subject', 'linked_at'),
    erased: 'deleted',
  },
  {
    table: 'sign_in_failures',
    rows: ({ partnerId, id }) => sql`partner_id = ${partnerId} and account = ${id}`,
    exported: exported('failedSignIns', 'failed_at', 'locked_until'),
    erased: 'deleted',
  },
  {
    table: 'credential_changes',
    rows: ofMember,
    exported: exported('credentialChanges', 'email', 'expires_at', 'mailed_at'),
    erased: 'deleted',
  },
  {
    table: 'credential_reminders',
    rows: ofMember,
    exported: exported('credentialReminders', 'postponed_until'),
    erased: 'deleted',
  },
  {
    table: 'email_restore_links',
    rows: ofMember,
    exported: exported('earlierEmails', 'email', 'changed_at', 'expires_at'),
    erased: 'deleted',
  },
  {
    table: 'recovery_requests',
    rows: ({ partnerId, email, memberNumber }) =>
      sql`partner_id = ${partnerId} and lower(user_name) in (lower(${email}), lower(${memberNumber ?? email}))`,
    exported: { not: 'deleted within a minute' },
    erased: 'deleted',
  },
  { table: 'recovery_codes', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  { table: 'email_confirmations', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  {
    table: 'audit_log',
    rows: ({ partnerId, id, email }) => sql`partner_id = ${partnerId} and (
      subject = ${id} or (actor_kind = 'member' and actor = ${id}) or (subject = ${email} and action like 'booking.%'))`,
    exported: exported('auditLog', 'at', 'action', 'actor_kind', 'reason'),
    erased: { not: appendOnly },
  },
]
